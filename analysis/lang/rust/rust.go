package rust

import (
	"cmp"
	"path"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	tsrust "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

const id = "rust"

// Language is Rust, of all editions.
func Language() *analysis.Language {
	return &analysis.Language{
		ID:           id,
		Extensions:   []string{".rs"},
		Interpreters: []string{"rust-script", "cargo"},
		Fence:        "rust",
		Lexis:        analysis.Lexis{Line: []string{"//"}, Block: [2]string{"/*", "*/"}, Nested: true, Quotes: `"'`, Lines: `"`, Char: true, Raw: rawString},
		Spelling:     analysis.Spelling{Sets: ":", Bars: true, TakesOut: takesOut},
		Extract:      extractor(grammar()),
		Family:       id,
		Manifests:    []string{"Cargo.toml", "Cargo.lock"},
		Condense:     condense(),
		PackageOf:    packageOf,
		NewResolver:  newResolver,
		Layout:       layout(),
		IsTest:       isTest,
	}
}

func grammar() *syntax.Grammar[found] {
	return &syntax.Grammar[found]{
		ID:         id,
		Language:   func() *sitter.Language { return sitter.NewLanguage(tsrust.Language()) },
		Query:      query,
		Separators: []string{"::", "."},
		Keywords: strings.Fields(`_ as async await break const continue dyn else enum extern false fn for if impl in let
			loop match mod move mut pub ref return static struct trait true type unsafe use where while
			bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
			crate super self Self $crate
			allow cfg cfg_attr derive deny expect feature inline macro_export macro_rules macro_use must_use target_os`), // of attributes
		Self:   []string{"self", "Self", "crate", "super", "$crate"},
		Read:   read,
		Finish: finish,
	}
}

// extractor reads a file with its macros unwrapped and expanded.
func extractor(g *syntax.Grammar[found]) func([]byte) (*analysis.Facts, error) {
	return func(src []byte) (*analysis.Facts, error) {
		text, macros, flags := unwrap(string(src))
		facts, err := extract(g, src, text, macros, flags)
		if err == nil {
			addMade(facts, g, text)
		}
		return facts, err
	}
}

// extract reads a file with its macros unwrapped. What the grammar cannot read of the inside of a macro is no error of the
// file, and where it costs definitions the macros stay as they are.
func extract(g *syntax.Grammar[found], src []byte, text string, macros []string, flags map[string]string) (*analysis.Facts, error) {
	facts, err := g.Extract([]byte(text))
	if err != nil || len(macros) == 0 {
		return facts, err
	}
	if len(facts.Problems) > 0 {
		whole, err := g.Extract(src)
		if err != nil || len(whole.Symbols) > len(facts.Symbols) {
			return whole, err
		}
		facts.Problems = whole.Problems
	}
	addReferences(facts, macros)
	declareFlags(facts, flags)
	return facts, nil
}

// addReferences adds the uses of macros whose names were blanked out.
func addReferences(f *analysis.Facts, macros []string) {
	for _, name := range macros {
		at, found := slices.BinarySearchFunc(f.References, name, func(r analysis.Reference, name string) int {
			return cmp.Or(strings.Compare(r.Qualifier, ""), strings.Compare(r.Name, name))
		})
		if !found {
			f.References = slices.Insert(f.References, at, analysis.Reference{Name: name})
		}
		f.References[at].Count++
	}
}

// isTest follows Cargo's layout and what files of a crate's own tests are called.
func isTest(p string) bool {
	name := strings.TrimSuffix(path.Base(p), ".rs")
	return name == "tests" || name == "test" || strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") ||
		strings.HasSuffix(name, "_tests") || strings.Contains("/"+p, "/tests/")
}
