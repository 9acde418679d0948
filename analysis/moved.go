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
// consulted; and from what resolvers answered to what they were asked besides.
func (l *linker) moveFrom(prev *Graph) (changed []int32) {
	g := l.g
	g.resolvers = &resolvers{tree: g.tree}
	if prev == nil {
		prev = &Graph{resolvers: &resolvers{}}
	}
	m := newMoving(prev, g)
	l.moved = m
	for family, r := range g.resolvers.all() {
		if f, ok := r.(Follower); ok && prev.resolvers.of(family) != nil {
			m.follows[family] = f.Follows(prev.resolvers.of(family))
		}
	}
	altered := make([]bool, len(g.nodes)) // what other files see of it changed, or where its imports lead
	for n := range g.nodes {
		now, old := &g.nodes[n], m.old(n)
		if old != nil && old.file.Facts == now.file.Facts {
			now.names = old.names
		} else {
			now.names = &scopeLater{facts: now.file.Facts}
			altered[n] = old == nil || !sameInterface(old.file.Facts.Get(), now.file.Facts.Get())
		}
	}
	same := make([]bool, len(g.nodes))
	for n := range g.nodes {
		followed := l.resolveImports(int32(n))
		now, old := &g.nodes[n], m.old(n)
		leads := followed || old != nil && m.sameImports(old, now)
		same[n] = leads && old.file.Facts == now.file.Facts
		altered[n] = altered[n] || !leads
	}
	if !l.sameAugments(prev, altered, func(n int32) int32 { return m.to[n] }) {
		return l.all
	}
	touched := consulting(func(c int32) bool { return m.to[c] < 0 || altered[m.to[c]] })
	for n := range g.nodes {
		old := m.old(n)
		if same[n] && !touched(&old.links) && m.take(l, &g.nodes[n], old) {
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
	lists map[list32][]int32
	alone [][]int32 // the lists of one file each, by its number, as far as they are made
	// follows tell, by family, whether imports lead where they led
	follows map[string]func(from string, imp *Import) bool
	asked   map[*asked]*asked // what was asked before; nil: it has another answer now
}

func newMoving(prev, g *Graph) *moving {
	m := &moving{prev: prev, to: make([]int32, len(prev.nodes)), from: make([]int32, len(g.nodes)), alone: make([][]int32, len(g.nodes)), lists: map[list32][]int32{}, asked: map[*asked]*asked{}, follows: map[string]func(string, *Import) bool{}}
	for n := range g.nodes {
		m.from[n] = -1
	}
	n := 0
	for old := range prev.nodes { // both are sorted
		file := prev.nodes[old].file
		is := func() bool { return n < len(g.nodes) && g.nodes[n].file.Path == file.Path } // one string nearly always: quick
		for !is() && n < len(g.nodes) && g.nodes[n].file.Path < file.Path {
			n++
		}
		m.to[old] = -1
		if !is() {
			continue
		}
		if g.nodes[n].file.Language == file.Language {
			m.to[old], m.from[n] = int32(n), int32(old)
		}
		n++
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

// moves reports whether a file has another number now, or none.
func (m *moving) moves(old int32) bool { return m.to[old] != old }

// only is the list of one file by its new number.
func (m *moving) only(now int32) []int32 {
	if now < 0 {
		return nil
	}
	if m.alone[now] == nil {
		m.alone[now] = []int32{now}
	}
	return m.alone[now]
}

// list is a list of files by their new numbers; nodes that shared it share what it becomes. What is gone drops out.
func (m *moving) list(old []int32) []int32 {
	if !slices.ContainsFunc(old, m.moves) {
		return old
	}
	if len(old) == 1 { // most have one file, and a map costs more than such a list
		return m.only(m.to[old[0]])
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

// follow resolves an import of a node as it was resolved before, if it leads where it led and linking made nothing of it. It
// reports whether it did.
func (m *moving) follow(now *node, n int32, i int) bool {
	follows, old := m.follows[now.file.Language.Family], m.old(int(n))
	if follows == nil || old == nil || old.file.Facts != now.file.Facts {
		return false
	}
	was := &old.imports[i]
	if was.mustDefine || was.candidates != nil || was.inside != nil || !follows(now.file.Path, was.Import()) {
		return false
	}
	link := ImportLink{facts: was.facts, number: was.number, Status: was.Status, Files: m.list(was.Files), Package: was.Package, named: m.list(was.named), local: was.local}
	if len(link.Files) != len(was.Files) || len(link.named) != len(was.named) {
		return false
	}
	if was.members != nil {
		link.members = make(map[string][]int32, len(was.members))
		for name, files := range was.members {
			if link.members[name] = m.list(files); len(link.members[name]) != len(files) {
				return false
			}
		}
	}
	now.imports[i] = link
	return true
}

// followSiblings gives a node the siblings that it had, if they are the same. It reports whether they are.
func (m *moving) followSiblings(now *node, n int32) bool {
	follows, old := m.follows[now.file.Language.Family], m.old(int(n))
	if follows == nil || old == nil || !follows(now.file.Path, nil) {
		return false
	}
	now.siblings = m.list(old.siblings)
	return len(now.siblings) == len(old.siblings)
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
func (m *moving) take(l *linker, now, old *node) bool {
	gone := func(u Use) bool { return m.to[u.File] < 0 }
	uses := old.uses()
	if slices.ContainsFunc(uses.found, gone) || slices.ContainsFunc(uses.own, gone) {
		return false
	}
	asked, ok := m.still(l, old.asked)
	if !ok {
		return false
	}
	for i := range now.imports {
		now.imports[i].Defs = m.list(old.imports[i].Defs)
	}
	found := m.uses(uses.found)
	now.lazyUses = &nodeUses{found: found, own: m.uses(uses.own), all: found}
	now.consulted, now.asked = m.list(old.consulted), asked
	now.sets = make([][]int32, len(old.sets))
	for i, set := range old.sets {
		now.sets[i] = m.list(set)
	}
	now.out, now.stated = m.edges(old.out), old.stated
	return true
}

// edges are edges to files by their new numbers.
func (m *moving) edges(old []Edge) []Edge {
	if !slices.ContainsFunc(old, func(e Edge) bool { return m.moves(e.To) }) {
		return old
	}
	now := slices.Clone(old)
	for i := range now {
		now[i].To = m.to[now[i].To]
	}
	return now
}

// uses are uses of files by their new numbers.
func (m *moving) uses(old []Use) []Use {
	if !slices.ContainsFunc(old, func(u Use) bool { return m.moves(u.File) }) {
		return old
	}
	now := slices.Clone(old)
	for i := range now {
		now[i].File = m.to[now[i].File]
	}
	return now
}
