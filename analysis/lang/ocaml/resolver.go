package ocaml

import (
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree      *analysis.Tree
	byDir     map[string]*component
	libraries map[string]*component   // by name, public name and main module
	units     map[string][]*component // module → the components that have it, by directory
	scopes    map[string]scope        // file → what its Package says
	outside   provided                // what packages that opam files depend on have

	mu     sync.Mutex
	opened map[opens]found // what each place that opens modules leads to
}

// scope is what a unit says of its own modules.
type scope struct {
	opens, includes []string
	modules         map[string]string // name → the path that it stands for; "" where it is defined in place
}

func newResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: t, units: map[string][]*component{}, scopes: map[string]scope{}, opened: map[opens]found{}}
	r.byDir, r.libraries = components(t)
	var declared []string
	for _, f := range t.Files() {
		if f.Language != nil && f.Language.Family == "ocaml" && f.Facts != nil {
			r.scopes[f.Path] = readScope(f.Facts.Package)
		}
		if f.Manifest != nil && (strings.HasSuffix(f.Path, ".opam") || strings.HasSuffix(f.Path, "dune-project")) {
			declared = append(declared, dependencies(string(f.Manifest))...)
		}
	}
	r.outside = r.provided(declared)
	for _, c := range r.byDir {
		c.outside = r.provided(c.libraries)
	}
	for _, dir := range sortedKeys(r.byDir) {
		for unit := range r.byDir[dir].units {
			r.units[unit] = append(r.units[unit], r.byDir[dir])
		}
	}
	return r
}

func sortedKeys(m map[string]*component) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func readScope(text string) scope {
	p := scope{modules: map[string]string{}}
	for word := range strings.FieldsSeq(text) {
		if path, ok := strings.CutPrefix(word, "open:"); ok {
			p.opens = append(p.opens, path)
		} else if path, ok := strings.CutPrefix(word, "include:"); ok {
			p.includes = append(p.includes, path)
		} else if name, path, ok := strings.Cut(word, "="); ok {
			p.modules[name] = path
		}
	}
	return p
}

// dependencies are the names of packages in the depends field of an opam or a dune-project file; of those,
// all quoted strings or atoms are taken: what is no package hides none.
func dependencies(text string) []string {
	var out []string
	_, rest, found := strings.Cut(text, "depends")
	for found {
		var list string
		end := strings.IndexAny(rest, "]")
		if end < 0 {
			end = len(rest)
		}
		list, rest = rest[:end], rest[end:]
		for _, word := range strings.FieldsFunc(list, func(c rune) bool { return strings.ContainsRune(" \t\r\n\"()[]{}:;", c) }) {
			if word[0] >= 'a' && word[0] <= 'z' {
				out = append(out, word)
			}
		}
		_, rest, found = strings.Cut(rest, "depends")
	}
	return out
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	path := strings.Split(imp.Specifier, ".")
	s := &search{resolver: r}
	if t, ok := s.path(from, path, maxSteps); ok {
		if t.external {
			return analysis.Resolution{Status: analysis.External}
		}
		return analysis.Resolution{Status: analysis.Resolved, Files: t.files}
	}
	return s.elsewhere(from, path[0])
}

// componentOf is the component that a file belongs to.
func (r *resolver) componentOf(p string) *component {
	dir := analysis.Dir(p)
	if c := ownerOf(r.byDir, dir); c != nil {
		return c
	}
	return r.byDir[dir]
}

// unitOf is the module that a file is or is a part of; what stands between its dots says how it is made
// (.cppo.ml).
func unitOf(p string) string {
	base := p[strings.LastIndexByte(p, '/')+1:]
	name, _, _ := strings.Cut(base, ".")
	return capitalized(name)
}

// Siblings implements analysis.Resolver: an interface and its implementation.
func (r *resolver) Siblings(p string) []string {
	if c := r.componentOf(p); c != nil {
		if files := c.units[unitOf(p)]; len(files) > 1 {
			return files
		}
	}
	return nil
}

// ModuleName implements analysis.Resolver: the module, in that of its library.
func (r *resolver) ModuleName(p string) string {
	unit := unitOf(p)
	if c := r.componentOf(p); c != nil && len(c.mains) == 1 && !c.unwrapped && c.mains[0] != unit {
		return c.mains[0] + "." + unit
	}
	return unit
}
