package draw

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	// mostInColumn is how many nodes a column has: more cannot be told apart.
	mostInColumn = 16

	// aloneInColumn is how many files of a longer column stand by themselves, the most important ones.
	aloneInColumn = 8
)

// group is what becomes a node.
type group struct {
	files      []string
	label, dir string
}

func alone(file string) group {
	return group{files: []string{file}, label: path.Base(file), dir: dirOf(file)}
}

// grouped are the files of a column, the most important first: each alone where there are few, else all but the first ones
// by directory. Directories are as deep as leaves few enough of them.
func grouped(files []string) (groups []group) {
	if len(files) <= mostInColumn {
		for _, file := range files {
			groups = append(groups, alone(file))
		}
		return groups
	}
	for _, file := range files[:aloneInColumn] {
		groups = append(groups, alone(file))
	}
	rest := files[aloneInColumn:]
	byDir := directories(rest, mostInColumn-aloneInColumn)
	dirs := slices.SortedFunc(maps.Keys(byDir), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byDir[b]), len(byDir[a])), cmp.Compare(a, b))
	})
	own := dirs[:min(len(dirs), mostInColumn-aloneInColumn)]
	if len(own) < len(dirs) { // there are too many at the top already
		own = own[:len(own)-1]
	}
	for _, dir := range own {
		if len(byDir[dir]) == 1 {
			groups = append(groups, alone(byDir[dir][0]))
			continue
		}
		slices.Sort(byDir[dir])
		groups = append(groups, group{files: byDir[dir], label: fmt.Sprintf("+%d files", len(byDir[dir])), dir: dir})
	}
	var others []string
	for _, dir := range dirs[len(own):] {
		others = append(others, byDir[dir]...)
	}
	if len(others) > 0 {
		slices.Sort(others)
		groups = append(groups, group{files: others, label: fmt.Sprintf("+%d files elsewhere", len(others))})
	}
	return groups
}

// directories are files by the first parts of their directories: as many parts as leave so many directories at most, and one
// at least.
func directories(files []string, most int) map[string][]string {
	deepest := 1
	for _, file := range files {
		deepest = max(deepest, strings.Count(file, "/"))
	}
	for depth := deepest; ; depth-- {
		byDir := map[string][]string{}
		for _, file := range files {
			dir := shortened(dirOf(file), depth)
			byDir[dir] = append(byDir[dir], file)
		}
		if len(byDir) <= most || depth == 1 {
			return byDir
		}
	}
}

// shortened are the first parts of a directory, so many at most.
func shortened(dir string, parts int) string {
	names := strings.Split(dir, "/")
	return strings.Join(names[:min(parts, len(names))], "/")
}
