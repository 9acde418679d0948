package budget

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// What an enum is about are its constants, so its line in an outline names them, unless each has a line of its own,
// and its head in a slice shows them.

const (
	casesWidth = 200 // bytes of the constants on an enum's line
	caseLines  = 24  // lines of constants in an enum's head: more are no head
)

// casesOf are, by enum, the constants that it lists, in source order. Those of C stand beside it by their names.
func casesOf(symbols []analysis.Symbol) map[int32][]int32 {
	var cases map[int32][]int32
	enum := int32(-1)
	for i := range symbols {
		switch s := &symbols[i]; {
		case s.Kind == analysis.Enum:
			enum = int32(i)
		case enum >= 0 && isCase(s, &symbols[enum]):
			if cases == nil {
				cases = map[int32][]int32{}
			}
			cases[enum] = append(cases[enum], int32(i))
		}
	}
	return cases
}

// isCase reports whether a symbol is one of the constants that an enum lists, and no other constant in it.
func isCase(s, enum *analysis.Symbol) bool {
	return s.Kind == analysis.Constant && enum.Range.Contains(s.Range) && (s.Container == qualified(enum) || s.Container == enum.Container) &&
		strings.HasPrefix(strings.TrimPrefix(s.Signature, "case "), s.Name)
}

// withCases is an enum's signature with its constants: as they are where these are short, else their names, as many as
// fit the width with the rest.
func (o *outline) withCases(enum int32, signature string, widest int) string {
	cases := o.cases[enum]
	const body = "{…}" // typedef enum {…} name
	if len(cases) == 0 || strings.Contains(signature, "{") && !strings.Contains(signature, body) {
		return signature
	}
	whole, names := make([]string, len(cases)), make([]string, len(cases))
	for i, c := range cases {
		whole[i], names[i] = strings.TrimPrefix(render.OneLine(o.symbols[c].Signature), "case "), o.symbols[c].Name
	}
	list, room := strings.Join(whole, ", "), min(casesWidth, widest-len(signature)-len(" {  }"))
	if len(list) > min(casesWidth/2, room) {
		list = listed(names, room)
	}
	list = "{ " + list + " }"
	if before, after, cut := strings.Cut(signature, body); cut {
		return before + list + after
	}
	return signature + " " + list
}

// listed are as many of the names as fit so many bytes, with … for the others.
func listed(names []string, room int) string {
	if list := strings.Join(names, ", "); len(list) <= room {
		return list
	}
	var list strings.Builder
	for _, name := range names {
		if list.Len()+len(name)+len(", …") > room {
			break
		}
		list.WriteString(name + ", ")
	}
	return list.String() + "…"
}

// folded marks the constants that have no lines of their own: those of enums not all of whose constants are shown.
func (o *outline) folded(shown []bool) []bool {
	folded := make([]bool, len(shown))
	for _, cases := range o.cases {
		all := true
		for _, c := range cases {
			all = all && shown[c]
		}
		for _, c := range cases {
			folded[c] = !all
		}
	}
	return folded
}

// headCases are the constants that the head of an enum shows: with their comments where these are short, else without;
// none where there are too many.
func (b *block) headCases() []*block {
	var whole, bare []*block
	lines := func(blocks []*block) (n int) {
		for _, b := range blocks {
			n += b.last - b.first + 1
		}
		return n
	}
	for i := range b.kids {
		if k := &b.kids[i]; k.isCase {
			whole, bare = append(whole, k), append(bare, &block{first: k.from, last: k.to})
		}
	}
	switch {
	case lines(whole) <= caseLines:
		return whole
	case lines(bare) <= caseLines:
		return bare
	}
	return nil
}
