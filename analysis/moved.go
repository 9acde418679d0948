package analysis

import (
	"maps"
	"slices"
)

// moveFrom copies what still holds from the graph of a tree of another layout: files came or went, so that their numbers
// are others, or a manifest changed. It returns the nodes to be linked, in order; all have their imports resolved.
// Without such a graph these are all nodes.
//
// What linking a file gives follows from its Facts, from where its imports lead, and from the same of the files that it
// consulted; and, where it asks resolvers for more than its imports, from which files there are.
func (l *linker) moveFrom(prev *Graph) (changed []int32) {
	g := l.g
	g.resolvers = newResolvers(g.tree)
	if prev == nil {
		prev = &Graph{}
	}
	m := newMoving(prev, g)
	altered := make([]bool, len(g.nodes)) // what other files see of it changed, or where its imports lead
	for n := range g.nodes {
		now, old := &g.nodes[n], m.old(n)
		if old != nil && old.file.Facts == now.file.Facts {
			now.scope = old.scope
		} else {
			now.scope = newScope(now.file.Facts)
			altered[n] = old == nil || !sameInterface(old.file.Facts, now.file.Facts)
		}
	}
	same := make([]bool, len(g.nodes))
	for n := range g.nodes {
		l.resolveImports(int32(n))
		now, old := &g.nodes[n], m.old(n)
		leads := old != nil && m.sameImports(old, now)
		same[n] = leads && old.file.Facts == now.file.Facts
		altered[n] = altered[n] || !leads
	}
	if !l.sameAugments(prev, altered, func(n int32) int32 { return m.to[n] }) {
		return l.all
	}
	touched := consulting(func(c int32) bool { return m.to[c] < 0 || altered[m.to[c]] })
	for n := range g.nodes {
		old := m.old(n)
		if same[n] && !old.asks && !touched(&old.links) && m.take(&g.nodes[n], old) {
			continue
		}
		changed = append(changed, int32(n))
	}
	return changed
}

// moving turns the numbers of one graph's nodes into those that the same files have in another.
type moving struct {
	prev  *Graph
	to    []int32 // by number in prev; -1: it is gone, or of another language
	from  []int32 // the other way round; -1: it was not there
	first int32   // below, both numbers are the same
	lists map[list32][]int32
}

func newMoving(prev, g *Graph) *moving {
	m := &moving{prev: prev, to: make([]int32, len(prev.nodes)), from: make([]int32, len(g.nodes)), lists: map[list32][]int32{}}
	for n := range g.nodes {
		m.from[n] = -1
	}
	for old := range prev.nodes {
		file := prev.nodes[old].file
		n, there := g.Node(file.Path)
		if !there || g.nodes[n].file.Language != file.Language {
			n = -1
		} else {
			m.from[n] = int32(old)
		}
		m.to[old] = n
	}
	for m.first < int32(len(m.to)) && m.to[m.first] == m.first {
		m.first++
	}
	return m
}

// old is a node as it was, nil where it was not there.
func (m *moving) old(n int) *node {
	if m.from[n] < 0 {
		return nil
	}
	return &m.prev.nodes[m.from[n]]
}

// list is a list of files by their new numbers; nodes that shared it share what it becomes. What is gone drops out.
func (m *moving) list(old []int32) []int32 {
	if len(old) == 0 || old[len(old)-1] < m.first {
		return old
	}
	key := list32{&old[0], len(old)}
	now, known := m.lists[key]
	if !known {
		for _, n := range old {
			if to := m.to[n]; to >= 0 {
				now = append(now, to)
			}
		}
		m.lists[key] = now
	}
	return now
}

// same reports whether a list has the same files as an older one.
func (m *moving) same(old, now []int32) bool {
	return len(old) == len(now) && slices.Equal(m.list(old), now)
}

// sameImports reports whether imports lead where they led, and the siblings are the same. What linking made of an
// import, where that says less than the resolver, counts as another place.
func (m *moving) sameImports(old, now *node) bool {
	return m.same(old.siblings, now.siblings) && slices.EqualFunc(old.imports, now.imports, func(x, y ImportLink) bool {
		return x.Status == y.Status && x.local == y.local && x.mustDefine == y.mustDefine && (x.inside == nil) == (y.inside == nil) &&
			(x.Package == nil) == (y.Package == nil) && (x.Package == nil || *x.Package == *y.Package) &&
			m.same(x.Files, y.Files) && m.same(x.named, y.named) && m.same(x.candidates, y.candidates) && maps.EqualFunc(x.members, y.members, m.same)
	})
}

// take has a node, whose imports are resolved, take over what linking it found out, if all files that it uses are there.
func (m *moving) take(now, old *node) bool {
	gone := func(u Use) bool { return m.to[u.File] < 0 }
	if slices.ContainsFunc(old.found, gone) || slices.ContainsFunc(old.own, gone) {
		return false
	}
	for i := range now.imports {
		now.imports[i].Defs = m.list(old.imports[i].Defs)
	}
	now.found, now.own = m.uses(old.found), m.uses(old.own)
	now.consulted, now.asks = m.list(old.consulted), old.asks
	now.sets = make([][]int32, len(old.sets))
	for i, set := range old.sets {
		now.sets[i] = m.list(set)
	}
	return true
}

// uses are uses of files by their new numbers.
func (m *moving) uses(old []Use) []Use {
	if len(old) == 0 || old[len(old)-1].File < m.first {
		return old
	}
	now := slices.Clone(old)
	for i := range now {
		now[i].File = m.to[now[i].File]
	}
	return now
}
