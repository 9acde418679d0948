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

// Renew implements analysis.Renewer: with the same manifests, and as long as only files of other languages are others, it is this resolver.
func (r *resolver) Renew(t *analysis.Tree) analysis.Resolver {
	was, is := t.Changed(r.tree)
	if !t.SharesLayout(r.tree) || slices.ContainsFunc(slices.Concat(was, is), func(f *analysis.File) bool { return strings.HasSuffix(f.Path, ".rs") }) {
		return newResolver(t)
	}
	f := *r.forest
	f.tree = t
	return &resolver{&f}
}

// Resolve implements analysis.Resolver. A file that is several modules may mean several things.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	if strings.HasSuffix(imp.Specifier, ".rs") {
		return r.included(from, imp.Specifier)
	}
	var answers []analysis.Resolution
	var outside candidates
	for _, m := range r.at[from] {
		at := r.walk(m, strings.Split(imp.Specifier, "::"), trail{})
		outside.add(at)
		if len(at.modules) > 0 {
			answers = append(answers, r.resolution(at.modules, imp))
		}
	}
	if len(answers) == 0 {
		if outside.external {
			return analysis.Resolution{Status: analysis.External, Package: outside.pkg(imp.Specifier)}
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

// pkg is the package from elsewhere that a path leads to; nil where the path is not the one that the package itself has for
// it, as that of a module which was renamed on the way.
func (p candidates) pkg(specifier string) *analysis.Package {
	names := strings.Split(strings.TrimPrefix(specifier, "::"), "::")
	before := len(names) - len(p.inside)
	if p.of == nil || before < 1 || !slices.Equal(names[before:], p.inside) {
		return nil
	}
	if called := join(names[:before]); called != crateName(p.of.Name) {
		of := *p.of
		of.As = called
		return &of
	}
	return p.of
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
	var members map[string][]string
	add := func(name string, files []string) {
		if members == nil {
			members = map[string][]string{}
		}
		members[name] = append(members[name], files...)
	}
	for _, m := range modules {
		if m.parent == nil && (len(imp.Names) == 0 || imp.Star) {
			for name, files := range m.crate.macros {
				add(name, files)
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
			add(b.Name, files)
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
