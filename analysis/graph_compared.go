package analysis

// Moved tells what numbers the files of an earlier graph have here, and the other way round; -1 is none.
func (g *Graph) Moved(prev *Graph) (from, to []int32) {
	m := newMoving(prev, g)
	return m.from, m.to
}

// SameFiles reports whether the files are those of an earlier graph, with their numbers and languages. Where they are, it may be
// false all the same.
func (g *Graph) SameFiles(prev *Graph) bool { return g.numbers == prev.numbers }

// Changed are the files whose Facts are not those that they had in an earlier graph of the same files, ascending.
func (g *Graph) Changed(prev *Graph) (changed []int32) {
	for n, node := range g.nodes {
		if was := prev.nodes[n]; node != was && node.file.Facts != was.file.Facts {
			changed = append(changed, int32(n))
		}
	}
	return changed
}

// Restated are the files whose uses may be others than in an earlier graph of the same files, ascending.
func (g *Graph) Restated(prev *Graph) (restated []int32) {
	for n, node := range g.nodes {
		if was := prev.nodes[n]; node != was && node.stated != was.stated {
			restated = append(restated, int32(n))
		}
	}
	return restated
}

// SameUses reports whether the uses of n are those that a file of an earlier graph had there, but for the numbers of files.
func (g *Graph) SameUses(n int32, prev *Graph, old int32) bool {
	return g.nodes[n].stated == prev.nodes[old].stated
}

// SameEdges reports whether the edges are those of an earlier graph, between the same files, so that what follows from edges alone
// is the same. Where the files are others, it may be false all the same.
func (g *Graph) SameEdges(prev *Graph) bool {
	return len(g.in) > 0 && len(prev.in) > 0 && &g.in[0] == &prev.in[0]
}
