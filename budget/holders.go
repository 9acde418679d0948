package budget

import (
	"slices"
	"strings"
)

// holder is what holds members of a type and defines nothing itself: Rust's impl, Swift's extension. It is told by the indentation of
// the members that no definition of their type holds.
type holder struct {
	lines lineSpan
	depth int // columns by which its members are indented
}

// holders are the blocks of a text's holders.
func (s *source) holders(o *outline) (out []block) {
	known := map[string][]holder{} // by the type; also lines where there is none
	for rank, i := range o.order {
		member := &o.symbols[i]
		if member.Container == "" || member.Range.Start >= member.Range.End || int(member.Range.End) > len(s.raw) {
			continue
		}
		if p := o.parent[i]; p >= 0 && o.symbols[p].Range.Contains(member.Range) {
			continue
		}
		line := s.line(member.Range.Start)
		depth := s.indent(line)
		if depth == 0 || slices.ContainsFunc(known[member.Container], func(h holder) bool {
			return h.lines.first < line && line <= h.lines.last && h.depth == depth
		}) {
			continue
		}
		of := member.Container[strings.LastIndexByte(member.Container, '.')+1:]
		first, found := s.holderAbove(line, depth, of)
		h := holder{lineSpan{first, line}, depth}
		if found {
			h.lines.last = s.holderEnd(first)
			out = append(out, block{first: first, last: h.lines.last, urgency: defined, rank: rank, holds: of})
		}
		known[member.Container] = append(known[member.Container], h)
	}
	return out
}

// holderAbove is the line at which what holds a member of a type begins: the nearest one above it that is indented less, if it or
// those that it goes on with name the type.
func (s *source) holderAbove(member, depth int, of string) (line int, found bool) {
	head := -1 // how far the holder's first line is indented
	for line = member - 1; line >= 0; line-- {
		text := s.trimmed(line)
		switch indent := s.indent(line); {
		case text == "" && head < 0, text != "" && strings.IndexByte("/#*", text[0]) >= 0:
			continue
		case text == "", head >= 0 && indent < depth && indent != head:
			return line, false
		case indent >= depth: // another member, or more of the head
			found = found || head >= 0 && hasName(text, of)
			continue
		}
		head = s.indent(line)
		found = found || hasName(text, of)
		if !headGoesOn(text) {
			return line, found
		}
	}
	return line, false
}

// headGoesOn reports whether a line goes on with the head of what holds members.
func headGoesOn(text string) bool {
	return strings.IndexByte("{>)", text[0]) >= 0 || text == "where" || strings.HasPrefix(text, "where ")
}

// holderEnd is the last line of what begins at one.
func (s *source) holderEnd(first int) int {
	depth := s.indent(first)
	for line := first + 1; line < s.lines(); line++ {
		text := s.trimmed(line)
		if text == "" || s.indent(line) > depth || headGoesOn(text) || strings.IndexByte("/#*", text[0]) >= 0 {
			continue
		}
		if goesOn(text) {
			return line
		}
		return line - 1
	}
	return s.lines() - 1
}

// hasName reports whether a name stands in a line.
func hasName(line, name string) bool { return slices.Contains(strings.FieldsFunc(line, noName), name) }
