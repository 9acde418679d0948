package ruby

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree      *analysis.Tree
	manifests *manifests
	libs      map[string][]string    // directory → what requires of its files search
	files     map[string]definitions // what each file defines
	definers  map[string][]string    // full name of a constant → the files that define it, by path
	values    map[string]int32       // full names of the constants that are no classes or modules; how often they are defined
	opened    map[string]opening     // full names of the modules that are there at all
	builtins  *builtins
}

// opening is how many files open a module.
type opening struct{ all, tests int32 }

type (
	manifestsKey struct{}
	builtinsKey  struct{}
)

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, manifests: manifestsOf(tree), builtins: analysis.OfLayout(tree, builtinsKey{}, readBuiltins),
		libs: map[string][]string{}, files: map[string]definitions{}, definers: map[string][]string{}, values: map[string]int32{}, opened: map[string]opening{}}
	for _, f := range tree.Files() {
		r.add(f)
	}
	return r
}

func manifestsOf(tree *analysis.Tree) *manifests {
	return analysis.OfLayout(tree, manifestsKey{}, func() *manifests { return readManifests(tree) })
}

// Renew implements analysis.Renewer: with the same gems it is this resolver but for the files that are others.
func (r *resolver) Renew(tree *analysis.Tree) analysis.Resolver {
	if r.manifests != manifestsOf(tree) {
		return newResolver(tree)
	}
	now := &resolver{tree: tree, manifests: r.manifests, builtins: r.builtins,
		libs: maps.Clone(r.libs), files: maps.Clone(r.files), definers: maps.Clone(r.definers), values: maps.Clone(r.values), opened: maps.Clone(r.opened)}
	was, is := tree.Changed(r.tree)
	for _, f := range slices.Concat(was, is) {
		for name := range definitionsOf(f).defined {
			if files, known := r.definers[name]; known {
				now.definers[name] = slices.Clone(files) // to be changed
			}
		}
	}
	for _, f := range was {
		now.remove(f)
	}
	for _, f := range is {
		now.add(f)
	}
	return now
}

// add takes in what a file defines.
func (r *resolver) add(f *analysis.File) {
	if !isRuby(f) {
		return
	}
	if dir := analysis.Dir(f.Path); r.libs[dir] == nil {
		r.libs[dir] = r.manifests.libsOf(r.tree, f.Path)
	}
	d := definitionsOf(f)
	r.files[f.Path] = d
	r.count(f.Path, d, 1)
	for name, filled := range d.defined {
		if files := r.definers[name]; filled {
			at, _ := slices.BinarySearch(files, f.Path)
			r.definers[name] = slices.Insert(files, at, f.Path)
		}
	}
}

// remove is add undone.
func (r *resolver) remove(f *analysis.File) {
	d, known := r.files[f.Path]
	if !known {
		return
	}
	delete(r.files, f.Path)
	r.count(f.Path, d, -1)
	for name := range d.defined {
		if files := slices.DeleteFunc(r.definers[name], func(p string) bool { return p == f.Path }); len(files) > 0 {
			r.definers[name] = files
		} else {
			delete(r.definers, name)
		}
	}
}

// count counts the modules that a file opens and its values, by 1, or -1 where it is gone.
func (r *resolver) count(p string, d definitions, by int32) {
	for _, name := range d.opened {
		o := r.opened[name]
		if o.all += by; isTest(p) {
			o.tests += by
		}
		if r.opened[name] = o; o.all == 0 {
			delete(r.opened, name)
		}
	}
	for _, name := range d.values {
		if r.values[name] += by; r.values[name] == 0 {
			delete(r.values, name)
		}
	}
}

// Resolve tries the constants of the folder, or the load paths that it shows; then what is known of
// others.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	if isConstant(imp) {
		return r.constant(from, imp.Specifier)
	}
	return r.require(from, imp.Specifier)
}

func found(files ...string) analysis.Resolution {
	return analysis.Resolution{Status: analysis.Resolved, Files: files}
}

// require finds a file by its path: relative to the file, in the load paths, in the gems of the folder.
func (r *resolver) require(from, spec string) analysis.Resolution {
	if strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
		if p, ok := r.file(path.Join(analysis.Dir(from), spec)); ok {
			return found(p)
		}
		if strings.HasPrefix(spec, "./") { // load and require go by the working directory, the root's
			if p, ok := r.file(path.Clean(spec)); ok {
				return found(p)
			}
		}
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	for _, lib := range r.libs[analysis.Dir(from)] {
		if p, ok := r.file(inDir(lib, spec)); ok && p != from {
			return found(p)
		}
	}
	first, _, _ := strings.Cut(spec, "/")
	if r.builtins.library[first] {
		return analysis.Resolution{Status: analysis.External}
	}
	var files []string
	for _, g := range r.manifests.gems {
		for _, lib := range g.libs {
			if p, ok := r.file(inDir(lib, spec)); ok && !slices.Contains(files, p) {
				files = append(files, p)
			}
		}
	}
	if p, ok := r.file(spec); ok && len(files) == 0 { // ruby -I.
		files = append(files, p)
	}
	switch {
	case len(files) == 1:
		return found(files...)
	case len(files) > 1:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	}
	if gem := r.manifests.offers(strings.TrimSuffix(spec, ".rb")); gem != "" {
		return r.manifests.external(from, gem)
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// file finds the Ruby file that a path without its extension means.
func (r *resolver) file(p string) (string, bool) {
	for _, candidate := range []string{p + ".rb", p} {
		if r.tree.Has(candidate) {
			return candidate, true
		}
	}
	return "", false
}

// Siblings: every name that a file sees of others it imports; see the package's doc.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName is what the file is required by, or else its path.
func (r *resolver) ModuleName(p string) string {
	name := strings.TrimSuffix(p, ".rb")
	libs := slices.Clone(r.libs[analysis.Dir(p)])
	slices.SortFunc(libs, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, lib := range libs {
		if rest, ok := strings.CutPrefix(name, lib+"/"); ok {
			return rest
		}
	}
	return name
}
