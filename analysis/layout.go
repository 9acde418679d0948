package analysis

import (
	"bytes"
	"sync"
)

// layout is what languages made of a folder's manifests and directories. It is kept from one tree to the next as long as
// these are the same, whatever files come and go.
type layout struct{ made sync.Map }

// OfLayout is what a function makes of the manifests and directories of a tree, and of nothing else: it may ask for Manifests,
// Manifest and HasDir. Trees that follow one another have it in common as long as these are the same. key is the asker's own.
func OfLayout[T any](t *Tree, key any, from func() T) T {
	made, _ := t.layout.made.LoadOrStore(key, sync.OnceValue(from))
	return made.(func() T)()
}

// SharesLayout reports whether what is made OfLayout is in common with another tree.
func (t *Tree) SharesLayout(with *Tree) bool { return t.layout == with.layout }

// sameLayout reports whether two trees have the same manifests and directories.
func (t *Tree) sameLayout(other *Tree) bool {
	if len(t.dirs) != len(other.dirs) || len(t.manifests) != len(other.manifests) {
		return false
	}
	for dir := range t.dirs {
		if _, has := other.dirs[dir]; !has {
			return false
		}
	}
	for base, paths := range t.manifests {
		if len(paths) != len(other.manifests[base]) {
			return false
		}
		for i, p := range other.manifests[base] {
			if p != paths[i] || !bytes.Equal(t.Manifest(p), other.Manifest(p)) {
				return false
			}
		}
	}
	return true
}
