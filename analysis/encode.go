package analysis

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The encoding of Facts, used on the pipe to the parse workers:
//
//	version                            one byte, encodingVersion
//	strings                            count, then each one's length; then all their bytes together
//	Language Package Lines Generated   strings are numbers in the table
//	Symbols Imports Exports References Terms Problems    each a count, then its elements
//
// All numbers are unsigned varints. Offsets and lines are stored as differences to the element before
// (zigzag), term hashes as differences. Equal Facts have equal encodings.

// encodingVersion is raised with every change of the format or of what extraction finds.
const encodingVersion = 2

// ErrCorrupt says that bytes are not the encoding of Facts of this version.
var ErrCorrupt = errors.New("corrupt facts")

type encoder struct {
	body    []byte
	strings []string
	index   map[string]uint64
}

// Encode gives the compact binary form of facts.
func Encode(f *Facts) []byte {
	e := &encoder{index: make(map[string]uint64)}
	e.str(f.Language)
	e.str(f.Package)
	e.num(uint64(f.Lines))
	e.flag(f.Generated)
	e.num(uint64(len(f.Symbols)))
	var start, line int64
	for _, s := range f.Symbols {
		e.str(s.Name)
		e.num(uint64(s.Kind))
		e.str(s.Container)
		e.str(s.Signature)
		e.str(s.Doc)
		e.flag(s.Exported)
		e.flag(s.Declared)
		e.diff(int64(s.Range.Start) - start)
		e.num(uint64(s.Range.End - s.Range.Start))
		e.diff(int64(s.Line) - line)
		start, line = int64(s.Range.Start), int64(s.Line)
	}
	e.num(uint64(len(f.Imports)))
	line = 0
	for _, i := range f.Imports {
		e.str(i.Specifier)
		e.num(uint64(len(i.Names)))
		for _, n := range i.Names {
			e.str(n.Name)
			e.str(n.Local)
		}
		e.str(i.Local)
		e.flag(i.Star)
		e.flag(i.ReExport)
		e.diff(int64(i.Line) - line)
		line = int64(i.Line)
	}
	e.num(uint64(len(f.Exports)))
	for _, x := range f.Exports {
		e.str(x.Name)
		e.str(x.Local)
	}
	e.num(uint64(len(f.References)))
	for _, r := range f.References {
		e.str(r.Qualifier)
		e.str(r.Name)
		e.num(uint64(r.Count))
	}
	e.num(uint64(len(f.Terms)))
	var hash uint32
	for _, t := range f.Terms {
		e.num(uint64(t.Hash - hash))
		e.num(uint64(t.Count))
		hash = t.Hash
	}
	e.num(uint64(len(f.Problems)))
	for _, p := range f.Problems {
		e.str(p)
	}

	size := 0
	for _, s := range e.strings {
		size += len(s)
	}
	out := make([]byte, 0, 1+3*len(e.strings)+size+len(e.body))
	out = append(out, encodingVersion)
	out = binary.AppendUvarint(out, uint64(len(e.strings)))
	for _, s := range e.strings {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range e.strings {
		out = append(out, s...)
	}
	return append(out, e.body...)
}

func (e *encoder) num(n uint64) { e.body = binary.AppendUvarint(e.body, n) }
func (e *encoder) diff(n int64) { e.body = binary.AppendVarint(e.body, n) }

func (e *encoder) flag(b bool) {
	if b {
		e.body = append(e.body, 1)
	} else {
		e.body = append(e.body, 0)
	}
}

func (e *encoder) str(s string) {
	i, known := e.index[s]
	if !known {
		i = uint64(len(e.strings))
		e.index[s] = i
		e.strings = append(e.strings, s)
	}
	e.num(i)
}

type decoder struct {
	data    []byte
	strings []string
	bad     bool
}

// Decode reads what Encode wrote; the error wraps ErrCorrupt. All strings of the result share one
// allocation.
func Decode(data []byte) (*Facts, error) {
	if len(data) == 0 || data[0] != encodingVersion {
		return nil, fmt.Errorf("%w: not of version %d", ErrCorrupt, encodingVersion)
	}
	d := &decoder{data: data[1:]}
	d.table()
	f := &Facts{Language: d.str(), Package: d.str(), Lines: d.num32(), Generated: d.flag()}
	f.Symbols = make([]Symbol, d.count(10))
	var start, line uint32
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Name, s.Kind = d.str(), d.kind()
		s.Container, s.Signature, s.Doc, s.Exported, s.Declared = d.str(), d.str(), d.str(), d.flag(), d.flag()
		s.Range.Start = start + uint32(d.diff())
		s.Range.End = s.Range.Start + d.num32()
		s.Line = line + uint32(d.diff())
		start, line = s.Range.Start, s.Line
	}
	f.Imports = make([]Import, d.count(6))
	line = 0
	for i := range f.Imports {
		m := &f.Imports[i]
		m.Specifier = d.str()
		m.Names = make([]Binding, d.count(2))
		for j := range m.Names {
			m.Names[j] = Binding{Name: d.str(), Local: d.str()}
		}
		m.Local, m.Star, m.ReExport = d.str(), d.flag(), d.flag()
		m.Line = line + uint32(d.diff())
		line = m.Line
	}
	f.Exports = make([]Export, d.count(2))
	for i := range f.Exports {
		f.Exports[i] = Export{Name: d.str(), Local: d.str()}
	}
	f.References = make([]Reference, d.count(3))
	for i := range f.References {
		f.References[i] = Reference{Qualifier: d.str(), Name: d.str(), Count: d.num32()}
	}
	f.Terms = make([]Term, d.count(2))
	var hash uint32
	for i := range f.Terms {
		hash += d.num32()
		f.Terms[i] = Term{Hash: hash, Count: d.num32()}
	}
	f.Problems = make([]string, d.count(1))
	for i := range f.Problems {
		f.Problems[i] = d.str()
	}
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
	f.References, f.Terms, f.Problems = orNil(f.References), orNil(f.Terms), orNil(f.Problems)
	return f
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clip(list)
}

// table reads the strings: one allocation for all of them.
func (d *decoder) table() {
	lengths := make([]int, d.count(1))
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
	d.strings = make([]string, len(lengths))
	for i, n := range lengths {
		d.strings[i], all = all[:n], all[n:]
	}
}

func (d *decoder) num() uint64 {
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
	n, size := binary.Varint(d.data)
	if size <= 0 {
		d.bad, d.data = true, nil
		return 0
	}
	d.data = d.data[size:]
	return n
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
