package analysis

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxWord is the longest word that counts as one, in bytes. What is longer is data (a hash, base64).
const maxWord = 64

// HashWord is the hash under which a word stands in Facts.Terms: 32-bit FNV-1a of its bytes with ASCII
// letters lowered. Two words of a folder share a hash about once in 100,000 words; that word then
// counts for both, in every run alike.
func HashWord[T ~string | ~[]byte](word T) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(lower(word[i]))) * 16777619
	}
	return h
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Words yields the words of a text: identifiers as they stand and, where one has several parts (at an
// underscore, a camelCase hump, a change to digits), its parts. Single letters and numbers are no words.
func Words[T ~string | ~[]byte](text T, yield func(word T)) {
	for i := 0; i < len(text); {
		first := byteKinds[text[i]]
		if first == 0 {
			i++
			continue
		}
		start, rest := i, byteKind(0)
		for i++; i < len(text); i++ {
			kind := byteKinds[text[i]]
			if kind == 0 {
				break
			}
			rest |= kind
		}
		switch {
		case first == otherByte || rest > smallByte:
			identifier(text[start:i], yield)
		case 1 < i-start && i-start <= maxWord: // a plain word, as most are: it has no parts
			yield(text[start:i])
		}
	}
}

// byteKind says what a byte is in an identifier; 0 is that it is in none.
type byteKind uint8

const (
	smallByte   byteKind = 1 << iota // a small letter, or of a character beyond ASCII
	capitalByte                      // a capital
	otherByte                        // a digit or an underscore
)

var byteKinds = func() (kinds [256]byteKind) {
	for i := range kinds {
		switch c := byte(i); {
		case 'a' <= c && c <= 'z' || c >= 0x80:
			kinds[i] = smallByte
		case isUpper(c):
			kinds[i] = capitalByte
		case isDigit(c) || c == '_':
			kinds[i] = otherByte
		}
	}
	return kinds
}()

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// identifier yields one identifier's parts, and the whole where it has more than one.
func identifier[T ~string | ~[]byte](id T, yield func(T)) {
	if len(id) > maxWord {
		return
	}
	for len(id) > 0 && id[0] == '_' {
		id = id[1:]
	}
	for len(id) > 0 && id[len(id)-1] == '_' {
		id = id[:len(id)-1]
	}
	start := 0
	for i := 1; i <= len(id); i++ {
		if i < len(id) && !boundary(id, i) {
			continue
		}
		part := id[start:i]
		start = i
		for len(part) > 0 && part[0] == '_' {
			part = part[1:]
		}
		if len(part) > 1 && !isDigit(part[0]) {
			yield(part)
			if len(part) == len(id) {
				return
			}
		}
	}
	if len(id) > 1 && !isDigit(id[0]) {
		yield(id)
	}
}

// boundary reports whether a new part of the identifier begins at i: at an underscore, at a capital after
// a small letter, and at the last capital of a run (HTTPServer is HTTP and Server).
func boundary[T ~string | ~[]byte](id T, i int) bool {
	c, before := id[i], id[i-1]
	switch {
	case c == '_':
		return true
	case isUpper(c):
		return !isUpper(before) || i+1 < len(id) && !isUpper(id[i+1]) && id[i+1] != '_' && !isDigit(id[i+1])
	case isDigit(c) != isDigit(before):
		return isDigit(before) && before != '_'
	}
	return false
}

// Terms counts the words of a text.
func Terms(text []byte) []Term {
	counts := newTermCounts(len(text) / 32)
	Words(text, func(word []byte) { counts.add(HashWord(word), 1) })
	terms := counts.all()
	slices.SortFunc(terms, func(a, b Term) int { return cmp.Compare(a.Hash, b.Hash) })
	return terms
}

// termCounts counts hashes. A map takes several times as long, and each word of each file is counted.
type termCounts struct {
	slots []Term // each hash stands in the first free slot from its own on; free ones count 0
	used  int
}

// newTermCounts has room for about so many different hashes.
func newTermCounts(n int) *termCounts {
	return &termCounts{slots: make([]Term, 1<<bits.Len(uint(2*n|63)))}
}

func (c *termCounts) add(hash, n uint32) {
	if 2*c.used > len(c.slots) {
		more := newTermCounts(len(c.slots))
		for _, t := range c.all() {
			more.add(t.Hash, t.Count)
		}
		*c = *more
	}
	last := len(c.slots) - 1 // a number of ones
	for i := int(hash) & last; ; i = (i + 1) & last {
		switch t := &c.slots[i]; {
		case t.Count == 0:
			*t = Term{hash, n}
			c.used++
			return
		case t.Hash == hash:
			t.Count += n
			return
		}
	}
}

func (c *termCounts) all() []Term {
	all := make([]Term, 0, c.used)
	for _, t := range c.slots {
		if t.Count > 0 {
			all = append(all, t)
		}
	}
	return all
}
