package golang

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	*configuration // one value as long as the layout is the same
	dirs           map[string]*directory
	loose          map[string][]string // directories with packages and without a module, by their last element
}

// configuration is what the folder's manifests say.
type configuration struct {
	modules map[string]*module   // by directory
	byPath  map[string][]*module // by module path; each by directory
}

type configurationKey struct{}

func newConfiguration(tree *analysis.Tree) *configuration {
	c := &configuration{modules(tree), map[string][]*module{}}
	for _, m := range c.modules {
		c.byPath[m.path] = append(c.byPath[m.path], m)
	}
	for _, ms := range c.byPath {
		slices.SortFunc(ms, func(a, b *module) int { return strings.Compare(a.dir, b.dir) })
	}
	return c
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{analysis.OfLayout(tree, configurationKey{}, func() *configuration { return newConfiguration(tree) }),
		directories(tree), map[string][]string{}}
	for dir, d := range r.dirs {
		if dir != "" && len(d.target) > 0 && r.moduleOf(dir) == nil && !strings.Contains("/"+dir, "/vendor/") {
			r.loose[path.Base(dir)] = append(r.loose[path.Base(dir)], dir)
		}
	}
	return r
}

// moduleOf is the module that a directory belongs to: the nearest go.mod's above it.
func (r *resolver) moduleOf(dir string) *module {
	for d := range parents(dir) {
		if m := r.modules[d]; m != nil {
			return m
		}
	}
	return nil
}

// Resolve tries, in the go command's order, the standard library, vendor directories, the modules that
// the importing file's module knows; then what else lies in the folder.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec, dir := imp.Specifier, analysis.Dir(from)
	if spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") {
		target, _ := inside(dir, spec)
		return r.found(spec, target)
	}
	m := r.moduleOf(dir)
	for v := range r.vendors(m, dir) {
		if target := path.Join(v, "vendor", spec); r.has(target) {
			return r.found(spec, target)
		}
	}
	var external *analysis.Package
	name := assumedName(spec, "")
	if m != nil {
		for prefix, rest := range prefixes(spec) {
			switch s, known := m.provides[prefix]; {
			case !known:
			case !s.local:
				if external == nil {
					external, name = s.installed(prefix), assumedName(spec, prefix)
				}
			case r.holds(s.dir, path.Join(s.dir, rest)):
				return r.found(spec, path.Join(s.dir, rest))
			}
		}
	}
	if targets := r.anywhere(spec, dir, m); len(targets) > 0 {
		return r.found(spec, targets...)
	}
	switch {
	case external != nil || isStandard(spec) && (m == nil || !m.isStandard()):
		return analysis.Resolution{Status: analysis.External, Local: name, Package: external}
	case m == nil:
		return r.found(spec, r.bySuffix(spec, dir)...)
	}
	return r.found(spec)
}

// anywhere finds the directories that modules of the folder have for an import path, though m does not
// know these modules: those of the longest module path, the nearest first. Where m knows a module of
// the folder by that path, no namesake of it counts.
func (r *resolver) anywhere(spec, from string, m *module) []string {
	var out []string
	add := func(modules []*module, rest string) {
		for _, m := range modules {
			if dir := path.Join(m.dir, rest); r.holds(m.dir, dir) {
				out = append(out, dir)
			}
		}
	}
	standard := isStandard(spec)
	for prefix, rest := range prefixes(spec) {
		if len(out) > 0 || m != nil && m.provides[prefix].local {
			break
		}
		if !standard || prefix == "cmd" {
			add(r.byPath[prefix], rest)
		}
	}
	if standard && len(out) == 0 {
		add(r.byPath["std"], spec)
	}
	nearestFirst(out, from)
	return out
}

// bySuffix finds the directories outside of modules whose path ends the import path (the folder is a
// part of the module) or is ended by it (the folder holds a GOPATH); those that share the most with it.
func (r *resolver) bySuffix(spec, from string) []string {
	var out []string
	best := 0
	for _, dir := range r.loose[path.Base(spec)] {
		if !endsWith(dir, spec) && !endsWith(spec, dir) {
			continue
		}
		if shared := min(len(dir), len(spec)); shared > best {
			out, best = []string{dir}, shared
		} else if shared == best {
			out = append(out, dir)
		}
	}
	nearestFirst(out, from)
	return out
}

// found is the resolution that leads to the given directories, the best first.
func (r *resolver) found(spec string, dirs ...string) analysis.Resolution {
	res := analysis.Resolution{Status: analysis.Unresolved, Local: assumedName(spec, "")}
	for i, dir := range dirs {
		d := r.dirs[dir]
		switch {
		case d == nil || len(d.target) == 0:
			continue
		case i == 0:
			res.Status, res.Local = analysis.Resolved, d.name
		default:
			res.Status = analysis.Ambiguous
		}
		res.Files = append(res.Files, d.target...)
	}
	return res
}

// vendors are the directories whose vendor directory counts for a file in dir of the module m: the
// module's and its workspace's, or all above where there is no module.
func (r *resolver) vendors(m *module, dir string) iter.Seq[string] {
	if m == nil {
		return parents(dir)
	}
	return slices.Values(m.vendors)
}

// has reports whether a directory holds a package that can be imported.
func (r *resolver) has(dir string) bool {
	d := r.dirs[dir]
	return d != nil && len(d.target) > 0
}

// holds reports whether a directory has a package and belongs to the module in root, not to one nested in
// it.
func (r *resolver) holds(root, dir string) bool {
	if !r.has(dir) {
		return false
	}
	for d := range parents(dir) {
		if d == root {
			return true
		}
		if r.modules[d] != nil {
			return false
		}
	}
	return false
}

// Siblings are the other files of the file's package.
func (r *resolver) Siblings(p string) []string {
	if d := r.dirs[analysis.Dir(p)]; d != nil {
		return d.siblings(p)
	}
	return nil
}

// ModuleName is the import path of the file's directory; without a go.mod as far as the folder shows it.
func (r *resolver) ModuleName(p string) string {
	dir := analysis.Dir(p)
	if i := strings.LastIndex("/"+dir, "/vendor/"); i >= 0 {
		return dir[i+len("vendor/"):]
	}
	m := r.moduleOf(dir)
	switch {
	case m == nil && dir == "":
		if d := r.dirs[dir]; d != nil {
			return d.name
		}
		return ""
	case m == nil:
		return strings.TrimPrefix(dir, "src/") // of a GOPATH
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(dir, m.dir), "/")
	if m.path == "std" && rest != "" {
		return rest
	}
	return path.Join(m.path, rest)
}

// prefixes are an import path and all its shorter beginnings, each with what it lacks; longest first.
func prefixes(importPath string) iter.Seq2[string, string] {
	return func(yield func(prefix, rest string) bool) {
		for prefix := importPath; yield(prefix, strings.TrimPrefix(importPath[len(prefix):], "/")); {
			i := strings.LastIndexByte(prefix, '/')
			if i < 0 {
				return
			}
			prefix = prefix[:i]
		}
	}
}

// endsWith reports whether a path is, or ends with, the elements of another.
func endsWith(long, short string) bool { return long == short || strings.HasSuffix(long, "/"+short) }

// nearestFirst sorts directories by how much of their path they share with another, then by path.
func nearestFirst(dirs []string, from string) {
	shared := func(dir string) int {
		n := 0
		a, b := strings.Split(dir, "/"), strings.Split(from, "/")
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		return n
	}
	slices.SortFunc(dirs, func(a, b string) int {
		return cmp.Or(cmp.Compare(shared(b), shared(a)), strings.Compare(a, b))
	})
}
