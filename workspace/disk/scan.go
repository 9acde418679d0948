package disk

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

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
	root, err := f.dir()
	if err != nil {
		return Listing{}, err
	}
	o := f.lookOutside(ctx)
	if err := ctx.Err(); err != nil {
		return Listing{}, err
	}
	s := scan{folder: f, root: root, rules: f.newRules(o)}
	s.Problems = o.problems
	f.mu.Lock()
	f.rules = s.rules
	f.mu.Unlock()
	if err := s.enter(ctx, nil, ""); err != nil {
		return Listing{}, err
	}
	slices.Sort(s.Dirs)
	slices.SortFunc(s.Files, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Excluded, func(a, b Excluded) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return s.Listing, nil
}

type scan struct {
	folder *Folder
	root   *os.Root
	rules  *rules
	Listing
}

// enter lists a directory and all below it.
func (s *scan) enter(ctx context.Context, parent *ignore.Dir, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	infos, closed, err := list(s.root, dir)
	switch {
	case err != nil && dir == "":
		return err
	case Gone(err): // since its parent was listed
		return nil
	case err != nil:
		s.Excluded = append(s.Excluded, Excluded{dir + "/", unreadable + cause(err)})
		return nil
	}
	for name, err := range closed {
		s.Excluded = append(s.Excluded, Excluded{path.Join(dir, name), unreadable + cause(err)})
	}
	s.Dirs = append(s.Dirs, dir)
	var ruleFiles []string
	for _, info := range infos {
		if ignore.IsRule(info.Name()) {
			ruleFiles = append(ruleFiles, info.Name())
		}
	}
	here := s.folder.enter(s.rules, parent, dir, ruleFiles)
	var below []string
	for _, info := range infos {
		p := path.Join(dir, info.Name())
		reason := s.folder.verdict(here, p, info)
		switch {
		case reason != "":
			if info.IsDir() {
				p += "/"
			}
			s.Excluded = append(s.Excluded, Excluded{p, reason})
		case info.IsDir():
			below = append(below, p)
		default:
			s.Files = append(s.Files, entryOf(p, info))
		}
	}
	for _, p := range below {
		if err := s.enter(ctx, here, p); err != nil {
			return err
		}
	}
	return nil
}

// list lists a directory, and by name what in it cannot be looked at. What vanishes meanwhile is not in it.
func list(root *os.Root, dir string) (infos []fs.FileInfo, closed map[string]error, err error) {
	file, err := root.Open(onDisk(dir))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	if err != nil {
		return nil, nil, err
	}
	infos, closed = make([]fs.FileInfo, 0, len(entries)), map[string]error{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			infos = append(infos, info)
		} else if !Gone(err) {
			closed[e.Name()] = err
		}
	}
	return infos, closed, nil
}
