package rank

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// names finds files by the ends of their paths.
type names struct {
	bases calledFiles // by base name
	stems calledFiles // by base name without its extension; a package's file (below) by its directory too
}

// calledFiles are files by what they are called, those that are called the same by number. A map takes several times as much, and
// cannot be taken over when files get other numbers.
type calledFiles []calledFile

type calledFile struct {
	name string
	node int32
}

func compareCalled(a, b calledFile) int {
	return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.node, b.node))
}

// of are the files that are called so.
func (c calledFiles) of(name string) (nodes []int32) {
	i, _ := slices.BinarySearchFunc(c, name, func(f calledFile, name string) int { return strings.Compare(f.name, name) })
	for ; i < len(c) && c[i].name == name; i++ {
		nodes = append(nodes, c[i].node)
	}
	return nodes
}

// moved are the files by their new numbers, which are in the order of the old ones, with some that are new.
func (c calledFiles) moved(to []int32, more calledFiles) calledFiles {
	slices.SortFunc(more, compareCalled)
	all := make(calledFiles, 0, len(c)+len(more))
	for _, f := range c {
		if f.node = to[f.node]; f.node < 0 {
			continue
		}
		for len(more) > 0 && compareCalled(more[0], f) < 0 {
			all, more = append(all, more[0]), more[1:]
		}
		all = append(all, f)
	}
	return append(all, more...)
}

// isPackageStem reports whether files of this stem stand for their directory.
func isPackageStem(stem string) bool { return stem == "__init__" || stem == "index" }

// newNames takes over what prev, which may be nil, has of the files that are still there; moved is as for newPaths.
func newNames(files []located, prev *names, moved func() (from, to []int32)) *names {
	var from, to []int32
	if prev == nil {
		prev = &names{}
	} else {
		from, to = moved()
	}
	more := names{}
	for i := range int32(len(files)) {
		if from != nil && from[i] >= 0 {
			continue
		}
		p := files[i].path
		base := path.Base(p)
		more.bases = append(more.bases, calledFile{base, i})
		stem := stemOf(base)
		more.stems = append(more.stems, calledFile{stem, i})
		if dir := analysis.Dir(p); isPackageStem(stem) && dir != "" {
			more.stems = append(more.stems, calledFile{path.Base(dir), i})
		}
	}
	return &names{prev.bases.moved(to, more.bases), prev.stems.moved(to, more.stems)}
}

// stemOf is a path without its last extension.
func stemOf(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// stemName is a path's base name without its extension.
func stemName(p string) string { return stemOf(path.Base(p)) }

// endingIn finds the files whose paths agree with p in the most trailing components: in all of p, in
// all of the file's, or in two or more. p may begin with folders that are not the workspace's; those of a language's own library
// name nothing else.
func (n *names) endingIn(g *analysis.Graph, p string) []int32 {
	p = strings.Trim(p, "/")
	rest, library := inLibrary(p)
	base := path.Base(p)
	best, most := []int32(nil), 0
	consider := func(candidates []int32, pathOf func(int32) string) {
		for _, c := range candidates {
			file := pathOf(c)
			common, all := commonEnd(p, file)
			if common < 2 && !all || common < most {
				continue
			}
			if library && common <= strings.Count(rest, "/")+1 && file != rest && file[strings.IndexByte(file, '/')+1:] != rest {
				continue // but Lib/json/decoder.py of the library itself, and a folder that has the whole path
			}
			if common > most {
				best, most = nil, common
			}
			best = append(best, c)
		}
	}
	consider(n.bases.of(base), g.Path)
	if best == nil && path.Ext(base) == "" {
		consider(n.stems.of(base), func(c int32) string { return modulePath(g.Path(c)) })
		if most < 2 && strings.Contains(p, "/") { // github.com/a/shop is the module, and not its shop.go
			best = nil
		}
	}
	return best
}

// module finds the files that a dotted name's first parts stand for, as many parts as possible but at
// least least, and how many parts these are.
func (n *names) module(g *analysis.Graph, parts []string, least int) (files []int32, used int) {
	for used = len(parts); used >= max(least, 1); used-- {
		p := strings.Join(parts[:used], "/")
		for _, c := range n.stems.of(parts[used-1]) {
			if m := modulePath(g.Path(c)); m == p || strings.HasSuffix(m, "/"+p) {
				files = append(files, c)
			}
		}
		if files != nil {
			return files, used
		}
	}
	return nil, 0
}

// modulePath is a file's path as a module's: without extension, a package's file as its directory.
func modulePath(p string) string {
	p = stemOf(p)
	if dir := analysis.Dir(p); dir != "" && isPackageStem(path.Base(p)) {
		return dir
	}
	return p
}

// commonEnd counts the trailing components that two paths share; all reports whether one of them ended there.
func commonEnd(a, b string) (count int, all bool) {
	for a != "" && b != "" {
		i, j := strings.LastIndexByte(a, '/'), strings.LastIndexByte(b, '/')
		if a[i+1:] != b[j+1:] {
			return count, false
		}
		count++
		a, b = a[:max(i, 0)], b[:max(j, 0)]
	}
	return count, true
}
