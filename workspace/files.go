package workspace

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
)

// fileList is a list of files by path that never changes. A changed list shares all of it but one chunk
// with the list it was made from, so that the price of a change does not grow with the number of files.
type fileList struct {
	chunks []*chunk

	once sync.Once
	all  []*File // the files in one slice, once somebody asked
}

// chunk is a part of a list: at least one file and at most maxChunk.
type chunk struct {
	files []*File
	tally
}

// maxChunk is the largest number of files in a chunk. A change copies one chunk and the list of chunks:
// for 90,000 files that is about as much of one as of the other.
const maxChunk = 512

// tally sums up files.
type tally struct {
	digest  Hash // all digests of files that are not open in the editor, combined by XOR
	open    int  // how many files are open in the editor
	pending int  // how many files are yet to be read
	again   int  // how many are to be read again
	amiss   int  // how many have a Problem
}

func (t *tally) add(f *File)    { t.count(f, 1) }
func (t *tally) remove(f *File) { t.count(f, -1) }

func (t *tally) count(f *File, n int) {
	if f.Document != nil {
		t.open += n
	} else {
		t.digest.combine(f.digest)
	}
	if f.pending {
		t.pending += n
	}
	if f.again {
		t.again += n
	}
	if f.Problem != "" {
		t.amiss += n
	}
}

// newFileList makes a list of files that are sorted by path without duplicates; it keeps the slice.
func newFileList(files []*File) *fileList {
	l := &fileList{}
	l.once.Do(func() { l.all = files })
	for part := range slices.Chunk(files, maxChunk/2) { // so that there is room to grow
		l.chunks = append(l.chunks, newChunk(part))
	}
	return l
}

func newChunk(files []*File) *chunk {
	c := &chunk{files: files}
	for _, f := range files {
		c.add(f)
	}
	return c
}

// count is how many files there are.
func (l *fileList) count() (n int) {
	for _, c := range l.chunks {
		n += len(c.files)
	}
	return n
}

// slice is all files, by path. Not to be changed.
func (l *fileList) slice() []*File {
	l.once.Do(func() {
		l.all = make([]*File, 0, l.count())
		for _, c := range l.chunks {
			l.all = append(l.all, c.files...)
		}
	})
	return l.all
}

// find finds the first file whose path is not less than a given one: chunk i, file j in it. Where there is
// none, i is the number of chunks.
func (l *fileList) find(path string) (i, j int) {
	i = sort.Search(len(l.chunks), func(i int) bool {
		files := l.chunks[i].files
		return files[len(files)-1].Path >= path
	})
	if i == len(l.chunks) {
		return i, 0
	}
	files := l.chunks[i].files
	return i, sort.Search(len(files), func(j int) bool { return files[j].Path >= path })
}

// get is the file at a path, nil where there is none.
func (l *fileList) get(path string) *File {
	if i, j := l.find(path); i < len(l.chunks) && l.chunks[i].files[j].Path == path {
		return l.chunks[i].files[j]
	}
	return nil
}

// hasDir reports whether some file lies below a directory.
func (l *fileList) hasDir(dir string) bool {
	i, j := l.find(dir + "/")
	return i < len(l.chunks) && strings.HasPrefix(l.chunks[i].files[j].Path, dir+"/")
}

// put is the list with a file, in place of the one at its path if there is one.
func (l *fileList) put(file *File) *fileList {
	if len(l.chunks) == 0 {
		return newFileList([]*File{file})
	}
	i, j := l.find(file.Path)
	if i == len(l.chunks) {
		i--
		j = len(l.chunks[i].files)
	}
	old := l.chunks[i]
	rest := old.files[j:]
	t := old.tally
	if len(rest) > 0 && rest[0].Path == file.Path {
		t.remove(rest[0])
		rest = rest[1:]
	}
	t.add(file)
	files := slices.Concat(old.files[:j], []*File{file}, rest)
	if half := len(files) / 2; len(files) > maxChunk {
		return l.replace(i, newChunk(files[:half:half]), newChunk(files[half:]))
	}
	return l.replace(i, &chunk{files, t})
}

// replaceAll is the list with files in place of those at their paths, which all are there. Each chunk is copied once.
func (l *fileList) replaceAll(files []*File) *fileList {
	out := &fileList{chunks: slices.Clone(l.chunks)}
	for _, file := range files {
		i, j := l.find(file.Path)
		c := out.chunks[i]
		if c == l.chunks[i] {
			c = &chunk{slices.Clone(c.files), c.tally}
			out.chunks[i] = c
		}
		c.remove(c.files[j])
		c.add(file)
		c.files[j] = file
	}
	return out
}

// remove is the list without the file at a path.
func (l *fileList) remove(path string) *fileList {
	i, j := l.find(path)
	if i == len(l.chunks) || l.chunks[i].files[j].Path != path {
		return l
	}
	old := l.chunks[i]
	if len(old.files) == 1 {
		return l.replace(i)
	}
	t := old.tally
	t.remove(old.files[j])
	return l.replace(i, &chunk{slices.Concat(old.files[:j], old.files[j+1:]), t})
}

// replace is the list with other chunks in place of one.
func (l *fileList) replace(i int, by ...*chunk) *fileList {
	return &fileList{chunks: slices.Concat(l.chunks[:i], by, l.chunks[i+1:])}
}

// open are the files that are open in the editor, by path.
func (l *fileList) open() iter.Seq[*File] {
	return l.filter(func(t tally) int { return t.open }, func(f *File) bool { return f.Document != nil })
}

// pending are the files that are yet to be read, by path.
func (l *fileList) pending() iter.Seq[*File] {
	return l.filter(func(t tally) int { return t.pending }, func(f *File) bool { return f.pending })
}

// again are the files that are to be read again, since workers were lost, by path.
func (l *fileList) again() iter.Seq[*File] {
	return l.filter(func(t tally) int { return t.again }, func(f *File) bool { return f.again })
}

// amiss are the files that have a Problem, by path.
func (l *fileList) amiss() iter.Seq[*File] {
	return l.filter(func(t tally) int { return t.amiss }, func(f *File) bool { return f.Problem != "" })
}

// filter yields the files of one kind, and passes over the chunks that have none.
func (l *fileList) filter(count func(tally) int, keep func(*File) bool) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		for _, c := range l.chunks {
			if count(c.tally) == 0 {
				continue
			}
			for _, f := range c.files {
				if keep(f) && !yield(f) {
					return
				}
			}
		}
	}
}

// digest identifies the files with their texts. It hashes the texts open in the editor, unless that was
// done before.
func (l *fileList) digest() Hash {
	var digest Hash
	for _, c := range l.chunks {
		digest.combine(c.digest)
	}
	for f := range l.open() {
		digest.combine(digestOf(f.Path, f.Document.hash()))
	}
	return digest
}
