package budget

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A summary shows which files matter, how much, by what definitions, and what depends on what; the files
// themselves are left to be asked for. It is better wide than deep.
const (
	targetLines = 24 // key symbols of a target at most…
	manualLines = 12 // …and of a manual file
	restLines   = 6  // key symbols of a file that nobody asked for
)

// summarise chooses what a summary shows.
func (c *chooser) summarise() {
	edges := 0
	if len(c.req.Edges) > 0 {
		edges = min(c.left().cost, c.total.cost/edgeShare)
	}
	c.reserve(edges)
	reserved := c.reserveMap(c.fraction(mapShare))
	c.showKeySymbols(c.files[sectionTargets], targetLines, c.fraction(2))
	c.absorbEdits()
	c.showKeySymbols(c.files[sectionPinned], manualLines, c.fraction(2))
	c.showKeySymbols(c.files[sectionManual], manualLines, c.fraction(2))
	rest := c.byRelevance()
	c.showKeySymbols(rest, restLines, c.left().cost)
	c.drawMap(reserved)
	c.release(edges)
	c.drawEdges()
	c.showKeySymbols(rest, restLines, c.left().cost)
}

// byRelevance orders what nobody asked for: by score, for a direct import may matter less than what uses
// the target. In a summary of the folder as such, importance counts as much as how much others use of a
// file, as in a map: what one central file depends on is important, but it is not what people work with.
func (c *chooser) byRelevance() []*entry {
	rest := slices.Concat(c.files[sectionImports], c.files[sectionRelated])
	key := func(e *entry) float64 { return e.score }
	if c.req.Task == "" && len(rest) == c.count() {
		key = func(e *entry) float64 { return math.Sqrt(e.score * demand(e.Weights)) }
	}
	slices.SortStableFunc(rest, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(key(b), key(a)), strings.Compare(a.Path, b.Path))
	})
	return rest
}

// showKeySymbols shows entries that are not shown yet with at most so many key symbols each, in at most so
// much room. Where that is too little for all, each has fewer of them, but not fewer than restLines.
func (c *chooser) showKeySymbols(entries []*entry, lines, room int) {
	entries = hidden(entries)
	for lines > restLines && c.keyCost(entries, lines, room) > room {
		lines /= 2
	}
	c.limited(room, func() {
		for _, e := range entries {
			if c.expired() || !c.showIfFits(e, c.keySymbols(e, lines)) && !(e.explicit() && c.showIfFits(e, c.path(e))) {
				return
			}
		}
	})
}

// keyCost is what entries cost with so many key symbols each, or something above room.
func (c *chooser) keyCost(entries []*entry, lines, room int) (cost int) {
	for _, e := range entries {
		if cost += c.keySymbols(e, lines).cost; cost > room || c.expired() {
			break
		}
	}
	return cost
}
