package analysis

import (
	"encoding/binary"
	"slices"
)

// group is a module of several files with what they define together. On kubernetes maps took a fifth of all memory while linking.
type group struct {
	files   []int32
	set     *fileSet // of the same
	top     nameFiles
	hidden  nameFiles // of top, those that a star import does not bring: their files do not export them
	members nameFiles
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
		g = l.newGroup(files)
		l.same[string(key)] = g
	}
	l.groups[&files[0]] = g
	return g
}

// ofSeveral is the set of a module of several files, none of one of a single file. An answer depends on it, too, that is worked out from more than the
// module, so that it is known whom it concerns when files come to the module. To what passes all on, as C's headers do, none comes so: see turnover.
func (l *linker) ofSeveral(files []int32) []*fileSet {
	if len(files) < 2 || l.g.nodes[files[0]].file.Language.Included {
		return nil
	}
	return []*fileSet{l.group(files).set}
}

func (l *linker) newGroup(files []int32) *group {
	g := &group{files: files, set: newFileSet(files), offered: map[string][]int32{}}
	var top, hidden, members []naming
	for _, f := range files {
		s := l.g.nodes[f].scope()
		s.each(func(name string, is nameTraits) {
			n := naming{hashOfName(name), f}
			if is&isTop != 0 {
				top = append(top, n)
			}
			if is&(isTop|isShown) == isTop {
				hidden = append(hidden, n)
			}
			if is&isMember != 0 {
				members = append(members, n)
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
	g.top, g.hidden, g.members = newNameFiles(top), newNameFiles(hidden), newNameFiles(members)
	return g
}

// define are the files that define a name at their top level; a star brings only what they export.
func (g *group) define(name string, star bool) []int32 {
	files := g.top.of(name)
	if !star {
		return files
	}
	hidden := g.hidden.of(name)
	if len(hidden) == 0 {
		return files
	}
	return slices.DeleteFunc(slices.Clone(files), func(f int32) bool { return slices.Contains(hidden, f) })
}

// passes reports whether a file offers names that it does not define itself.
func (l *linker) passes(file int32) bool {
	node := l.g.nodes[file]
	for _, local := range node.scope().exports {
		if !node.scope().defines(local) {
			return true
		}
	}
	return node.file.Facts != nil && slices.ContainsFunc(node.file.Facts.Get().Imports, func(i Import) bool { return i.ReExport })
}
