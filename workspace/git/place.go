package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrForeign says that what git would take for a folder's repository leads to another place, so that its answers
// would not be about the folder; or that it holds something that git would wait for without end.
var ErrForeign = errors.New("not the folder's own repository")

// place is where git finds a repository.
type place struct {
	top    string // of the working tree; without links, as the others
	gitDir string
	common string // the same, but in a linked worktree
}

// maxPointer is the largest file, in bytes, that says where a part of a repository is.
const maxPointer = 1 << 20

// checkPlace reports what is wrong with the repository that git would find from a directory; nothing where there
// is none. The text of a repository can say that its parts are anywhere: what git itself makes so, worktrees
// and submodules, it says in both places, and only such is believed.
func checkPlace(dir string) error {
	p, err := find(dir)
	if err == nil && p != nil {
		err = p.check()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return nil
}

// find finds the repository that git would find from a directory; nil where there is none.
func find(dir string) (*place, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, nil // git says it better
	}
	for top := real; ; top = filepath.Dir(top) {
		if info, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			if p, err := open(top, info); p != nil || err != nil {
				return p, err
			}
		}
		if top == filepath.Dir(top) {
			return nil, nil
		}
	}
}

// open follows the .git of a directory; nil where git would look further up.
func open(top string, info fs.FileInfo) (*place, error) {
	dotGit := filepath.Join(top, ".git")
	p := &place{top: top, gitDir: dotGit, common: dotGit}
	switch {
	case info.IsDir():
		if _, err := os.Lstat(filepath.Join(dotGit, "HEAD")); err != nil {
			return nil, nil
		}
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := filepath.EvalSymlinks(dotGit)
		if err != nil {
			return nil, nil
		}
		p.gitDir, p.common = target, target
		if !within(top, target) && !p.isWorktree() {
			return nil, errors.New(".git is a link to another place")
		}
	default:
		text, err := pointer(dotGit)
		if err != nil {
			return nil, err
		}
		target, found := strings.CutPrefix(text, "gitdir: ")
		if !found {
			return nil, nil
		}
		if target, err = filepath.EvalSymlinks(from(top, target)); err != nil {
			return nil, nil
		}
		p.gitDir, p.common = target, target
		if back, err := pointer(filepath.Join(target, "gitdir")); err == nil {
			return p, p.linked(back, dotGit)
		}
		if !p.isWorktree() {
			return nil, errors.New(".git names a directory that does not name this one")
		}
	}
	return p, nil
}

// linked follows a linked worktree to its repository, given what its directory there names.
func (p *place) linked(back, dotGit string) error {
	if !same(from(p.gitDir, back), dotGit) {
		return errors.New(".git names a worktree that is elsewhere")
	}
	text, err := pointer(filepath.Join(p.gitDir, "commondir"))
	if err != nil {
		return err
	}
	if p.common, err = filepath.EvalSymlinks(from(p.gitDir, text)); err != nil {
		return err
	}
	if !same(filepath.Dir(p.gitDir), filepath.Join(p.common, "worktrees")) {
		return errors.New("its commondir leads to another place")
	}
	return nil
}

// check follows what else leads out of a repository.
func (p *place) check() error {
	if _, err := os.Lstat(filepath.Join(p.gitDir, "commondir")); err == nil && p.common == p.gitDir {
		return errors.New("its commondir leads to another place")
	}
	if p.common == p.gitDir && !p.isWorktree() && p.worktree() != "" {
		return errors.New("its core.worktree leads to another place")
	}
	head, _ := pointer(filepath.Join(p.gitDir, "HEAD"))
	ref := strings.TrimPrefix(head, "ref: ")
	if !filepath.IsLocal(ref) {
		ref = "HEAD"
	}
	for _, dir := range []string{p.gitDir, p.common} {
		for _, name := range []string{"HEAD", ref, "config", "index", "packed-refs", "shallow", "commondir", "info/exclude", "objects/info/alternates"} {
			info, err := os.Stat(filepath.Join(dir, name))
			if err == nil && !info.Mode().IsRegular() {
				return fmt.Errorf("its %s is no regular file", name)
			}
		}
		for _, name := range []string{"objects", "refs", "index", "packed-refs", "logs"} {
			target, err := filepath.EvalSymlinks(filepath.Join(dir, name))
			if err == nil && !within(dir, target) {
				return fmt.Errorf("its %s lead to another place", name)
			}
		}
	}
	return nil
}

// ErrBorrowed says that a repository has some of its objects elsewhere, as clones made with --shared or --reference
// have. Its commits can be counted on, since their hashes are its own; but their texts could be another's, and are
// not shown.
var ErrBorrowed = errors.New("the repository borrows objects from another place, so no log or diff of it is shown")

// Borrows reports, as ErrBorrowed, that the repository of a directory has objects elsewhere.
func Borrows(dir string) error {
	p, err := find(dir)
	if err != nil || p == nil {
		return nil // git says it better
	}
	objects := filepath.Join(p.common, "objects")
	alternates, err := pointer(filepath.Join(objects, "info", "alternates"))
	if err != nil {
		return nil // there are none
	}
	for line := range strings.Lines(alternates) {
		if line = strings.TrimRight(line, "\r\n"); line == "" || line[0] == '#' {
			continue
		}
		target, err := filepath.EvalSymlinks(from(objects, line))
		if err == nil && !within(p.common, target) {
			return ErrBorrowed
		}
	}
	return nil
}

// isWorktree reports whether the repository's configuration names this working tree, as a submodule's does.
func (p *place) isWorktree() bool {
	worktree := p.worktree()
	return worktree != "" && same(from(p.gitDir, worktree), p.top)
}

// worktree is core.worktree of the repository, "" where it is not set.
func (p *place) worktree() (value string) {
	text, err := pointer(filepath.Join(p.common, "config"))
	if err != nil {
		return ""
	}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			end := strings.IndexByte(line, ']')
			if end < 0 {
				continue
			}
			section, line = strings.ToLower(strings.TrimSpace(line[1:end])), strings.TrimSpace(line[end+1:])
		}
		name, v, _ := strings.Cut(line, "=")
		if section == "core" && strings.EqualFold(strings.TrimSpace(name), "worktree") {
			value = strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return value
}

// pointer is the text of a small regular file, without the end of its last line.
func pointer(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // opening it could last for ever
		return "", fmt.Errorf("its %s is no regular file", filepath.Base(path))
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPointer))
	return strings.TrimRight(string(text), "\r\n"), err
}

// from is a path, relative to a directory unless it is absolute.
func from(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// same reports whether two paths lead to the same file or directory.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// within reports whether a path without links is a directory or below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// Place tells which repository a directory is in, and where in its work tree: both are the same for that directory in each of the
// repository's work trees. Both are "" where there is none, or none that is believed. No git is started, as TopLevel does.
func Place(dir string) (repository, below string) {
	p, err := find(dir)
	if err != nil || p == nil || p.check() != nil {
		return "", ""
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", ""
	}
	below, err = filepath.Rel(p.top, real)
	if err != nil {
		return "", ""
	}
	return p.common, below
}
