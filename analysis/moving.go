package analysis

import "slices"

// moving turns the numbers of one graph's nodes into those that the same files have in another.
type moving struct {
	g, prev *Graph
	to      []int32 // by number in prev; -1: it is gone, or of another language
	from    []int32 // the other way round; -1: it was not there
	first   int32   // the lowest number in prev that is another now, or none…
	last    int32   // …and the highest
	single  []int32 // the numbers in their order, to cut lists of one file from
	// follows tell, by family, whether imports lead where they led
	follows map[string]func(from string, imp *Import) bool
	asked   map[*asked]*asked // what was asked before; nil: it has another answer now

	parts     []*moving             // of the nodes; they have the above in common
	nodeRange                       // the nodes that it is of
	lists     map[list32][]int32    // what lists have become
	sets      map[*fileSet]movedSet // and sets
	pending   map[*int32][]int32    // which numbers files of earlier graphs have, by their numbers in prev
	turnover  *turnover             // of lists
	leads     []bool                // room for which imports of a node lead where they led
}

// longList is the length from which what a list becomes is remembered where it stays as it is, too: looking it up takes less then
// than reading it again for each of the nodes that share it.
const longList = 16

func newMoving(prev, g *Graph) *moving {
	m := &moving{g: g, prev: prev, first: int32(len(prev.nodes)), to: make([]int32, len(prev.nodes)), from: make([]int32, len(g.nodes)), single: make([]int32, len(g.nodes)), asked: map[*asked]*asked{}, follows: map[string]func(string, *Import) bool{}}
	for n := range g.nodes {
		m.from[n], m.single[n] = -1, int32(n)
	}
	n := 0
	for old := range prev.nodes { // both are sorted
		file := prev.nodes[old].file
		is := func() bool { return n < len(g.nodes) && g.nodes[n].file.Path == file.Path } // one string nearly always: quick
		for !is() && n < len(g.nodes) && g.nodes[n].file.Path < file.Path {
			n++
		}
		m.to[old] = -1
		if is() {
			if g.nodes[n].file.Language == file.Language {
				m.to[old], m.from[n] = int32(n), int32(old)
			}
			n++
		}
		if m.renumbered(int32(old)) {
			m.first, m.last = min(m.first, int32(old)), int32(old)
		}
	}
	for _, of := range parts(len(g.nodes)) {
		part := *m
		part.nodeRange = of
		part.lists, part.sets, part.pending = map[list32][]int32{}, map[*fileSet]movedSet{}, map[*int32][]int32{}
		m.parts = append(m.parts, &part)
	}
	return m
}

// old is a node as it was, nil where it was not there.
func (m *moving) old(n int) *node {
	if m.from[n] < 0 {
		return nil
	}
	return m.prev.nodes[m.from[n]]
}

// inParts works on all parts of the nodes at a time.
func (m *moving) inParts(work func(part *moving)) {
	EachOf(len(m.parts), func(i int) { work(m.parts[i]) })
}

// only is the list of one file by its new number.
func (m *moving) only(now int32) []int32 {
	if now < 0 {
		return nil
	}
	return m.single[now : now+1 : now+1]
}

// move reports whether a list has files that have another number now, or none.
func (m *moving) move(old []int32) bool {
	if len(old) < longList {
		return slices.ContainsFunc(old, m.renumbered)
	}
	return !sameList(m.list(old), old)
}

// renumbered reports whether a file has another number now, or none.
func (m *moving) renumbered(old int32) bool { return m.to[old] != old }

// list is a list of files by their new numbers; nodes that shared it share what it becomes. What is gone drops out.
func (m *moving) list(old []int32) []int32 {
	if len(old) < longList && !m.move(old) {
		return old
	}
	if len(old) == 1 { // most have one file, and a map costs more than such a list
		return m.only(m.to[old[0]])
	}
	key := list32{&old[0], len(old)}
	now, known := m.lists[key]
	if !known {
		if now = old; slices.ContainsFunc(old, m.renumbered) {
			now = m.renumber(old)
		}
		m.lists[key] = now
	}
	return now
}

// renumber gives files their new numbers. What is gone drops out.
func (m *moving) renumber(old []int32) []int32 {
	now := make([]int32, 0, len(old))
	for _, n := range old {
		if to := m.to[n]; to >= 0 {
			now = append(now, to)
		}
	}
	return now
}

// movedSet is what a set has become.
type movedSet struct {
	*fileSet
	turned bool // it is a list that files came to or went from…
	lost   bool // …and became one thing here and another there
}

// set is a set of files by their new numbers.
func (m *moving) set(old *fileSet) movedSet {
	if old.outside(m.first, m.last) && old.outside(m.turnover.first, m.turnover.last) {
		return movedSet{fileSet: old}
	}
	now, known := m.sets[old]
	if !known {
		switch now = m.turnover.set(old); {
		case now.turned || now.lost:
		case m.renumbered(old.files[len(old.files)-1]) || slices.ContainsFunc(old.files, m.renumbered): // a new file moves all behind it
			now.fileSet = &fileSet{files: m.renumber(old.files)}
		default:
			now.fileSet = old
		}
		m.sets[old] = now
	}
	return now
}

// same reports whether a list has the same files as an older one.
func (m *moving) same(old, now []int32) bool {
	return len(old) == len(now) && slices.Equal(m.list(old), now)
}
