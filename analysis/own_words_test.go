package analysis

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The own words of a symbol are what a plain way gives: cut the texts of the symbols inside out of its text, and count.
func TestOwnWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &Facts{}
		var text strings.Builder
		var write func(depth int)
		write = func(depth int) {
			for range rapid.IntRange(0, 4).Draw(t, "pieces") {
				if depth < 3 && rapid.Bool().Draw(t, "symbol") {
					i := len(f.Symbols)
					f.Symbols = append(f.Symbols, Symbol{Range: Span{Start: uint32(text.Len())}})
					write(depth + 1)
					f.Symbols[i].Range.End = uint32(text.Len())
				}
				text.WriteString(rapid.SampledFrom([]string{"one ", "two two ", "aName ", "b_c(", "größe ", ". ", "\n"}).Draw(t, "piece"))
			}
		}
		write(0)
		src := []byte(text.String())
		f.ReadWords(src)
		if !slices.Equal(f.Terms, Terms(src)) {
			t.Fatalf("terms %v, want %v", f.Terms, Terms(src))
		}
		numbers, counts := make([]uint32, 0, len(f.Terms)), make([]uint32, len(f.Terms))
		for n := range f.Terms {
			numbers = append(numbers, uint32(n))
		}
		sums := make([]uint32, len(f.Terms)) // of every other symbol
		var some []int
		own, size := f.OwnWords, uint32(0)
		for i := range f.Symbols {
			kept, outer := slices.Clone(src), f.Symbols[i].Range
			for _, s := range f.Symbols[i+1:] {
				for at := s.Range.Start; outer.Contains(s.Range) && at < s.Range.End; at++ {
					kept[at] = ' '
				}
			}
			want, all := make([]uint32, len(f.Terms)), uint32(0)
			for _, term := range Terms(kept[outer.Start:outer.End]) {
				n := slices.IndexFunc(f.Terms, func(t Term) bool { return t.Hash == term.Hash })
				want[n], all = term.Count, all+term.Count
			}
			if size, own = own.Next(numbers, counts); size != all || !slices.Equal(counts, want) {
				t.Fatalf("symbol %d has %d of %d, want %d of %d, in %q with %v", i, counts, size, want, all, src, f.Symbols)
			}
			if i%2 == 1 {
				some = append(some, i)
				for n := range sums {
					sums[n] += want[n]
				}
			}
			for n := range numbers { // asked for alone
				one := []uint32{7}
				if f.ownWordsOf(i).Next(numbers[n:n+1], one); one[0] != want[n] {
					t.Fatalf("term %d is there %d times, want %d", n, one[0], want[n])
				}
			}
		}
		if len(own) > 0 {
			t.Fatalf("%d bytes are left", len(own))
		}
		words := f.WordsOf(some)
		for n, term := range f.Terms {
			if sums[n] > 0 && (len(words) == 0 || words[0] != (Term{term.Hash, sums[n]})) {
				t.Fatalf("term %d of %v: %v, want it %d times", n, some, words, sums[n])
			} else if sums[n] > 0 {
				words = words[1:]
			}
		}
		if len(words) > 0 {
			t.Fatalf("%v are in none of %v", words, some)
		}
	})
}

// ownWordsOf are those of the symbols from the i-th on.
func (f *Facts) ownWordsOf(i int) OwnWords {
	own := f.OwnWords
	for range i {
		_, own = own.Next(nil, nil)
	}
	return own
}

// Whatever the bytes are, reading them ends.
func FuzzOwnWords(f *testing.F) {
	f.Add([]byte{2, 0, 3, 2, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		own, counts := OwnWords(data), make([]uint32, 2)
		for len(own) > 0 {
			_, rest := own.Next([]uint32{0, 3}, counts)
			if len(rest) >= len(own) {
				t.Fatalf("%d bytes of %d are left", len(rest), len(own))
			}
			own = rest
		}
	})
}
