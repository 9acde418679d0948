package langtest

import (
	"bytes"
	"path"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// toy is a language of lines: "def NAME", "use MODULE", and words that are references.
func toy() []*analysis.Language {
	return []*analysis.Language{{
		ID: "toy", Family: "toy", Extensions: []string{".toy"}, Names: []string{"Toyfile"}, Manifests: []string{"toy*.json"},
		Extract: func(src []byte) (*analysis.Facts, error) {
			f := &analysis.Facts{Language: "toy", Package: "p"}
			var off uint32
			for line := range bytes.Lines(src) {
				kind, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
				switch kind {
				case "def":
					f.Symbols = append(f.Symbols, analysis.Symbol{Name: rest, Kind: analysis.Function, Signature: kind + " " + rest,
						Doc: "is " + rest, Exported: rest[0] != '_', Range: analysis.Span{Start: off, End: off + uint32(len(line)) - 1}, Line: f.Lines})
				case "use":
					f.Imports = append(f.Imports, analysis.Import{Specifier: rest, Local: "x", Star: true, ReExport: true, Line: f.Lines,
						Names: []analysis.Binding{{Name: "a", Local: "a"}, {Name: "b", Local: "c"}}})
					f.Exports = append(f.Exports, analysis.Export{Name: "e", Local: "l"})
				default:
					f.References = append(f.References, analysis.Reference{Qualifier: "q", Name: kind, Count: 2})
				}
				f.Lines++
				off += uint32(len(line))
			}
			return f, nil
		},
		NewResolver: func(t *analysis.Tree) analysis.Resolver { return toyResolver{t} },
	}}
}

type toyResolver struct{ tree *analysis.Tree }

func (r toyResolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	if p := path.Join(path.Dir(from), imp.Specifier+".toy"); r.tree.Has(p) {
		return analysis.Resolution{Files: []string{p}, Members: map[string][]string{"b": {p}, "a": nil}, Local: "m"}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

func (r toyResolver) Siblings(p string) []string { return r.tree.Dir(analysis.Dir(p)) }

func (r toyResolver) ModuleName(p string) string {
	return strings.TrimSpace(string(r.tree.Manifest("toy1.json"))) + "/" + strings.TrimSuffix(p, ".toy")
}

func TestFacts(t *testing.T)   { Facts(t, toy(), "testdata/facts") }
func TestResolve(t *testing.T) { Resolve(t, toy(), "testdata/resolve") }

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.errors++ }

func TestCheckFinds(t *testing.T) {
	src := []byte("def a\ndef b\n")
	at := func(start, end uint32) analysis.Symbol {
		return analysis.Symbol{Name: "a", Signature: "def a", Range: analysis.Span{Start: start, End: end}}
	}
	change := func(s analysis.Symbol, f func(*analysis.Symbol)) analysis.Facts {
		f(&s)
		return analysis.Facts{Lines: 2, Symbols: []analysis.Symbol{s}}
	}
	for name, f := range map[string]analysis.Facts{
		"no name":       change(at(0, 5), func(s *analysis.Symbol) { s.Name = "" }),
		"empty range":   change(at(5, 5), func(*analysis.Symbol) {}),
		"range outside": change(at(0, 99), func(*analysis.Symbol) {}),
		"signature":     change(at(0, 5), func(s *analysis.Symbol) { s.Signature = "a\nb" }),
		"doc":           change(at(0, 5), func(s *analysis.Symbol) { s.Doc = " a" }),
		"line":          change(at(0, 5), func(s *analysis.Symbol) { s.Line = 2 }),
		"symbol order":  {Lines: 2, Symbols: []analysis.Symbol{at(6, 11), at(0, 5)}},
		"inner first":   {Lines: 2, Symbols: []analysis.Symbol{at(0, 5), at(0, 11)}},
		"import order":  {Imports: []analysis.Import{{Line: 1}, {Line: 0}}},
		"reference":     {References: []analysis.Reference{{Name: "a"}}},
		"references":    {References: []analysis.Reference{{Name: "b", Count: 1}, {Name: "a", Count: 1}}},
	} {
		r := &recorder{TB: t}
		Check(r, "f", src, &f)
		if r.errors == 0 {
			t.Errorf("%s: nothing found", name)
		}
	}
}
