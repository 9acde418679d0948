package python

import (
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// finder ends the names of files that find modules by a table.
const finder = "_finder.py"

// editable finds a module of what is installed to be edited: where it lies stands in a file beside the packages. It is read inside of
// the environment; the folder's own are found without this, and others are Refused.
func (s site) editable(imp *analysis.Import) (m analysis.InstalledModule) {
	top, _, _ := strings.Cut(imp.Specifier, ".")
	for _, dir := range s.dirs {
		entries, _ := fs.ReadDir(s.FS, dir)
		for _, e := range entries {
			for _, at := range s.leads(path.Join(dir, e.Name()), e.Name(), top) {
				own, inside := s.inside(at)
				if !inside {
					if strings.HasSuffix(e.Name(), finder) {
						at = path.Join(at, top)
					}
					m.Refused = append(m.Refused, at)
				} else if found := (site{s.FS, []string{own}, s.environment}).module(imp.Specifier, imp); len(found.Files) > 0 || len(found.Members) > 0 {
					return found
				}
			}
		}
	}
	return m
}

// leads are the directories with a module that a file beside packages tells: __editable__.x-1.0.pth and x.egg-link have a line with one,
// __editable___x_1_0_finder.py a table of modules.
func (s site) leads(p, base, top string) (dirs []string) {
	var name string
	for _, form := range []struct{ before, after, end string }{{"__editable__.", "-", ".pth"}, {"__editable___", "_", finder}, {"", ".", ".egg-link"}, {"_", ".", ".pth"}} {
		rest, ok := strings.CutPrefix(base, form.before)
		if ok && strings.HasSuffix(base, form.end) {
			name, _, _ = strings.Cut(rest, form.after)
			break
		}
	}
	switch {
	case strings.HasSuffix(base, finder) && name != "":
		text, err := fs.ReadFile(s.FS, p)
		if err != nil {
			return nil
		}
		for _, m := range regexp.MustCompile(`['"](\w+)['"]: ['"]([^'"\n]+)['"]`).FindAllStringSubmatch(string(text), -1) {
			if m[1] == top {
				dirs = append(dirs, path.Dir(strings.ReplaceAll(m[2], `\\`, "/")))
			}
		}
	case name != "" && normalise(name) == normalise(top):
		text, err := fs.ReadFile(s.FS, p)
		if err != nil {
			return nil
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.ReplaceAll(strings.TrimSpace(line), `\`, "/"); strings.Contains(line, "/") && !strings.HasPrefix(line, "import ") {
				dirs = append(dirs, line)
			}
		}
	}
	return dirs
}

// inside is an absolute directory as one of the environment, as far as its path tells.
func (s site) inside(dir string) (string, bool) {
	names := environments
	if s.environment != "" {
		names = []string{path.Base(s.environment)}
	}
	for _, name := range names {
		if _, below, ok := strings.Cut(dir+"/", "/"+name+"/"); ok {
			below = path.Join(s.environment, path.Clean(below))
			return below, fs.ValidPath(below) && (s.environment == "" || strings.HasPrefix(below, s.environment+"/"))
		}
	}
	return "", false
}
