package ignore

import "strings"

// A glob is git's wildcard language, compiled. Its meaning is that of git's wildmatch.c; the matching
// below does not recurse, so it cannot take exponential time.
type glob []token

type token struct {
	op    op
	char  byte
	class *class
}

type op uint8

const (
	opChar  op = iota // this byte
	opAny             // ?  any byte but a slash
	opClass           // [] a byte of the class; never a slash
	opStar            // *  any bytes but slashes
	opDirs            // **/ at the start or after a slash: no directory or some
	opRest            // ** likewise, with nothing or an escaped slash behind it: any bytes
	opNever           // malformed from here on; matches nothing
)

// compileGlob compiles a pattern. In a pattern without slashes ** is the same as *.
func compileGlob(p string, fold bool) glob {
	var g glob
	for i := 0; i < len(p); i++ {
		switch c := p[i]; c {
		case '?':
			g = append(g, token{op: opAny})
		case '*':
			start := i
			for i+1 < len(p) && p[i+1] == '*' {
				i++
			}
			rest := p[i+1:]
			whole := i > start && (start == 0 || p[start-1] == '/') // a ** that fills its path segment
			switch {
			case whole && strings.HasPrefix(rest, "/"):
				g = append(g, token{op: opDirs})
				i++
			case whole && (rest == "" || strings.HasPrefix(rest, `\/`)):
				g = append(g, token{op: opRest})
			default:
				g = append(g, token{op: opStar})
			}
		case '[':
			set, length := compileClass(p[i:], fold)
			if length == 0 {
				return append(g, token{op: opNever})
			}
			g = append(g, token{op: opClass, class: set})
			i += length - 1
		case '\\':
			i++
			if i == len(p) {
				return append(g, token{op: opNever})
			}
			// git does not fold an escaped letter, but folds the path: an escaped capital matches nothing.
			g = append(g, token{op: opChar, char: p[i]})
		default:
			if fold {
				c = lower(c)
			}
			g = append(g, token{op: opChar, char: c})
		}
	}
	return g
}

// match reports whether the glob matches all of s, which is lower-cased when the glob was folded.
//
// It is the usual greedy matcher with one point of return per kind of star. Only the latest * needs
// one: all stars of a path segment end at the same slash, so whatever an earlier star could reach by
// taking more, a later one can too. For the same reason a ** makes everything before it final.
func (g glob) match(s string) bool {
	star, starAt := -1, 0 // token after the latest *, and how far it reaches
	deep, deepAt := -1, 0 // the same for the latest **
	for p, i := 0, 0; ; {
		if p == len(g) {
			if i == len(s) {
				return true
			}
		} else {
			switch t := &g[p]; t.op {
			case opStar:
				p++
				star, starAt = p, i
				continue
			case opDirs, opRest:
				p++
				deep, deepAt, star = p, i, -1
				continue
			default:
				if i < len(s) && t.matches(s[i]) {
					p, i = p+1, i+1
					continue
				}
			}
		}
		switch {
		case star >= 0 && starAt < len(s) && s[starAt] != '/':
			starAt++
			p, i = star, starAt
		case deep >= 0 && deepAt < len(s):
			step := 1
			if g[deep-1].op == opDirs {
				step = strings.IndexByte(s[deepAt:], '/') + 1
				if step == 0 {
					return false
				}
			}
			deepAt += step
			p, i, star = deep, deepAt, -1
		default:
			return false
		}
	}
}

func (t *token) matches(c byte) bool {
	switch t.op {
	case opChar:
		return c == t.char
	case opAny:
		return c != '/'
	case opClass:
		return t.class.has(c)
	}
	return false
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// lowerASCII lower-cases ASCII letters alone, as git does.
func lowerASCII(s string) string {
	for i := 0; i < len(s); i++ {
		if lower(s[i]) != s[i] {
			b := []byte(s)
			for ; i < len(b); i++ {
				b[i] = lower(b[i])
			}
			return string(b)
		}
	}
	return s
}
