package draw

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Overview is the imports among the most important files of a project, at most so many of those that import one another:
// whoever imports stands on the left.
func Overview(name string, links []Link, files map[string]File, most int) *Graph {
	names := tied(links, files)
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(files[b].Importance, files[a].Importance), cmp.Compare(a, b))
	})
	chosen, shown := map[string]File{}, map[string]File{}
	for _, file := range names[:min(most, len(names))] {
		chosen[file] = files[file]
	}
	for _, file := range tied(links, chosen) { // some are tied to others alone
		shown[file] = files[file]
	}
	g := &Graph{Nodes: []Node{}, Edges: []Edge{}}
	if len(shown) > 0 {
		g.place(layers(links, shown), shown, func(file string) Kind {
			if files[file].Test {
				return Test
			}
			return Other
		})
		g.connect(links)
		g.order()
	}
	g.Title = name + " · " + g.counted(fmt.Sprintf("of %d file", len(files)))
	return g
}

// tied are the files that import others of them, or are imported by them.
func tied(links []Link, files map[string]File) []string {
	tied := map[string]bool{}
	for _, l := range links {
		_, from := files[l.From]
		_, to := files[l.To]
		if from && to && l.From != l.To {
			tied[l.From], tied[l.To] = true, true
		}
	}
	return slices.Sorted(maps.Keys(tied))
}

// layers are columns in which each file stands on the right of all that import it, but for those that import each other in a
// circle: these stand in one.
func layers(links []Link, files map[string]File) map[string]int {
	importers := map[string][]string{}
	for _, l := range links {
		if _, known := files[l.From]; known && l.From != l.To {
			importers[l.To] = append(importers[l.To], l.From)
		}
	}
	circle := map[string]string{} // the first file by name of the circle that a file is in
	names := slices.Sorted(maps.Keys(files))
	before := map[string]map[string]int{}
	for _, file := range names {
		before[file] = steps(file, links, -1)
	}
	for _, file := range names {
		circle[file] = file
		for _, other := range names[:slices.Index(names, file)] {
			_, there := before[file][other]
			_, back := before[other][file]
			if there && back {
				circle[file] = circle[other]
				break
			}
		}
	}
	column := map[string]int{}
	var of func(circle string) int
	members := map[string][]string{}
	for _, file := range names {
		members[circle[file]] = append(members[circle[file]], file)
	}
	of = func(c string) int {
		if at, done := column[c]; done {
			return at
		}
		at := 0
		for _, file := range members[c] {
			for _, importer := range importers[file] {
				if circle[importer] != c {
					at = max(at, of(circle[importer])+1)
				}
			}
		}
		column[c] = at
		return at
	}
	all := map[string]int{}
	for _, file := range names {
		all[file] = of(circle[file])
	}
	return all
}
