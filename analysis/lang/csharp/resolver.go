package csharp

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	projects   *projects
	namespaces map[string][]string // namespace → files that declare it, by path; "" is the global one
	parents    map[string]bool     // namespaces that hold other namespaces
	words      map[string]string   // file → its Facts.Package
	owners     map[string][]int    // file → its projects
	views      map[string]*view    // by the projects of the files that have it
}

type projectsKey struct{}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{projects: analysis.OfLayout(tree, projectsKey{}, func() *projects { return readProjects(tree) }), namespaces: map[string][]string{}, parents: map[string]bool{},
		words: map[string]string{}, owners: map[string][]int{}, views: map[string]*view{}}
	also := r.projects.compiled(tree)
	for _, f := range tree.Files() {
		if f.Language == nil || f.Language.ID != id {
			continue
		}
		owners := r.projects.of(f.Path, also)
		r.owners[f.Path] = owners
		v := r.view(owners)
		if f.Facts == nil {
			continue
		}
		r.words[f.Path] = f.Facts.Package
		declared, used := namespaces(f.Facts.Package)
		v.usings = append(v.usings, used...)
		if len(declared) == 0 {
			declared = []string{""}
		}
		for _, namespace := range declared {
			r.namespaces[namespace] = append(r.namespaces[namespace], f.Path)
			for around := range enclosing(namespace) {
				r.parents[around] = true
			}
		}
	}
	return r
}

// view finds or makes the view of the files that some projects compile.
func (r *resolver) view(owners []int) *view {
	key := fmt.Sprint(owners)
	if v := r.views[key]; v != nil {
		return v
	}
	v := &view{r: r, files: map[string][]string{}, siblings: map[string][]string{}}
	reached := map[int]bool{}
	for _, n := range owners {
		v.usings = append(v.usings, r.projects.all[n].usings...)
		for to := range r.projects.sees[n] {
			reached[to] = true
		}
	}
	if len(owners) > 0 {
		v.sees = reached
	}
	for n, p := range r.projects.all {
		if len(owners) == 0 || reached[n] {
			for _, id := range p.packages {
				v.packages = append(v.packages, strings.ToLower(id))
			}
		}
	}
	slices.Sort(v.packages)
	r.views[key] = v
	return v
}

func (r *resolver) viewOf(file string) *view { return r.views[fmt.Sprint(r.owners[file])] }

// Resolve leads a using to the files that declare the namespace.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	v := r.viewOf(from)
	if v == nil {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	declared, _ := namespaces(r.words[from])
	full, static := strings.CutPrefix(imp.Specifier, staticMark)
	for _, spec := range candidates(full, declared) {
		if static {
			i := strings.LastIndexByte(spec, '.')
			if res, ok := v.typ(spec[:i], spec[i+1:]); ok {
				return res
			}
		} else if res, ok := v.resolve(spec, imp); ok {
			return res
		}
	}
	if len(imp.Names) > 0 && !undotted(imp) {
		full += "." + imp.Names[0].Name
	}
	if v.external(full) {
		return analysis.Resolution{Status: analysis.External}
	}
	if undotted(imp) {
		return analysis.Resolution{Files: r.Siblings(from), MustDefine: true}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// undotted reports whether a using names a type that is visible without it, or a namespace, by one name.
func undotted(imp *analysis.Import) bool {
	return len(imp.Names) > 0 && imp.Names[0].Name == imp.Specifier
}

// Siblings are the files of the namespaces that the file is in, of those around them, and of those that
// its projects use globally.
func (r *resolver) Siblings(file string) []string {
	v := r.viewOf(file)
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	words := r.words[file]
	out, known := v.siblings[words]
	if !known {
		declared, _ := namespaces(words)
		in := append([]string{""}, v.usings...)
		for _, namespace := range declared {
			in = append(in, namespace)
			in = slices.AppendSeq(in, enclosing(namespace))
		}
		slices.Sort(in)
		for _, namespace := range slices.Compact(in) {
			out = append(out, v.namespaceLocked(namespace)...)
		}
		slices.Sort(out)
		out = slices.Compact(out)
		v.siblings[words] = out
	}
	return out
}

// ModuleName is the namespace of the file; without one its path.
func (r *resolver) ModuleName(file string) string {
	if declared, _ := namespaces(r.words[file]); len(declared) > 0 {
		return declared[0]
	}
	return strings.TrimSuffix(file, path.Ext(file))
}
