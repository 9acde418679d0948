package shell

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// widestHelp is how many columns lines of help have at most: longer ones are hard to read.
const widestHelp = 100

// Help is what a command says of itself: what it does, how it is written, an example, its flags. The root lists the
// other commands by group.
func Help(cmd *cobra.Command, screen Screen) string {
	width := widestHelp
	if screen.Width > 0 {
		width = min(width, screen.Width)
	}
	t := NewText(screen)
	for line := range strings.SplitSeq(about(cmd), "\n") {
		t.Prose(wrapped(line, width))
	}
	t.Line(Plain, "")
	t.Line(Title, "Usage").Line(Plain, "  %s", Synopsis(cmd))
	if cmd.HasExample() {
		t.Line(Plain, "").Line(Title, "Example")
		t.Prose("  " + strings.ReplaceAll(cmd.Example, "\n", "\n  "))
	}
	for _, g := range cmd.Groups() {
		t.Line(Plain, "").Line(Title, "%s", g.Title).Table(2, rows(cmd, g.ID))
	}
	if flags := FlagsOf(cmd); flags.HasFlags() {
		t.Line(Plain, "").Line(Title, "Flags").Prose(flags.FlagUsagesWrapped(width))
	}
	return t.String()
}

// about is what a command does, in sentences.
func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return strings.ToUpper(cmd.Short[:1]) + cmd.Short[1:] + "."
}

// wrapped is a line as several of at most so many columns. What is indented stays as it is.
func wrapped(line string, width int) string {
	if strings.HasPrefix(line, " ") {
		return line
	}
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(line) {
		switch {
		case at > 0 && at+1+columns(word) > width:
			b.WriteByte('\n')
			at = 0
		case at > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += columns(word)
	}
	return b.String()
}

// rows are the commands of a group.
func rows(cmd *cobra.Command, group string) (rows [][]Cell) {
	for _, c := range cmd.Commands() {
		if c.GroupID == group && !c.Hidden {
			rows = append(rows, []Cell{{Style: Name, Text: c.Name()}, {Text: c.Short}})
		}
	}
	return rows
}

// Synopsis is how a command is written.
func Synopsis(cmd *cobra.Command) string {
	path, args, _ := strings.Cut(cmd.Use, " ")
	if cmd.HasParent() {
		path = cmd.Parent().CommandPath() + " " + path
	}
	if cmd.HasSubCommands() {
		return path + " COMMAND [FLAG]… [ARGUMENT]…"
	}
	if !strings.Contains(args, "--") && FlagsOf(cmd).HasFlags() {
		args = strings.TrimSpace("[FLAG]… " + args)
	}
	return strings.TrimSpace(path + " " + args)
}

// FlagsOf are the flags that a command's help shows, in the order in which they were added.
func FlagsOf(cmd *cobra.Command) *pflag.FlagSet {
	shown := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	shown.SortFlags = false
	cmd.Flags().SortFlags = false
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			shown.AddFlag(f)
		}
	})
	return shown
}
