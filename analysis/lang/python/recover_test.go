package python

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// outlined reads definitions and imports by lines whether or not a file has syntax errors.
func outlined() *syntax.Grammar[functions] {
	g := grammar()
	g.Finish = func(b *syntax.Builder, last *functions) {
		mend(b)
		finish(b, last)
	}
	return g
}

func extract(t testing.TB, g *syntax.Grammar[functions], src string) *analysis.Facts {
	t.Helper()
	f, err := g.Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestOutlineAgrees shows that the lines of a file without syntax errors say what its tree says.
func TestOutlineAgrees(t *testing.T) {
	archives, err := filepath.Glob("testdata/facts/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	plain, byLines := grammar(), outlined()
	compared := 0
	for _, p := range archives {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range ar.Files {
			if !strings.HasSuffix(file.Name, ".py") {
				continue
			}
			want := extract(t, plain, string(file.Data))
			if len(want.Problems) > 0 {
				continue
			}
			compared++
			if diff := cmp.Diff(want, extract(t, byLines, string(file.Data))); diff != "" {
				t.Errorf("%s %s (-tree +lines)\n%s", p, file.Name, diff)
			}
		}
	}
	if compared < 5 {
		t.Errorf("only %d files compared", compared)
	}
}

// TestHalfWritten puts what people are in the middle of typing into a file, at two places.
func TestHalfWritten(t *testing.T) {
	const before, after = "import os\n\ndef a(x):\n    return x\n\n", "\n\nclass A:\n    def m(self):\n        %s\n        return 1\n\n    @property\n    def n(self): pass\n\nfrom x import y\n\ndef b():\n    return 1\n"
	g := grammar()
	for _, typed := range []string{"foo(1,", "foo(", "x = [1, 2", "if x", "x.", "x = ", "def", "class", "import", "from x import", "from x import (a,",
		"s = 'unc", "return (", "foo(a, 'b", "with open(", "for x in", "x = {", "x = {'a':", "lambda", "f'{x", "@", "try:", "else:", ")", "]", "print 'x'"} {
		for place, src := range map[string]string{
			"module": before + typed + strings.Replace(after, "%s", "pass", 1),
			"method": before + strings.Replace(after, "%s", typed, 1),
		} {
			f := extract(t, g, src)
			var got []string
			for _, s := range f.Symbols {
				if !isValue(s.Kind) {
					got = append(got, s.Container+"."+s.Name)
				}
			}
			if want := []string{".a", ".A", "A.m", "A.n", ".b"}; !cmp.Equal(got, want) {
				t.Errorf("%q in a %s: got %v, want %v", typed, place, got, want)
			}
			imported := map[string]bool{}
			for _, imp := range f.Imports {
				imported[imp.Specifier] = true
			}
			if !imported["os"] || !imported["x"] {
				t.Errorf("%q in a %s: imports %v", typed, place, imported)
			}
		}
	}
}
