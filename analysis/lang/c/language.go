package c

import (
	"path"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/include"
)

// Languages are C and C++. A header that ends in .h is C's by its name; C++ reads it as well.
func Languages() []*analysis.Language {
	lexis := analysis.CLexis()
	lexis.Raw = rawString
	return []*analysis.Language{
		{
			ID:          "c",
			Extensions:  []string{".c", ".h"},
			Shared:      []string{".h"},
			Fence:       "c",
			Included:    true,
			Lexis:       lexis,
			Spelling:    analysis.Spelling{Typed: true},
			Extract:     extractor("c"),
			Family:      include.Family,
			Manifests:   include.Manifests(),
			Condense:    include.Condense(),
			NewResolver: include.NewResolver,
			Layout:      include.Layout(),
			IsTest:      isTest,
		},
		{
			ID:      "cpp",
			Aliases: []string{"cuda-cpp"},
			Extensions: []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".txx",
				".cppm", ".ixx", ".ccm", ".cxxm", ".mpp", ".cu", ".cuh"},
			Shared:      []string{".h"},
			Fence:       "cpp",
			Bare:        true,
			Lexis:       lexis,
			Spelling:    analysis.Spelling{Typed: true},
			Extract:     extractor("cpp"),
			Family:      include.Family,
			Manifests:   include.Manifests(),
			Condense:    include.Condense(),
			NewResolver: include.NewResolver,
			Layout:      include.Layout(),
			IsTest:      isTest,
		},
	}
}

// extractor makes the Extract of one of the languages.
func extractor(id string) func([]byte) (*analysis.Facts, error) {
	words := keywords()
	room := sync.Pool{New: func() any { return new([]token) }} // one file's for the next: tokens take several times as much as the file
	return func(src []byte) (*analysis.Facts, error) {
		tokens := room.Get().(*[]token)
		r := &reader{src: src, tokens: (*tokens)[:0], words: words, modules: id == "cpp", facts: &analysis.Facts{Language: id},
			spaces: map[string]bool{}, params: map[string]bool{}}
		r.lex()
		r.included = len(r.facts.Imports)
		r.pair()
		r.scope(0, len(r.code), scope{})
		r.finish()
		*tokens = r.tokens
		room.Put(tokens)
		return r.facts, nil
	}
}

// isTest follows what GoogleTest, Catch2, CTest and Unity projects do: test directories, and names that begin
// or end with test.
func isTest(p string) bool {
	base := path.Base(p)
	name := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	for _, word := range []string{"test", "tests", "unittest", "unittests"} {
		if name == word || strings.HasPrefix(name, word+"_") || strings.HasPrefix(name, word+"-") ||
			strings.HasSuffix(name, "_"+word) || strings.HasSuffix(name, "-"+word) {
			return true
		}
	}
	return analysis.InTestDir(strings.ToLower(p), "unittest", "unittests", "testing")
}

// rawString gives what closes C++'s R"x(…)x".
func rawString(prefix, behind string) (closing string) {
	delimiter, _, found := strings.Cut(behind, "(")
	if !found || len(delimiter) > 16 || !strings.HasSuffix(prefix, "R") || len(prefix) > len("u8R") {
		return ""
	}
	return ")" + delimiter + `"`
}
