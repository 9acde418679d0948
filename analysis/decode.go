package analysis

import (
	"encoding/binary"
	"fmt"
	"slices"
)

type decoder struct {
	data    []byte
	strings []string
	bad     bool
}

// Decode reads what Encode wrote; the error wraps ErrCorrupt. All strings of the result share one
// allocation.
func Decode(data []byte) (*Facts, error) { return decode(data, &factsChunks{}) }

// Decoder reads the Facts of many files, and cuts them from a few allocations. One goroutine at a time may use it.
type Decoder struct{ chunks factsChunks }

// NewDecoder makes a Decoder.
func NewDecoder() *Decoder { return &Decoder{factsChunks{many: true}} }

// Decode is Decode. The Facts are those of the other function, and hold on to at most 32 KB more of each kind.
func (d *Decoder) Decode(data []byte) (*Facts, error) { return decode(data, &d.chunks) }

func decode(data []byte, from *factsChunks) (*Facts, error) {
	if len(data) == 0 || data[0] != encodingVersion {
		return nil, fmt.Errorf("%w: not of version %d", ErrCorrupt, encodingVersion)
	}
	d := &decoder{data: data[1:]}
	d.table(from)
	f := &Facts{Language: d.str(), Package: d.str(), Lines: d.num32(), Generated: d.flag()}
	f.Symbols = cut(&from.symbols, d.count(12), from.size(chunkSymbols))
	var start, line uint32
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Name, s.Kind = d.str(), d.kind()
		s.Container, s.Signature, s.Type, s.Doc, s.Exported, s.Declared, s.Set = d.str(), d.str(), TypeExpr(d.str()), d.str(), d.flag(), d.flag(), d.flag()
		s.Range.Start = start + uint32(d.diff())
		s.Range.End = s.Range.Start + d.num32()
		s.Line = line + uint32(d.diff())
		start, line = s.Range.Start, s.Line
	}
	f.Imports = cut(&from.imports, d.count(7), from.size(chunkImports))
	line = 0
	for i := range f.Imports {
		m := &f.Imports[i]
		m.Specifier = d.str()
		m.Names = cut(&from.names, d.count(2), max(len(f.Imports)-i, from.size(chunkNames)))
		for j := range m.Names {
			m.Names[j] = Binding{Name: d.str(), Local: d.str()}
		}
		m.Local, m.Star, m.ReExport, m.Implied = d.str(), d.flag(), d.flag(), d.flag()
		m.Line = line + uint32(d.diff())
		line = m.Line
	}
	f.Exports = make([]Export, d.count(2))
	for i := range f.Exports {
		f.Exports[i] = Export{Name: d.str(), Local: d.str()}
	}
	f.References = cut(&from.references, d.count(3), from.size(chunkReferences))
	for i := range f.References {
		f.References[i] = Reference{Qualifier: d.str(), Name: d.str(), Count: d.num32()}
	}
	f.Places = cut(&from.places, d.count(1), from.size(chunkPlaces))
	var place uint32
	for i := range f.Places {
		place += uint32(d.diff())
		f.Places[i] = place
	}
	f.Terms = cut(&from.terms, d.count(2), from.size(chunkTerms))
	var hash uint32
	for i := range f.Terms {
		hash += d.num32()
		f.Terms[i] = Term{Hash: hash, Count: d.num32()}
	}
	f.OwnWords = cut(&from.ownWords, d.count(1), from.size(chunkBytes))
	d.data = d.data[copy(f.OwnWords, d.data):]
	f.Problems = make([]string, d.count(1))
	for i := range f.Problems {
		f.Problems[i] = d.str()
	}
	clear(from.strings)
	if d.bad || len(d.data) > 0 {
		return nil, ErrCorrupt
	}
	return f.trimmed(), nil
}

// trimmed turns empty lists into none, so that Decode gives back what Encode was given.
func (f *Facts) trimmed() *Facts {
	for i := range f.Imports {
		f.Imports[i].Names = orNil(f.Imports[i].Names)
	}
	f.Symbols, f.Imports, f.Exports = orNil(f.Symbols), orNil(f.Imports), orNil(f.Exports)
	f.References, f.Places, f.Terms, f.OwnWords, f.Problems = orNil(f.References), orNil(f.Places), orNil(f.Terms), orNil(f.OwnWords), orNil(f.Problems)
	return f
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clip(list)
}

// table reads the strings: one allocation for all of them.
func (d *decoder) table(from *factsChunks) {
	count := d.count(1)
	from.lengths = slices.Grow(from.lengths[:0], count)[:count]
	from.strings = slices.Grow(from.strings[:0], count)[:count]
	lengths := from.lengths
	total := 0
	for i := range lengths {
		n := d.num()
		if n > uint64(len(d.data)) {
			d.bad = true
			return
		}
		lengths[i] = int(n)
		total += int(n)
	}
	if total > len(d.data) {
		d.bad = true
		return
	}
	all := string(d.data[:total])
	d.data = d.data[total:]
	d.strings = from.strings
	for i, n := range lengths {
		d.strings[i], all = all[:n], all[n:]
	}
}

// num is the next number: most are of one byte.
func (d *decoder) num() uint64 {
	if len(d.data) > 0 && d.data[0] < 0x80 {
		n := d.data[0]
		d.data = d.data[1:]
		return uint64(n)
	}
	return d.longNum()
}

func (d *decoder) longNum() uint64 {
	n, size := binary.Uvarint(d.data)
	if size <= 0 {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[size:]
	return n
}

func (d *decoder) num32() uint32 {
	n := d.num()
	d.bad = d.bad || n > 1<<32-1
	return uint32(n)
}

func (d *decoder) diff() int64 {
	n := d.num()
	return int64(n>>1) ^ -int64(n&1)
}

// count is a number of elements that take at least size bytes each: what cannot be there is not
// allocated.
func (d *decoder) count(size int) int {
	n := d.num()
	if n > uint64(len(d.data)/size) {
		d.bad, d.data = true, nil
		return 0
	}
	return int(n)
}

func (d *decoder) flag() bool { return d.num() == 1 }

func (d *decoder) kind() Kind {
	n := d.num()
	if n >= uint64(len(kindNames)) {
		d.bad = true
		return 0
	}
	return Kind(n)
}

func (d *decoder) str() string {
	n := d.num()
	if n >= uint64(len(d.strings)) {
		d.bad = true
		return ""
	}
	return d.strings[n]
}
