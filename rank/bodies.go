package rank

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/contextls/contextls/analysis"
)

// Bodies remembers the words of files' definitions, which Facts do not have: they are read off the texts
// when a search first looks into a file. It is safe for concurrent use.
type Bodies struct {
	mu    sync.Mutex
	files *simplelru.LRU[*analysis.LazyFacts, *bodies]
	terms int // in all of them
}

// NewBodies remembers nothing yet.
func NewBodies() *Bodies {
	files, err := simplelru.NewLRU[*analysis.LazyFacts, *bodies](math.MaxInt, nil) // terms are counted, not files
	if err != nil {
		panic(err) // of a size below 1
	}
	return &Bodies{files: files}
}

// bodies are the terms of one file's definitions.
type bodies struct {
	first []uint32        // symbol → its first term; and their number
	terms []analysis.Term // by symbol, as they stand there: to sort them takes longer than to look through them a few times
	sizes []uint32        // of each symbol: the sum of its terms' counts
}

// of are the terms of one symbol, each once or more often.
func (b *bodies) of(symbol int) []analysis.Term { return b.terms[b.first[symbol]:b.first[symbol+1]] }

// Len is how many files' words are remembered.
func (b *Bodies) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.files.Len()
}

// get are the terms of a file's definitions. Where the text cannot be read, or is no more the one that
// the Facts are of, their names, signatures and documentation have to do.
func (b *Bodies) get(of *analysis.LazyFacts, text func() (string, error)) *bodies {
	b.mu.Lock()
	known, found := b.files.Get(of)
	b.mu.Unlock()
	if found {
		return known
	}
	facts := of.Get()
	source, err := text()
	if err != nil {
		return newBodies(facts, nil)
	}
	words, ok := ownWords(facts, source)
	if !ok {
		return newBodies(facts, nil)
	}
	read := newBodies(facts, words)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keep(of, read)
	return read
}

// keep remembers what was read, and forgets what was not used for longest where it is too much. It needs
// the lock.
func (b *Bodies) keep(facts *analysis.LazyFacts, read *bodies) {
	if !b.files.Contains(facts) {
		b.terms += len(read.terms)
	}
	b.files.Add(facts, read)
	for b.terms > keptTerms && b.files.Len() > 1 {
		_, oldest, _ := b.files.RemoveOldest()
		b.terms -= len(oldest.terms)
	}
}

// bytesOfWord is about how many bytes of a text there are to each of its words.
const bytesOfWord = 8

// counted is a word as a term that counts so often.
func counted(w string, count uint32) analysis.Term {
	return analysis.Term{Hash: analysis.HashWord(w), Count: count}
}

// newBodies adds to the words of each symbol's own text, nil where there is no text, those of what
// describes it.
func newBodies(facts *analysis.Facts, words [][]analysis.Term) *bodies {
	b := &bodies{first: make([]uint32, 1, len(facts.Symbols)+1), sizes: make([]uint32, len(facts.Symbols))}
	if words == nil {
		words = make([][]analysis.Term, len(facts.Symbols))
	}
	all := 0
	for i := range words {
		s := &facts.Symbols[i]
		all += len(words[i]) + (len(s.Name)+len(s.Signature)+len(s.Doc)+len(s.Container))/bytesOfWord + 2
	}
	b.terms = make([]analysis.Term, 0, all)
	var container string
	var around []analysis.Term // the words of that
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		add := func(text string, weight uint32) {
			analysis.Words(text, func(w string) { b.terms = append(b.terms, counted(w, weight)) })
		}
		if s.Container != container { // mostly it is that of the symbol before
			container, around = s.Container, around[:0]
			analysis.Words(container, func(w string) { around = append(around, counted(w, chunkContainerWeight)) })
		}
		start := len(b.terms)
		b.terms = append(append(b.terms, words[i]...), around...)
		add(s.Name, chunkNameWeight)
		add(s.Signature, chunkSignatureWeight)
		add(s.Doc, chunkDocWeight)
		for _, t := range b.terms[start:] {
			b.sizes[i] += t.Count
		}
		b.first = append(b.first, uint32(len(b.terms)))
	}
	b.terms = slices.Clip(b.terms)
	return b
}

// ownWords are the words of each symbol's text without the text of the symbols inside it, of which it
// has the names. ok is false when the text is not the one that the Facts were read off: their terms, which
// are the words of all of it, do not add up to the same.
func ownWords(facts *analysis.Facts, text string) (own [][]analysis.Term, ok bool) {
	own = make([][]analysis.Term, len(facts.Symbols))
	var sum uint64
	pos := 0
	give := func(symbol, end int) {
		if end = min(end, len(text)); end <= pos {
			return
		}
		var words []analysis.Term
		if symbol >= 0 {
			words = slices.Grow(own[symbol], (end-pos)/bytesOfWord)
		}
		analysis.Words(text[pos:end], func(w string) {
			t := counted(w, 1)
			sum += uint64(t.Hash)
			if symbol >= 0 {
				words = append(words, t)
			}
		})
		if pos = end; symbol >= 0 {
			own[symbol] = words
		}
	}
	inside := []int{-1} // the symbols that are open, the outermost first
	leave := func(before uint32) {
		for top := inside[len(inside)-1]; top >= 0 && facts.Symbols[top].Range.End <= before; top = inside[len(inside)-1] {
			give(top, int(facts.Symbols[top].Range.End))
			inside = inside[:len(inside)-1]
		}
	}
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		leave(s.Range.Start)
		outer := inside[len(inside)-1]
		give(outer, int(s.Range.Start))
		if outer >= 0 {
			analysis.Words(s.Name, func(w string) {
				own[outer] = append(own[outer], counted(w, chunkMemberWeight))
			})
		}
		inside = append(inside, i)
	}
	leave(math.MaxUint32)
	give(-1, len(text))
	for _, t := range facts.Terms {
		sum -= uint64(t.Hash) * uint64(t.Count)
	}
	return own, sum == 0
}

// nameWords are the parts of a name, lower-cased, each once; a name of one part is that part.
func nameWords(name string) []string {
	var parts []string
	analysis.Words(name, func(w string) {
		if w = strings.ToLower(w); !slices.Contains(parts, w) {
			parts = append(parts, w)
		}
	})
	if len(parts) > 1 { // the last word is the whole
		parts = parts[:len(parts)-1]
	}
	return parts
}
