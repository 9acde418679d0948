package python

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver answers where imports lead. Python goes through its module search path in order; which path
// a folder is used with can only be guessed from its layout and manifests (see roots.go), so that a
// name which two roots have is Ambiguous.
type resolver struct {
	tree      *analysis.Tree
	top       *module
	roots     []*module
	declared  map[*module]bool     // roots that a manifest names or implies
	projects  map[*module]bool     // directories with a manifest of a project
	tops      map[string][]*module // top-level name → the roots that have it, by path
	manifests *manifests           // what they say; one value as long as the layout is the same
	dists     dists
	locked    locked
	files     []string            // all that are modules, by path
	includes  map[string]bool     // Cython's files that others include as text
	conftests map[string][]string // those that the tests of a directory see, by the directories that have one
}

func newResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: t, tops: map[string][]*module{}, conftests: findConftests(t)}
	r.top, r.files = newModules(t)
	m := analysis.OfLayout(t, manifestsKey{}, func() *manifests { return readManifests(t) })
	r.manifests, r.dists, r.locked = m, m.dists, m.locked
	r.projects = map[*module]bool{}
	for _, p := range m.projects {
		r.projects[r.top.at(p)] = true
	}
	r.roots, r.declared = findRoots(r.top, m)
	for _, f := range t.Files() {
		if strings.HasSuffix(f.Path, ".pxi") {
			if r.includes == nil {
				r.includes = map[string]bool{}
			}
			r.includes[f.Path] = true
		}
	}
	for _, root := range r.roots {
		for name := range root.children {
			r.tops[name] = append(r.tops[name], root)
		}
	}
	return r
}

// Renew implements analysis.Renewer: with the same manifests, and as long as only files of other languages come and go, it is this resolver.
func (r *resolver) Renew(t *analysis.Tree) analysis.Resolver {
	if !t.SharesLayout(r.tree) || slices.ContainsFunc(t.Others(r.tree), func(p string) bool {
		_, is := moduleName(path.Base(p))
		return is || strings.HasSuffix(p, ".pxi")
	}) {
		return newResolver(t)
	}
	now := *r
	now.tree = t
	return &now
}

// Resolve implements analysis.Resolver. Files are those of the module named last alone: "import a.b.c"
// runs a/__init__.py and a/b/__init__.py as well, but to this import they are only the way to c. What
// else it uses of a and b shows in its references, and edges from every file below a package to the
// package's __init__ would say nothing.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	dir := r.top.directory(analysis.Dir(from))
	if strings.HasSuffix(imp.Specifier, ".pxi") {
		return r.included(from, imp.Specifier)
	}
	name := strings.TrimLeft(imp.Specifier, ".")
	if dots := len(imp.Specifier) - len(name); dots > 0 {
		return relative(dir, dots, name, imp)
	}
	return r.absolute(from, dir, name, imp)
}

// included resolves Cython's include: beside the file, else from the folder.
func (r *resolver) included(from, name string) analysis.Resolution {
	for _, p := range []string{path.Join(analysis.Dir(from), name), path.Clean(name)} {
		if r.includes[p] {
			return analysis.Resolution{Status: analysis.Resolved, Files: []string{p}}
		}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// relative resolves an import with leading dots: the first is the directory of the file, a module's
// as well as a package's own; each further one is the directory above.
func relative(dir *module, dots int, name string, imp *analysis.Import) analysis.Resolution {
	for ; dots > 1 && dir != nil; dots-- {
		dir = dir.parent
	}
	if dir == nil {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	if name == "" { // the directory itself, whatever module of its name may lie beside it
		return resolution(imp, &module{init: dir.init, children: dir.children})
	}
	if m, _ := dir.find(name); m != nil {
		return resolution(imp, m)
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// candidate is a module that was found, and the root it was found from.
type candidate struct{ root, module *module }

// search looks one dotted name up from one root after the other.
type search struct {
	name       string
	found      []candidate
	namespaces []*module // directories without files of their own
	claimed    bool      // a root has a package above the name, but not the name
}

func (s *search) try(root *module) {
	switch m, owned := root.find(s.name); {
	case m == nil:
		s.claimed = s.claimed || owned
	case len(m.files()) > 0:
		s.found = append(s.found, candidate{root, m})
	default:
		s.namespaces = append(s.namespaces, m)
	}
}

func (r *resolver) absolute(from string, dir *module, name string, imp *analysis.Import) analysis.Resolution {
	s := &search{name: name}
	own := packageRoot(dir)
	if own != nil { // it is on the search path whenever the file goes by its full name
		if s.try(own); len(s.found) > 0 {
			return resolution(imp, s.found[0].module)
		}
	}
	top, _, _ := strings.Cut(name, ".")
	standard, declared := isStandard(top) || comesWithCython(from, top), r.dists.have(name, false)
	for _, root := range r.tops[top] {
		// A module that is named like one of the standard library's is for files beside and below it
		// only; so is one that is named like a dependency's, unless its root is more than a guess.
		if root != own && (dir.within(root) || !standard && (!declared || r.declared[root] || r.projects[root])) {
			s.try(root)
		}
	}
	external := (standard || declared) && !s.claimed || s.claimed && r.dists.have(name, true)
	// A script finds what lies beside it first, but which files are run as scripts is not known: a
	// directory that is no package is as good as a root then, and a package the last resort.
	if !external && (own == nil || len(s.found) == 0) && !slices.Contains(r.tops[top], dir) {
		if m, _ := dir.find(name); m == nil || !slices.Contains(m.files(), from) {
			s.try(dir)
		}
	}
	if len(s.found) > 0 {
		return resolution(imp, r.nearest(dir, s.found)...)
	}
	res := analysis.Resolution{Status: analysis.Unresolved}
	if len(s.namespaces) > 0 && !s.claimed {
		res = resolution(imp, s.namespaces...)
	}
	if external && res.Members == nil { // a dependency may have portions of the same namespace
		res = analysis.Resolution{Status: analysis.External}
		if !standard {
			p := r.locked.of(from, top)
			res.Package = &p
		}
	}
	return res
}

// nearest orders modules of one name by how likely a file in dir means them: those of roots around it
// come first, from the inside out; then the one that shares most of its path. A project inside the
// folder has its own modules before those of others.
func (r *resolver) nearest(dir *module, candidates []candidate) []*module {
	for project := dir; project != r.top; project = project.parent {
		if !r.projects[project] {
			continue
		}
		elsewhere := func(p candidate) bool { return !p.root.within(project) }
		if !slices.ContainsFunc(candidates, func(p candidate) bool { return !elsewhere(p) }) {
			continue
		}
		candidates = slices.DeleteFunc(candidates, elsewhere)
		break
	}
	around := func(p candidate) int {
		if dir.within(p.root) {
			return p.root.depth()
		}
		return -1
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(around(b), around(a)), cmp.Compare(b.root.shared(dir), a.root.shared(dir)))
	})
	modules := make([]*module, len(candidates))
	for i, p := range candidates {
		modules[i] = p.module
	}
	return modules
}

// resolution says that an import leads to a module; to one of several, the best first; or to all
// portions of a namespace package, which have no files.
func resolution(imp *analysis.Import, modules ...*module) analysis.Resolution {
	res := analysis.Resolution{Status: analysis.Resolved}
	known := len(imp.Names) == 0
	for _, m := range modules {
		if files := m.files(); len(files) > 0 {
			known = true
			if res.Files != nil {
				res.Status = analysis.Ambiguous
			}
			res.Files = append(res.Files[:len(res.Files):len(res.Files)], files...)
		}
		if !m.isPackage() {
			continue
		}
		for _, b := range imp.Names {
			sub := m.children[b.Name]
			if sub == nil {
				continue
			}
			known = true
			if files := sub.files(); len(files) > 0 {
				if res.Members == nil {
					res.Members = map[string][]string{}
				}
				have := res.Members[b.Name]
				res.Members[b.Name] = append(have[:len(have):len(have)], files...)
			}
		}
	}
	if !known { // a namespace package has nothing but its submodules
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return res
}

// Siblings implements analysis.Resolver: a test sees what pytest finds in the conftest.py of its directory and of those
// above it.
func (r *resolver) Siblings(p string) []string {
	if base := path.Base(p); !isTest(p) || base == "__init__.py" {
		return nil
	}
	for dir := analysis.Dir(p); len(r.conftests) > 0; dir = analysis.Dir(dir) {
		if all := r.conftests[dir]; len(all) > 0 || dir == "" {
			return all
		}
	}
	return nil
}

// findConftests lists for each directory that has a conftest.py those that its tests see.
func findConftests(t *analysis.Tree) map[string][]string {
	all := map[string][]string{}
	for _, f := range t.Files() {
		if path.Base(f.Path) == "conftest.py" {
			all[analysis.Dir(f.Path)] = []string{f.Path}
		}
	}
	for dir := range all {
		for above := dir; above != ""; {
			above = analysis.Dir(above)
			if _, has := all[above]; has {
				all[dir] = append(all[dir], path.Join(above, "conftest.py"))
			}
		}
		slices.Sort(all[dir])
	}
	return all
}

// ModuleName implements analysis.Resolver: the dotted path from the root that the file is most likely
// imported from.
func (r *resolver) ModuleName(p string) string {
	base := p[strings.LastIndexByte(p, '/')+1:]
	name, ok := moduleName(base)
	if !ok {
		return p
	}
	dir := r.top.at(analysis.Dir(p))
	root := r.rootOf(dir)
	var names []string
	if name != initName {
		names = append(names, name)
	}
	for ; dir != nil && dir != root; dir = dir.parent {
		names = append(names, dir.name)
	}
	if len(names) == 0 {
		return name
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// rootOf is the root that the files in dir are named from: one that a manifest names and that is not
// the project's own directory, since other roots may lie in that; else the one above the outermost
// package; else the innermost around dir.
func (r *resolver) rootOf(dir *module) *module {
	if dir == nil {
		return nil
	}
	for d := dir; d != nil; d = d.parent {
		if r.declared[d] {
			return d
		}
	}
	if root := packageRoot(dir); root != nil {
		return root
	}
	for d := dir; d != nil; d = d.parent {
		if slices.Contains(r.roots, d) {
			return d
		}
	}
	return r.top
}
