package analysis

import (
	"cmp"
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
		if !wordByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && wordByte(text[i]) {
			i++
		}
		identifier(text[start:i], yield)
	}
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

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
	counts := make(map[uint32]uint32, 64+len(text)/32)
	Words(text, func(word []byte) { counts[HashWord(word)]++ })
	terms := make([]Term, 0, len(counts))
	for h, n := range counts {
		terms = append(terms, Term{h, n})
	}
	slices.SortFunc(terms, func(a, b Term) int { return cmp.Compare(a.Hash, b.Hash) })
	return terms
}
