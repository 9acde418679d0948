package ecmascript

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// splitPackage splits a bare specifier into a package's name and the path inside it.
func splitPackage(spec string) (name, sub string) {
	parts := strings.SplitN(spec, "/", 3)
	n := 1
	if strings.HasPrefix(spec, "@") && len(parts) > 1 {
		n = 2
	}
	name = strings.Join(parts[:n], "/")
	return name, strings.TrimPrefix(spec[len(name):], "/")
}

// bare resolves the name of a package, or a path inside one. What the folder does not have is External
// when a package.json says that it is installed.
func (r *resolver) bare(from, spec string) analysis.Resolution {
	name, sub := splitPackage(spec)
	declared := r.declared(from, name)
	packages := r.packages(from, name, declared)
	var files []string
	for _, m := range packages {
		if f := r.entry(m, sub); f != "" && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	switch {
	case len(files) == 1:
		return r.found(files[0])
	case len(files) > 1:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	case len(packages) > 0: // a package of the folder without that module
		return analysis.Resolution{Status: analysis.Unresolved}
	case declared != nil, r.declared(from, typesOf(name)) != nil, r.declared(from, provider(spec)) != nil:
		return analysis.Resolution{Status: analysis.External, Package: &analysis.Package{Ecosystem: "npm", Name: name, Version: locksOf(r.tree).of(from, name, declared)}}
	}
	return r.found(r.conventional(from, spec))
}

// declared is the nearest package.json above a file that has a dependency of that name.
func (r *resolver) declared(from, name string) *manifest {
	return r.above(from, func(m *manifest) bool { _, ok := m.dependencies[name]; return ok })
}

// typesOf is the package of DefinitelyTyped that describes another.
func typesOf(name string) string {
	return "@types/" + strings.Replace(strings.TrimPrefix(name, "@"), "/", "__", 1)
}

// packages are the packages of the folder that a name means in a file: the file's own package, the one
// that a dependency points to, or those that bear the name, the nearest first. declared is who declares
// it as a dependency.
func (r *resolver) packages(from, name string, declared *manifest) []*manifest {
	if self := r.nearest(from); self != nil && self.name == name {
		return []*manifest{self}
	}
	if declared != nil {
		place, alias := points(declared.dependencies[name])
		if place != "" {
			if m := r.manifests[join(declared.dir, place)]; m != nil {
				return []*manifest{m}
			}
			return nil
		}
		if alias != "" {
			name = alias
		}
	}
	// What a package manager links is the members of the workspace. A package elsewhere in the folder
	// (a fixture, a template) is only meant by who cannot have installed another one of that name.
	packages := slices.DeleteFunc(slices.Clone(r.named[name]), func(m *manifest) bool { return !m.member })
	if len(packages) == 0 && declared == nil {
		packages = slices.Clone(r.named[name])
	}
	slices.SortStableFunc(packages, func(a, b *manifest) int { return shared(b.dir, from) - shared(a.dir, from) })
	return packages
}

// points says where a dependency's version points to when it is no range of versions: a directory from
// that of the package.json, or a package of another name.
func points(version string) (place, alias string) {
	protocol, rest, _ := strings.Cut(version, ":")
	switch protocol {
	case "file", "link", "portal":
		return rest, ""
	case "npm": // from the registry, whatever is called so here: no directory has a version in its name
		return rest, ""
	case "workspace":
		if relative(rest) {
			return rest, ""
		}
		if i := strings.LastIndexByte(rest, '@'); i > 0 {
			return "", rest[:i]
		}
	}
	return "", ""
}

// shared is how many leading bytes two paths have in common.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// entry finds the module of a package that a path inside it names, "" being its main one: by its
// exports, and where they have no answer that is in the folder, as if there were none.
func (r *resolver) entry(m *manifest, sub string) string {
	key := "."
	if sub != "" {
		key = "./" + sub
	}
	if f := r.first(m, targets(m.json["exports"], key), sub == ""); f != "" {
		return f
	}
	if sub == "" {
		return r.directory(m.dir)
	}
	if f := r.load(join(m.dir, sub)); f != "" {
		return f
	}
	return r.sourceOf(m.dir, sub, false)
}

// conventional resolves the prefixes that frameworks and their templates set up in places that are code
// or made by a build. None of them can be a package's name.
func (r *resolver) conventional(from, spec string) string {
	for _, c := range []struct{ prefix, dir string }{
		{"@/", "src"}, {"@/", ""}, {"~/", "src"}, {"~/", "app"}, {"~/", ""}, {"$lib/", "src/lib"},
	} {
		rest, ok := strings.CutPrefix(spec, c.prefix)
		if !ok {
			continue
		}
		var file string
		r.above(from, func(m *manifest) bool {
			file = r.load(join(m.dir, join(c.dir, rest)))
			return file != ""
		})
		if file != "" {
			return file
		}
	}
	return ""
}
