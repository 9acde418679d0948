package include

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// Family is what the languages that include each other's files have in common.
const Family = "c"

// database is the file in which build tools write the commands that compile each file.
const database = "compile_commands.json"

// Manifests are the files that say how includes are looked for.
func Manifests() []string { return []string{database} }

// resolver answers for one state of a folder.
type resolver struct {
	tree     *analysis.Tree
	standard map[string]bool // headers of C and C++
	system   map[string]bool
	byBase   func() map[string][]string // last element of a path → the paths, sorted; made when it is asked for, as are
	pairs    func() map[string][]string // header → itself and its source
	flags    map[string]*dirs           // source file → where its command looks
	all      []*dirs                    // all that differ, in the order of the databases
	anyElse  string                     // what any of them has elsewhere, one directory a line
	modules  map[string]*module         // C++ modules by name
	unit     map[string]unit            // what a module's files say they are
}

// NewResolver makes the resolver of a folder.
func NewResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, standard: set(cHeaders, cppHeaders), system: set(systems, directories)}
	r.byBase, r.pairs = sync.OnceValue(r.findBases), sync.OnceValue(r.findPairs)
	r.readDatabases()
	r.findModules()
	return r
}

func (r *resolver) findBases() map[string][]string {
	bases := map[string][]string{}
	for _, f := range r.tree.Files() {
		base := path.Base(f.Path)
		bases[base] = append(bases[base], f.Path)
	}
	return bases
}

// Resolve resolves #include "a", #include <a> and import a.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec := imp.Specifier
	if res, ok := r.module(from, spec); ok {
		return res
	}
	inner, angle := included(imp)
	if strings.ContainsAny(inner, "(), \t") || inner == "" || path.IsAbs(inner) {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	if !angle {
		if p, ok := r.file(analysis.Dir(from), inner); ok {
			return r.resolved(from, p)
		}
	}
	if found := r.inDirs(from, inner, angle); len(found) == 1 {
		return r.resolved(from, found[0])
	} else if len(found) > 1 {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: nearest(from, inner, found)}
	}
	system := r.isSystem(inner)
	if r.standard[inner] {
		return analysis.Resolution{Status: analysis.External}
	}
	if system && angle {
		return r.ownSystem(from, inner)
	}
	res := r.bySuffix(from, inner, angle)
	switch {
	case res.Status != analysis.Unresolved:
	case system:
		res.Status = analysis.External
	case isPath(inner): // it may lie in the system's include directories
		res.Package = &analysis.Package{Ecosystem: ecosystem, Name: inner, As: r.elsewhere(from)}
	}
	return res
}

// resolved is the answer that one file is.
func (r *resolver) resolved(from, p string) analysis.Resolution {
	if pair := r.pairs()[p]; pair != nil && !slices.Contains(pair, from) {
		return analysis.Resolution{Files: pair, Named: p}
	}
	return analysis.Resolution{Files: []string{p}}
}

// file is the file that a path means in a directory. It does not leave the folder.
func (r *resolver) file(dir, spec string) (string, bool) {
	p := path.Join(dir, spec)
	return p, !strings.HasPrefix(p, "../") && r.tree.Has(p)
}

// bySuffix looks for a file whose path ends so.
func (r *resolver) bySuffix(from, spec string, angle bool) analysis.Resolution {
	spec = path.Clean(spec)
	for strings.HasPrefix(spec, "../") {
		spec = spec[3:]
	}
	var found []string
	for _, p := range r.byBase()[path.Base(spec)] {
		if p != from && (p == spec || strings.HasSuffix(p, "/"+spec)) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return analysis.Resolution{Status: analysis.Unresolved}
	case 1:
		return r.resolved(from, found[0])
	}
	found = nearest(from, spec, found)
	// What stands in the file's own directory would have been included by quotes.
	own := angle && found[0] == path.Join(analysis.Dir(from), spec)
	if !own && closer(from, spec, found[0], found[1]) {
		return r.resolved(from, found[0])
	}
	return analysis.Resolution{Status: analysis.Ambiguous, Files: found}
}

// ownSystem looks for a system's header in a folder that is a system itself, or a part of one, as Linux is: at the end of the paths
// of the project that the including file belongs to. In another project, a file of the name stands in for a system that lacks it.
func (r *resolver) ownSystem(from, spec string) analysis.Resolution {
	if !strings.Contains(spec, "/") {
		return analysis.Resolution{Status: analysis.External}
	}
	for _, spec := range []string{spec, "uapi/" + spec} { // Linux has there what its programs see
		res := r.bySuffix(from, spec, true)
		if len(res.Files) > 0 && measure(from, spec, cmp.Or(res.Named, res.Files[0])).above >= 0 {
			return res
		}
	}
	return analysis.Resolution{Status: analysis.External}
}

// Siblings are the files of the same C++ module; other files see of each other what they include.
func (r *resolver) Siblings(p string) []string {
	if u, ok := r.unit[p]; ok {
		return r.modules[u.module].files
	}
	return nil
}

// ModuleName is how other files include this one: the path behind an include directory; or the module that it is.
func (r *resolver) ModuleName(p string) string {
	if u, ok := r.unit[p]; ok {
		return u.module + u.partition
	}
	if i := strings.LastIndex("/"+p, "/include/"); i >= 0 {
		return p[i+len("include/"):]
	}
	return p
}
