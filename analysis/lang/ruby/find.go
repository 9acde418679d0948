package ruby

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

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
	if r.builtins.constants[root] && !r.isOpen(root) {
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
	_, known := r.opened[full]
	switch {
	case r.builtins.constants[full]:
		return analysis.Resolution{Status: analysis.External}, true
	case len(files) > 0 && !isConventional(files[0], full) && r.manifests.defines(full) != "":
		return r.manifests.external(from, r.manifests.defines(full)), true
	case len(files) > 0:
		return defined(spec, files), true
	case r.isOpen(full) || known && isTest(from): // no file is more about it than any other
		return found(), true
	}
	return analysis.Resolution{}, false
}

// isOpen reports whether a file that is no test opens a module.
func (r *resolver) isOpen(full string) bool { return r.opened[full].all > r.opened[full].tests }

// isValue reports whether the name of a module is that of a value: an alias of a module, whose members only
// that module's owner knows.
func (r *resolver) isValue(nesting []string, name string) bool {
	for _, module := range nesting {
		if full := inModule(module, name); r.isOpen(full) || len(r.definers[full]) > 0 {
			return r.values[full] > 0
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
