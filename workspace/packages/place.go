package packages

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

const (
	maxLinks   = 40     // that may follow each other, as on Linux
	maxEntries = 20_000 // of a directory that are looked at
)

// errElsewhere says that a path leads to what is not a package manager's.
var errElsewhere = errors.New("it leads out of the package managers' directories")

// place is a directory with installed packages, as layouts see it: a file system of what is the package
// managers' own. It serves one reading and is not safe for concurrent use.
type place struct {
	root     *os.Root
	shared   bool
	owns     func(path string, shared bool) bool
	maxBytes int64

	archives *lru.Cache[string, *archive]
	keep     func(key string, make func() (any, bool)) any

	plain   map[string]bool // paths that are no links
	listed  map[string][]fs.DirEntry
	refused []string
}

func (r *Reader) open(dir string, shared bool, layout *analysis.Layout) (*place, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	keep := func(key string, make func() (any, bool)) any { return r.keep(dir+"\x00"+key, make) }
	return &place{keep: keep, root: root, shared: shared, owns: layout.Owns, maxBytes: r.opts.MaxBytes, archives: r.archives, plain: map[string]bool{"": true}, listed: map[string][]fs.DirEntry{}}, nil
}

// Keep implements analysis.Keeper.
func (p *place) Keep(key string, make func() (any, bool)) any { return p.keep(key, make) }

// real is a path without links.
func (p *place) real(name string) (string, error) {
	if jar, file, ok := splitArchive(name); ok {
		jar, err := p.real(jar)
		if err != nil {
			return "", err
		}
		if a := p.archive(jar); a == nil || !a.files[file] {
			return "", fs.ErrNotExist
		}
		return jar + inArchive + file, nil
	}
	if !fs.ValidPath(name) || name == "." {
		return "", fs.ErrInvalid
	}
	asked := name
	for range maxLinks {
		if !p.owns(name, p.shared) {
			break
		}
		link, err := p.firstLink(name)
		if err != nil {
			return "", err
		}
		if link == "" {
			return name, nil
		}
		target, err := p.root.Readlink(link)
		if err != nil {
			return "", err
		}
		target = strings.ReplaceAll(target, `\`, "/")
		name = path.Join(path.Dir(link), target, strings.TrimPrefix(name, link))
		if path.IsAbs(target) || !fs.ValidPath(name) {
			break
		}
	}
	if name != asked && !slices.Contains(p.refused, asked) {
		p.refused = append(p.refused, asked)
	}
	return "", errElsewhere
}

// firstLink is the beginning of a path that is a link; "" where none is.
func (p *place) firstLink(name string) (string, error) {
	for end := 0; end < len(name); {
		if i := strings.IndexByte(name[end+1:], '/'); i >= 0 {
			end += 1 + i
		} else {
			end = len(name)
		}
		if p.plain[name[:end]] {
			continue
		}
		info, err := p.root.Lstat(name[:end])
		switch {
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			return name[:end], nil
		}
		p.plain[name[:end]] = true
	}
	return "", nil
}

// Open implements fs.FS; layouts read and list, and open nothing.
func (p *place) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// Stat implements fs.StatFS.
func (p *place) Stat(name string) (fs.FileInfo, error) {
	name, err := p.real(name)
	if err != nil {
		return nil, err
	}
	if jar, _, ok := splitArchive(name); ok {
		name = jar // of one file of it as of any
	}
	return p.root.Lstat(name)
}

// ReadFile implements fs.ReadFileFS.
func (p *place) ReadFile(name string) ([]byte, error) {
	c, err := p.read(name, max(p.maxBytes, disk.MaxLong)) // tables of package managers, which are as long as there are packages
	return []byte(c.Text), err
}

// read reads a file of at most max bytes.
func (p *place) read(name string, max int64) (disk.Content, error) {
	name, err := p.real(name)
	if err != nil {
		return disk.Content{}, err
	}
	if jar, file, ok := splitArchive(name); ok {
		return p.readArchived(jar, file, max)
	}
	return disk.ReadBelow(p.root, name, max)
}

// ReadDir implements fs.ReadDirFS.
func (p *place) ReadDir(name string) ([]fs.DirEntry, error) {
	if jar, dir, ok := splitArchive(name); ok {
		if a := p.archive(jar); a != nil && a.dirs[dir] != nil {
			return a.dirs[dir], nil
		}
		return nil, fs.ErrNotExist
	}
	name, err := p.real(name)
	if err != nil {
		return nil, err
	}
	if entries, ok := p.listed[name]; ok {
		return entries, nil
	}
	info, err := p.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fs.ErrInvalid
	}
	dir, err := p.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(maxEntries)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	if err == nil || errors.Is(err, io.EOF) {
		p.listed[name] = entries
	}
	return entries, err
}
