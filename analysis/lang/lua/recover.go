package lua

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// mend ends functions that the parser let go on too far in a file with syntax errors: at a line that
// begins a definition no further right than the function itself began. It finds what the chunk returns,
// too, which stands at the left of its last lines.
func mend(b *syntax.Builder, o *outline) {
	f := b.Facts()
	for i := range o.bodies {
		o.bodies[i].End = cut(b, o.bodies[i])
	}
	for i := range f.Symbols {
		f.Symbols[i].Range.End = cut(b, f.Symbols[i].Range)
	}
	for i := range o.assignments {
		a := &o.assignments[i]
		a.whole.End = cut(b, a.whole)
		a.values.End = max(a.values.Start, min(a.values.End, a.whole.End))
	}
	if o.returned == "" {
		at := bytes.LastIndex(b.Src(), []byte("\nreturn "))
		if at >= 0 {
			line, _, _ := strings.Cut(string(b.Src()[at+len("\nreturn "):]), "\n")
			o.returned = returnedName(strings.TrimSpace(line))
		}
	}
}

// cut is where a range ends that may reach into what follows it.
func cut(b *syntax.Builder, s analysis.Span) uint32 {
	src := b.Src()
	indent := indentation(src[bytes.LastIndexByte(src[:s.Start], '\n')+1:])
	for at := s.Start; ; {
		i := bytes.IndexByte(src[at:s.End], '\n')
		if i < 0 {
			return s.End
		}
		at += uint32(i) + 1
		line := src[at:s.End]
		if n := indentation(line); n <= indent && begins(string(line[n:min(len(line), n+16)])) {
			return uint32(len(bytes.TrimRight(src[:at], " \t\r\n")))
		}
	}
}

func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// begins reports whether a line begins a definition or returns the module.
func begins(line string) bool {
	for _, word := range []string{"function ", "local ", "return "} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}
