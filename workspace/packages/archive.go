package packages

import (
	"archive/zip"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/workspace/disk"
)

const (
	inArchive    = "!/"     // stands between the path of an archive and that of a file in it
	maxArchive   = 64 << 20 // bytes of an archive that is looked into
	maxInArchive = 50_000   // files of one
)

// archive is what a zip file holds. It is read where it lies: nothing is unpacked.
type archive struct {
	stamp stamp
	files map[string]bool
	dirs  map[string][]fs.DirEntry // the files in directories
}

// splitArchive splits a path at the archive that it leads into.
func splitArchive(name string) (jar, file string, ok bool) {
	jar, file, ok = strings.Cut(name, inArchive)
	return jar, file, ok && path.Ext(jar) == ".jar" && fs.ValidPath(file) && file != "."
}

// archive lists what an archive holds; nil where it is none.
func (p *place) archive(jar string) *archive {
	now := p.stamp(jar)
	if now == (stamp{}) || now.size > maxArchive {
		return nil
	}
	key := p.root.Name() + "\x00" + jar
	if a, ok := p.archives.Get(key); ok && a.stamp == now {
		return a
	}
	a := &archive{stamp: now, files: map[string]bool{}, dirs: map[string][]fs.DirEntry{}}
	_ = p.openArchive(jar, func(r *zip.Reader) error {
		if len(r.File) > maxInArchive {
			return nil // what it does not have could not be told
		}
		for _, f := range r.File {
			if fs.ValidPath(f.Name) && f.Mode().IsRegular() && !a.files[f.Name] {
				a.files[f.Name] = true
				dir := path.Dir(f.Name)
				a.dirs[dir] = append(a.dirs[dir], fs.FileInfoToDirEntry(f.FileInfo()))
			}
		}
		return nil
	})
	for _, entries := range a.dirs {
		slices.SortFunc(entries, func(x, y fs.DirEntry) int { return strings.Compare(x.Name(), y.Name()) })
	}
	p.archives.Add(key, a)
	return a
}

// openArchive opens an archive while f looks into it.
func (p *place) openArchive(jar string, f func(*zip.Reader) error) error {
	name, err := p.real(jar)
	if err != nil {
		return err
	}
	file, err := p.root.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxArchive {
		return fs.ErrInvalid
	}
	r, err := zip.NewReader(file, info.Size())
	if err != nil {
		return err
	}
	return f(r)
}

// readArchived reads a file of an archive.
func (p *place) readArchived(jar, name string, max int64) (c disk.Content, err error) {
	err = p.openArchive(jar, func(r *zip.Reader) error {
		file, err := r.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		var raw strings.Builder
		if _, err := io.Copy(&raw, io.LimitReader(file, max+1)); err != nil {
			return err
		}
		c, err = disk.TextOf(name, raw.String(), max)
		return err
	})
	return c, err
}
