package outline

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Mend adds the definitions that the tree has lost, and puts right how far the others reach.
func (f *File) Mend(src []byte, parse Parse) {
	all := headers(src, parse)
	named := make(map[uint32]int, len(all))
	for i, h := range all {
		named[h.Name.Start] = i
	}
	bodies := map[uint32]bool{} // where the bodies of what was lost or cut short begin or end
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if h, ok := named[d.Name.Start]; ok && d.Kind != Hidden && d.Name.End > 0 {
			end := max(all[h].Whole.End, d.Name.End)
			bodies[end] = bodies[end] || end > d.Whole.End
			if all[h].continued > 0 {
				d.Head.End = headEnd(src, all[h])
			}
			d.Whole.End = end
			d.Head.End = min(d.Head.End, d.Whole.End)
			d.Value.End = min(d.Value.End, d.Whole.End)
			all[h].Kind = ""
		}
	}
	for _, h := range all {
		if h.Kind != "" {
			d := lost(src, h)
			bodies[d.Head.End], bodies[d.Whole.End] = true, true
			f.Definitions = append(f.Definitions, d)
		}
	}
	f.Definitions = slices.DeleteFunc(f.Definitions, func(d Definition) bool {
		return d.Kind == Hidden && d.Name.End == 0 && (bodies[d.Whole.Start] || bodies[d.Whole.End] || overflows(src, all, d.Whole))
	})
}

// lost is the definition that a header begins.
func lost(src []byte, h Header) Definition {
	d := Definition{Kind: h.Kind, Whole: h.Whole, Name: h.Name, Head: h.Whole}
	if h.Form == All {
		return d
	}
	d.Head.End = headEnd(src, h)
	if value := d.Head.End + 1; h.Form == Value && d.Head.End < h.Whole.End && src[d.Head.End] == '=' {
		text := string(src[value:h.Whole.End])
		d.Value = analysis.Span{Start: h.Whole.End - uint32(len(strings.TrimLeft(text, " \t\r\n"))), End: h.Whole.End}
	}
	return d
}

// overflows reports whether what should hide its insides holds a definition that begins further to the left
// than the line it begins on.
func overflows(src []byte, all []Header, s analysis.Span) bool {
	indent := indentation(src, s.Start)
	first := sort.Search(len(all), func(i int) bool { return all[i].Whole.Start > s.Start })
	for _, h := range all[first:] {
		if h.Whole.Start >= s.End {
			return false
		}
		if indentation(src, h.Whole.Start) <= indent {
			return true
		}
	}
	return false
}

// indentation is how far the line of an offset is indented.
func indentation(src []byte, offset uint32) int {
	line := src[bytes.LastIndexByte(src[:offset], '\n')+1:]
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}
