package ignore

import (
	"bytes"
	"strings"
)

// maxLine is the longest line of an ignore file that is read, in bytes: what a path can have on Linux.
const maxLine = 4096

// A pattern is one line of an ignore file. Which fields are used depends on how it matches:
//
//	a base name    literal text; "*" and literal text; or a glob
//	a whole path   literal text, followed by a glob of the rest
type pattern struct {
	line    int // 1-based, as git check-ignore -v reports it
	negated bool
	dirOnly bool
	path    bool   // matches the whole path below the ignore file's directory, not the base name
	suffix  bool   // text is what a base name ends with
	text    string // literal part, without an anchoring slash; lower case when folded
	glob    glob   // nil when text is everything
	source  string // the line as written, less trailing blanks
}

// parsePatterns reads the lines of an ignore file as git's dir.c does.
func parsePatterns(text []byte, fold bool) []pattern {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	var patterns []pattern
	for number := 1; len(text) > 0; number++ {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		text = rest
		if len(line) == 0 || line[0] == '#' || len(line) > maxLine {
			continue
		}
		line = bytes.TrimSuffix(line, []byte{'\r'})
		if nul := bytes.IndexByte(line, 0); nul >= 0 {
			line = line[:nul]
		}
		if p, ok := parsePattern(trimSpaces(string(line)), fold); ok {
			p.line = number
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimSpaces drops trailing spaces that no backslash protects.
func trimSpaces(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(s) {
				return s
			}
		}
		end = i + 1
	}
	return s[:end]
}

// parsePattern reads one line; false when it can match nothing at all.
func parsePattern(s string, fold bool) (pattern, bool) {
	p := pattern{source: s}
	if strings.HasPrefix(s, "!") {
		p.negated = true
		s = s[1:]
	}
	if strings.HasSuffix(s, "/") {
		p.dirOnly = true
		s = s[:len(s)-1]
	}
	p.path = strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	if s == "" {
		return p, false
	}
	wild := strings.IndexAny(s, `*?[\`)
	switch {
	case wild < 0:
		p.text = s
	case p.path:
		// git compares the literal beginning first and hands the rest to its matcher, for which a **
		// right behind it then stands at the start: "a**/b" matches "ab". So the cut is part of the meaning.
		p.text = s[:wild]
		p.glob = compileGlob(s[wild:], fold)
	case s[0] == '*' && !strings.ContainsAny(s[1:], `*?[\`):
		p.suffix = true
		p.text = s[1:]
	default:
		p.glob = compileGlob(s, fold)
	}
	if fold {
		p.text = lowerASCII(p.text)
	}
	return p, !p.glob.never()
}

// never reports whether the glob is malformed, so that it matches nothing.
func (g glob) never() bool { return len(g) > 0 && g[len(g)-1].op == opNever }

// matches reports whether the pattern matches a path, given below the ignore file's directory, with its
// base name. It does not look at dirOnly.
func (p *pattern) matches(path, base string) bool {
	if !p.path {
		switch {
		case p.suffix:
			return strings.HasSuffix(base, p.text)
		case p.glob != nil:
			return p.glob.match(base)
		}
		return base == p.text
	}
	if p.glob == nil {
		return path == p.text
	}
	return strings.HasPrefix(path, p.text) && p.glob.match(path[len(p.text):])
}
