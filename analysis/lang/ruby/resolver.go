package ruby

import (
	"cmp"
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
	definers  map[string][]string    // full name of a constant → the files that define it
	values    map[string]bool        // full names of the constants that are no classes or modules
	opened    map[string]bool        // full names of the modules that are there at all; false if only for tests
	library   map[string]bool
	builtin   map[string]bool
}

type manifestsKey struct{}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, manifests: analysis.OfLayout(tree, manifestsKey{}, func() *manifests { return readManifests(tree) }), libs: map[string][]string{}, files: map[string]definitions{},
		definers: map[string][]string{}, values: map[string]bool{}, opened: map[string]bool{}, library: set(requirable), builtin: set(constants)}
	for i := range tree.Files() {
		f := tree.Files()[i]
		if f.Facts == nil || f.Language == nil || f.Language.Family != "ruby" {
			continue
		}
		if dir := analysis.Dir(f.Path); r.libs[dir] == nil {
			r.libs[dir] = r.manifests.libsOf(tree, f.Path)
		}
		d := parsePackage(f.Facts.Package)
		r.files[f.Path] = d
		for _, name := range d.opened {
			r.opened[name] = r.opened[name] || !isTest(f.Path)
		}
		for _, name := range d.values {
			r.values[name] = true
		}
		for name, filled := range d.defined {
			if filled {
				r.definers[name] = append(r.definers[name], f.Path) // by path, as the files are
			}
		}
	}
	return r
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
	if r.library[first] {
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

// constant finds the files that define what a constant's path means in a file.
func (r *resolver) constant(from, spec string) analysis.Resolution {
	name := strings.TrimPrefix(spec, "::")
	var nesting []string
	if name == spec {
		nesting = r.files[from].opened
	}
	nesting = append(slices.Clip(nesting), "")
	for _, module := range nesting {
		if res, ok := r.full(from, spec, inModule(module, name)); ok {
			return res
		}
	}
	root, _, _ := strings.Cut(name, "::")
	if r.builtin[root] && !r.opened[root] {
		return analysis.Resolution{Status: analysis.External}
	}
	if gem := r.manifests.defines(name); gem != "" {
		return r.manifests.external(from, gem)
	}
	if part := outer(name); part != "" && (!isTypeName(name) || r.isValue(nesting, part)) {
		for _, module := range nesting {
			files := r.choose(from, inModule(module, part))
			if slices.Contains(files, from) {
				return defined(spec, []string{from})
			}
			if len(files) > 0 {
				return defined(spec, files)
			}
		}
	}
	for _, module := range nesting {
		if gem := r.manifests.defines(inModule(module, name)); gem != "" {
			return r.manifests.external(from, gem)
		}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// full finds the files that define a constant by its full name. What Ruby or a gem that is not in the
// folder defines stays external though files add to it.
func (r *resolver) full(from, spec, full string) (res analysis.Resolution, ok bool) {
	files := r.choose(from, full)
	open, known := r.opened[full]
	switch {
	case r.builtin[full]:
		return analysis.Resolution{Status: analysis.External}, true
	case len(files) > 0 && !isConventional(files[0], full) && r.manifests.defines(full) != "":
		return r.manifests.external(from, r.manifests.defines(full)), true
	case len(files) > 0:
		return defined(spec, files), true
	case open || known && isTest(from): // no file is more about it than any other
		return found(), true
	}
	return analysis.Resolution{}, false
}

// isValue reports whether the name of a module is that of a value: an alias of a module, whose members only
// that module's owner knows.
func (r *resolver) isValue(nesting []string, name string) bool {
	for _, module := range nesting {
		if full := inModule(module, name); r.opened[full] || len(r.definers[full]) > 0 {
			return r.values[full]
		}
	}
	return false
}

// defined is the resolution of a constant to the files that define it.
func defined(spec string, files []string) analysis.Resolution {
	if len(files) > maxDefiners {
		return found()
	}
	res := found(files...)
	res.Members = map[string][]string{spec: files}
	return res
}

// maxDefiners is how many files may share the definition of a module; one that more of them add to is a
// namespace, which says of none of them that it is meant.
const maxDefiners = 4

// choose selects those of a constant's definitions that a file means: not a test's unless it is one
// itself, in its own gem if there is one, and where the name is the path, as loaders have it, that file.
func (r *resolver) choose(from, full string) []string {
	files := r.definers[full]
	if len(files) == 0 {
		return nil
	}
	files = prefer(files, func(p string) bool { return !isTest(p) })
	if isTest(files[0]) && !isTest(from) {
		return nil
	}
	if len(files) > 1 {
		files = prefer(files, func(p string) bool { return isConventional(p, full) })
	}
	if len(files) > 1 {
		files = prefer(files, func(p string) bool { return slices.Contains(r.files[p].heirs, full) })
	}
	if len(files) > 1 {
		own := r.manifests.gemOf(from)
		files = prefer(files, func(p string) bool { return r.manifests.gemOf(p) == own })
	}
	return files
}

// isConventional reports whether a file has the path that loaders expect a constant's definition at.
func isConventional(p, full string) bool {
	return strings.HasSuffix("/"+normal(strings.TrimSuffix(p, ".rb")), "/"+normal(strings.ReplaceAll(full, "::", "/")))
}

// prefer keeps what is preferred, or all if nothing is.
func prefer(files []string, preferred func(string) bool) []string {
	var out []string
	for _, p := range files {
		if preferred(p) {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return files
	}
	return out
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
