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
	reach   *reach             // once it was asked for
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
	return node.file.Facts != nil && slices.ContainsFunc(node.file.Facts.Get().Imports, func(i Import) bool { return i.ReExport })
}
