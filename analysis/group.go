package analysis

import (
	"encoding/binary"
	"slices"
)

// group is a module of several files with what they define together.
type group struct {
	files   []int32
	top     map[string][]int32
	shown   map[string][]int32 // of top, what differs for a star import: names that some do not export
	members map[string][]int32
	offered map[string][]int32 // names that files export of what is inside their own definitions
	passing []int32            // its files that pass on what others define
}

// reach is what a star import of one file can bring in: most names that a file uses are no module's, and
// this tells so by one look instead of a search through all that is passed on.
type reach struct {
	files   []int32 // itself and what it passes on whole, and so on; by number
	offered map[string]bool
}

// group indexes what the files of a list define together.
func (l *linker) group(files []int32) *group {
	if g, ok := l.groups[&files[0]]; ok && len(g.files) == len(files) {
		return g
	}
	key := make([]byte, 0, 4*len(files))
	for _, f := range files {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
	}
	g, ok := l.same[string(key)]
	if !ok {
		g = &group{files: files, top: map[string][]int32{}, shown: map[string][]int32{}, members: map[string][]int32{}, offered: map[string][]int32{}}
		for _, f := range files {
			s := l.g.nodes[f].scope()
			s.each(func(name string, is nameTraits) {
				if is&isTop != 0 {
					g.define(name, f, is&isShown != 0)
				}
				if is&isMember != 0 {
					g.members[name] = append(g.members[name], f)
				}
			})
			for name, local := range s.exports {
				if s.defines(local) && !s.defines(name) {
					g.offered[name] = append(g.offered[name], f)
				}
			}
			if l.passes(f) {
				g.passing = append(g.passing, f)
			}
		}
		l.same[string(key)] = g
	}
	l.groups[&files[0]] = g
	return g
}

// define notes that a file of the group defines a name.
func (g *group) define(name string, file int32, exported bool) {
	shown, differs := g.shown[name]
	switch {
	case differs && exported:
		g.shown[name] = append(shown, file)
	case !differs && !exported:
		g.shown[name] = slices.Clone(g.top[name])
	}
	g.top[name] = append(g.top[name], file)
}

// passes reports whether a file offers names that it does not define itself.
func (l *linker) passes(file int32) bool {
	node := &l.g.nodes[file]
	for _, local := range node.scope().exports {
		if !node.scope().defines(local) {
			return true
		}
	}
	return node.file.Facts != nil && slices.ContainsFunc(node.file.Facts.Imports, func(i Import) bool { return i.ReExport })
}

// reach finds out what a star import of a file can bring in.
func (l *linker) reach(file int32) *reach {
	if r, ok := l.reaches[file]; ok {
		return r
	}
	r := &reach{offered: map[string]bool{}}
	seen := map[int32]bool{file: true}
	for queue := []int32{file}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		r.files = append(r.files, f)
		node := &l.g.nodes[f]
		node.scope().each(func(name string, is nameTraits) {
			if is&isTop != 0 {
				r.offered[name] = true
			}
		})
		for name := range node.scope().exports {
			r.offered[name] = true
		}
		for i, b := range node.scope().bound.bindings {
			if node.imports[b.imp].Import.ReExport {
				r.offered[node.scope().bound.locals[i]] = true
			}
		}
		for _, i := range node.scope().stars {
			link := &node.imports[i]
			if !link.Import.ReExport {
				continue
			}
			for name := range link.members {
				r.offered[name] = true
			}
			for name := range link.inside {
				r.offered[name] = true
			}
			for _, next := range link.Files {
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	slices.Sort(r.files)
	l.reaches[file] = r
	return r
}
