package bash

import (
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// mend reads the functions and sourced files of a file with syntax errors once more, by their lines: to
// the parser a file may be one error from the first line to the last.
func mend(b *syntax.Builder, o *outline) {
	head := regexp.MustCompile(`^([ \t]*)(?:function[ \t]+([^\s(){}$'"&|;<>=#]+)[ \t]*(?:\(\))?|([^\s(){}$'"&|;<>=#]+)[ \t]*\(\))[ \t]*(?:[{(]|$)`)
	source := regexp.MustCompile(`^[ \t]*(?:source|\.)[ \t]+("[^"]*"|'[^']*'|[^\s;&|<>]+)`)
	f := b.Facts()
	defined, sourced := map[uint32]bool{}, map[uint32]bool{}
	for _, s := range f.Symbols {
		defined[s.Line] = true
	}
	for _, i := range f.Imports {
		sourced[i.Line] = true
	}
	src := string(b.Src())
	var heads []uint32 // where functions begin at the left
	at := 0
	for text := range strings.Lines(src) {
		start := at
		at += len(text)
		line := b.Line(uint32(start))
		m := head.FindStringSubmatchIndex(text)
		if m != nil && m[3] == 0 {
			heads = append(heads, uint32(start))
		}
		if m != nil && !defined[line] {
			name := m[4:6]
			if name[0] < 0 {
				name = m[6:8]
			}
			whole := analysis.Span{Start: uint32(start + m[3]), End: uint32(bodyEnd(src, at, text[:m[3]]))}
			o.bodies = append(o.bodies, analysis.Span{Start: uint32(start + name[1]), End: whole.End})
			b.Add(function(b, whole, analysis.Span{Start: uint32(start + name[0]), End: uint32(start + name[1])}))
		}
		if m := source.FindStringSubmatchIndex(text); m != nil && !sourced[line] {
			readSource(b, analysis.Span{Start: uint32(start + m[2]), End: uint32(start + m[3])})
		}
	}
	cut := func(s analysis.Span) analysis.Span { // none reaches into the next
		if i, _ := slices.BinarySearch(heads, s.Start+1); i < len(heads) && heads[i] < s.End {
			s.End = uint32(len(strings.TrimRight(src[:heads[i]], " \t\r\n")))
		}
		return s
	}
	for i := range o.bodies {
		o.bodies[i] = cut(o.bodies[i])
	}
	for i := range f.Symbols {
		f.Symbols[i].Range = cut(f.Symbols[i].Range)
	}
}

// bodyEnd is where the body ends that begins before an offset: behind the first line with a closing
// bracket that is indented as the head is, else at the end of the head's line.
func bodyEnd(src string, from int, indent string) int {
	at := from
	for text := range strings.Lines(src[from:]) {
		if rest, ok := strings.CutPrefix(text, indent); ok && (strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, ")")) {
			return at + len(indent) + 1
		}
		if strings.HasPrefix(text, indent) && len(text) > len(indent) && strings.IndexByte(" \t\r\n#", text[len(indent)]) < 0 && at > from {
			break
		}
		at += len(text)
	}
	return len(strings.TrimRight(src[:from], "\r\n"))
}
