package analysis

import (
	"cmp"
	"maps"
	"slices"
)

// fileSet is files that answers depend on. Many nodes share one, so it is known by its pointer.
type fileSet struct {
	files []int32 // ascending; one at least
	roots []int32 // the files from which these are all that are reached, see reach; none where they are other files
}

// noFile is in place of a file's number where there is none.
const noFile int32 = -1

// holds reports whether all files of another set are known to be in this one: what is reached from a file that is reached is reached, too.
func (s *fileSet) holds(other *fileSet) bool {
	return other == s || len(s.roots) > 0 && len(other.roots) > 0 && !slices.ContainsFunc(other.roots, func(f int32) bool { return !s.has(f) })
}

func (s *fileSet) has(file int32) bool {
	_, found := slices.BinarySearch(s.files, file)
	return found
}

// fewest are of some sets those that hold the others: a C file has a hundred headers that all reach the same ones.
func fewest(sets []*fileSet) []*fileSet {
	if len(sets) < 2 {
		return sets
	}
	var kept []*fileSet
	for _, s := range slices.SortedStableFunc(slices.Values(sets), func(a, b *fileSet) int {
		return cmp.Or(cmp.Compare(len(b.files), len(a.files)), slices.Compare(a.roots, b.roots), cmp.Compare(a.files[0], b.files[0]))
	}) {
		if !slices.ContainsFunc(kept, func(k *fileSet) bool { return k.holds(s) }) {
			kept = append(kept, s)
		}
	}
	return kept
}

// keep stores what a node's links depend on, each file once.
func (c *collector) keep(l *linker, node *node) {
	node.sets = slices.Clip(fewest(slices.Collect(maps.Keys(c.sets))))
	consulted := slices.Sorted(maps.Keys(c.consulted))
	for node.asked = nil; len(consulted) > 0 && consulted[0] < 0; consulted = consulted[1:] {
		node.asked = append(node.asked, l.questionOf(consulted[0]))
	}
	node.consulted = l.kept.list(slices.DeleteFunc(consulted, func(f int32) bool {
		return slices.ContainsFunc(node.sets, func(s *fileSet) bool { return s.has(f) })
	}))
}

// candidatesOf is the set of the files that could define what imports take out of a type; none without files.
func (l *linker) candidatesOf(files []int32) *fileSet {
	if len(files) == 0 {
		return nil
	}
	s, known := l.candidates[&files[0]]
	if !known {
		s = &fileSet{files: files}
		l.candidates[&files[0]] = s
	}
	return s
}

// list are the files; none of no set.
func (s *fileSet) list() []int32 {
	if s == nil {
		return nil
	}
	return s.files
}
