package langtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
)

// truth is the file of an archive that says what a compiler takes its names for.
const truth = "truth"

// useFormat is a line of it: the file, line and column of a name, the name of what it means, and the file and line of that.
const useFormat = "%s %d:%d %s %s %d\n"

// MeasureUses reports how well uses are found in the folder that CONTEXTLS_BENCH names, by what a compiler takes the names for;
// -v lists what differs. program is what is asked, and variable is who names it.
func MeasureUses(b *testing.B, langs []*analysis.Language, variable string, find func(*Oracle), ask func(t testing.TB, program string, o *Oracle, dir string)) {
	b.Helper()
	dir, program := os.Getenv("CONTEXTLS_BENCH"), os.Getenv(variable)
	if dir == "" || program == "" {
		b.Logf("CONTEXTLS_BENCH and %s are not set", variable)
		return
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		o := NewOracle(b, os.DirFS(dir), langs...)
		ask(b, program, o, dir)
		find(o)
		o.Report(b)
		if testing.Verbose() {
			missed, wrong := o.Differences()
			b.Logf("missed:\n%s\nwrong:\n%s", strings.Join(missed, "\n"), strings.Join(wrong, "\n"))
		}
	}
}

// Uses compares the uses that find finds in the files of each archive dir/*.txtar with those of its table, in the archive's
// file "truth". Those that differ are its file "golden": the known limits. With -update, and where ask is not nil, the
// table is made anew: ask has a compiler say what it takes the names for, in a directory with the archive's files.
func Uses(t *testing.T, langs []*analysis.Language, dir string, find func(*Oracle), ask func(t *testing.T, o *Oracle, dir string)) {
	t.Helper()
	read(t, dir, func(t *testing.T, p string, ar *txtar.Archive) {
		before := txtar.Format(ar)
		table := ""
		ar.Files = slices.DeleteFunc(ar.Files, func(f txtar.File) bool {
			if f.Name == truth {
				table = string(f.Data)
			}
			return f.Name == truth || f.Name == golden
		})
		fsys, err := txtar.FS(ar)
		if err != nil {
			t.Fatal(err)
		}
		o := NewOracle(t, fsys, langs...)
		for n := range o.Checked {
			o.Checked[n] = true
		}
		if *update && ask != nil {
			root := t.TempDir()
			if err := os.CopyFS(root, fsys); err != nil {
				t.Fatal(err)
			}
			if root, err = filepath.EvalSymlinks(root); err != nil {
				t.Fatal(err)
			}
			ask(t, o, root)
			table = strings.Join(o.told, "")
		} else {
			o.readTable(t, table)
		}
		find(o)
		missed, wrong := o.Differences()
		var differ strings.Builder
		for _, line := range missed {
			fmt.Fprintf(&differ, "missed %s\n", line)
		}
		for _, line := range wrong {
			fmt.Fprintf(&differ, "wrong %s\n", line)
		}
		ar.Files = append(ar.Files, txtar.File{Name: truth, Data: []byte(table)}, txtar.File{Name: golden, Data: []byte(differ.String())})
		precision, recall, uses := o.Figures(o.All)
		t.Logf("precision %.3f, recall %.3f of %d", precision, recall, uses)
		after := txtar.Format(ar)
		switch {
		case bytes.Equal(before, after):
		case *update:
			if err := os.WriteFile(p, after, 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s: golden differs (-want +got); go test -update rewrites it\n%s", p, cmp.Diff(string(before), string(after)))
		}
	})
}

// readTable notes what a table says that a compiler found.
func (o *Oracle) readTable(t *testing.T, table string) {
	t.Helper()
	for line := range strings.Lines(table) {
		var from, name, to string
		var at, column, defined int
		if _, err := fmt.Sscanf(line, useFormat, &from, &at, &column, &name, &to, &defined); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		n, known := o.Graph.Node(from)
		m, _ := o.Graph.Node(to)
		if !known {
			t.Fatalf("%q: there is no such file", line)
		}
		start := 0
		for range at - 1 {
			start += strings.IndexByte(o.Texts[n][start:], '\n') + 1
		}
		o.Means(n, uint32(start+column-1), m, name, uint32(defined-1))
	}
}

// tell is a line of such a table.
func (o *Oracle) tell(n int32, offset uint32, definer int32, name string, line uint32) string {
	before := o.Texts[n][:offset]
	column := len(before) - strings.LastIndexByte(before, '\n')
	return fmt.Sprintf(useFormat, o.Graph.Path(n), strings.Count(before, "\n")+1, column, name, o.Graph.Path(definer), line+1)
}
