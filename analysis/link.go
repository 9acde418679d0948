package analysis

import (
	"cmp"
	"slices"
)

// Link makes the graph of a folder.
//
// It has four steps. Imports are resolved by the languages' resolvers. Names are then looked up where
// the imports lead, through the files that only pass them on, so that every use ends at the files that
// define the name; a name that no import, package or receiver brings in links to nothing, however many
// files define one like it. Last, edges are weighed (weights.go).
//
// prev may be the graph of an earlier state of the same folder: what the change cannot have touched is
// taken over. A file is linked anew when its Facts changed, or when a file that was consulted in linking it imports otherwise, or
// defines a name otherwise that it was asked for (alterations.go). Where nothing changed, it is prev. When files
// came or went, or a manifest changed, all imports are resolved anew, and where one leads elsewhere that counts as such a change
// (moved.go). The result is the same either way.
func Link(prev *Graph, tree *Tree) *Graph {
	if prev != nil && prev.tree.same(tree) {
		return prev
	}
	g := &Graph{tree: tree}
	same := prev != nil && sameLayout(prev.tree, tree)
	if same {
		g.nodes, g.numbers = slices.Clone(prev.nodes), prev.numbers
	} else {
		g.nodes, g.numbers = newNodes(tree.read()), new(byte)
		n := 0
		for _, f := range tree.files {
			if f.Language != nil {
				g.nodes[n].file = f
				n++
			}
		}
	}
	var l *linker
	var changed []int32
	if same {
		l, changed = takeOver(prev, g)
	} else {
		l = newLinker(g)
		l.kept.many = prev == nil
		changed = l.moveFrom(prev)
	}
	for _, n := range changed {
		l.link(n)
	}
	sameEdges := same // as nearly always after a key
	for _, n := range l.restated(prev, changed) {
		node := *g.nodes[n]
		uses := node.uses()
		node.lazyUses = &nodeUses{names: uses.names, found: uses.found, own: uses.own, all: l.implement(n)}
		node.stated = new(byte)
		g.nodes[n] = &node
		l.weigh(n)
		sameEdges = sameEdges && slices.Equal(g.nodes[n].out, prev.nodes[n].out)
	}
	if sameEdges {
		g.in, g.edges = prev.in, prev.edges
	} else if prev == nil || !g.finishOn(prev) {
		g.finish()
	}
	l.remember(len(changed))
	return g
}

// restated are the nodes whose uses and edges are not those of the graph before, with the nodes that were linked anew among
// them.
func (l *linker) restated(prev *Graph, linked []int32) []int32 {
	g := l.g
	if prev != nil && l.moved == nil && !l.altered {
		g.definers = prev.definers
		return linked
	}
	var names map[string]bool
	known := false
	if prev != nil {
		names, known = g.define(prev, l.moved)
	}
	if !known {
		g.defineAll()
		return l.all()
	}
	anew := make([]bool, len(g.nodes))
	for _, n := range linked {
		anew[n] = true
	}
	some := newSomeNames(names)
	ways := l.sameWays(prev, linked)
	EachOf(len(g.nodes), func(n int) {
		anew[n] = anew[n] || some.usedBy(g.nodes[n]) || !ways && l.usesDeclared(int32(n))
	})
	var out []int32
	for n, is := range anew {
		if is {
			out = append(out, int32(n))
		}
	}
	return out
}

// sameWays reports whether files that were there see the same others as in the graph before: then what implements a declaration is the
// same but for the names that changed. The imports of all but the linked files were taken over; to a file that is new leads none then, and
// what it defines is among those names.
func (l *linker) sameWays(prev *Graph, linked []int32) bool {
	return !slices.ContainsFunc(linked, func(n int32) bool {
		var old *node
		same := slices.Equal[[]int32]
		if l.moved == nil {
			old = prev.nodes[n]
		} else {
			old, same = l.moved.old(int(n)), l.moved.same
		}
		return old != nil && !slices.EqualFunc(old.imports, l.g.nodes[n].imports, func(a, b ImportLink) bool {
			return a.Import().Star == b.Import().Star && a.Import().ReExport == b.Import().ReExport && same(a.Files, b.Files)
		})
	})
}

// weigh sums up a node's links into its edges.
func (l *linker) weigh(n int32) {
	g, node := l.g, l.g.nodes[n]
	edges := make(map[int32]Edge, len(node.imports)+8)
	add := func(to int32, weight float64, imported bool) {
		if to == n {
			return
		}
		e := edges[to]
		edges[to] = Edge{To: to, Weight: e.Weight + weight, Import: e.Import || imported}
	}
	for i := range node.imports {
		link := &node.imports[i]
		for _, to := range link.Targets() {
			add(to, importWeight/float64(len(link.Targets())), true)
		}
		for _, to := range link.Barrels() {
			add(to, barrelWeight/float64(len(link.Barrels())), true)
		}
	}
	for _, u := range node.uses().all {
		add(u.File, useStrength(u.Count, u.Confidence, g.definers.count(u.Name)), false)
	}
	node.out = cut(&l.kept.edges, len(edges), l.kept.size(chunkEdges))[:0]
	for _, e := range edges {
		node.out = append(node.out, e)
	}
	slices.SortFunc(node.out, func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
}

// Targets are the files an import is for: those that define the names taken, else the one that it names, else the
// whole module. A module of several files that is opened for any of its names (a namespace, a package's wildcard),
// and none of them is used, is for nothing.
func (l *ImportLink) Targets() []int32 {
	own := l.own()
	if len(l.Defs) > 0 || len(own) > 1 && l.Import().Star {
		return l.Defs
	}
	return own
}

// Barrels are the module's files when they define nothing of what is taken but pass it on. The other
// files of a module of several (a Go package) are not on the way to anything.
func (l *ImportLink) Barrels() []int32 {
	own := l.own()
	if len(l.Defs) == 0 || len(own) != 1 || slices.Contains(l.Defs, own[0]) {
		return nil
	}
	return own
}

// own are the files that the import itself says.
func (l *ImportLink) own() []int32 {
	if i := int(l.named); 0 < i && i <= len(l.Files) {
		return l.Files[i-1 : i : i]
	}
	return l.Files
}
