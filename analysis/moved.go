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
// consulted; and from what resolvers answered to what they were asked besides. Where what came and went in a list defines none of the names that are
// asked for, the list counts as the same (turnover.go).
func (l *linker) moveFrom(prev *Graph) (changed []int32) {
	g := l.g
	if prev == nil {
		prev = &Graph{resolvers: &resolvers{}}
	}
	g.resolvers = &resolvers{tree: g.tree, prev: prev.resolvers}
	g.findAugmenting()
	m := newMoving(prev, g)
	l.moved = m
	for family, r := range g.resolvers.all() {
		if f, ok := r.(Follower); ok && prev.resolvers.of(family) != nil {
			m.follows[family] = f.Follows(prev.resolvers.of(family))
		}
	}
	turnover := newTurnover(m)
	for _, part := range m.parts {
		part.turnover = turnover
	}
	altered := make([]bool, len(g.nodes)) // what other files see of it changed, or where its imports lead
	for n := range g.nodes {
		now, old := g.nodes[n], m.old(n)
		if old != nil && old.file.Facts == now.file.Facts {
			now.names = old.names
		} else {
			now.names = &scopeLater{facts: now.file.Facts}
			altered[n] = old == nil || !sameInterface(old.file.Facts.Get(), now.file.Facts.Get())
		}
	}
	same, turned := make([]bool, len(g.nodes)), make([]bool, len(g.nodes)) // turned: but for files that came or went
	m.inParts(func(part *moving) {
		for n := part.begin; n < part.end; n++ {
			same[n] = part.followImports(n)
		}
	})
	for _, part := range m.parts {
		l.moved = part
		for n := part.begin; n < part.end; n++ {
			if same[n] {
				continue
			}
			l.resolveImports(int32(n))
			now, old := g.nodes[n], m.old(n)
			leads, anew := old != nil && part.sameImports(old, now), false
			if !leads && old != nil {
				leads, anew = turnover.turnedImports(part, old, now)
				turned[n] = leads
			}
			same[n] = leads && !anew && old.file.Facts == now.file.Facts
			altered[n] = altered[n] || !leads
		}
	}
	if !l.sameAugments(prev, altered, func(n int32) int32 { return m.to[n] }) {
		for n := range g.nodes {
			g.nodes[n].imports = ownImports(g.nodes[n].imports)
		}
		return l.all()
	}
	taken, stale, gone := make([]bool, len(g.nodes)), make([]bool, len(prev.nodes)), make([]bool, len(prev.nodes)) // the latter by number in prev
	for n, to := range m.to {
		gone[n] = to < 0
		stale[n] = to >= 0 && altered[to]
	}
	m.inParts(func(part *moving) {
		touched, lacks := consulting(stale), consulting(gone)
		for n := part.begin; n < part.end; n++ {
			old := m.old(n)
			taken[n] = same[n] && !touched(&old.links) && !(turnover.gone && lacks(&old.links) && turnover.loses(part, old)) && !turnover.touches(part, old, turned[n]) && part.take(n)
		}
	})
	for _, part := range m.parts {
		for n := part.begin; n < part.end; n++ {
			now := g.nodes[n]
			if taken[n] {
				if asked, ok := part.still(l, m.old(n).asked); ok {
					now.asked = asked
					continue
				}
				now.links, now.lazyUses, now.out, now.stated = links{imports: now.imports, siblings: now.siblings}, nil, nil, nil
			}
			now.imports = ownImports(now.imports)
			changed = append(changed, int32(n))
		}
	}
	return changed
}

// ownImports are imports that are to be linked anew, and may be the list of another graph.
func ownImports(of []ImportLink) []ImportLink {
	own := slices.Clone(of)
	for i := range own {
		own[i].Defs = nil
	}
	return own
}

// followImports resolves those imports of a node as they were resolved before that lead where they led, if linking made nothing of
// them. Where these are all, and none of their files has another number, it is the list of the graph before. It reports whether these are
// all, and the siblings are the same.
func (m *moving) followImports(n int) (all bool) {
	now, old := m.g.nodes[n], m.old(n)
	follows := m.follows[now.file.Language.Family]
	if follows == nil || old == nil || old.file.Facts != now.file.Facts || now.file.Facts == nil || len(now.file.Facts.Get().Imports) != len(old.imports) {
		return false
	}
	m.leads = slices.Grow(m.leads[:0], len(old.imports))[:len(old.imports)]
	stay := true
	for i := range old.imports {
		was := &old.imports[i]
		m.leads[i] = !was.mustDefine && was.candidates == nil && was.inside == nil && follows(now.file.Path, was.Import())
		stay = stay && m.leads[i] && !m.move(was.Files) && !m.move(was.Defs)
		for _, files := range was.members {
			stay = stay && !m.move(files)
		}
	}
	if stay {
		now.imports = old.imports
		return m.followSiblings(now, n)
	}
	now.imports = make([]ImportLink, len(old.imports))
	all = true
	for i := range now.imports {
		if m.leads[i] {
			m.follow(&now.imports[i], &old.imports[i])
		}
		all = all && now.imports[i].facts != nil
	}
	return all && m.followSiblings(now, n)
}

// follow gives an import the files that it had, if all are there.
func (m *moving) follow(now, was *ImportLink) {
	link := ImportLink{facts: was.facts, number: was.number, Status: was.Status, Files: m.list(was.Files), Package: was.Package, named: was.named, local: was.local}
	if len(link.Files) != len(was.Files) {
		return
	}
	if was.members != nil {
		link.members = make(map[string][]int32, len(was.members))
		for name, files := range was.members {
			if link.members[name] = m.list(files); len(link.members[name]) != len(files) {
				return
			}
		}
	}
	*now = link
}

// followSiblings gives a node the siblings that it had, if they are the same. It reports whether they are.
func (m *moving) followSiblings(now *node, n int) bool {
	follows, old := m.follows[now.file.Language.Family], m.old(n)
	if follows == nil || old == nil || !follows(now.file.Path, nil) {
		return false
	}
	now.siblings = m.list(old.siblings)
	return len(now.siblings) == len(old.siblings)
}

// sameImports reports whether imports lead where they led, and the siblings are the same.
func (m *moving) sameImports(old, now *node) bool {
	return m.same(old.siblings, now.siblings) && (sameList(old.imports, now.imports) || slices.EqualFunc(old.imports, now.imports, func(x, y ImportLink) bool {
		return m.unmet(&x, &y) || m.sameImport(&x, &y) && m.same(x.Files, y.Files) && x.named == y.named
	}))
}

// unmet reports whether linking found out of an import that none of its files defines what it takes, and it leads to the same files as then.
func (m *moving) unmet(old, now *ImportLink) bool {
	return wasUnmet(old, now) && m.same(old.candidates.files, now.Files)
}

// wasUnmet is unmet but for which files the import leads to.
func wasUnmet(old, now *ImportLink) bool {
	return old.mustDefine && old.Status == Unresolved && old.candidates != nil && old.inside == nil && now.mustDefine && now.candidates == nil && now.inside == nil &&
		old.local == now.local && old.Package == nil && now.Package == nil && len(old.members)+len(now.members) == 0
}

// sameImport reports whether an import is as it was but for the files that it leads to.
func (m *moving) sameImport(x, y *ImportLink) bool {
	return x.Status == y.Status && x.local == y.local && x.mustDefine == y.mustDefine && (x.inside == nil) == (y.inside == nil) &&
		(x.Package == nil) == (y.Package == nil) && (x.Package == nil || *x.Package == *y.Package) &&
		m.same(x.candidates.list(), y.candidates.list()) && maps.EqualFunc(x.members, y.members, m.same)
}

// sameList reports whether two lists are one and the same.
func sameList[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// take has a node, whose imports are resolved, take over what linking it found out, if all files that it uses are there.
func (m *moving) take(n int) bool {
	now, old, number := m.g.nodes[n], m.old(n), m.from[n]
	if !m.takeUses(now, old, number) {
		return false
	}
	if !sameList(now.imports, old.imports) {
		for i := range now.imports {
			now, old := &now.imports[i], &old.imports[i]
			if now.Defs = m.list(old.Defs); wasUnmet(old, now) {
				now.Status, now.candidates, now.Files = Unresolved, m.set(old.candidates).fileSet, nil
			}
		}
	}
	now.consulted, now.sets, now.sought = m.list(old.consulted), old.sets, old.sought
	for i, set := range old.sets {
		if moved := m.set(set).fileSet; moved != set {
			if sameList(now.sets, old.sets) {
				now.sets = slices.Clone(old.sets)
			}
			now.sets[i] = moved
		}
	}
	now.out, now.stated = m.edges(old.out), old.stated
	return true
}

// leadsOn reports whether an edge leads to a file that has another number now, or none.
func (m *moving) leadsOn(e Edge) bool { return m.renumbered(e.To) }

// edges are edges to files by their new numbers.
func (m *moving) edges(old []Edge) []Edge {
	if !slices.ContainsFunc(old, m.leadsOn) {
		return old
	}
	now := slices.Clone(old)
	for i := range now {
		now[i].To = m.to[now[i].To]
	}
	return now
}
