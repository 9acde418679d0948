package shell

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestLongFlags(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.String("task", "", "")
	flags.Bool("json", false, "")
	for _, tt := range []struct{ args, want string }{
		{"-task words -json", "--task words --json"},
		{"--task -odd -json", "--task -odd --json"}, // a value that begins with a dash
		{"-task=-odd -json=false", "--task=-odd --json=false"},
		{"-json -odd -", "--json --odd -"},
		{"-json -- -task", "--json -- -task"},
		{"-h -help a.py", "-h --help a.py"},
		{"-task", "--task"},
	} {
		got := LongFlags(flags, strings.Fields(tt.args))
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.args, got, tt.want)
		}
		if again := LongFlags(flags, got); !slices.Equal(again, got) { // the daemon reads what it is sent
			t.Errorf("%s: %q, and then %q", tt.args, got, again)
		}
	}
}

func TestText(t *testing.T) {
	rows := [][]Cell{
		{{Text: "1.0", Right: true}, {Style: Name, Text: "a.py"}, {Style: Aside, Text: "is a target, and much else besides"}},
		{{Text: "12.5", Right: true}, {Style: Name, Text: "store/\u202eb.py"}, {Text: "…"}},
	}
	for _, tt := range []struct {
		screen Screen
		want   string
	}{
		{Screen{}, "1.0  a.py  is a target, and much else besides\n12.5  store/‹U+202E›b.py  …\n"},
		{Screen{Width: 50}, " 1.0  a.py                is a target, and much e…\n12.5  store/‹U+202E›b.py  …\n"},
		{Screen{Width: 200, Colour: true}, " 1.0  \x1b[36ma.py\x1b[0m                \x1b[2mis a target, and much else besides\x1b[0m\n12.5  \x1b[36mstore/‹U+202E›b.py\x1b[0m  …\n"},
	} {
		if got := NewText(tt.screen).Lines(rows).String(); got != tt.want {
			t.Errorf("%+v:\n%q, want\n%q", tt.screen, got, tt.want)
		}
	}
}

// What is written for man is read as it was meant.
func TestManual(t *testing.T) {
	root := &cobra.Command{Use: "till", Short: "counts money", Long: "till counts money."}
	root.AddGroup(&cobra.Group{ID: "g", Title: "All of it"})
	add := &cobra.Command{Use: "add [COIN]…", Short: ".5 is a half; C:\\till", GroupID: "g", Example: "till add --all -1", Run: func(*cobra.Command, []string) {}}
	add.Flags().Bool("no-change", false, "give `nothing` back")
	root.AddCommand(add, &cobra.Command{Use: "hidden", Hidden: true, GroupID: "g", Run: func(*cobra.Command, []string) {}})
	want := `.TH TILL 1 "" "till 0.1\-x"
.SH NAME
till \- counts money
.SH SYNOPSIS
\fBtill\fR \fICOMMAND\fR [\fIFLAG\fR]… [\fIARGUMENT\fR]…
.SH DESCRIPTION
till counts money.
.SH ALL OF IT
.SS till add [FLAG]… [COIN]…
\&.5 is a half; C:\etill.
.TP
\fB\-\-no\-change\fR \fInothing\fR
give nothing back
.PP
For example:
.PP
.RS
.nf
till add \-\-all \-1
.fi
.RE
.SH EXIT CODES
.PP
0: well
`
	if got := Manual(root, "0.1-x", []string{"Exit codes", "0: well"}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
