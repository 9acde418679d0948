package rust

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// bits turns what stands in a bitflags! into something of the same length that the grammar knows: of struct A:
// u8 { const B = 1; } it makes enum A { B = 1, }. See declareFlags.
func (u *unwrapper) bits(from, to int) {
	for i := from; i < to; i++ {
		if u.text(i) == "[" || u.text(i) == "{" {
			i = u.matching(i)
		}
		if u.text(i) != "struct" || u.text(i+2) != ":" {
			continue
		}
		open := i + 3
		for open < to && u.text(open) != "{" && u.text(open) != ";" {
			open++
		}
		if open == to {
			return
		}
		if u.text(open) == ";" {
			continue // no type goes on behind it
		}
		u.flags[u.text(i+1)] = strings.Join(strings.Fields(u.src[u.tokens[i+3].start:u.tokens[open-1].end]), " ")
		u.blank(i, i+1)
		copy(u.out[u.tokens[i].start:], "enum")
		u.blank(i+2, open)
		i = u.matching(open)
		u.constants(open+1, i)
	}
}

// constants makes variants of the constants in tokens [from,to).
func (u *unwrapper) constants(from, to int) {
	for i := from; i < to; i++ {
		if u.text(i) != "const" {
			continue
		}
		end := i
		for end < to && u.text(end) != ";" {
			if t := u.text(end); t == "(" || t == "[" || t == "{" {
				end = u.matching(end)
			}
			end++
		}
		if u.text(i+1) == "_" || end >= to {
			u.blank(i, min(end+1, to))
		} else {
			u.blank(i, i+1)
			u.out[u.tokens[end].start] = ','
		}
		i = end
	}
}

// declareFlags turns the enums that bits has made back into what they are.
func declareFlags(f *analysis.Facts, flags map[string]string) {
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if typ, ok := flags[s.Name]; ok && s.Kind == analysis.Enum {
			s.Kind = analysis.Struct
			s.Signature = strings.Replace(s.Signature, "enum ", "struct ", 1) + ": " + typ
		}
	}
}
