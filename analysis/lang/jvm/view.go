package jvm

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// viewKey says who looks at which packages.
type viewKey struct {
	packages string // joined by spaces
	module   *module
	test     bool
}

// view is what the files of one module and kind of source set see of some packages. It is made once, so
// that all of them share its list.
type view struct {
	files     []string
	manyTypes []string // those whose types can have other names than the file: all but Java's
	byName    map[string][]ranked
}

// ranked is a file with how near it is: the smaller the nearer.
type ranked struct {
	path   string
	module *module
	rank   int
}

// The ranks before those of the dependencies, which have their distance added to the last.
const (
	sameSet = iota
	sameModule
	declared
)

// view is what a location sees of some packages by what the build files declare.
func (r *resolver) view(p location, packages ...string) *view {
	return r.memo(viewKey{strings.Join(packages, " "), p.module, p.test}, func() *view {
		reach := p.module.reach(p.test)
		return r.newView(packages, func(other location) (int, bool) {
			if other.module == p.module {
				if other.test == p.test {
					return sameSet, true
				}
				return sameModule, p.test
			}
			d, ok := reach[other.module]
			return declared + d.distance, ok && (!other.test || d.tests)
		})
	})
}

// everywhere is what all modules have of a package: what a location may see if build files do not say all.
func (r *resolver) everywhere(p location, pkg string) *view {
	return r.memo(viewKey{pkg, nil, p.test}, func() *view {
		return r.newView([]string{pkg}, func(other location) (int, bool) {
			if other.test {
				return sameModule, p.test
			}
			return sameSet, true
		})
	})
}

func (r *resolver) newView(packages []string, see func(location) (int, bool)) *view {
	v := &view{byName: map[string][]ranked{}}
	for _, pkg := range packages {
		for _, f := range r.packages[pkg] {
			at := r.locations[f]
			if rank, ok := see(at); ok {
				v.files = append(v.files, f)
				name := stem(path.Base(f))
				v.byName[name] = append(v.byName[name], ranked{f, at.module, rank})
				if path.Ext(f) == ".kt" && name != "" { // the class that Java sees the file's functions in
					facade := strings.ToUpper(name[:1]) + name[1:] + "Kt"
					v.byName[facade] = append(v.byName[facade], ranked{f, at.module, rank})
				}
			}
		}
	}
	slices.Sort(v.files)
	v.files = slices.Compact(v.files)
	v.manyTypes = v.files
	if slices.ContainsFunc(v.files, isJava) {
		v.manyTypes = slices.DeleteFunc(slices.Clone(v.files), isJava)
	}
	return v
}

func (r *resolver) memo(key viewKey, make func() *view) *view {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := r.views[key]
	if v == nil {
		v = make()
		r.views[key] = v
	}
	return v
}

// file finds the nearest files that are named like a type: one for each platform or language that has its
// own. Those of several modules are Ambiguous.
func (v *view) file(typ string) ([]string, analysis.Status) {
	var out []string
	var best ranked
	status := analysis.Resolved
	for _, f := range v.byName[typ] {
		switch {
		case len(out) == 0 || f.rank < best.rank:
			out, best, status = append(out[:0], f.path), f, analysis.Resolved
		case f.rank == best.rank:
			out = append(out, f.path)
			if f.module != best.module {
				status = analysis.Ambiguous
			}
		}
	}
	return out, status
}

func isJava(p string) bool { return path.Ext(p) == ".java" }
