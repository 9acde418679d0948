package ocaml

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

const (
	id          = "ocaml"
	interfaceID = "ocaml.interface"
)

// Languages are OCaml's implementations and its interfaces.
func Languages() []*analysis.Language {
	implementation, signature := grammar(id), grammar(interfaceID)
	return []*analysis.Language{
		language(id, ".ml", implementation.Extract),
		language(interfaceID, ".mli", func(src []byte) (*analysis.Facts, error) { return extractInterface(signature, src) }),
	}
}

func language(id, extension string, extract func([]byte) (*analysis.Facts, error)) *analysis.Language {
	l := &analysis.Language{
		ID:          id,
		Extensions:  []string{extension},
		Fence:       "ocaml",
		Lexis:       analysis.Lexis{Block: [2]string{"(*", "*)"}, Nested: true, Quotes: `"'`, Lines: `"`, Char: true},
		Spelling:    analysis.Spelling{Labels: "~?", Free: true},
		Extract:     extract,
		Family:      "ocaml",
		Manifests:   []string{"dune", "*.opam", "dune-project"},
		NewResolver: newResolver,
		IsTest:      isTest,
	}
	if extension == ".ml" {
		l.Interpreters = []string{"ocaml", "utop"}
	}
	return l
}

// isTest follows dune's customs: a directory of tests, or a name that says so.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "test" || strings.HasSuffix(name, "_tests") || analysis.InTestDir(p)
}

// What an interface is wrapped in to be read, each on lines of its own.
const (
	wrapper    = "Interface__"
	wrapBefore = "module type " + wrapper + " = sig\n"
	wrapAfter  = "\nend\n"
)

// extractInterface reads an interface as the module type that it is.
func extractInterface(g *syntax.Grammar[outline], src []byte) (*analysis.Facts, error) {
	f, err := g.Extract(slices.Concat([]byte(wrapBefore), src, []byte(wrapAfter)))
	if err != nil {
		return nil, err
	}
	f.Lines = uint32(bytes.Count(src, []byte("\n")))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		f.Lines++
	}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		return s.Name == wrapper || int(s.Range.End) > len(wrapBefore)+len(src) || int(s.Range.Start) < len(wrapBefore)
	})
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Container = strings.TrimPrefix(strings.TrimPrefix(s.Container, wrapper), ".")
		s.Range.Start -= uint32(len(wrapBefore))
		s.Range.End -= uint32(len(wrapBefore))
		s.Line--
	}
	for i := range f.Imports {
		f.Imports[i].Line = min(f.Imports[i].Line-1, f.Lines)
	}
	return f, nil
}
