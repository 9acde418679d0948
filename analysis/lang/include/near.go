package include

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// distance says how near an include directory stands to a file; the greater the nearer.
type distance struct {
	above  int // elements of the path of the project that it belongs to, if the file belongs to it; else -1
	common int // elements that its path and the file's directory have in common
}

func compare(a, b distance) int {
	return cmp.Or(cmp.Compare(a.above, b.above), cmp.Compare(a.common, b.common))
}

// measure is how near the directory is in which spec leads to the file found.
func measure(from, spec, found string) distance {
	root := strings.TrimSuffix(strings.TrimSuffix(found, spec), "/")
	home := root
	switch path.Base(root) {
	case "include", "inc", "includes", "headers", "src", "source", "lib", "public":
		home = analysis.Dir(root)
	}
	dir := analysis.Dir(from)
	d := distance{above: -1, common: len(commonElements(root, dir))}
	if home == "" || dir == home || strings.HasPrefix(dir, home+"/") {
		d.above = len(elements(home))
	}
	return d
}

// nearest sorts what was found by how near it is, then by path.
func nearest(from, spec string, found []string) []string {
	found = slices.Clone(found)
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(compare(measure(from, spec, b), measure(from, spec, a)), strings.Compare(a, b))
	})
	return found
}

// closer reports whether the first file is clearly nearer than the second: it belongs to the same project, or
// shares at least the top directory.
func closer(from, spec, first, second string) bool {
	a, b := measure(from, spec, first), measure(from, spec, second)
	return compare(a, b) > 0 && (a.above > b.above || a.common > 0)
}

func elements(p string) []string {
	if p == "" {
		return nil
	}
	return strings.Split(p, "/")
}

// commonElements are the elements that two paths begin with.
func commonElements(a, b string) []string {
	x, y := elements(a), elements(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return x[:n]
}
