package rank

import "strings"

// commentReader tells line by line whether a text's lines are nothing but comment or docstring. It looks at where lines begin and at what
// ends a comment, and not at strings: quick, and right where people write comments on lines of their own.
type commentReader struct {
	lexis
	docstring func(line string) (string, bool) // what documents in three quotes begins with a line; nil: nothing does
	until     string                           // what ends the comment that goes on; "" outside of one
}

func newCommentReader(fence string) commentReader {
	r := commentReader{lexis: lexisOf(fence)}
	switch fence {
	case "python", "cython":
		r.docstring = func(line string) (string, bool) { return strings.TrimLeft(line, "rRuU"), true }
	case "elixir":
		r.docstring = elixirDoc
	}
	return r
}

// elixirDoc is the string of an attribute that documents.
func elixirDoc(line string) (text string, is bool) {
	for _, attribute := range []string{"@doc ", "@moduledoc ", "@typedoc "} {
		if text, is = strings.CutPrefix(line, attribute); is {
			text = strings.TrimLeft(text, "~sS")
			break
		}
	}
	return text, is
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
	if r.block[0] != "" && strings.HasPrefix(line, r.block[0]) { // in Lua it begins as the other one does
		return r.opens(line[len(r.block[0]):], r.block[1])
	}
	if r.comment(line) {
		return true
	}
	if r.docstring == nil {
		return false
	}
	if text, is := r.docstring(line); is {
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

// comment reports whether a line begins with what makes all of it a comment.
func (l *lexis) comment(line string) bool {
	for _, mark := range l.line {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}
