package analysis

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func someFacts() *rapid.Generator[*Facts] {
	word := rapid.StringN(0, 8, 16)
	return rapid.Custom(func(t *rapid.T) *Facts {
		f := &Facts{Language: word.Draw(t, "language"), Package: word.Draw(t, "package"),
			Lines: rapid.Uint32().Draw(t, "lines"), Generated: rapid.Bool().Draw(t, "generated")}
		for range rapid.IntRange(0, 3).Draw(t, "symbols") {
			start := rapid.Uint32Range(0, 1<<20).Draw(t, "start")
			f.Symbols = append(f.Symbols, Symbol{Name: word.Draw(t, "name"), Kind: Kind(rapid.IntRange(0, len(kindNames)-1).Draw(t, "kind")),
				Container: word.Draw(t, "container"), Signature: word.Draw(t, "signature"), Type: TypeExpr(word.Draw(t, "type")), Doc: word.Draw(t, "doc"), Exported: rapid.Bool().Draw(t, "exported"), Declared: rapid.Bool().Draw(t, "declared"), Set: rapid.Bool().Draw(t, "set"),
				Range: Span{start, start + rapid.Uint32Range(0, 1000).Draw(t, "size")}, Line: rapid.Uint32Range(0, 1<<20).Draw(t, "line")})
		}
		for range rapid.IntRange(0, 3).Draw(t, "imports") {
			i := Import{Specifier: word.Draw(t, "specifier"), Local: word.Draw(t, "local"), Star: rapid.Bool().Draw(t, "star"),
				ReExport: rapid.Bool().Draw(t, "reexport"), Implied: rapid.Bool().Draw(t, "implied"), Line: rapid.Uint32Range(0, 1<<20).Draw(t, "line")}
			for range rapid.IntRange(0, 2).Draw(t, "names") {
				i.Names = append(i.Names, Binding{word.Draw(t, "name"), word.Draw(t, "local")})
			}
			f.Imports = append(f.Imports, i)
		}
		for range rapid.IntRange(0, 2).Draw(t, "exports") {
			f.Exports = append(f.Exports, Export{word.Draw(t, "name"), word.Draw(t, "local")})
		}
		for range rapid.IntRange(0, 3).Draw(t, "references") {
			f.References = append(f.References, Reference{word.Draw(t, "qualifier"), word.Draw(t, "name"), rapid.Uint32().Draw(t, "count")})
		}
		for range rapid.IntRange(0, 3).Draw(t, "places") {
			f.Places = append(f.Places, rapid.Uint32().Draw(t, "place"))
		}
		var hash uint32
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			hash += rapid.Uint32Range(0, 1<<29).Draw(t, "hash")
			f.Terms = append(f.Terms, Term{hash, rapid.Uint32().Draw(t, "count")})
		}
		f.OwnWords = orNil(OwnWords(rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "own words")))
		if rapid.Bool().Draw(t, "problem") {
			f.Problems = []string{word.Draw(t, "text")}
		}
		return f
	})
}

func TestDecodeGivesBackWhatEncodeWasGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := someFacts().Draw(t, "facts")
		data := Encode(f)
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f, got); diff != "" {
			t.Fatal(diff)
		}
		for cut := range data {
			if _, err := Decode(data[:cut]); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("%d of %d bytes: %v, want ErrCorrupt", cut, len(data), err)
			}
		}
	})
}

// What one Decoder gives, of good data and of bad, stays as it is while it reads on.
func TestDecoderOfMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := NewDecoder()
		var want, got []*Facts
		for range rapid.IntRange(1, 20).Draw(t, "files") {
			f := someFacts().Draw(t, "facts")
			data := Encode(f)
			if _, err := d.Decode(data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")]); !errors.Is(err, ErrCorrupt) {
				t.Fatal(err)
			}
			facts, err := d.Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			want, got = append(want, f), append(got, facts)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// FuzzDecode shows that no bytes make Decode panic or allocate more than they could describe, and that
// what it accepts it would write the same way again.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(&Facts{Language: "go", Symbols: []Symbol{{Name: "A", Range: Span{1, 2}}}}))
	f.Add(Encode(&Facts{References: []Reference{{"a", "b", 3}}, Terms: []Term{{7, 1}}}))
	f.Add([]byte{encodingVersion})
	f.Fuzz(func(t *testing.T, data []byte) {
		facts, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Decode(Encode(facts))
		if err != nil || !bytes.Equal(Encode(facts), Encode(again)) {
			t.Errorf("unstable: %v", err)
		}
	})
}
