package ecmascript

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver answers where imports lead, as TypeScript's "bundler" resolution does, and where that needs
// installed or built files that are not in the folder, as its manifests let one know.
type resolver struct {
	*configuration
	tree  *analysis.Tree
	files map[string]struct{} // every path; asked often, and faster than the tree

	ambient map[*manifest][]string // the files of a package that declare what all of its others see, nil's those of none
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	modules := map[*manifest][]string{}
	r := &resolver{configuration: analysis.OfLayout(tree, configurationKey{}, func() *configuration { return readConfiguration(tree) }),
		tree: tree, files: make(map[string]struct{}, len(tree.Files())), ambient: map[*manifest][]string{}}
	for i := range tree.Files() {
		f := tree.Files()[i]
		r.files[f.Path] = struct{}{}
		switch {
		case f.Facts == nil:
		case f.Facts.Package == everywhere:
			m := r.nearest(f.Path)
			modules[m] = append(modules[m], f.Path)
		case f.Facts.Package == ambient && strings.HasSuffix(f.Path, ".d.ts"):
			m := r.nearest(f.Path)
			r.ambient[m] = append(r.ambient[m], f.Path)
		}
	}
	for m, scripts := range r.ambient {
		if len(scripts) > maxAmbient {
			delete(r.ambient, m)
		}
	}
	for m, all := range modules {
		if len(all) <= maxAmbient {
			r.ambient[m] = append(r.ambient[m], all...)
			slices.Sort(r.ambient[m])
		}
	}
	return r
}

// Renew implements analysis.Renewer: with the same manifests it is this resolver but for the paths, unless a file that all others may see is another.
func (r *resolver) Renew(tree *analysis.Tree) analysis.Resolver {
	was, is := tree.Changed(r.tree)
	if !tree.SharesLayout(r.tree) || slices.ContainsFunc(slices.Concat(was, is), func(f *analysis.File) bool {
		return f.Facts != nil && (f.Facts.Package == everywhere || f.Facts.Package == ambient)
	}) {
		return newResolver(tree)
	}
	now := &resolver{configuration: r.configuration, tree: tree, files: maps.Clone(r.files), ambient: r.ambient}
	for _, f := range was {
		delete(now.files, f.Path)
	}
	for _, f := range is {
		now.files[f.Path] = struct{}{}
	}
	return now
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	// A query tells a bundler how to load a file: ./icon.svg?raw, ./worker?worker&inline.
	spec, _, _ := strings.Cut(imp.Specifier, "?")
	if relative(spec) {
		return r.relative(from, spec)
	}
	if res, ok := r.mapped(from, spec); ok {
		return res
	}
	switch {
	case spec == "":
		return analysis.Resolution{Status: analysis.Unresolved}
	case builtin(spec):
		return analysis.Resolution{Status: analysis.External}
	case spec[0] == '/':
		return r.rooted(from, spec)
	case spec[0] == '#':
		return r.internal(from, spec)
	}
	return r.bare(from, spec)
}

// What a file says of its place that declares what is there without an import: a script, and a module that does it in declare global.
const (
	ambient    = "ambient"
	everywhere = "everywhere"
)

// maxAmbient is how many scripts a package may have that declare such things for its others to see them, and how many modules: more are
// made by programs, or tests of tools that read them, or each declares an element of its own.
const maxAmbient = 32

// Siblings implements analysis.Resolver: a module sees what it imports, and what its package declares for all: scripts in
// files named *.d.ts, and modules in declare global. (Of these it sees all names: one of theirs that nobody imports is hardly ever
// used elsewhere.)
func (r *resolver) Siblings(p string) []string {
	return r.ambient[r.nearest(p)]
}

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string {
	stem := strings.TrimSuffix(p, extension(p))
	m := r.above(p, func(m *manifest) bool { return m.name != "" })
	switch {
	case m == nil:
		return "./" + stem
	case r.entry(m, "") == p:
		return m.name
	case m.dir == "":
		return m.name + "/" + stem
	}
	return m.name + strings.TrimPrefix(stem, m.dir)
}

// found is the resolution to one file, Unresolved where it is "".
func (r *resolver) found(file string) analysis.Resolution {
	if file == "" {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return analysis.Resolution{Files: r.module(file)}
}

// relative reports whether a specifier is a path from the importing file's directory.
func relative(spec string) bool {
	return spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../")
}

func (r *resolver) relative(from, spec string) analysis.Resolution {
	p := join(analysis.Dir(from), spec)
	base := path.Base(spec)
	switch {
	case strings.HasSuffix(spec, "/") || base == "." || base == "..":
		return r.found(r.directory(p))
	case r.has(p) && !typescript(from): // TypeScript alone takes x.js for the x.ts that it is made from
		return r.found(p)
	}
	if f := r.load(p); f != "" {
		return r.found(f)
	}
	if strings.Contains(p, "node_modules/") {
		return analysis.Resolution{Status: analysis.External}
	}
	return r.found(r.built(p))
}

// built traces a path into a directory of build output back to its source: scripts and tests load what
// their package publishes.
func (r *resolver) built(p string) string {
	m := r.nearest(p)
	if m == nil {
		return ""
	}
	product := strings.TrimPrefix(strings.TrimPrefix(p, m.dir), "/")
	if !slices.ContainsFunc(strings.Split(analysis.Dir(product), "/"), isOutput) {
		return ""
	}
	// dist/name.cjs.prod.js is the bundle of the package called name.
	bundle, _, _ := strings.Cut(path.Base(product), ".")
	return r.sourceOf(m.dir, product, bundle == path.Base(m.name))
}

// rooted finds what a web server finds for a path from its root: a package's directory, or what is
// public in it.
func (r *resolver) rooted(from, spec string) analysis.Resolution {
	var file string
	r.above(from, func(m *manifest) bool {
		if file = r.load(join(m.dir, spec)); file == "" {
			file = r.file(join(m.dir, "public"+spec))
		}
		return file != ""
	})
	return r.found(file)
}

// mapped looks a specifier up by the paths and baseUrl of the file's project. Of several targets the
// first that is there counts. What they lead nowhere for is looked up as if they were not there.
func (r *resolver) mapped(from, spec string) (analysis.Resolution, bool) {
	p := r.projectOf(from)
	if p == nil {
		return analysis.Resolution{}, false
	}
	for i := range p.mappings {
		star, ok := p.mappings[i].match(spec)
		if !ok {
			continue
		}
		for _, target := range p.mappings[i].targets {
			target = strings.Replace(target, "*", star, 1)
			if f := r.load(target); f != "" {
				return r.found(f), true
			}
			if strings.Contains(target, "node_modules/") {
				return analysis.Resolution{Status: analysis.External}, true
			}
		}
		break
	}
	if p.baseURL != nil {
		if f := r.load(join(*p.baseURL, spec)); f != "" {
			return r.found(f), true
		}
	}
	return analysis.Resolution{}, false
}

// internal looks up a package's own #name.
func (r *resolver) internal(from, spec string) analysis.Resolution {
	m := r.nearest(from)
	if m == nil {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	all := targets(m.json["imports"], spec)
	var paths, packages []string
	for _, target := range all {
		if relative(target) {
			paths = append(paths, target)
		} else {
			packages = append(packages, target)
		}
	}
	file := r.first(m, paths, false)
	switch {
	case file != "" || len(packages) == 0:
		return r.found(file)
	case builtin(packages[0]):
		return analysis.Resolution{Status: analysis.External}
	}
	return r.bare(from, packages[0])
}
