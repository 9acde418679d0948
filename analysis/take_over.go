package analysis

import (
	"bytes"
	"slices"
)

// takeOver leaves of a graph's nodes, which are those of the graph of a tree of the same layout, what still holds, and returns those to be
// linked, with their imports resolved, in order, and who is to link them.
func takeOver(prev, g *Graph) (l *linker, changed []int32) {
	g.resolvers = prev.resolvers
	anyAltered, how := false, alterations{}
	altered := make([]bool, len(g.nodes)) // what other files see of it changed
	anew := func(n int32, file *File, names *scopeLater) { g.nodes[n] = &node{file: file, names: names} }
	for i, file := range g.tree.files {
		if old := prev.tree.files[i]; old != file && file.Language != nil && old.Facts != file.Facts {
			n, _ := prev.Node(file.Path)
			anew(n, file, &scopeLater{facts: file.Facts})
			changed = append(changed, n)
			if altered[n] = !sameInterface(old.Facts.Get(), file.Facts.Get()); altered[n] {
				anyAltered = true
				how.add(n, old, file)
			}
		}
	}
	how.done()
	g.augmenting = prev.augmenting
	if slices.ContainsFunc(changed, func(n int32) bool { return g.nodes[n].augments() != prev.nodes[n].augments() }) {
		g.findAugmenting()
	}
	if !anyAltered { // as nearly always after a key
		l = linkerOn(prev, g, false, changed)
		for _, n := range changed {
			l.resolveImports(n)
		}
		return l, changed
	}
	changed = nil
	touched := make([]bool, len(g.nodes))
	inParts(len(g.nodes), func(of nodeRange) {
		consults := consulting(altered)
		for n := of.begin; n < of.end; n++ {
			touched[n] = g.nodes[n] != prev.nodes[n] || consults(&g.nodes[n].links) && !how.spare(g.nodes[n])
		}
	})
	for n, node := range g.nodes {
		if touched[n] {
			anew(int32(n), node.file, node.names)
			changed = append(changed, int32(n))
		}
	}
	l = linkerOn(prev, g, true, changed)
	for _, n := range changed {
		l.resolveImports(n)
	}
	if more := l.misled(prev, changed, touched); len(more) > 0 {
		for _, n := range more {
			anew(n, g.nodes[n].file, g.nodes[n].names)
			l.resolveImports(n)
		}
		changed = sorted(append(changed, more...))
	}
	if !l.sameAugments(prev, altered, func(n int32) int32 { return n }) {
		l = newLinker(g)
		l.altered = true
		for n, node := range g.nodes {
			anew(int32(n), node.file, node.names)
			l.resolveImports(int32(n))
		}
		return l, l.all()
	}
	return l, changed
}

// misled are further nodes to be linked anew: those that depend on imports of the changed ones which take names out of a type, and lead elsewhere
// now that others define it.
func (l *linker) misled(prev *Graph, changed []int32, touched []bool) (more []int32) {
	elsewhere, some := make([]bool, len(l.g.nodes)), false
	for _, n := range changed {
		elsewhere[n] = !slices.EqualFunc(prev.nodes[n].imports, l.g.nodes[n].imports, func(x, y ImportLink) bool {
			return x.candidates == nil && y.candidates == nil || slices.Equal(x.Files, y.Files) && (x.inside == nil) == (y.inside == nil)
		})
		some = some || elsewhere[n]
	}
	if !some {
		return nil
	}
	consults := consulting(elsewhere)
	for n, node := range l.g.nodes {
		if !touched[n] && consults(&node.links) {
			more = append(more, int32(n))
		}
	}
	return more
}

// fewFiles is up to how many files are each looked up in a set; for more, the set is read through.
const fewFiles = 16

// consulting reports of a node's links whether any file that was consulted in linking it is one of some, by number.
func consulting(some []bool) func(*links) bool {
	is := func(file int32) bool { return some[file] }
	var few []int32 // of them; one too many where they are many
	for f := range some {
		if some[f] && len(few) <= fewFiles {
			few = append(few, int32(f))
		}
	}
	sets := map[*fileSet]bool{} // what it came to
	inSet := func(set *fileSet) bool {
		if len(few) == 0 || len(few) <= fewFiles && set.outside(few[0], few[len(few)-1]) {
			return false
		}
		answer, known := sets[set]
		if !known {
			if len(few) <= fewFiles {
				answer = set.meets(few)
			} else {
				answer = slices.ContainsFunc(set.files, is)
			}
			sets[set] = answer
		}
		return answer
	}
	return func(l *links) bool {
		return slices.ContainsFunc(l.consulted, is) || slices.ContainsFunc(l.sets, inSet)
	}
}

// sameLayout reports whether resolvers made for a still hold for b: same paths, languages and manifests,
// and no package clause changed.
func sameLayout(a, b *Tree) bool {
	return slices.EqualFunc(a.files, b.files, func(x, y *File) bool {
		if x == y {
			return true
		}
		if x.Path != y.Path || x.Language != y.Language {
			return false
		}
		if x.Facts != y.Facts && (x.Facts == nil || y.Facts == nil || x.Facts.Package != y.Facts.Package) {
			return false
		}
		return (x.Manifest == nil) == (y.Manifest == nil) && bytes.Equal(x.Manifest, y.Manifest)
	})
}
