package rank

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// postings say which documents have a word. They lie in buckets by their hash's leading bits, unsorted: making them takes two passes and no
// sorting, and reading a word's postings passes over few others.
type postings struct {
	shift uint
	start []uint32 // bucket → its first posting
	list  []posting
	more  map[uint32]uint32 // the counts that a posting has no room for, by its number

	kept *keptPostings // what the list is read from; nil: it is there
}

// posting says how often a word is in a document, in eight bytes: most counts are small.
type posting struct {
	hash uint32
	at   uint32 // the document, then, in the last countBits, how often; mostCount is more
}

const (
	countBits = 8
	mostCount = 1<<countBits - 1
)

// documents gives the terms of documents by their numbers. It is asked for each several times, so that they need not all be there at once. They
// may lie in room, until it is asked for the next.
type documents func(doc int, room *termRoom) []analysis.Term

// termRoom is room for the terms of a document, and for some of them.
type termRoom struct{ some, all []analysis.Term }

// held are documents whose terms are there.
func held(terms [][]analysis.Term) documents {
	return func(doc int, _ *termRoom) []analysis.Term { return terms[doc] }
}

// newPostings indexes so many documents, of fewer than 16 million, which have all terms together.
func newPostings(docs, all int, of documents) *postings {
	width := bits.Len(uint(all / bucketSize))
	p := &postings{shift: uint(32 - width), start: make([]uint32, 1<<width+1), list: make([]posting, all)}
	var room termRoom
	for doc := range docs {
		for _, t := range of(doc, &room) {
			p.start[t.Hash>>p.shift+1]++
		}
	}
	for i := 1; i < len(p.start); i++ {
		p.start[i] += p.start[i-1]
	}
	next := slices.Clone(p.start)
	for doc := range docs {
		for _, t := range of(doc, &room) {
			b := t.Hash >> p.shift
			if t.Count >= mostCount {
				if p.more == nil {
					p.more = map[uint32]uint32{}
				}
				p.more[next[b]] = t.Count
			}
			p.list[next[b]] = posting{t.Hash, uint32(doc)<<countBits | min(t.Count, mostCount)}
			next[b]++
		}
	}
	return p
}

// count is how many there are.
func (p *postings) count() int { return int(p.start[len(p.start)-1]) }

// find appends the documents in which a word is to hits, by their numbers.
func (p *postings) find(hash uint32, hits []hit) []hit {
	b := hash >> p.shift
	first, end := p.start[b], p.start[b+1]
	if first == end {
		return hits
	}
	if p.kept != nil {
		found := hits
		if !p.kept.each(p, hash, first, end, func(h hit) { found = append(found, h) }) {
			return p.kept.again().find(hash, hits)
		}
		return found
	}
	for i, x := range p.list[first:end] {
		if x.hash == hash {
			hits = append(hits, p.hit(first+uint32(i), x.at))
		}
	}
	return hits
}

// having is how many documents have a word, of those that nodes has a number of at least 0 for. Nothing is gathered of them: words
// of most files are counted for each file that is typed in.
func (p *postings) having(hash uint32, nodes []int32) (count int) {
	b := hash >> p.shift
	first, end := p.start[b], p.start[b+1]
	if p.kept != nil {
		counted := p.kept.each(p, hash, first, end, func(h hit) {
			if nodes[h.node] >= 0 {
				count++
			}
		})
		if !counted {
			return p.kept.again().having(hash, nodes)
		}
		return count
	}
	for _, x := range p.list[first:end] {
		if x.hash == hash && nodes[x.at>>countBits] >= 0 {
			count++
		}
	}
	return count
}

// hit is what the n-th posting says, of which this is the second half.
func (p *postings) hit(n, at uint32) hit {
	count := at & mostCount
	if count == mostCount {
		count = p.more[n]
	}
	return hit{int32(at >> countBits), count}
}

// keptPostings is the list of postings as it is kept. Who asks for a word reads its bucket.
type keptPostings struct {
	stored analysis.Stored
	docs   int
	again  func() *postings // makes them anew, where what was kept is lost
	rooms  sync.Pool        // of *[]byte, for buckets
}

// postingBytes is how long a posting is where it is kept.
const postingBytes = 8

// each calls f with the documents in a bucket of p that a word is in; ok is false where the bucket is lost.
func (k *keptPostings) each(p *postings, hash, first, end uint32, f func(hit)) (ok bool) {
	room, _ := k.rooms.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	defer k.rooms.Put(room)
	data := k.stored.Read(postingBytes*int(first), postingBytes*int(end-first), *room)
	if data == nil {
		return false
	}
	*room = data
	for i := 0; i < len(data); i += postingBytes {
		if binary.LittleEndian.Uint32(data[i:]) != hash {
			continue
		}
		h := p.hit(first+uint32(i/postingBytes), binary.LittleEndian.Uint32(data[i+4:]))
		if int(h.node) >= k.docs {
			return false
		}
		f(h)
	}
	return true
}

// append adds the list in the form in which it is kept.
func (p *postings) append(to []byte) []byte {
	if p.kept != nil {
		if data := p.kept.stored.Read(0, p.kept.stored.Len(), nil); data != nil {
			return append(to, data...)
		}
		p = p.kept.again()
	}
	for _, x := range p.list {
		to = binary.LittleEndian.AppendUint32(to, x.hash)
		to = binary.LittleEndian.AppendUint32(to, x.at)
	}
	return to
}
