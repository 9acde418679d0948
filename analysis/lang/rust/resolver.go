package rust

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver answers where paths lead.
type resolver struct{ *forest }

func newResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{growForest(t, readManifests(t))}
	for _, c := range r.crates {
		r.spread(c.root, nil)
	}
	for _, m := range r.strays {
		r.spread(m, m.parent.textual)
	}
	return r
}

// places is what a path leads to.
type places struct {
	modules  []*module
	external bool
}

func (p places) none() bool { return len(p.modules) == 0 && !p.external }

// Resolve implements analysis.Resolver. A file that is several modules may mean several things.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	if strings.HasSuffix(imp.Specifier, ".rs") {
		return r.included(from, imp.Specifier)
	}
	var answers []analysis.Resolution
	external := false
	for _, m := range r.at[from] {
		at := r.walk(m, strings.Split(imp.Specifier, "::"), trail{})
		external = external || at.external
		if len(at.modules) > 0 {
			answers = append(answers, r.resolution(at.modules, imp))
		}
	}
	if len(answers) == 0 {
		if external {
			return analysis.Resolution{Status: analysis.External}
		}
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	res := answers[0]
	for _, other := range answers[1:] {
		if !slices.Equal(other.Files, res.Files) {
			res.Status = analysis.Ambiguous
			res.Files = slices.Concat(res.Files, other.Files)
		}
		for name, files := range other.Members {
			if _, have := res.Members[name]; !have {
				if res.Members == nil {
					res.Members = map[string][]string{}
				}
				res.Members[name] = files
			}
		}
	}
	return res
}

func (r *resolver) included(from, file string) analysis.Resolution {
	if p := clean(path.Join(analysis.Dir(from), file)); r.tree.Has(p) {
		return analysis.Resolution{Files: []string{p}}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// resolution says what an import takes out of modules, which are the variants of one.
func (r *resolver) resolution(modules []*module, imp *analysis.Import) analysis.Resolution {
	res := analysis.Resolution{}
	for _, m := range modules {
		res.Files = append(res.Files, m.file)
	}
	slices.Sort(res.Files)
	res.Files = slices.Compact(res.Files)
	members := map[string][]string{}
	for _, m := range modules {
		if m.parent == nil && (len(imp.Names) == 0 || imp.Star) {
			for name, files := range m.crate.macros {
				members[name] = append(members[name], files...)
			}
		}
		for _, b := range imp.Names {
			files := fileNames(r.member(m, b.Name, trail{}).modules)
			if len(files) == 0 && m.parent == nil {
				files = m.crate.macros[b.Name]
			}
			if len(files) == 0 && m.inline { // the file's own names are those of its module alone
				files = []string{m.file}
			}
			members[b.Name] = append(members[b.Name], files...)
		}
	}
	for name, files := range members {
		slices.Sort(files)
		if files = slices.Compact(files); len(files) > 0 {
			if res.Members == nil {
				res.Members = map[string][]string{}
			}
			res.Members[name] = files
		}
	}
	return res
}

func fileNames(modules []*module) []string {
	var out []string
	for _, m := range modules {
		out = append(out, m.file)
	}
	return out
}

// trail are the questions asked on the way to one answer, with their answers: none as yet for one that
// leads in a circle.
type trail map[question]places

type question struct {
	m    *module
	name string
}

// walk follows a path from a file's module.
func (r *resolver) walk(m *module, names []string, asked trail) places {
	at, names := r.start(m, names, asked)
	for _, name := range names {
		next := places{external: at.external}
		for _, m := range at.modules {
			p := r.member(m, name, asked)
			next.modules = append(next.modules, p.modules...)
			next.external = next.external || p.external
		}
		at = next
	}
	return at
}

// start finds where a path begins, and what is left of it.
func (r *resolver) start(m *module, names []string, asked trail) (places, []string) {
	switch first := names[0]; first {
	case "crate":
		return places{modules: []*module{m.crate.root}}, names[1:]
	case "self":
		return places{modules: []*module{m}}, names[1:]
	case "super":
		for ; len(names) > 0 && names[0] == "super" && m != nil; names = names[1:] {
			m = m.parent
		}
		if m == nil {
			return places{}, nil
		}
		return places{modules: []*module{m}}, names
	case "":
		if len(names) == 1 {
			return places{}, nil
		}
		p := r.crateNamed(m.crate, names[1], asked)
		if p.none() {
			p = r.member(m.crate.root, names[1], asked) // edition 2015
		}
		return p, names[2:]
	default:
		p := places{}
		if m.crate.old() {
			p = r.member(m.crate.root, first, asked)
		}
		if p.none() {
			p = r.member(m, first, asked)
		}
		if p.none() {
			p = r.crateNamed(m.crate, first, asked)
		}
		return p, names[1:]
	}
}

// old says whether paths begin at the root, as they did until edition 2018. Outside packages nothing
// says so.
func (c *crate) old() bool { return c.pkg != nil && (c.pkg.edition == "" || c.pkg.edition == "2015") }

// crateNamed finds a crate by what another one calls it.
func (r *resolver) crateNamed(c *crate, name string, asked trail) places {
	if c.pkg != nil {
		if lib := r.libs[c.pkg]; lib != nil && lib.name == name {
			return places{modules: []*module{lib.root}}
		}
		if to, ok := c.pkg.depends(name); ok {
			if lib := r.libs[to]; lib != nil {
				return places{modules: []*module{lib.root}}
			}
			return places{external: true}
		}
	}
	if isStandard(name) {
		return places{external: true}
	}
	if _, renamed := c.root.passed[name]; renamed { // extern crate a as b
		return r.member(c.root, name, asked)
	}
	return places{}
}

// member finds a module by its name in another: declared there, or passed on.
func (r *resolver) member(m *module, name string, asked trail) places {
	if own := m.children[name]; len(own) > 0 {
		return places{modules: own}
	}
	q := question{m, name}
	if answer, known := asked[q]; known {
		return answer
	}
	asked[q] = places{}
	out := r.passed(m, name, asked)
	asked[q] = out
	return out
}

// passed finds a module that another passes on under a name.
func (r *resolver) passed(m *module, name string, asked trail) (out places) {
	base := m
	for base.inline { // paths in Facts are those of the file's own module
		base = base.parent
	}
	for _, p := range m.passed[name] {
		out.add(r.walk(base, strings.Split(p, "::"), asked))
	}
	named := !out.none()
	for _, p := range m.globs {
		if named { // a name hides what globs bring
			break
		}
		for _, from := range r.walk(base, strings.Split(p, "::"), asked).modules {
			if from != m {
				out.add(r.member(from, name, asked))
			}
		}
	}
	return out
}

func (p *places) add(other places) {
	for _, m := range other.modules {
		if !slices.Contains(p.modules, m) {
			p.modules = append(p.modules, m)
		}
	}
	p.external = p.external || other.external
}

// Siblings implements analysis.Resolver: what a file sees without naming it are macros.
func (r *resolver) Siblings(p string) []string {
	if at := r.at[p]; len(at) > 0 {
		return at[0].textual
	}
	return nil
}

// ModuleName implements analysis.Resolver: the path from outside the crate.
func (r *resolver) ModuleName(p string) string {
	at := r.at[p]
	if len(at) == 0 {
		return ""
	}
	var names []string
	for m := at[0]; m != nil; m = m.parent {
		names = append(names, m.name)
	}
	slices.Reverse(names)
	return strings.Join(names, "::")
}
