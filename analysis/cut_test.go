package analysis

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// The sizes of elements are right.
func TestChunksFillWholePages(t *testing.T) {
	for name, size := range map[string]uintptr{
		"symbols": chunkSymbols * unsafe.Sizeof(Symbol{}), "imports": chunkImports * unsafe.Sizeof(Import{}),
		"names": chunkNames * unsafe.Sizeof(Binding{}), "references": chunkReferences * unsafe.Sizeof(Reference{}),
		"places": chunkPlaces * unsafe.Sizeof(uint32(0)), "terms": chunkTerms * unsafe.Sizeof(Term{}),
		"lists": chunkLists * unsafe.Sizeof(int32(0)), "uses": chunkUses * unsafe.Sizeof(Use{}), "edges": chunkEdges * unsafe.Sizeof(Edge{}),
	} {
		if size > chunkBytes || size < chunkBytes-104 {
			t.Errorf("a chunk of %s has %d bytes", name, size)
		}
	}
}

// Lists that are cut from one allocation cannot grow into each other, and none is nil.
func TestCut(t *testing.T) {
	var from []int
	a, b, none, large := cut(&from, 3, 4), cut(&from, 2, 4), cut(&from, 0, 4), cut(&from, 9, 4)
	if len(a) != 3 || len(b) != 2 || none == nil || len(large) != 9 {
		t.Error(a, b, none, large)
	}
	_ = append(a, 1)
	_ = append(none, 2)
	if b[0] != 0 || large[0] != 0 {
		t.Error("a list grew into the next")
	}
}

// What a Decoder gives is what Decode gives, whatever it reads before and after.
func TestDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := NewDecoder()
		var all []*Facts
		var codes []string
		for range 3 {
			code := Encode(someFacts().Draw(t, "facts"))
			facts, err := d.Decode(code)
			if err != nil {
				t.Fatal(err)
			}
			all, codes = append(all, facts), append(codes, string(code))
		}
		for i, facts := range all {
			if string(Encode(facts)) != codes[i] {
				t.Errorf("%d is %+v", i, facts)
			}
		}
	})
}
