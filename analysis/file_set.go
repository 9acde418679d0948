package analysis

import (
	"cmp"
	"slices"
)

// fileSet is files that answers depend on. Many nodes share one, so it is known by its pointer.
type fileSet struct {
	files []int32 // ascending; one at least
	roots []int32 // where the set is a reach: the files that it begins at; nil for other sets
}

// newFileSet is a set of files in any order.
func newFileSet(files []int32) *fileSet {
	if !slices.IsSorted(files) {
		files = slices.Sorted(slices.Values(files))
	}
	return &fileSet{files: files}
}

// holds reports whether all files of another set are known to be in this one: what is reached from a file that is reached is reached, too.
func (s *fileSet) holds(other *fileSet) bool {
	return other == s || len(s.roots) > 0 && len(other.roots) > 0 && !slices.ContainsFunc(other.roots, func(f int32) bool { return !s.has(f) })
}

func (s *fileSet) has(file int32) bool {
	_, found := slices.BinarySearch(s.files, file)
	return found
}

// outside reports whether all files are below first, or all above last; it is quick.
func (s *fileSet) outside(first, last int32) bool {
	return s.files[len(s.files)-1] < first || last < s.files[0]
}

// meets reports whether one of some files is among these.
func (s *fileSet) meets(files []int32) bool {
	return slices.ContainsFunc(files, s.has)
}

// only is the one file of some that is among these. The count is 0 where there is none, and 2 where there are several.
func (s *fileSet) only(files []int32) (file int32, count int) {
	for _, f := range files {
		if s.has(f) {
			if count++; count > 1 {
				break
			}
			file = f
		}
	}
	return file, count
}

// list are the files; none of no set.
func (s *fileSet) list() []int32 {
	if s == nil {
		return nil
	}
	return s.files
}

// fewest leaves out the sets that others hold: a C file has a hundred headers that nearly all reach the same ones.
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
