package rank

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// linked is a folder of definitions that refer to each other. On top of what a library has, a line `import path
// name…` takes names out of a file, or the whole with none, and every other word refers to what it names, one
// behind a dot to a member; definitions called field_… are fields, those with a capital classes.
func linked(folder map[string]string) *analysis.Graph {
	var files []analysis.File
	for _, p := range slices.Sorted(maps.Keys(folder)) {
		f := definitions(folder[p])
		for i := range f.Symbols {
			if strings.HasPrefix(f.Symbols[i].Name, "field_") {
				f.Symbols[i].Kind = analysis.Field
			} else if c := f.Symbols[i].Name[0]; 'A' <= c && c <= 'Z' {
				f.Symbols[i].Kind = analysis.Class
			}
		}
		for line := range strings.Lines(folder[p]) {
			if words := strings.Fields(line); len(words) > 1 && words[0] == "import" {
				imp := analysis.Import{Specifier: words[1]}
				for _, n := range words[2:] {
					imp.Names = append(imp.Names, analysis.Binding{Name: n, Local: n})
				}
				f.Imports = append(f.Imports, imp)
			}
		}
		names := readIdentifiers(folder[p])
		for n := range names.bare {
			f.References = append(f.References, analysis.Reference{Name: n, Count: 1})
		}
		for n := range names.dotted {
			f.References = append(f.References, analysis.Reference{Qualifier: analysis.UnknownQualifier, Name: n, Count: 1})
		}
		slices.SortFunc(f.References, func(a, b analysis.Reference) int {
			return cmp.Or(cmp.Compare(a.Qualifier, b.Qualifier), cmp.Compare(a.Name, b.Name))
		})
		files = append(files, analysis.File{Path: p, Language: plain(), Facts: analysis.Known(f)})
	}
	return analysis.Link(nil, analysis.NewTree(files))
}

// definition finds path:name, or path for the whole file.
func definition(t *testing.T, g *analysis.Graph, text string) Definition {
	t.Helper()
	path, name, _ := strings.Cut(text, ":")
	n := node(g, path)
	if name == "" {
		return Definition{n, WholeFile}
	}
	symbols := g.File(n).Facts.Get().Symbols
	i := slices.IndexFunc(symbols, func(s analysis.Symbol) bool { return s.QualifiedName() == name })
	if i < 0 {
		t.Fatalf("there is no %s", text)
	}
	return Definition{n, i}
}

func TestDependencies(t *testing.T) {
	folder := map[string]string{
		"store": "def Store\n val field_path\n def save\n  .field_path\n def load\n  .save\ndef connect\n Store\n",
		"disk":  "def Disk\n def save\n def flush\n",
		"app":   "import store Store\ndef open\n Store .save\ndef start\n open\n .load\n# connect\n",
		"both":  "import store Store\nimport disk Disk\ndef copy\n .save\ndef flush_all\n Disk .flush\n",
		"tool":  "import store\ndef run\n store.connect\ndef idle\n connect\n",
		"local": "def save\n def twice\n  .twice\ndef load\n save\n",
	}
	g := linked(folder)
	ix := NewIndex(nil, g, nil)
	for of, want := range map[string]string{
		"app":              "store:Store store:Store.save store:Store.load",
		"app:open":         "store:Store store:Store.save", // not load, which stands elsewhere in the file
		"app:start":        "app:open store:Store.load",
		"both:copy":        "",                          // either's save may be meant
		"both:flush_all":   "disk:Disk disk:Disk.flush", // only one has flush
		"tool:idle":        "",                          // connect alone is not what the import brings in
		"store:connect":    "store:Store",               // beside it
		"store:Store.save": "store:Store",               // a field stands for its type
		"store:Store.load": "store:Store.save",          // its own type's
		"local:load":       "local:save",
		"local:save":       "", // what is inside is no dependency
		"disk":             "",
	} {
		d := definition(t, g, of)
		var got []string
		for _, u := range ix.Dependencies(d, folder[g.Path(d.Node)]) {
			got = append(got, fmt.Sprintf("%s:%s", g.Path(u.Node), ix.symbol(u).QualifiedName()))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s uses %q, want %q", of, strings.Join(got, " "), want)
		}
	}
}

// A text that has become shorter than its Facts say is read as far as it goes.
func TestDependenciesOfShorterText(t *testing.T) {
	folder := map[string]string{"app": "def open\n close\ndef close\n pass\n"}
	g := linked(folder)
	for _, text := range []string{"", "def open", folder["app"][:12]} {
		if got := NewIndex(nil, g, nil).Dependencies(definition(t, g, "app:open"), text); len(got) != 0 {
			t.Errorf("%q uses %v", text, got)
		}
	}
}
