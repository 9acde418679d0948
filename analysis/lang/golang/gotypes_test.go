package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gopackages "golang.org/x/tools/go/packages"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/rank"
)

// used says that one definition, or a file outside of any, uses a definition of another file.
type used struct {
	by rank.Definition // the innermost around the use
	of rank.Definition
}

// oracle compares what Index.Uses finds in a folder of Go with what go/types finds there.
type oracle struct {
	g     *analysis.Graph
	texts []string // by node
	truth map[used]bool
	found map[used]bool
	lines map[string]string // where a use was seen, for reports
}

// newOracle type-checks the packages below dir that the patterns name, with their tests. Files that the build
// leaves out (other systems, ignored) are neither asked for uses nor for definitions.
func newOracle(t testing.TB, dir string, patterns ...string) *oracle {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	loaded, err := gopackages.Load(&gopackages.Config{Dir: dir, Tests: true,
		Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo | gopackages.NeedImports | gopackages.NeedDeps | gopackages.NeedExportFile}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{g: analysis.Link(nil, langtest.Tree(t, os.DirFS(dir), []*analysis.Language{Language()})),
		truth: map[used]bool{}, found: map[used]bool{}, lines: map[string]string{}}
	for n := range int32(o.g.Len()) {
		text, err := os.ReadFile(filepath.Join(dir, o.g.Path(n)))
		if err != nil {
			t.Fatal(err)
		}
		o.texts = append(o.texts, string(text))
	}
	checked := make([]bool, o.g.Len())
	node := func(name string) (int32, bool) {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return -1, false
		}
		return o.g.Node(filepath.ToSlash(rel))
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			if e.Kind == gopackages.TypeError {
				t.Logf("%s: %v", p.ID, e)
			}
		}
		for _, f := range p.Syntax {
			n, ok := node(p.Fset.Position(f.FileStart).Filename)
			if !ok {
				continue
			}
			checked[n] = true
			ast.Inspect(f, func(x ast.Node) bool {
				id, ok := x.(*ast.Ident)
				if !ok {
					return true
				}
				object := p.TypesInfo.Uses[id]
				if object == nil {
					return true
				}
				switch origin := object.(type) {
				case *types.Var:
					object = origin.Origin()
				case *types.Func:
					object = origin.Origin()
				}
				at := p.Fset.Position(object.Pos())
				if m, ok := node(at.Filename); ok && m != n {
					if s := o.definedAt(m, object.Name(), uint32(at.Line-1)); s >= 0 {
						offset := uint32(p.Fset.Position(id.Pos()).Offset)
						o.note(o.truth, rank.Definition{Node: n, Symbol: o.around(n, offset)}, rank.Definition{Node: m, Symbol: s}, offset)
					}
				}
				return true
			})
		}
	}
	for u := range o.truth { // packages of testdata are no part of what was checked
		if !checked[u.of.Node] {
			delete(o.truth, u)
		}
	}
	ix := rank.NewIndex(nil, o.g, nil)
	text := func(n int32) (string, error) { return o.texts[n], nil }
	for n := range int32(o.g.Len()) {
		if !checked[n] {
			continue
		}
		for s := range o.g.File(n).Facts.Symbols {
			of := rank.Definition{Node: n, Symbol: s}
			for _, u := range ix.Uses(of, text) {
				if u.Node != n && checked[u.Node] {
					o.note(o.found, rank.Definition{Node: u.Node, Symbol: u.In}, of, u.Span.Start)
				}
			}
		}
	}
	return o
}

func (o *oracle) note(in map[used]bool, by, of rank.Definition, offset uint32) {
	u := used{by, of}
	in[u] = true
	if at := o.text(u); o.lines[at] == "" {
		o.lines[at] = strings.TrimSpace(o.line(by.Node, offset))
	}
}

func (o *oracle) line(n int32, offset uint32) string {
	text := o.texts[n]
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return line
}

// definedAt is the symbol that has its name on a line.
func (o *oracle) definedAt(n int32, name string, line uint32) int {
	return slices.IndexFunc(o.g.File(n).Facts.Symbols, func(s analysis.Symbol) bool { return s.Name == name && s.Line == line })
}

// around is the innermost definition around an offset.
func (o *oracle) around(n int32, offset uint32) int {
	in := rank.WholeFile
	for i, s := range o.g.File(n).Facts.Symbols {
		if s.Range.Contains(analysis.Span{Start: offset, End: offset + 1}) {
			in = i
		}
	}
	return in
}

func (o *oracle) name(d rank.Definition) string {
	if d.Symbol == rank.WholeFile {
		return o.g.Path(d.Node)
	}
	return o.g.Path(d.Node) + ":" + o.g.File(d.Node).Facts.Symbols[d.Symbol].QualifiedName()
}

func (o *oracle) text(u used) string { return o.name(u.by) + " → " + o.name(u.of) }

func (o *oracle) member(u used) bool {
	return o.g.File(u.of.Node).Facts.Symbols[u.of.Symbol].Container != ""
}

// figures are the precision and recall of the uses that pass a filter.
func (o *oracle) figures(pass func(used) bool) (precision, recall float64, truth int) {
	found, right := 0, 0
	for u := range o.found {
		if pass(u) {
			found++
			if o.truth[u] {
				right++
			}
		}
	}
	for u := range o.truth {
		if pass(u) {
			truth++
		}
	}
	return float64(right) / float64(max(found, 1)), float64(right) / float64(max(truth, 1)), truth
}

// differences lists uses that only one side has.
func (o *oracle) differences(a, b map[used]bool) []string {
	var out []string
	for u := range a {
		if !b[u] {
			at := o.text(u)
			out = append(out, at+"   "+o.lines[at])
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

// BenchmarkUses measures the uses of definitions in other files, from definition to definition, by go/types:
// those of the folder that CONTEXTLS_BENCH names, by default of this module. With CONTEXTLS_BENCH_DIFF set to a file, what only
// one of the two has is written there.
func BenchmarkUses(b *testing.B) {
	dir := cmp.Or(os.Getenv("CONTEXTLS_BENCH"), "../../..")
	for b.Loop() {
		o := newOracle(b, dir, "./...")
		for _, part := range []struct {
			name string
			pass func(used) bool
		}{{"all", func(used) bool { return true }}, {"members", o.member}} {
			precision, recall, truth := o.figures(part.pass)
			b.ReportMetric(100*precision, part.name+"-precision-%")
			b.ReportMetric(100*recall, part.name+"-recall-%")
			b.ReportMetric(float64(truth), part.name)
		}
		if out := os.Getenv("CONTEXTLS_BENCH_DIFF"); out != "" {
			text := fmt.Sprintf("missed\n%s\n\nwrong\n%s\n", strings.Join(o.differences(o.truth, o.found), "\n"), strings.Join(o.differences(o.found, o.truth), "\n"))
			if err := os.WriteFile(out, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestUsesAgreeWithGoTypes holds uses between the files of rooms of this module to what go/types says of them.
func TestUsesAgreeWithGoTypes(t *testing.T) {
	o := newOracle(t, "../../..", "./analysis", "./rank/...", "./workspace/...")
	for _, part := range []struct {
		name string
		pass func(used) bool
	}{{"all", func(used) bool { return true }}, {"members", o.member}} {
		precision, recall, truth := o.figures(part.pass)
		t.Logf("%s: precision %.4f, recall %.4f of %d", part.name, precision, recall, truth)
		if precision < 0.995 || recall < 0.995 || truth < 2000 {
			t.Errorf("%s: precision %.4f, recall %.4f of %d: at least 0.995 is wanted, of 2000\nmissed: %s\nwrong: %s", part.name, precision, recall, truth,
				strings.Join(o.differences(o.truth, o.found), "\n"), strings.Join(o.differences(o.found, o.truth), "\n"))
		}
	}
}
