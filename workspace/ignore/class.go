package ignore

// A class is the set of bytes that a [bracket expression] matches.
type class [4]uint64

func (c *class) has(b byte) bool { return c[b>>6]>>(b&63)&1 != 0 }
func (c *class) add(b byte)      { c[b>>6] |= 1 << (b & 63) }

// compileClass compiles the bracket expression at the start of p. Its length is 0 when it is malformed:
// not closed, or with an unknown [:name:]; git then matches nothing with the whole pattern.
func compileClass(p string, fold bool) (set *class, length int) {
	set = &class{}
	at := func(i int) byte { // 0 past the end, as in C
		if i < len(p) {
			return p[i]
		}
		return 0
	}
	i := 1
	negated := at(i) == '!' || at(i) == '^'
	if negated {
		i++
	}
	var prev byte // the start of a range, should a hyphen follow
	for first := true; first || at(i) != ']'; first = false {
		c := at(i)
		switch {
		case c == 0:
			return nil, 0
		case c == '\\':
			i++
			if c = at(i); c == 0 {
				return nil, 0
			}
			set.add(c)
			prev = c
		case c == '-' && prev != 0 && at(i+1) != 0 && at(i+1) != ']':
			i++
			if at(i) == '\\' {
				i++
			}
			if at(i) == 0 {
				return nil, 0
			}
			set.addRange(prev, at(i), fold)
			prev = 0
		case c == '[' && at(i+1) == ':':
			name, end := className(p, i+2)
			if end < 0 {
				return nil, 0
			}
			if name == "" { // no ":]" before the next bracket: a plain [
				set.add('[')
				prev = '['
				break
			}
			if !set.addNamed(name, fold) {
				return nil, 0
			}
			i, prev = end, 0
		default:
			set.add(c)
			prev = c
		}
		i++
	}
	if negated {
		for w := range set {
			set[w] = ^set[w]
		}
	}
	set['/'>>6] &^= 1 << ('/' & 63)
	return set, i + 1
}

// className reads the name of a [:name:] that starts at p[start:], and the index of its last bracket.
// The name is ":" less than what stands before the next "]"; "" when that is not closed by ":]", and
// the index is -1 when there is no "]" at all. An empty name "[::]" is returned as ":".
func className(p string, start int) (name string, end int) {
	for end = start; end < len(p); end++ {
		if p[end] != ']' {
			continue
		}
		if end == start || p[end-1] != ':' {
			return "", end
		}
		if end == start+1 {
			return ":", end
		}
		return p[start : end-1], end
	}
	return "", -1
}

func (c *class) addRange(from, to byte, fold bool) {
	for b := 0; b < 256; b++ {
		in := func(x byte) bool { return from <= x && x <= to }
		// Paths are lower-cased when folding; a range of capitals must still match them.
		if x := byte(b); in(x) || fold && 'a' <= x && x <= 'z' && in(x-'a'+'A') {
			c.add(x)
		}
	}
}

// addNamed adds a POSIX class of ASCII characters; false when there is none of that name.
func (c *class) addNamed(name string, fold bool) bool {
	var in func(b byte) bool
	isLower := func(b byte) bool { return 'a' <= b && b <= 'z' }
	isUpper := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	isDigit := func(b byte) bool { return '0' <= b && b <= '9' }
	isAlnum := func(b byte) bool { return isLower(b) || isUpper(b) || isDigit(b) }
	isGraph := func(b byte) bool { return '!' <= b && b <= '~' }
	switch name {
	case "alnum":
		in = isAlnum
	case "alpha":
		in = func(b byte) bool { return isLower(b) || isUpper(b) }
	case "blank":
		in = func(b byte) bool { return b == ' ' || b == '\t' }
	case "cntrl":
		in = func(b byte) bool { return b < ' ' || b == 0x7f }
	case "digit":
		in = isDigit
	case "graph":
		in = isGraph
	case "lower":
		in = isLower
	case "print":
		in = func(b byte) bool { return b == ' ' || isGraph(b) }
	case "punct":
		in = func(b byte) bool { return isGraph(b) && !isAlnum(b) }
	case "space":
		in = func(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' } // git's own idea of it
	case "upper":
		in = func(b byte) bool { return isUpper(b) || fold && isLower(b) }
	case "xdigit":
		in = func(b byte) bool { return isDigit(b) || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F' }
	default:
		return false
	}
	for b := 0; b < 256; b++ {
		if in(byte(b)) {
			c.add(byte(b))
		}
	}
	return true
}
