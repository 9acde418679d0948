package golang

import (
	"cmp"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// newOracle type-checks the packages below dir that the patterns name, with their tests. Files that the build
// leaves out (other systems, ignored) are neither asked for uses nor for definitions.
func newOracle(t testing.TB, dir string, patterns ...string) *langtest.Oracle {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	const mode = gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo |
		gopackages.NeedImports | gopackages.NeedDeps | gopackages.NeedExportFile
	loaded, err := gopackages.Load(&gopackages.Config{Dir: dir, Tests: true, Mode: mode}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	o := langtest.NewOracle(t, os.DirFS(dir), Language())
	node := func(name string) (int32, bool) {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return -1, false
		}
		return o.Graph.Node(filepath.ToSlash(rel))
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Logf("%s: %v", p.ID, e)
		}
		for _, f := range p.Syntax {
			n, ok := node(p.Fset.Position(f.FileStart).Filename)
			if !ok {
				continue
			}
			o.Checked[n] = true
			ast.Inspect(f, func(x ast.Node) bool {
				id, ok := x.(*ast.Ident)
				if !ok || p.TypesInfo.Uses[id] == nil {
					return true
				}
				object := p.TypesInfo.Uses[id]
				switch instance := object.(type) {
				case *types.Var:
					object = instance.Origin()
				case *types.Func:
					object = instance.Origin()
				}
				at := p.Fset.Position(object.Pos())
				if m, ok := node(at.Filename); ok {
					o.Means(n, uint32(p.Fset.Position(id.Pos()).Offset), m, object.Name(), uint32(at.Line-1))
				}
				return true
			})
		}
	}
	ix := rank.NewIndex(nil, o.Graph, nil)
	o.Find(func(of langtest.Definition, place func(int32, uint32)) {
		for _, u := range ix.Uses(rank.Definition(of), func(n int32) (string, error) { return o.Texts[n], nil }) {
			place(u.Node, u.Span.Start)
		}
	})
	return o
}

// TestUsesAgreeWithGoTypes holds uses between the files of rooms of this module to what go/types says of them.
func TestUsesAgreeWithGoTypes(t *testing.T) {
	o := newOracle(t, "../../..", "./analysis", "./rank/...", "./workspace/...")
	for name, pass := range map[string]func(langtest.Use) bool{"all": o.All, "members": o.Members} {
		precision, recall, truth := o.Figures(pass)
		t.Logf("%s: precision %.4f, recall %.4f of %d", name, precision, recall, truth)
		if precision < 0.995 || recall < 0.995 || truth < 2000 {
			missed, wrong := o.Differences()
			t.Errorf("%s: at least 0.995 is wanted, of 2000\nmissed:\n%s\nwrong:\n%s", name, strings.Join(missed, "\n"), strings.Join(wrong, "\n"))
		}
	}
}

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by go/types: those of
// the folder that CONTEXTLS_BENCH names, by default of this module. -v lists what differs.
func BenchmarkUses(b *testing.B) {
	dir := cmp.Or(os.Getenv("CONTEXTLS_BENCH"), "../../..")
	for b.Loop() {
		o := newOracle(b, dir, "./...")
		o.Report(b)
		if testing.Verbose() {
			missed, wrong := o.Differences()
			b.Logf("missed:\n%s\nwrong:\n%s", strings.Join(missed, "\n"), strings.Join(wrong, "\n"))
		}
	}
}
