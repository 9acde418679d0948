package budget

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// shortIntroduction is how many lines with text above a licence, in the same comment, are no description of the file.
const shortIntroduction = 3

// licence finds the lines of the licence in the comment that a file begins with: no part of the file is shown for it.
// Where there is none, or nothing but it, last is -1.
func (s *source) licence() lineSpan {
	none := lineSpan{0, -1}
	first := 0
	for first < s.lines() && s.beforeComment(first) {
		first++
	}
	last := s.commentFrom(first)
	if last < first {
		return none
	}
	begin, introduction := first, 0
	for ; begin <= last; begin++ {
		text := strings.TrimLeft(s.trimmed(begin), "/*#;!<>%- \t")
		if analysis.IsLicence(text) {
			break
		}
		if text != "" {
			introduction++
		}
	}
	rest := last + 1
	for rest < s.lines() && s.blank(rest) {
		rest++
	}
	switch {
	case begin > last, rest == s.lines():
		return none
	case introduction < shortIntroduction:
		begin = 0
	}
	return lineSpan{begin, rest - 1}
}

// beforeComment reports whether a line may stand above a file's first comment: it names the interpreter or begins the code.
func (s *source) beforeComment(line int) bool {
	text := s.trimmed(line)
	return text == "" || strings.HasPrefix(text, "#!") || strings.HasPrefix(text, "<?") || strings.HasPrefix(text, "# -*-")
}

// commentFrom is the last line of the comment that begins in a line; the one before it where none does.
func (s *source) commentFrom(first int) int {
	if first == s.lines() {
		return first - 1
	}
	for _, marks := range [][2]string{{"/*", "*/"}, {"<!--", "-->"}} {
		if strings.HasPrefix(s.trimmed(first), marks[0]) {
			for line := first; line < s.lines(); line++ {
				if strings.HasSuffix(s.trimmed(line), marks[1]) {
					return line
				}
			}
			return first - 1
		}
	}
	for _, mark := range []string{"//", "#", "--", ";"} {
		line := first
		for line < s.lines() && strings.HasPrefix(s.trimmed(line), mark) {
			line++
		}
		if line > first {
			return line - 1
		}
	}
	return first - 1
}

// fillBelow puts lines into the gaps between a file's definitions as fill does, but not those of its licence.
func (s *source) fillBelow(licence lineSpan, blocks []block) (out []block) {
	if len(blocks) > 0 && blocks[0].first <= licence.last {
		licence = lineSpan{0, -1} // what looks like one is in a definition
	}
	if licence.first > 0 {
		out = append(out, block{first: 0, last: licence.first - 1, urgency: between, loose: true})
	}
	out = append(out, s.fill(blocks, licence.last+1, s.lines()-1, false)...)
	for i := range out {
		out[i].isPrelude = out[i].first == 0 || out[i].first == licence.last+1
	}
	return out
}
