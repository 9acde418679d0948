package rank

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// prose are the comments and strings of a text, by position; code inside strings ("${total()}") is not among them.
// It goes by what most languages have in common, so that no file need be parsed to tell where a name is used.
type prose []analysis.Span

// has reports whether an offset lies in a comment or a string.
func (p prose) has(offset int) bool {
	i := sort.Search(len(p), func(i int) bool { return int(p[i].End) > offset })
	return i < len(p) && int(p[i].Start) <= offset
}

// readProse finds the comments and strings of a text.
func readProse(text string, lexis *analysis.Lexis) prose {
	r := proseReader{Lexis: lexis, text: text, unclosed: map[int]bool{}}
	r.code(0, 0)
	return r.found
}

type proseReader struct {
	*analysis.Lexis
	text  string
	found prose

	unclosed map[int]bool // quotes with a hole behind them that nothing closes, as far as it was tried: those in holes are tried again and again
}

// longestHole is how many bytes of code are looked through for the end of a hole in a string, and mostUnclosed how many strings may have one
// without end before holes are text: what is written by nobody must not take long.
const (
	longestHole  = 4 << 10
	mostUnclosed = 100
)

func (r *proseReader) note(start, end int) int {
	if end > start {
		r.found = append(r.found, analysis.Span{Start: uint32(start), End: uint32(end)})
	}
	return end
}

// until is the offset behind the next mark, or else the text's end.
func (r *proseReader) until(at int, mark string) int {
	if i := strings.Index(r.text[at:], mark); i >= 0 {
		return at + i + len(mark)
	}
	return len(r.text)
}

// behindBlock is the offset behind the comment in marks that was opened before an offset, or else the text's end.
func (r *proseReader) behindBlock(at int) int {
	if !r.Nested {
		return r.until(at, r.Block[1])
	}
	for depth := 1; at < len(r.text); {
		switch rest := r.text[at:]; {
		case strings.HasPrefix(rest, r.Block[0]):
			depth++
			at += len(r.Block[0])
		case strings.HasPrefix(rest, r.Block[1]):
			if at += len(r.Block[1]); depth == 1 {
				return at
			}
			depth--
		default:
			at++
		}
	}
	return at
}

// code reads code from an offset to the bracket that closes what was opened before it, or to the end for 0; where nothing closes it, it is none.
func (r *proseReader) code(at int, closing byte) (end int, closed bool) {
	depth, limit := 0, len(r.text)
	if closing != 0 {
		limit = min(limit, at+longestHole)
	}
	for at < limit {
		c, rest := r.text[at], r.text[at:]
		switch {
		case r.Block[0] != "" && strings.HasPrefix(rest, r.Block[0]):
			at = r.note(at, r.behindBlock(at+len(r.Block[0])))
			continue
		case isComment(r.Lexis, rest):
			at = r.note(at, r.until(at, "\n"))
			continue
		case strings.IndexByte(r.Quotes, c) >= 0:
			at = r.quoted(at)
			continue
		case closing == '}' && c == '{' || closing == ')' && c == '(':
			depth++
		case closing != 0 && c == closing:
			if depth == 0 {
				return at + 1, true
			}
			depth--
		}
		at++
	}
	return at, closing == 0
}

// hole reads the code in a string that begins at from and goes on behind a hole at an offset.
func (r *proseReader) hole(from, at int, closing byte) (end int, closed bool) {
	r.note(from, at)
	return r.code(at, closing)
}

// quoted reads a string that begins at an offset. A quote that nothing closes on its line is none.
func (r *proseReader) quoted(start int) int {
	if r.unclosed[start] {
		return start + 1
	}
	if end, raw := r.rawString(start); raw {
		return end
	}
	quote, end := r.text[start:start+1], len(r.text)
	overLines := strings.Contains(r.Lines, quote) // and so no need to triple it
	if triple := strings.Repeat(quote, 3); !overLines && strings.HasPrefix(r.text[start:], triple) {
		quote = triple
	} else if !overLines {
		if i := strings.IndexByte(r.text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if r.Char && quote == "'" {
			_, size := utf8.DecodeRuneInString(r.text[start+1:])
			end = min(end, start+1+size+1)
			if strings.HasPrefix(r.text[start+1:], `\`) {
				end = min(len(r.text), start+len(`'\u{10ffff}'`))
			}
		}
	}
	braces := start > 0 && strings.IndexByte("fF$", r.text[start-1]) >= 0 // Python's f"{…}", C#'s $"{…}"
	from, noted, closed, holes := start, len(r.found), true, len(r.unclosed) < mostUnclosed
	for at := start + len(quote); at < end && closed; {
		rest := r.text[at:]
		switch {
		case rest[0] == '\\':
			at += 2
		case strings.HasPrefix(rest, quote):
			return r.note(from, at+len(quote))
		case holes && (strings.HasPrefix(rest, "${") || strings.HasPrefix(rest, "#{")):
			from, closed = r.hole(from, at+2, '}')
			at = from
		case holes && strings.HasPrefix(rest, "$("):
			from, closed = r.hole(from, at+2, ')')
			at = from
		case holes && braces && rest[0] == '{':
			from, closed = r.hole(from, at+1, '}')
			at = from
		default:
			at++
		}
	}
	return r.none(start, from, noted)
}

// none takes back what was noted of a string that nothing closes, read up to from, and returns the offset behind its quote.
func (r *proseReader) none(start, from, noted int) int {
	if from > start {
		r.unclosed[start] = true
	}
	r.found = r.found[:noted]
	return start + 1
}
