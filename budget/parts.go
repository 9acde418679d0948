package budget

import "strings"

const (
	longPassage  = 30 // lines of a definition above which it is cut into passages…
	passageLines = 20 // …of about so many
	leastPassage = 8  // …and no fewer, where a blank line allows it
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

// cut are lines in parts where there are many: they end at blank lines, also of a comment, if there are any.
func (s *source) cut(first, last int) []lineSpan {
	if last-first < longPassage {
		return []lineSpan{{first, last}}
	}
	var out []lineSpan
	for from := first; from <= last; {
		to := min(last, from+passageLines-1)
		if last-to < leastPassage {
			to = last
		} else {
			for line := to; line >= from+leastPassage; line-- {
				if strings.Trim(s.trimmed(line), commentMarks) == "" {
					to = line
					break
				}
			}
		}
		out = append(out, lineSpan{from, to})
		from = to + 1
	}
	return out
}
