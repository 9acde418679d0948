package analysis

import "bytes"

// Terms counts the words of a text.
func Terms(text []byte) []Term {
	r := newWordReader(text)
	r.read(func(int) {})
	terms, _ := r.counts.sorted()
	return terms
}

// wordReader reads the words of a text. Most identifiers stand in it many times, and are taken apart once.
type wordReader struct {
	text   []byte
	counts *termCounts
	words  []uint32 // those that were read, by their numbers in counts

	known []knownID
	slots slots    // of known, by hash
	parts []uint32 // the words of one identifier after the other
}

// knownID is an identifier of several words.
type knownID struct {
	hash       uint32
	start, end uint32 // where it stands first
	from, to   uint32 // its words in parts
}

func newWordReader(text []byte) *wordReader {
	return &wordReader{text: text, counts: newTermCounts(len(text) / 32), words: make([]uint32, 0, len(text)/8), slots: newSlots(len(text) / 64)}
}

// read reads all. Before each identifier at is called with where it begins.
func (r *wordReader) read(at func(start int)) {
	eachWord(r.text, func(hash uint32, start int) {
		at(start)
		r.words = append(r.words, r.counts.add(hash))
	}, func(hash uint32, start, end int) {
		at(start)
		r.identifier(hash, start, end)
	})
}

// identifier reads the words of one.
func (r *wordReader) identifier(hash uint32, start, end int) {
	slot := r.slots.find(hash, func(n uint32) bool {
		id := &r.known[n]
		return id.hash == hash && bytes.Equal(r.text[id.start:id.end], r.text[start:end])
	})
	if *slot > 0 {
		id := &r.known[*slot-1]
		for _, word := range r.parts[id.from:id.to] {
			r.counts.terms[word].Count++
			r.words = append(r.words, word)
		}
		return
	}
	from := len(r.parts)
	identifier(r.text[start:end], func(part []byte) { r.parts = append(r.parts, r.counts.add(HashWord(part))) })
	r.words = append(r.words, r.parts[from:]...)
	r.known = append(r.known, knownID{hash, uint32(start), uint32(end), uint32(from), uint32(len(r.parts))})
	if *slot = uint32(len(r.known)); r.slots.full(len(r.known)) {
		r.slots = r.slots.grow(len(r.known), func(n int) uint32 { return r.known[n].hash })
	}
}
