package engine

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/workspace"
)

// NearestPath is the file of a snapshot whose path is most like that of a file that is not there, "" where there
// are no files.
func NearestPath(snap *workspace.Snapshot, file string) string {
	var paths []string
	for _, f := range snap.Files() {
		paths = append(paths, f.Path)
	}
	p, _ := snap.Folder().Rel(Abs(snap.Folder(), file))
	return strings.Join(nearest(p, paths, path.Base, 1), "")
}

// NearestName is that of some names which may have been meant by another, "" where none is that much like it: one that
// begins with it, or differs in two letters at most, in one of three.
func NearestName(name string, among []string) string {
	for _, other := range nearest(name, among, func(whole string) string { return whole }, len(among)) {
		if len(name) > 1 && strings.HasPrefix(other, name) || distance(name, other) <= min(2, len(name)/2) {
			return other
		}
	}
	return ""
}

// nearest are those of some names that are most like a name, each once, the most alike first: at most so many.
// Names are compared as a whole and by their last parts, whichever are more alike.
func nearest(name string, among []string, last func(string) string, most int) []string {
	type near struct {
		name            string
		distance, whole int
	}
	var all []near
	for _, other := range among {
		whole := distance(name, other)
		all = append(all, near{other, min(whole, distance(last(name), last(other))), whole})
	}
	slices.SortFunc(all, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.whole, b.whole), cmp.Compare(a.name, b.name))
	})
	all = slices.Compact(all)
	names := make([]string, min(most, len(all)))
	for i := range names {
		names[i] = all[i].name
	}
	return names
}

// distance is how many letters have to be put in, taken out or replaced to make one name of another in any
// case (Levenshtein).
func distance(a, b string) int {
	from, to := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	row := make([]int, len(to)+1) // of what is read of from so far, to each beginning of to
	for k := range row {
		row[k] = k
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for k, s := range to {
			replaced := diagonal
			if r != s {
				replaced++
			}
			diagonal = row[k+1]
			row[k+1] = min(replaced, row[k]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
