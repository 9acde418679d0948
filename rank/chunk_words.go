package rank

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// chunkWords are the words of a file's definitions: those of its own text, of its name, its signature, its documentation and the names
// around it, and of its members' names.
type chunkWords struct {
	terms  int      // of the query
	counts []uint32 // by definition, then by the query's terms
	sizes  []uint32 // by definition: how often it has any word; not to be asked of one that has no term
}

// of is how often a definition has each of the query's terms.
func (w *chunkWords) of(symbol int) []uint32 {
	return w.counts[symbol*w.terms : (symbol+1)*w.terms]
}

// has reports whether a definition has any of the terms, as far as words were counted.
func (w *chunkWords) has(symbol int) bool {
	return slices.ContainsFunc(w.of(symbol), func(n uint32) bool { return n > 0 })
}

// words counts those of a file. What is said in several places counts for more.
func (s *chunkSearch) words(facts *analysis.Facts) *chunkWords {
	w := &chunkWords{terms: len(s.hashes), counts: make([]uint32, len(facts.Symbols)*len(s.hashes)), sizes: make([]uint32, len(facts.Symbols))}
	s.addOwn(w, facts)
	var counts []uint32 // of what is read
	var size uint32
	note := func(hash uint32, _ int) {
		size++
		if k, is := s.find(hash); is {
			counts[k]++
		}
	}
	add := func(symbol int, weight uint32) {
		w.sizes[symbol] += size * weight
		for k, n := range w.of(symbol) {
			w.of(symbol)[k] = n + counts[k]*weight
		}
	}
	read := func(text string) {
		clear(counts)
		size = 0
		analysis.HashWords(text, note)
	}
	room, around := make([]uint32, w.terms), struct { // mostly they are those of the symbol before
		container string
		counts    []uint32
		size      uint32
	}{counts: make([]uint32, w.terms)}
	facts.Nested(func(i, outer int) {
		symbol := &facts.Symbols[i]
		if counts = around.counts; symbol.Container != around.container {
			read(symbol.Container)
			around.container, around.size = symbol.Container, size
		}
		size = around.size
		add(i, chunkContainerWeight)
		counts = room
		read(symbol.Name)
		add(i, chunkNameWeight)
		if outer >= 0 {
			add(outer, chunkMemberWeight)
		}
	}, func(int) {})
	counts = room
	for i := range facts.Symbols {
		symbol := &facts.Symbols[i]
		if !w.has(i) && !s.filter.mayHave(symbol.Signature) && !s.filter.mayHave(symbol.Doc) { // most: and reading takes longest
			continue
		}
		read(symbol.Signature)
		add(i, chunkSignatureWeight)
		read(symbol.Doc)
		add(i, chunkDocWeight)
	}
	return w
}

// addOwn adds the words of the definitions' own texts.
func (s *chunkSearch) addOwn(w *chunkWords, facts *analysis.Facts) {
	var numbers []uint32 // of the query's terms that the file has
	var terms []int      // which of them these are
	for k, hash := range s.hashes {
		if n, has := slices.BinarySearchFunc(facts.Terms, hash, func(t analysis.Term, hash uint32) int { return cmp.Compare(t.Hash, hash) }); has {
			numbers, terms = append(numbers, uint32(n)), append(terms, k)
		}
	}
	counts, own, size := make([]uint32, len(numbers)), facts.OwnWords, uint32(0)
	for i := range facts.Symbols {
		size, own = own.Next(numbers, counts)
		w.sizes[i] += size
		for j, n := range counts {
			w.of(i)[terms[j]] += n
		}
	}
}
