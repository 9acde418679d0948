package rank

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

const (
	mostCombined = 16 // words of a title are tried in pairs, the heaviest ones
	leastPart    = 3  // letters that each of a pair has
	maxCompound  = 3  // files that a compound is in the paths of: more share a prefix or a directory
)

// addCompounds adds what two words of the title are together where that is in the path of few files: who writes "pattern
// matching, exhaustiveness check" means checkpattern.py, whose name no single word is in. A compound weighs as much as the
// lighter of its parts. On 67 issues and commits of the seven repositories that this was chosen on, packs from a task alone show
// 50.2 % of the changed hunks in 8,000 tokens in place of 49.7, and 60.8 in place of 59.4 in 16,000; of 146 of eighteen others three
// differ, one for the better.
func (ix *Index) addCompounds(t *task.Task) {
	parts := t.Title[:min(len(t.Title), mostCombined)]
	parts = slices.DeleteFunc(slices.Clone(parts), func(w task.Word) bool { return len(w.Text) < leastPart })
	given := make(map[string]bool, len(t.Words))
	for _, w := range t.Words {
		given[w.Text] = true
	}
	var compounds []task.Word
	var hits []hit
	for _, first := range parts {
		for _, second := range parts {
			both := first.Text + second.Text
			if given[both] {
				continue
			}
			hits = ix.lexical.paths.find(analysis.HashWord(both), hits[:0])
			if len(hits) > 0 && len(hits) <= maxCompound {
				given[both] = true
				compounds = append(compounds, task.Word{Text: both, Weight: min(first.Weight, second.Weight)})
			}
		}
	}
	t.Words, t.Title = withWords(t.Words, compounds), withWords(t.Title, compounds)
}

// withWords is a list of words by weight, with more.
func withWords(words, more []task.Word) []task.Word {
	if len(more) == 0 {
		return words
	}
	words = slices.Concat(words, more)
	slices.SortStableFunc(words, func(a, b task.Word) int { return cmp.Compare(b.Weight, a.Weight) })
	return words
}
