package rank

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// The language of these tests. A file is lines of words; those that begin so have a meaning:
//
//	import <path> <name>…    takes names out of a file, or needs it as a whole
//	pass <path> <name>…      the same, and passes them on to its own importers
//	def <name>…              defines names; Type.member is a member, =Shop.Cart one name
//	generated                says that a program wrote the file
//
// All other words are references and text. Tests have "test" in their base name. The files of a directory whose
// name begins with pkg are one package.
func plain() *analysis.Language {
	return &analysis.Language{
		Lexis: analysis.CLexis(),
		ID:    "plain", Family: "plain",
		IsTest:      func(p string) bool { return strings.Contains(path.Base(p), "test") },
		NewResolver: func(t *analysis.Tree) analysis.Resolver { return plainResolver{t} },
	}
}

type plainResolver struct{ tree *analysis.Tree }

func (r plainResolver) Resolve(_ string, imp *analysis.Import) analysis.Resolution {
	if !r.tree.Has(imp.Specifier) {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return analysis.Resolution{Files: []string{imp.Specifier}}
}

func (plainResolver) ModuleName(path string) string { return path }

func (r plainResolver) Siblings(p string) []string {
	if dir := analysis.Dir(p); strings.HasPrefix(path.Base(dir), "pkg") {
		return r.tree.Dir(dir)
	}
	return nil
}

func plainFacts(text string) *analysis.Facts {
	f := &analysis.Facts{Language: "plain", Terms: analysis.Terms([]byte(text))}
	counts := map[string]uint32{}
	for line := range strings.Lines(text) {
		number := f.Lines
		f.Lines++
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "import", "pass":
			imp := analysis.Import{Specifier: words[1], ReExport: words[0] == "pass"}
			for _, n := range words[2:] {
				imp.Names = append(imp.Names, analysis.Binding{Name: n, Local: n})
				counts[n]++
			}
			f.Imports = append(f.Imports, imp)
		case "def":
			for _, w := range words[1:] {
				container, name, member := strings.Cut(w, ".")
				if whole, dotted := strings.CutPrefix(w, "="); dotted || !member {
					container, name = "", whole
				}
				f.Symbols = append(f.Symbols, analysis.Symbol{Name: name, Container: container, Line: number})
			}
		case "generated":
			f.Generated = true
		default:
			for _, w := range words {
				counts[w]++
			}
		}
	}
	for name, n := range counts {
		f.References = append(f.References, analysis.Reference{Name: name, Count: n})
	}
	slices.SortFunc(f.References, func(a, b analysis.Reference) int { return cmp.Compare(a.Name, b.Name) })
	return f
}

// plainGraph links files given as path → text.
func plainGraph(files map[string]string) *analysis.Graph {
	lang := plain()
	var list []analysis.File
	for p, text := range files {
		list = append(list, analysis.File{Path: p, Language: lang, Facts: analysis.Known(plainFacts(text))})
	}
	return linkPlain(nil, list)
}

// linkPlain links files on top of an earlier state of them, which may be nil.
func linkPlain(prev *analysis.Graph, files []analysis.File) *analysis.Graph {
	slices.SortFunc(files, func(a, b analysis.File) int { return cmp.Compare(a.Path, b.Path) })
	return analysis.Link(prev, analysis.NewTree(files))
}

// node is a file's number; the file must exist.
func node(g *analysis.Graph, p string) int32 {
	n, known := g.Node(p)
	if !known {
		panic("no file " + p)
	}
	return n
}
