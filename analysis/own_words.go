package analysis

import (
	"encoding/binary"
	"math"
	"slices"
)

// OwnWords say which words stand in the own text of each of a file's symbols: the text without that of the symbols inside it.
// They are unsigned varints, symbol by symbol:
//
//	how many different words there are
//	of each, in the order of Terms: its number there less that of the one before (of the first: its number), times two, and
//	one more where it stands there more than once; then also how often
type OwnWords []byte

// ReadWords reads Terms and OwnWords off the file's bytes. It has its Symbols.
func (f *Facts) ReadWords(src []byte) {
	if len(f.Symbols) == 0 {
		f.Terms, f.OwnWords = Terms(src), nil
		return
	}
	runs := f.ownRuns()
	k, r := 0, newWordReader(src)
	r.read(func(at int) {
		for ; at >= runs[k].end; k++ {
			runs[k].words = len(r.words)
		}
	})
	for ; k < len(runs); k++ {
		runs[k].words = len(r.words)
	}
	var numbers []uint32
	f.Terms, numbers = r.counts.sorted()
	f.OwnWords = ownWords(runs, r.words, numbers, len(f.Symbols))
}

// ownRun is a piece of a file, and the innermost symbol that it is in.
type ownRun struct {
	symbol int // -1: none
	end    int // in the file; it begins where the one before ends
	words  int // the number of words up to the end
}

// ownRuns cut all of a file.
func (f *Facts) ownRuns() []ownRun {
	runs := make([]ownRun, 0, 2*len(f.Symbols)+1)
	pos := 0
	give := func(symbol, end int) {
		if end > pos {
			runs = append(runs, ownRun{symbol: symbol, end: end})
			pos = end
		}
	}
	f.Nested(func(i, outer int) { give(outer, int(f.Symbols[i].Range.Start)) }, func(i int) { give(i, int(f.Symbols[i].Range.End)) })
	give(-1, math.MaxInt)
	return runs
}

// Nested walks through the symbols in the order of the text: begin is called for each with the number of the innermost one
// that it begins in, -1 for none, and end where it ends.
func (f *Facts) Nested(begin func(symbol, outer int), end func(symbol int)) {
	open := []int{-1} // the outermost first
	leave := func(before uint32) {
		for top := open[len(open)-1]; top >= 0 && f.Symbols[top].Range.End <= before; top = open[len(open)-1] {
			end(top)
			open = open[:len(open)-1]
		}
	}
	for i := range f.Symbols {
		leave(f.Symbols[i].Range.Start)
		begin(i, open[len(open)-1])
		open = append(open, i)
	}
	leave(math.MaxUint32)
}

// ownWords sorts the words of runs by symbol. Words are by the order in which they came; numbers are those of Terms.
func ownWords(runs []ownRun, words, numbers []uint32, symbols int) OwnWords {
	each := func(yield func(symbol int, word uint32)) {
		from := 0
		for _, r := range runs {
			if r.symbol >= 0 {
				for _, w := range words[from:r.words] {
					yield(r.symbol, w)
				}
			}
			from = r.words
		}
	}
	// Twice sorted by counting, by word and by symbol: each symbol's words are in order then.
	ofWord, ofSymbol := newPiles(len(numbers)), newPiles(symbols)
	each(func(symbol int, w uint32) {
		ofWord.ends[numbers[w]]++
		ofSymbol.ends[symbol]++
	})
	ofWord.begin()
	each(func(symbol int, w uint32) { ofWord.put(int(numbers[w]), uint32(symbol)) })
	ofSymbol.begin()
	ofWord.each(func(number int, in []uint32) {
		for _, symbol := range in {
			ofSymbol.put(int(symbol), uint32(number))
		}
	})
	out := make(OwnWords, 0, len(ofSymbol.all)+symbols)
	ofSymbol.each(func(_ int, list []uint32) { out = out.append(list) })
	return slices.Clip(out)
}

// piles sort numbers by what they are of: how many each has is counted first.
type piles struct {
	ends []uint32 // behind what each has in all, so far; before begin, how many it will have
	all  []uint32
}

func newPiles(count int) *piles { return &piles{ends: make([]uint32, count)} }

func (p *piles) begin() {
	sum := uint32(0)
	for i, n := range p.ends {
		p.ends[i] = sum
		sum += n
	}
	p.all = make([]uint32, sum)
}

func (p *piles) put(of int, number uint32) {
	p.all[p.ends[of]] = number
	p.ends[of]++
}

// each yields what each has, in the order in which it was put there.
func (p *piles) each(yield func(of int, numbers []uint32)) {
	from := uint32(0)
	for of, end := range p.ends {
		yield(of, p.all[from:end])
		from = end
	}
}

// append adds a symbol's words, in order.
func (w OwnWords) append(list []uint32) OwnWords {
	different := 0
	for i := range list {
		if i == 0 || list[i] != list[i-1] {
			different++
		}
	}
	w = binary.AppendUvarint(w, uint64(different))
	before := uint32(0)
	for i := 0; i < len(list); {
		number, n := list[i], 1
		for i++; i < len(list) && list[i] == number; i++ {
			n++
		}
		step := uint64(number-before) << 1
		if before = number; n == 1 {
			w = binary.AppendUvarint(w, step)
			continue
		}
		w = binary.AppendUvarint(binary.AppendUvarint(w, step|1), uint64(n))
	}
	return w
}

// Next reads the words of the first symbol: counts of the terms with some numbers, ascending, are set to how often each stands
// there; size is how many words there are, and rest are those of the symbols behind.
func (w OwnWords) Next(numbers []uint32, counts []uint32) (size uint32, rest OwnWords) {
	clear(counts)
	d := decoder{data: w}
	number, k := uint32(0), 0
	for range d.count(1) {
		var n uint32
		number, n = d.ownWord(number)
		size += n
		for k < len(numbers) && numbers[k] < number {
			k++
		}
		if k < len(numbers) && numbers[k] == number {
			counts[k] = n
		}
	}
	return size, d.data
}

// addTo adds how often the first symbol has each word to sums, by the words' numbers; it gives those of the symbols behind.
func (w OwnWords) addTo(sums []uint32) OwnWords {
	d := decoder{data: w}
	number, n := uint32(0), uint32(0)
	for range d.count(1) {
		if number, n = d.ownWord(number); int(number) < len(sums) {
			sums[number] += n
		}
	}
	return d.data
}

// ownWord reads a word: its number, that of the one before being known, and how often it is there.
func (d *decoder) ownWord(before uint32) (number, n uint32) {
	step := d.num()
	if n = 1; step&1 != 0 {
		n = d.num32()
	}
	return before + uint32(step>>1), n
}

// WordsOf are the words in the own texts of some symbols, which are numbers in order; sorted by Hash.
func (f *Facts) WordsOf(symbols []int) (words []Term) {
	sums, own, next := make([]uint32, len(f.Terms)), f.OwnWords, 0
	for _, symbol := range symbols {
		for ; next < symbol; next++ {
			_, own = own.Next(nil, nil)
		}
		own, next = own.addTo(sums), symbol+1
	}
	for k, n := range sums {
		if n > 0 {
			words = append(words, Term{f.Terms[k].Hash, n})
		}
	}
	return words
}
