package golang

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Follows implements analysis.Follower: where the same directories hold packages of the same names, an import leads where it
// led unless one of those whose files are others is called like the import's last element. A module's own directory may be
// called otherwise.
func (r *resolver) Follows(prev analysis.Resolver) func(string, *analysis.Import) bool {
	before, ok := prev.(*resolver)
	if !ok || r.configuration != before.configuration || len(r.dirs) != len(before.dirs) {
		return nil
	}
	changed, joined := map[string]bool{}, map[string]bool{} // by the last element; the directories whose files have others beside them
	for dir, now := range r.dirs {
		old := before.dirs[dir]
		if old == nil || old.name != now.name || (len(old.target) > 0) != (len(now.target) > 0) {
			return nil
		}
		if !slices.EqualFunc(old.files, now.files, func(x, y *analysis.File) bool { return x.Path == y.Path && old.clause(x) == now.clause(y) }) {
			joined[dir] = true
		}
		if !slices.Equal(old.target, now.target) {
			if r.isModule(dir) {
				return nil
			}
			changed[path.Base(dir)] = true
		}
	}
	are := analysis.NewFewNames(changed)
	return func(from string, imp *analysis.Import) bool {
		if imp == nil {
			return !joined[analysis.Dir(from)]
		}
		last := imp.Specifier[strings.LastIndexByte(imp.Specifier, '/')+1:]
		return last != "" && last[0] != '.' && imp.Specifier[0] != '.' && !are.Has(last)
	}
}

// isModule reports whether a directory is a module's own, or stands in for one.
func (c *configuration) isModule(dir string) bool {
	if c.modules[dir] != nil {
		return true
	}
	for _, m := range c.modules {
		for _, s := range m.provides {
			if s.local && s.dir == dir {
				return true
			}
		}
	}
	return false
}
