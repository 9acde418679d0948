package disk

import (
	"cmp"
	"context"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/workspace/ignore"
)

// Listing is all that a scan found.
type Listing struct {
	Files    []Entry    // by path
	Excluded []Excluded // by path
	Dirs     []string   // the directories that were entered, sorted; the folder itself is ""
	Problems []string   // what could not be found out about ignore rules, for a person to read
}

// Excluded is a path that is left out, and why. A directory's path ends in a slash.
type Excluded struct{ Path, Reason string }

// Scan lists the folder, and puts the ignore rules it found in force. It fails when the folder itself
// cannot be listed, or with the context's error.
func (f *Folder) Scan(ctx context.Context) (Listing, error) {
	tree, err := f.dir()
	if err != nil {
		return Listing{}, err
	}
	o := f.lookOutside(ctx)
	if err := ctx.Err(); err != nil {
		return Listing{}, err
	}
	s := scan{folder: f, tree: tree, rules: f.newRules(o), spare: make(chan struct{}, min(runtime.GOMAXPROCS(0), mostListers)-1)}
	s.Problems = o.problems
	f.mu.Lock()
	f.rules = s.rules
	f.mu.Unlock()
	top, err := s.lister.open(tree, directory{}, "")
	if err != nil {
		return Listing{}, err
	}
	if err := s.enter(ctx, nil, top, ""); err != nil {
		return Listing{}, err
	}
	slices.Sort(s.Dirs)
	slices.SortFunc(s.Files, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Excluded, func(a, b Excluded) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return s.Listing, nil
}

// scan lists a part of a folder, in one goroutine.
type scan struct {
	folder *Folder
	tree   *Tree
	rules  *rules
	spare  chan struct{} // has room for as many others as may list parts of the same folder
	lister Lister
	Listing
}

// mostListers is how many goroutines list a folder at most.
const mostListers = 4

// mostOpen is how many directories are open at a time, one in the other.
const mostOpen = 64

// enter lists a directory, which is open, and all below it. It closes the directory.
func (s *scan) enter(ctx context.Context, parent *ignore.Dir, at directory, dir string) error {
	defer func() { at.close() }()
	if err := ctx.Err(); err != nil {
		return err
	}
	items, closed, err := s.lister.list(at, dir)
	switch {
	case err != nil && dir == "":
		return err
	case Gone(err): // since its parent was listed
		return nil
	case err != nil:
		s.refuse(dir, err)
		return nil
	}
	for path, err := range closed {
		s.Excluded = append(s.Excluded, Excluded{path, unreadable + cause(err)})
	}
	s.Dirs = append(s.Dirs, dir)
	var ruleFiles []string
	for i := range items {
		if ignore.IsRule(items[i].name()) {
			ruleFiles = append(ruleFiles, items[i].name())
		}
	}
	here := s.folder.enter(s.rules, parent, dir, ruleFiles)
	var below []string
	for i := range items {
		one := &items[i]
		reason := s.folder.verdict(s.rules, here, one.path, one)
		switch {
		case reason != "" && one.mode.IsDir():
			s.Excluded = append(s.Excluded, Excluded{one.path + "/", reason})
		case reason != "":
			s.Excluded = append(s.Excluded, Excluded{one.path, reason})
		case one.mode.IsDir():
			below = append(below, one.path)
		default:
			s.Files = append(s.Files, Entry{Path: one.path, Stamp: one.stamp})
		}
	}
	if strings.Count(dir, "/") >= mostOpen {
		at.close()
		at = directory{}
	}
	var others sync.WaitGroup
	var parts []*part
	for _, p := range below {
		select {
		case s.spare <- struct{}{}:
			one := &part{scan: scan{folder: s.folder, tree: s.tree, rules: s.rules, spare: s.spare}}
			parts = append(parts, one)
			others.Go(func() {
				defer func() { <-s.spare }()
				defer func() { one.panicked = recover() }()
				one.err = one.enterBelow(ctx, here, at, p)
			})
		default:
			if err == nil {
				err = s.enterBelow(ctx, here, at, p)
			}
		}
	}
	others.Wait() // before the directory is closed
	for _, one := range parts {
		if one.panicked != nil {
			panic(one.panicked) // the caller's to recover
		}
		s.Files, s.Excluded, s.Dirs = append(s.Files, one.Files...), append(s.Excluded, one.Excluded...), append(s.Dirs, one.Dirs...)
		err = cmp.Or(err, one.err)
	}
	return err
}

// part is a scan of a directory by another goroutine.
type part struct {
	scan
	err      error
	panicked any
}

// enterBelow is enter of a directory in another one, which is open unless it is deep.
func (s *scan) enterBelow(ctx context.Context, parent *ignore.Dir, in directory, dir string) error {
	at, err := s.lister.open(s.tree, in, dir)
	switch {
	case Gone(err): // since it was listed
		return nil
	case err != nil:
		s.refuse(dir, err)
		return nil
	}
	return s.enter(ctx, parent, at, dir)
}

// refuse leaves out a directory that cannot be listed.
func (s *scan) refuse(dir string, err error) {
	s.Excluded = append(s.Excluded, Excluded{dir + "/", unreadable + cause(err)})
}

// item is what a listing tells of something in a directory. Of a directory it need not tell the stamp.
type item struct {
	path  string
	mode  fs.FileMode
	stamp Stamp
}

func (i *item) name() string { return i.path[strings.LastIndexByte(i.path, '/')+1:] }

// inDir is the path of a name in a directory.
func inDir(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}
