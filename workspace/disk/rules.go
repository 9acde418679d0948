package disk

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/ignore"
)

// maxRules is how much of an ignore file is read, in bytes.
const maxRules = 1 << 20

// rules are the ignore rules of one time: what holds everywhere, and for each directory known so far
// what holds there.
type rules struct {
	set     *ignore.Set
	virtual map[string]string // directories of the system's that hold no files, and what they are

	mu   sync.Mutex
	dirs map[string]*ignore.Dir // by path; the folder itself is ""
}

func (f *Folder) newRules(o outside) *rules {
	set := ignore.NewSet(ignore.Options{
		FoldCase: o.foldCase, Skip: f.skip, Settings: f.settings, Outer: o.files, Tracked: o.tracked})
	return &rules{set: set, virtual: virtualIn(f.path), dirs: map[string]*ignore.Dir{}}
}

func (r *rules) get(dir string) *ignore.Dir {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dirs[dir]
}

func (r *rules) put(dir string, d *ignore.Dir) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dirs[dir] = d
}

// forget drops a directory and all below it.
func (r *rules) forget(dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dirs[dir] != nil {
		maps.DeleteFunc(r.dirs, func(d string, _ *ignore.Dir) bool { return d == dir || strings.HasPrefix(d, dir+"/") })
	}
}

// enter makes the rules of a directory from those of its parent (nil for the folder itself) and from
// the ignore files in it, given by name.
func (f *Folder) enter(r *rules, parent *ignore.Dir, dir string, names []string) *ignore.Dir {
	var files []ignore.File
	if tree, err := f.dir(); err == nil {
		for _, name := range names {
			if text := readRules(tree, path.Join(dir, name)); len(text) > 0 {
				files = append(files, ignore.File{Name: name, Text: text})
			}
		}
	}
	var d *ignore.Dir
	if parent == nil {
		d = r.set.Root(files...)
	} else {
		d = parent.Enter(path.Base(dir), files...)
	}
	r.put(dir, d)
	return d
}

// readRules reads an ignore file, or what of it is not too much; nil where there is none. Like git it
// follows no link.
func readRules(tree *Tree, file string) []byte {
	if there, err := tree.lstat(file); err != nil || !there.mode.IsRegular() {
		return nil
	}
	text, _, err := tree.read(file, maxRules)
	if err != nil {
		return nil
	}
	return []byte(text)
}

// IsRule reports whether a change of this file changes what is left out, so that only a new scan will do.
func (f *Folder) IsRule(file string) bool {
	if !ignore.IsRule(path.Base(file)) {
		return false
	}
	_, reason := f.dirRules(f.current(), parentOf(file))
	return reason == ""
}

func (f *Folder) current() *rules {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.rules
}

// outside is what is said about a folder from outside.
type outside struct {
	foldCase bool
	files    []ignore.Outer
	tracked  []string
	problems []string // what could not be found out, for a person to read
}

// lookOutside asks git, and reads the ignore files above the folder up to the top of its repository.
func (f *Folder) lookOutside(ctx context.Context) outside {
	o := outside{foldCase: foldsCase}
	var wait sync.WaitGroup
	var topErr, settingsErr, infoErr, trackedErr error
	var globalText, infoText []byte
	var top, below string
	wait.Go(func() { top, below, topErr = git.TopLevel(ctx, f.path) })
	wait.Go(func() { infoText, infoErr = git.InfoExclude(f.path) })
	wait.Go(func() { o.tracked, trackedErr = git.Tracked(ctx, f.path) })
	wait.Go(func() {
		var ignores bool
		if globalText, ignores, settingsErr = git.Settings(ctx, f.path); settingsErr == nil {
			o.foldCase = ignores
		}
	})
	wait.Wait()
	if errors.Is(topErr, git.ErrNoRepository) {
		o.foldCase = foldsCase
	}
	for _, err := range []error{topErr, settingsErr, infoErr, trackedErr} {
		if err != nil && !errors.Is(err, git.ErrNoGit) && !errors.Is(err, git.ErrNoRepository) {
			o.problems = append(o.problems, "ignore rules: "+err.Error())
		}
	}
	slices.Sort(o.problems)
	o.problems = slices.Compact(o.problems)
	o.files = []ignore.Outer{
		{Name: "core.excludesFile", Below: below, Text: globalText},
		{Name: ".git/info/exclude", Below: below, Text: infoText},
	}
	if topErr == nil && below != "" {
		o.files = append(o.files, above(top, below)...)
	}
	return o
}

// above reads the ignore files of the directories above a folder, the uppermost first.
func above(top, below string) (files []ignore.Outer) {
	tree, err := OpenTree(top)
	if err != nil {
		return nil
	}
	defer tree.Close()
	names := strings.Split(below, "/")
	for i := range names {
		dir, rest := path.Join(names[:i]...), path.Join(names[i:]...)
		for _, name := range ignore.RuleNames() {
			if text := readRules(tree, path.Join(dir, name)); len(text) > 0 {
				up := strings.Repeat("../", len(names)-i)
				files = append(files, ignore.Outer{Name: up + name, Below: rest, Text: text})
			}
		}
	}
	return files
}

// parentOf is the directory of a path, "" for the folder itself.
func parentOf(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}
