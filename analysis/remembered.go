package analysis

import "slices"

// mostRemembered is how much of what was looked up in linking a graph is kept for the next one: some 20 MB. It is enough for a C file of a
// hundred headers that define 100,000 names.
const mostRemembered = 1 << 18

// fewLinked is up to how many files are linked for what was looked up to be kept: as after a key.
const fewLinked = 4

// remember keeps what was looked up in linking a graph, of which only so many nodes were linked.
func (l *linker) remember(linked int) {
	size := len(l.numbered) + len(l.groups) + int(l.rounds) + len(l.candidates) + len(l.offering) + len(l.holding) + len(l.found) + len(l.foundIn) +
		len(l.known) + len(l.asked) + len(l.implementing) + len(l.generics.all)
	if linked > fewLinked || size > mostRemembered {
		return
	}
	g := l.g
	l.g, l.moved, l.kept, l.room, l.augmented, l.altered = nil, nil, chunks{}, collector{}, nil, false // what is of this graph alone
	g.linker.Store(l)
}

// linkerOn is a linker of a graph that is made on top of an earlier one, and remembers what was looked up for that one: all of it where no file
// looks otherwise to others, else how far star imports lead, unless that is past the nodes that are linked anew. Only one graph can have it.
func linkerOn(prev, g *Graph, altered bool, anew []int32) *linker {
	before := prev.linker.Swap(nil)
	if before != nil && !altered {
		before.g = g
		return before
	}
	l := newLinker(g)
	l.altered = altered
	if before != nil && !slices.ContainsFunc(anew, func(n int32) bool { return before.passed[n] != nil }) {
		l.candidates, l.reaches, l.passed, l.offering, l.holding = before.candidates, before.reaches, before.passed, before.offering, before.holding
	}
	return l
}
