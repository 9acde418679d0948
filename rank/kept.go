package rank

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// The encoding of what an index knows of the words and the weights of its graph's files, to be kept with the graph until the folder is opened again:
//
//	version   one byte, keptVersion
//	length    of the fields and the weights, eight bytes
//	fields    of all words, of paths, of names. Each is the documents' lengths after their number, then of the postings: how many
//	          leading bits of a hash number the buckets; the number of postings in each; and how many counts they have no room
//	          for, each after its posting's number
//	weights   see appendWeights
//	postings  of each field, eight bytes each; they are read when they are asked for
//
// Numbers are unsigned varints; the length and the two of a posting are little-endian.

// keptVersion is raised with every change of the format.
const keptVersion = 3

// keptHead is how long the version and the length are.
const keptHead = 1 + 8

// mostBits are more leading bits of a hash than any index numbers its buckets by.
const mostBits = 28

// Encode is the form in which an index is kept. It belongs to its graph.
func (ix *Index) Encode() []byte {
	fields := ix.lexical.fields()
	size := 0
	for i := range fields {
		fields[i].field = fields[i].field.compact(fields[i].read)
		size += fields[i].field.keptBytes()
	}
	data := append(make([]byte, 0, size), keptVersion)
	data = binary.LittleEndian.AppendUint64(data, 0)
	for _, one := range fields {
		data = one.field.append(data)
	}
	data = appendWeights(data, ix.Importance(), ix.SymbolWeights())
	binary.LittleEndian.PutUint64(data[1:], uint64(len(data)-keptHead))
	for _, one := range fields {
		data = one.field.base.append(data)
	}
	return data
}

// Decode gives back what Encode wrote of the index of a graph; the error wraps analysis.ErrCorrupt. What is read later and is lost by then
// is made anew of the graph.
func Decode(g *analysis.Graph, stored analysis.Stored) (*Index, error) {
	head := stored.Read(0, keptHead, nil)
	if head == nil || head[0] != keptVersion {
		return nil, fmt.Errorf("%w: no index of version %d", analysis.ErrCorrupt, keptVersion)
	}
	_, stored = stored.Split(keptHead)
	first, stored := stored.Split(int(min(binary.LittleEndian.Uint64(head[1:]), uint64(stored.Len()))))
	d := &keptReader{data: first.Read(0, first.Len(), nil)}
	l := &Lexical{d.field(g), d.field(g), d.field(g)}
	importance, weights := d.weights(g)
	d.bad = d.bad || len(d.data) > 0
	files := filesOf(g) // the postings are to hold no more of the graph
	for _, one := range l.fields() {
		base, size := one.field.base, postingBytes*one.field.base.count()
		base.kept = &keptPostings{docs: g.Len(), again: sync.OnceValue(func() *postings { return indexed(nil, len(files), documentsOf(files, one.read)).base })}
		base.kept.stored, stored = stored.Split(size)
		d.bad = d.bad || base.kept.stored.Len() != size
	}
	if d.bad || stored.Len() > 0 {
		return nil, fmt.Errorf("%w: an index that was kept is not whole", analysis.ErrCorrupt)
	}
	ix := &Index{derived: derive(nil, g, l)}
	ix.global, ix.weights = func() []float64 { return importance }, func() [][]float64 { return weights }
	ix.weighed.Store(&weights)
	return ix, nil
}

// compact is an index of the same words all of whose files are in the base, in their order.
func (l *field) compact(read func(*analysis.File) document) *field {
	for doc, n := range l.nodes {
		if n != int32(doc) {
			return freshField(l.graph, read)
		}
	}
	if len(l.nodes) != len(l.length) {
		return freshField(l.graph, read)
	}
	return l
}

// keptBytes is about how many bytes append takes.
func (l *field) keptBytes() int {
	p := l.base
	return 2*len(l.length) + 2*len(p.start) + postingBytes*p.count() + 8*len(p.more) + 64
}

func (l *field) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(l.length)))
	for i := range l.length {
		to = binary.AppendUvarint(to, uint64(l.length[i]))
	}
	p := l.base
	to = binary.AppendUvarint(to, uint64(32-p.shift))
	for i, first := range p.start[1:] {
		to = binary.AppendUvarint(to, uint64(first-p.start[i]))
	}
	to = binary.AppendUvarint(to, uint64(len(p.more)))
	for _, at := range slices.Sorted(maps.Keys(p.more)) {
		to = binary.AppendUvarint(to, uint64(at))
		to = binary.AppendUvarint(to, uint64(p.more[at]))
	}
	return to
}

// keptReader reads what Encode wrote. What is not there is read as nothing, and bad from then on.
type keptReader struct {
	data []byte
	bad  bool
}

// num is a number that is at most most.
func (d *keptReader) num(most int) int {
	n, size := binary.Uvarint(d.data)
	if size <= 0 || n > uint64(max(most, 0)) {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[size:]
	return int(n)
}

func (d *keptReader) field(g *analysis.Graph) *field {
	l := &field{graph: g, length: make([]uint32, g.Len()), nodes: make([]int32, g.Len()), counts: &termCounts{}, base: &postings{start: []uint32{0}}}
	if d.num(g.Len()) != g.Len() {
		d.bad = true
	}
	for n := range l.length {
		l.nodes[n], l.length[n] = int32(n), uint32(d.num(1<<32-1))
		l.total += uint64(l.length[n])
	}
	width := d.num(mostBits)
	if d.bad || 1<<width > len(d.data) {
		d.bad = true
		return l
	}
	p := l.base
	p.shift, p.start = uint(32-width), make([]uint32, 1<<width+1)
	all := 0
	for i := range 1 << width {
		all += d.num(math.MaxInt32 - all)
		p.start[i+1] = uint32(all)
	}
	for range d.num(len(d.data) / 2) {
		if p.more == nil {
			p.more = map[uint32]uint32{}
		}
		at := uint32(d.num(all - 1))
		p.more[at] = uint32(d.num(1<<32 - 1))
	}
	return l
}
