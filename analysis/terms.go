package analysis

// maxWord is the longest word that counts as one, in bytes. What is longer is data (a hash, base64).
const maxWord = 64

// HashWord is the hash under which a word stands in Facts.Terms: 32-bit FNV-1a of its bytes with ASCII
// letters lowered. Two words of a folder share a hash about once in 100,000 words; that word then
// counts for both, in every run alike.
func HashWord[T ~string | ~[]byte](word T) uint32 {
	h := uint32(offset32)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(lower(word[i]))) * prime32
	}
	return h
}

// The numbers of 32-bit FNV-1a.
const (
	offset32 = 2166136261
	prime32  = 16777619
)

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// Words yields the words of a text: identifiers as they stand and, where one has several parts (at an
// underscore, a camelCase hump, a change to digits), its parts; of the plural of capitals (URLs) the singular, too. Single
// letters are no words, and of numbers those alone that a person may name: of three to five digits, as statuses and ports are.
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

// HashWords yields the hashes of the words of a text, each with where the identifier begins that it is of.
func HashWords[T ~string | ~[]byte](text T, yield func(hash uint32, at int)) {
	eachWord(text, yield, func(_ uint32, start, end int) {
		identifier(text[start:end], func(part T) { yield(HashWord(part), start) })
	})
}

// eachWord yields the plain words of a text, which are words by themselves, by their hashes, and its other identifiers, with
// hashes that tell most of them apart.
func eachWord[T ~string | ~[]byte](text T, plain func(hash uint32, at int), other func(hash uint32, start, end int)) {
	for i := 0; i < len(text); {
		first := byteKinds[text[i]]
		if first == 0 {
			i++
			continue
		}
		start := i
		hash, rest := (offset32^uint32(lower(text[i])))*prime32, byteKind(0)
		for i++; i < len(text); i++ {
			c := text[i]
			kind := byteKinds[c]
			if kind == 0 {
				break
			}
			rest |= kind
			hash = (hash ^ uint32(c)) * prime32
		}
		switch {
		case first == otherByte || rest > smallByte:
			other(hash, start, i)
		case 1 < i-start && i-start <= maxWord:
			plain(hash, start)
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
		part := singular(id[start:i])
		start = i
		for len(part) > 0 && part[0] == '_' {
			part = part[1:]
		}
		if len(part) > 1 && (!isDigit(part[0]) || isNumber(id)) {
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

// isNumber reports whether an identifier is a number that is a word.
func isNumber[T ~string | ~[]byte](id T) bool {
	if len(id) < 3 || len(id) > 5 {
		return false
	}
	for i := range len(id) {
		if !isDigit(id[i]) {
			return false
		}
	}
	return true
}

// singular is a part without the s behind its capitals.
func singular[T ~string | ~[]byte](part T) T {
	if n := len(part); n > 2 && part[n-1] == 's' && isUpper(part[n-2]) && isUpper(part[n-3]) {
		return part[:n-1]
	}
	return part
}

// boundary reports whether a new part of the identifier begins at i: at an underscore, at a capital after
// a small letter, and at the last capital of a run (HTTPServer is HTTP and Server), but for the s of a plural (URLsOf is URLs and Of).
func boundary[T ~string | ~[]byte](id T, i int) bool {
	c, before := id[i], id[i-1]
	switch {
	case c == '_':
		return true
	case isUpper(c):
		return !isUpper(before) || i+1 < len(id) && byteKinds[id[i+1]] == smallByte && !(id[i+1] == 's' && (i+2 == len(id) || byteKinds[id[i+2]] != smallByte))
	case isDigit(c) != isDigit(before):
		return isDigit(before) && before != '_'
	}
	return false
}
