package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
)

// bareName finds the one file that a plain word may be the name of: with a capital letter, that of a type; else one
// that is called so, where few files have the word at all. Tests, examples and copies are called like what they show.
func (ix *Index) bareName(names *names, word string) (n int32, meant bool) {
	var files []int32
	if 'A' <= word[0] && word[0] <= 'Z' {
		files = slices.DeleteFunc(ix.definers(word), func(n int32) bool { return !ix.definesType(n, word) })
	} else if having := ix.lexical.find(analysis.HashWord(word), nil); len(having) <= min(max(minBareName, ix.graph.Len()/rareBareName), maxBareName) {
		files = names.stems.of(word)
	}
	files = slices.DeleteFunc(files, func(n int32) bool {
		return ix.IsTest(n) || ix.paths.isExample(n) || ix.paths.isForeign(n) || ix.purpose(n) != analysis.Program || isEmpty(ix.graph.File(n))
	})
	if len(files) != 1 {
		return 0, false
	}
	return files[0], true
}

// definesType reports whether a file defines a type of that name.
func (ix *Index) definesType(n int32, name string) bool {
	return slices.ContainsFunc(ix.symbols(n), func(s analysis.Symbol) bool {
		return s.Name == name && s.Kind >= analysis.Class && s.Kind <= analysis.TypeAlias
	})
}
