package analysis

import (
	"encoding/binary"
	"errors"
)

// The encoding of Facts, used on the pipe to the parse workers:
//
//	version                            one byte, encodingVersion
//	strings                            count, then each one's length; then all their bytes together
//	Language Package Lines Generated   strings are numbers in the table
//	Symbols Imports Exports References Places Terms OwnWords Problems    each a count, then its elements
//
// All numbers are unsigned varints. Offsets, lines and places are stored as differences to the element before
// (zigzag), term hashes as differences. Equal Facts have equal encodings.

// encodingVersion is raised with every change of the format or of what extraction finds.
const encodingVersion = 10

// ErrCorrupt says that bytes are not the encoding of Facts of this version.
var ErrCorrupt = errors.New("corrupt facts")

type encoder struct {
	body    []byte
	strings []string
	slots   slots // of strings, by hash
}

// Encode gives the compact binary form of facts.
func Encode(f *Facts) []byte {
	about := 2*len(f.Symbols) + len(f.References)
	e := &encoder{strings: make([]string, 0, about), slots: newSlots(about)}
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
		e.str(string(s.Type))
		e.str(s.Doc)
		e.flag(s.Exported)
		e.flag(s.Declared)
		e.flag(s.Set)
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
		e.flag(i.Implied)
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
	e.num(uint64(len(f.Places)))
	var place int64
	for _, p := range f.Places {
		e.diff(int64(p) - place)
		place = int64(p)
	}
	e.num(uint64(len(f.Terms)))
	var hash uint32
	for _, t := range f.Terms {
		e.num(uint64(t.Hash - hash))
		e.num(uint64(t.Count))
		hash = t.Hash
	}
	e.num(uint64(len(f.OwnWords)))
	e.body = append(e.body, f.OwnWords...)
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
	slot := e.slots.find(hashName(s), func(n uint32) bool { return e.strings[n] == s })
	n := *slot
	if n == 0 {
		e.strings = append(e.strings, s)
		n = uint32(len(e.strings))
		if *slot = n; e.slots.full(len(e.strings)) {
			e.slots = e.slots.grow(len(e.strings), func(n int) uint32 { return hashName(e.strings[n]) })
		}
	}
	e.num(uint64(n - 1))
}
