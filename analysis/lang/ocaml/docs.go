package ocaml

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// document gives each symbol the comment (** … *) above it, else the one below it.
func document(b *syntax.Builder, o *outline) {
	src := b.Src()
	symbols := b.Facts().Symbols
	for i := range symbols {
		s := &symbols[i]
		at, found := slices.BinarySearchFunc(o.docs, s.Range.Start, func(d analysis.Span, at uint32) int { return cmp.Compare(d.Start, at) })
		if !found && at > 0 && near(src[o.docs[at-1].End:s.Range.Start]) && startsLine(src, o.docs[at-1].Start) {
			s.Doc = docText(string(src[o.docs[at-1].Start:o.docs[at-1].End]))
			continue
		}
		at, _ = slices.BinarySearchFunc(o.docs, s.Range.End, func(d analysis.Span, at uint32) int { return cmp.Compare(d.Start, at) })
		if at < len(o.docs) {
			d := o.docs[at]
			gap := bytes.TrimLeft(src[s.Range.End:d.Start], ";")
			if near(gap) && (!bytes.Contains(gap, []byte("\n")) || endsParagraph(src[d.End:])) {
				s.Doc = docText(string(src[d.Start:d.End]))
			}
		}
	}
}

// near reports whether a gap holds nothing but white space with at most one line break.
func near(gap []byte) bool {
	return len(bytes.TrimSpace(gap)) == 0 && bytes.Count(gap, []byte("\n")) <= 1
}

func startsLine(src []byte, at uint32) bool {
	return len(bytes.TrimSpace(src[bytes.LastIndexByte(src[:at], '\n')+1:at])) == 0
}

// endsParagraph reports whether a blank line, the end of a module or of the file follows.
func endsParagraph(rest []byte) bool {
	_, rest, _ = bytes.Cut(rest, []byte("\n"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	line = bytes.TrimSpace(line)
	return len(line) == 0 || bytes.Equal(line, []byte("end"))
}

// docText is the first sentence of a documentation comment.
func docText(comment string) string {
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(comment, "(**"), "*)"), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "*"))
		if strings.HasPrefix(line, "{") { // a heading, a block of code
			line = ""
		}
		lines[i] = line
	}
	return syntax.Sentence(lines)
}
