package budget

import (
	"math"
	"strings"
	"unicode"
)

const (
	longPassage  = 30 // lines of a definition above which it is cut into passages…
	passageLines = 20 // …of about so many
	leastPassage = 8  // …and no fewer
	longDoc      = 5  // lines of its documentation from which on that is a passage by itself
)

// parts are a block's lines, in parts where it is long. What documents a definition of some length is a part of its own, above its
// title or below it: it says most of what a task says, and is seldom what the task changes.
func (s *source) parts(b *block, title lineSpan) []lineSpan {
	var out []lineSpan
	from := b.first
	if doc := title.first - b.first; doc >= longDoc && s.isComment(b.first, title.first) {
		out, from = s.cut(from, title.first-1), title.first
	}
	if doc := s.docstring(title.last+1, b.last); doc.last > doc.first && doc.last < b.last {
		out, from = append(out, s.cut(from, doc.last)...), doc.last+1
	}
	return append(out, s.cut(from, b.last)...)
}

// isComment reports whether the lines from first to the one before end are a comment, and blank lines below it.
func (s *source) isComment(first, end int) bool {
	for end > first && s.blank(end-1) {
		end--
	}
	return s.commentAbove(end, first) == first
}

// farDocstring is how many lines below the name of a definition its docstring begins at the latest: its parameters stand between.
const farDocstring = 8

// docstring are the lines of a long string in three quotes that a definition begins with below its title, and blank lines below it;
// without lines where there is none.
func (s *source) docstring(from, last int) lineSpan {
	for line := from; line <= last && line < from+farDocstring; line++ {
		text := strings.TrimLeft(s.trimmed(line), "rRuU")
		for _, quotes := range []string{`"""`, "'''"} {
			if !strings.HasPrefix(text, quotes) {
				continue
			}
			end := line
			if strings.Count(text, quotes) == 1 {
				for end++; end < last && !strings.Contains(s.trimmed(end), quotes); {
					end++
				}
			}
			if end-line+1 < longDoc {
				return lineSpan{}
			}
			for end < last && s.blank(end+1) {
				end++
			}
			return lineSpan{line, end}
		}
	}
	return lineSpan{}
}

// commentMarks are what nothing but comments begin and end with.
const commentMarks = "/*#-; "

// cut are lines in parts where there are many.
func (s *source) cut(first, last int) []lineSpan {
	if last-first < longPassage {
		return []lineSpan{{first, last}}
	}
	var out []lineSpan
	for from := first; from <= last; {
		to := last
		if most := from + passageLines - 1; last-most >= leastPassage {
			to = s.seam(from+leastPassage-1, most)
		}
		out = append(out, lineSpan{from, to})
		from = to + 1
	}
	return out
}

// seam is which of the lines from least to most a part best ends with: the one below which the text is the least indented, of such
// ones a blank line, also of a comment, and the last. Nothing begins with what ends or goes on with something above it.
func (s *source) seam(least, most int) int {
	best, lowest := most, math.MaxInt
	for line := most; line >= least; line-- {
		depth := 2 * s.indent(line+1)
		if depth < lowest && strings.Trim(s.trimmed(line), commentMarks) != "" {
			depth++
		}
		if depth < lowest && !goesOn(s.trimmed(line+1)) {
			best, lowest = line, depth
		}
	}
	return best
}

// goesOn reports whether a line ends what is above it, or goes on with it; a blank line does.
func goesOn(text string) bool {
	switch {
	case text == "", strings.HasPrefix(text, "*/"):
		return true
	case text[0] == '.', text[0] == ':': // but no ".. note::" or ":param x:" of documentation
		return len(text) == 1 || text[1] != '.' && (text[0] == '.' || text[1] == ' ')
	case strings.IndexByte("])}>,?&|", text[0]) >= 0:
		return true
	}
	word := text
	if i := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) }); i >= 0 {
		word = text[:i]
	}
	switch word {
	case "end", "fi", "done", "esac", "then", "do", "else", "elif", "elsif", "elseif", "except", "catch", "rescue", "finally", "ensure":
		return true
	}
	return false
}

// tabWidth is how many columns a tab in an indentation is taken for.
const tabWidth = 4

// indent is by how many columns a line is indented.
func (s *source) indent(line int) (columns int) {
	for _, c := range s.raw[s.rawStarts[line]:s.rawStarts[line+1]] {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += tabWidth
		default:
			return columns
		}
	}
	return columns
}
