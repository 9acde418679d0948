package rank

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// commentReader tells line by line whether a text's lines are nothing but comment or docstring. It looks at where lines begin and at what
// ends a comment, and not at strings: quick, and right where people write comments on lines of their own.
type commentReader struct {
	*analysis.Lexis
	until string // what ends the comment that goes on; "" outside of one
}

// kind is what the next line is.
func (r *commentReader) kind(line string) lineKind {
	switch line = strings.TrimSpace(line); {
	case line == "" && r.until == "":
		return blankLine
	case r.next(line):
		return commentLine
	}
	return codeLine
}

// next reports whether the next line, without white space around it, is a comment.
func (r *commentReader) next(line string) bool {
	if r.until != "" {
		if strings.Contains(line, r.until) {
			r.until = ""
		}
		return true
	}
	if r.Block[0] != "" && strings.HasPrefix(line, r.Block[0]) { // in Lua it begins as the other one does
		return r.opens(line[len(r.Block[0]):], r.Block[1])
	}
	if isComment(r.Lexis, line) {
		return true
	}
	if r.Doc == nil {
		return false
	}
	if text, is := r.Doc(line); is {
		for _, quotes := range []string{`"""`, "'''"} {
			if rest, found := strings.CutPrefix(text, quotes); found {
				return r.opens(rest, quotes)
			}
		}
	}
	return false
}

// opens reads what stands behind what opens a comment, and reports whether the whole line is one.
func (r *commentReader) opens(rest, end string) bool {
	_, behind, closed := strings.Cut(rest, end)
	if !closed {
		r.until = end
	}
	return behind == ""
}

// isComment reports whether a line begins with what makes all of it a comment.
func isComment(l *analysis.Lexis, line string) bool {
	for _, mark := range l.Line {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}
