package syntax

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// locals are the names that a query says are bound inside of functions. What they are seen in is decided as tree-sitter's
// highlighter does (tree-sitter.github.io, "Local Variables"), but a name is seen behind the place where it is bound only.
type locals struct {
	scopes   []localScope // by Start, the outer before the inner
	names    []analysis.Span
	open     []openScope // those around the current place
	at, next int         // of the scopes and the names, which come next
}

// localScope is a range in which the names are seen that are bound there.
type localScope struct {
	analysis.Span
	closed bool // those that are bound around it are not
}

type openScope struct {
	localScope
	names map[string]bool
}

// deepest is how many scopes around a name are looked at: nobody nests functions deeper.
const deepest = 100

func (l *locals) sort() {
	slices.SortFunc(l.scopes, func(x, y localScope) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	})
	slices.SortFunc(l.names, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
}

// has reports whether a name is a local one where it stands, in a source. Places are asked for in their order. A name that
// begins in upper case is a constant, a type or a variant wherever it stands in a pattern.
func (l *locals) has(name string, place uint32, src string) bool {
	if len(l.names) == 0 || 'A' <= name[0] && name[0] <= 'Z' {
		return false
	}
	for {
		inScope := l.at < len(l.scopes) && l.scopes[l.at].Start <= place
		bound := l.next < len(l.names) && l.names[l.next].Start <= place
		if inScope && (!bound || l.scopes[l.at].Start <= l.names[l.next].Start) {
			l.leave(l.scopes[l.at].Start)
			l.open = append(l.open, openScope{localScope: l.scopes[l.at]})
			l.at++
			continue
		}
		if !bound {
			break
		}
		n := l.names[l.next]
		l.leave(n.Start)
		if last := len(l.open) - 1; last >= 0 { // else it is the file's, or a type's
			if l.open[last].names == nil {
				l.open[last].names = map[string]bool{}
			}
			l.open[last].names[src[n.Start:n.End]] = true
		}
		l.next++
	}
	l.leave(place)
	for i := len(l.open) - 1; i >= max(0, len(l.open)-deepest); i-- {
		if l.open[i].names[name] {
			return true
		}
		if l.open[i].closed {
			break
		}
	}
	return false
}

// leave forgets the scopes that end before a place.
func (l *locals) leave(place uint32) {
	for len(l.open) > 0 && l.open[len(l.open)-1].End <= place {
		l.open = l.open[:len(l.open)-1]
	}
}
