package rank

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// longestLiteral is how far back the type of a value is looked for, in bytes.
const longestLiteral = 16 << 10

// inLiteral reports whether a place names the member in a value or a pattern that names its type: `Lid { wide: 1 }`, `Lid(wide = 1)`.
func (f *useFinder) inLiteral(u Use) bool {
	if f.s.Kind != analysis.Field {
		return false
	}
	before, after := beforeMember(f.text[:u.Span.Start]), strings.TrimLeft(f.text[u.Span.End:], blank)
	alone := f.spelling().Sets == ":" && endsInAny(before, "{,") && beginsWithAny(after, ",}") // a local is called so, too
	if !alone && !f.isInitialised(u) {
		return false
	}
	of := literalType(before[max(0, len(before)-longestLiteral):])
	if of == "Self" && u.In != WholeFile {
		of = lastPart(f.ix.symbols(f.n)[u.In].Container)
	}
	return of == lastPart(f.s.Container)
}

// beforeMember is what stands before a member of a value, without comments and attributes on lines of their own.
func beforeMember(text string) string {
	for {
		text = strings.TrimRight(text, blank)
		line := strings.LastIndexByte(text, '\n') + 1
		if own := strings.TrimLeft(text[line:], blank); !strings.HasPrefix(own, "//") && !strings.HasPrefix(own, "#[") {
			return text
		}
		text = text[:line]
	}
}

// literalType is the name before the innermost bracket that is open where a text ends, "" where there is none.
func literalType(text string) string {
	depth := 0
	for at := len(text) - 1; at >= 0; at-- {
		switch text[at] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				return lastWord(strings.TrimRight(text[:at], blank))
			}
		}
	}
	return ""
}
