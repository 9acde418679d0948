package analysis

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
)

// File is one file of a folder as linking sees it.
type File struct {
	Path     string
	Language *Language  // nil: listed, but not read
	Facts    *LazyFacts // nil: no language, or extraction failed
	Manifest []byte     // the text of a manifest; nil for all other files
}

// Tree is one state of a folder: every file that is neither ignored nor refused.
type Tree struct {
	files     []*File             // by path; what stays the same is the same File from one tree to the next
	dirs      map[string][]string // directory → its files, by path; "" is the root
	manifests map[string][]string // base name → paths, by path
	layout    *layout
}

// NewTree makes a Tree of files that are sorted by path without duplicates; it keeps the slice.
func NewTree(files []File) *Tree {
	all := make([]*File, len(files))
	for i := range files {
		all[i] = &files[i]
	}
	return newTree(all)
}

func newTree(files []*File) *Tree {
	t := &Tree{files: files, dirs: map[string][]string{"": nil}, manifests: map[string][]string{}, layout: &layout{}}
	for rest := files; len(rest) > 0; {
		dir, n := Dir(rest[0].Path), 1
		for n < len(rest) && Dir(rest[n].Path) == dir {
			n++
		}
		t.list(dir, rest[:n])
		rest = rest[n:]
	}
	return t
}

// list takes in files of one directory.
func (t *Tree) list(dir string, files []*File) {
	paths, known := t.dirs[dir]
	for d := dir; !known && d != ""; _, known = t.dirs[d] {
		t.dirs[d] = nil
		d = Dir(d)
	}
	for _, f := range files {
		paths = append(paths, f.Path)
		if f.Manifest != nil {
			base := path.Base(f.Path)
			t.manifests[base] = append(t.manifests[base], f.Path)
		}
	}
	t.dirs[dir] = paths
}

// With is the tree of other files, sorted by path; it keeps the slice. Files that are the same are best the same File, which is seen at
// once. It shares what follows from the paths alone when these are the same, and what was made of the layout where that is.
func (t *Tree) With(files []*File) *Tree {
	if !slices.EqualFunc(t.files, files, func(a, b *File) bool {
		return a == b || a.Path == b.Path && (a.Manifest == nil) == (b.Manifest == nil)
	}) {
		if with, ok := t.inSameDirs(files); ok {
			return with
		}
		with := newTree(files)
		if with.sameLayout(t) {
			with.layout = t.layout
		}
		return with
	}
	with := &Tree{files: files, dirs: t.dirs, manifests: t.manifests, layout: t.layout}
	if !slices.EqualFunc(t.files, files, func(a, b *File) bool { return a == b || bytes.Equal(a.Manifest, b.Manifest) }) {
		with.layout = &layout{}
	}
	return with
}

// inSameDirs is With where all that is another now is in directories that were there and are, and is no manifest; false where it is not.
func (t *Tree) inSameDirs(files []*File) (with *Tree, ok bool) {
	with = &Tree{files: files, manifests: t.manifests, layout: t.layout}
	if was, is := with.Changed(t); slices.ContainsFunc(slices.Concat(was, is), func(f *File) bool { return f.Manifest != nil }) {
		return nil, false
	}
	with.dirs = maps.Clone(t.dirs)
	relisted := map[string]bool{} // whose list is not shared with the tree before
	for _, p := range with.Others(t) {
		dir := Dir(p)
		paths, known := with.dirs[dir]
		if !relisted[dir] {
			relisted[dir], paths = true, slices.Clone(paths)
		}
		if at, has := slices.BinarySearch(paths, p); has {
			paths = slices.Delete(paths, at, at+1)
		} else {
			paths = slices.Insert(paths, at, p)
		}
		if !known || len(paths) == 0 {
			return nil, false
		}
		with.dirs[dir] = paths
	}
	return with, true
}

// same reports whether two trees are of the same files with the same Facts.
func (t *Tree) same(other *Tree) bool {
	return slices.EqualFunc(t.files, other.files, func(a, b *File) bool {
		return a == b || a.Path == b.Path && a.Language == b.Language && a.Facts == b.Facts &&
			(a.Manifest == nil) == (b.Manifest == nil) && bytes.Equal(a.Manifest, b.Manifest)
	})
}

// read is how many files have a language.
func (t *Tree) read() (n int) {
	for i := range t.files {
		if t.files[i].Language != nil {
			n++
		}
	}
	return n
}

// Dir is the directory of a path, "" for the root.
func Dir(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// Files are all files, by path. Not to be changed.
func (t *Tree) Files() []*File { return t.files }

// File finds one file, nil where there is none.
func (t *Tree) File(p string) *File {
	i := sort.Search(len(t.files), func(i int) bool { return t.files[i].Path >= p })
	if i < len(t.files) && t.files[i].Path == p {
		return t.files[i]
	}
	return nil
}

// Changed are the files of an earlier tree that are not in this one as they were, and those of this one that were not in that as they
// are, by path.
func (t *Tree) Changed(before *Tree) (was, is []*File) {
	old := before.files
	for _, f := range t.files {
		for len(old) > 0 && old[0] != f && old[0].Path < f.Path {
			was, old = append(was, old[0]), old[1:]
		}
		switch {
		case len(old) == 0 || old[0] != f && old[0].Path != f.Path:
			is = append(is, f)
			continue
		case old[0] != f:
			was, is = append(was, old[0]), append(is, f)
		}
		old = old[1:]
	}
	return append(was, old...), is
}

// Others are the paths of the files that came or went between two trees.
func (t *Tree) Others(before *Tree) (paths []string) {
	was, is := t.Changed(before)
	for _, f := range was {
		if !t.Has(f.Path) {
			paths = append(paths, f.Path)
		}
	}
	for _, f := range is {
		if !before.Has(f.Path) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// Has reports whether there is such a file.
func (t *Tree) Has(p string) bool { return t.File(p) != nil }

// HasDir reports whether some file lies in this directory or below it.
func (t *Tree) HasDir(dir string) bool {
	_, ok := t.dirs[dir]
	return ok
}

// Dir lists the paths of the files directly in a directory, sorted. Not to be changed.
func (t *Tree) Dir(dir string) []string { return t.dirs[dir] }

// Manifest is the text of a manifest, nil where there is none.
func (t *Tree) Manifest(p string) []byte {
	if f := t.File(p); f != nil {
		return f.Manifest
	}
	return nil
}

// Manifests lists the paths of all manifests with this base name, sorted.
func (t *Tree) Manifests(base string) []string { return slices.Clone(t.manifests[base]) }
