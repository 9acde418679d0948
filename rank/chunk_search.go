package rank

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// chunkSearch is one search for definitions.
type chunkSearch struct {
	ix      *Index
	tests   bool   // it is about tests
	docs    bool   // it is about documents
	terms   []term // of the query; their weights with their rarity in them
	names   queryNames
	files   []int32 // to be looked into
	maximum float64 // the greatest importance on the scale of logImportance

	hashes []uint32   // of the terms, each once, in order…
	marks  [64]uint64 // …and a bit for the last bits of each, so that few others are looked for there
	place  []int      // the number of each term's among them
	filter wordFilter // of texts that have a term
}

// find is the number of a hash among those of the terms.
func (s *chunkSearch) find(hash uint32) (int, bool) {
	if s.marks[hash>>6%64]>>(hash%64)&1 == 0 {
		return 0, false
	}
	return slices.BinarySearch(s.hashes, hash)
}

func (ix *Index) newChunkSearch(ctx context.Context, query string) (*chunkSearch, error) {
	t := ix.Read(query)
	words := t.Words
	if len(words) == 0 { // stop words alone: then they are meant
		analysis.Words(query, func(w string) { words = append(words, task.Word{Text: strings.ToLower(w), Weight: 1}) })
	}
	terms := ix.lexical.terms(words)
	scores, err := ix.lexical.score(ctx, terms)
	if err != nil {
		return nil, err
	}
	ix.lexical.weighByRarity(terms)
	highest := 0.0
	for _, importance := range ix.Importance() {
		highest = max(highest, importance)
	}
	maximum := max(1, ix.logImportance(highest))
	identifiers := queryIdentifiers(query)
	s := &chunkSearch{ix: ix, tests: t.Tests, docs: t.Docs, terms: terms, names: newQueryNames(identifiers, words, t.Symbols), maximum: maximum}
	for _, t := range terms {
		s.hashes = append(s.hashes, t.hash)
		s.marks[t.hash>>6%64] |= 1 << (t.hash % 64)
		s.filter.add(t.text)
	}
	slices.Sort(s.hashes)
	s.hashes = slices.Compact(s.hashes)
	for _, t := range terms {
		k, _ := slices.BinarySearch(s.hashes, t.hash)
		s.place = append(s.place, k)
	}
	s.files = s.filesFor(scores, identifiers)
	return s, nil
}

// isBehind reports whether a file is prose that the query is not about. It repeats the words of the code that it is
// about, more tersely, and its headings would stand first.
func (s *chunkSearch) isBehind(n int32) bool { return !s.docs && s.ix.purpose(n) == analysis.Prose }

// filesFor are the files to look into: those that score best, and those that define one of the identifiers.
func (s *chunkSearch) filesFor(scores []float64, identifiers []string) []int32 {
	for n, score := range scores {
		if score > 0 {
			scores[n] = score * s.ix.chunkTestWorth(int32(n), s.tests)
		}
	}
	var files, behind []int32
	for n := range best(scores) {
		switch {
		case s.ix.graph.Head(n).Symbols == 0:
		case s.isBehind(n):
			behind = append(behind, n)
		default:
			files = append(files, n)
		}
		if len(files) == maxChunkFiles {
			break
		}
	}
	files = append(files, behind[:min(len(behind), maxChunkFiles-len(files))]...)
	named := 0
	for _, name := range identifiers {
		for _, n := range s.ix.graph.Definers(name) {
			if named < maxNamedFiles && !slices.Contains(files, n) {
				files = append(files, n)
				named++
			}
		}
	}
	return files
}

// found are the definitions of a file that have one of the terms, with their scores.
func (s *chunkSearch) found(n int32, near float64) (found []Chunk) {
	facts := s.ix.graph.File(n).Facts.Get()
	words, file := s.words(facts), s.file(n)
	file.worth *= 1 + nearWorth*near
	for i := range facts.Symbols {
		if !words.has(i) {
			continue
		}
		if score := s.score(words.of(i), words.sizes[i], file.inPath); score > 0 {
			symbol := &facts.Symbols[i]
			found = append(found, Chunk{Definition{n, i}, score * file.worth * symbolWorth(symbol) * (1 + nameAgreement*s.names.agreement(symbol))})
		}
	}
	return found
}

// chunkFile is what a search knows of a file that it looks into.
type chunkFile struct {
	worth  float64 // the factor for all its definitions
	inPath []bool  // which terms its path has
}

func (s *chunkSearch) file(n int32) chunkFile {
	worth := s.ix.chunkTestWorth(n, s.tests) * (1 + filePrior*s.ix.logImportance(s.ix.Importance()[n])/s.maximum)
	if facts := s.ix.graph.File(n).Facts; facts != nil && facts.Generated {
		worth *= generatedWorth
	}
	inPath := make([]bool, len(s.terms))
	analysis.Words(stemOf(s.ix.graph.Path(n)), func(w string) {
		if i := slices.IndexFunc(s.terms, func(t term) bool { return t.hash == analysis.HashWord(w) }); i >= 0 {
			inPath[i] = true
		}
	})
	return chunkFile{worth, inPath}
}

// score is the BM25F of a definition with these counts of the terms in a file whose path has those of the query that inPath marks.
func (s *chunkSearch) score(counts []uint32, size uint32, inPath []bool) float64 {
	score, norm := 0.0, chunkNorm(float64(size))
	for k, t := range s.terms {
		count := float64(counts[s.place[k]])
		if inPath[k] {
			count += chunkPathWeight
		}
		if count > 0 {
			score += t.weight * count / (count + norm)
		}
	}
	return score
}

func (ix *Index) chunkTestWorth(n int32, aboutTests bool) float64 {
	if !aboutTests && ix.IsTest(n) {
		return testWorth
	}
	return 1
}

// logImportance takes importance, which differs by powers of ten, to a scale on which it can be added.
func (ix *Index) logImportance(importance float64) float64 {
	return math.Log1p(importance * float64(ix.graph.Len()))
}

// chunkNorm is what BM25 adds to a count in a definition of so many words: longer ones say each word more often.
func chunkNorm(size float64) float64 {
	return saturation * (1 - chunkLengthShare + chunkLengthShare*size/chunkLength)
}
