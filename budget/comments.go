package budget

import "strings"

// commentAbove is where the comment begins that stands right above a line, no earlier than first; the line itself
// where there is none.
func (s *source) commentAbove(line, first int) int {
	for line > first {
		above := s.trimmed(line - 1)
		switch {
		case strings.HasSuffix(above, "*/"):
			begin := line - 1
			for begin > first && !strings.Contains(s.trimmed(begin), "/*") {
				begin--
			}
			if !strings.HasPrefix(s.trimmed(begin), "/*") {
				return line
			}
			line = begin
		case strings.HasPrefix(above, "//"), strings.HasPrefix(above, "--"), above == "#", strings.HasPrefix(above, "# "):
			line--
		default:
			return line
		}
	}
	return line
}

// docAbove is where the documentation (/** … */) begins that stands above a line and blank lines, no earlier than first;
// the line itself where there is none.
func (s *source) docAbove(line, first int) int {
	end := line
	for end > first && s.blank(end-1) {
		end--
	}
	if begin := s.commentAbove(end, first); begin < end && strings.HasPrefix(s.trimmed(begin), "/**") {
		return begin
	}
	return line
}
