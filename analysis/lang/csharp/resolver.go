package csharp

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

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

// view is what the files of the same projects see. What it remembers is made when first asked for.
type view struct {
	r        *resolver
	sees     map[int]bool // projects; nil: everything
	usings   []string     // global ones
	packages []string     // lower-cased ids

	mu       sync.Mutex
	files    map[string][]string // namespace → the files of it that are visible
	siblings map[string][]string // Facts.Package → siblings
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{projects: readProjects(tree), namespaces: map[string][]string{}, parents: map[string]bool{},
		words: map[string]string{}, owners: map[string][]int{}, views: map[string]*view{}}
	for _, f := range tree.Files() {
		if f.Language == nil || f.Language.ID != id {
			continue
		}
		owners := r.projects.of(f.Path)
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

// undotted says whether a using names a type that is visible without it, or a namespace, by one name.
func undotted(imp *analysis.Import) bool {
	return len(imp.Names) > 0 && imp.Names[0].Name == imp.Specifier
}

// candidates are what a name in a using may mean: itself, or, in a namespace, something in that or in one
// around it.
func candidates(spec string, declared []string) []string {
	out := []string{spec}
	for _, namespace := range declared {
		out = append(out, namespace+"."+spec)
		for around := range enclosing(namespace) {
			out = append(out, around+"."+spec)
		}
	}
	return out
}

func (v *view) resolve(spec string, imp *analysis.Import) (analysis.Resolution, bool) {
	files := v.namespace(spec)
	if len(imp.Names) == 0 {
		return analysis.Resolution{Files: files}, len(files) > 0 || v.holds(spec)
	}
	name := imp.Names[0].Name
	if undotted(imp) {
		return analysis.Resolution{Members: map[string][]string{name: files}}, len(files) > 0 || v.holds(spec)
	}
	if module := v.namespace(spec + "." + name); len(module) > 0 {
		return analysis.Resolution{Files: files, Members: map[string][]string{name: module}}, true
	}
	return v.typ(spec, "")
}

// typ resolves a type of a namespace, or of another type; or all members of one, where its name is given.
func (v *view) typ(spec, members string) (analysis.Resolution, bool) {
	if files := v.namespace(spec); len(files) > 0 {
		return analysis.Resolution{Files: files, Within: members, MustDefine: true}, true
	}
	// A type inside a type: which file has the outer one, its name tells.
	for around := range enclosing(spec) {
		within := spec[len(around)+1:]
		outer, _, _ := strings.Cut(within, ".")
		if members != "" {
			within += "." + members
		}
		var files []string
		for _, f := range v.namespace(around) {
			if first, _, _ := strings.Cut(path.Base(f), "."); first == outer {
				files = append(files, f)
			}
		}
		if len(files) > 0 {
			return analysis.Resolution{Files: files, Within: within}, true
		}
	}
	return analysis.Resolution{}, false
}

// namespace lists the files visible here that declare a namespace.
func (v *view) namespace(name string) []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.namespaceLocked(name)
}

func (v *view) namespaceLocked(name string) []string {
	all := v.r.namespaces[name]
	if v.sees == nil || len(all) == 0 {
		return all
	}
	files, known := v.files[name]
	if !known {
		for _, f := range all {
			if v.visible(f) {
				files = append(files, f)
			}
		}
		v.files[name] = files
	}
	return files
}

// visible says whether a file belongs to a project that is visible here, or to none.
func (v *view) visible(file string) bool {
	owners := v.r.owners[file]
	return v.sees == nil || len(owners) == 0 || slices.ContainsFunc(owners, func(n int) bool { return v.sees[n] })
}

// holds says whether a namespace holds others, of which some file visible here declares one.
func (v *view) holds(namespace string) bool {
	if !v.r.parents[namespace] {
		return false
	}
	for name, files := range v.r.namespaces {
		if strings.HasPrefix(name, namespace+".") && slices.ContainsFunc(files, v.visible) {
			return true
		}
	}
	return false
}

// external says whether a namespace is known to come from elsewhere: .NET's own, and those of packages.
// What a package's namespaces are called, nothing in the folder says; by convention they share its root.
func (v *view) external(namespace string) bool {
	first, _, _ := strings.Cut(strings.ToLower(namespace), ".")
	if first == "system" || first == "microsoft" {
		return true
	}
	if v.r.parents[namespace[:len(first)]] || len(v.r.namespaces[namespace[:len(first)]]) > 0 { // the folder's own root
		return slices.ContainsFunc(v.packages, func(id string) bool { return under(strings.ToLower(namespace), id) })
	}
	return slices.ContainsFunc(v.packages, func(id string) bool { return under(id, first) })
}

// under says whether a dotted name is another or begins with it.
func under(name, beginning string) bool {
	return name == beginning || strings.HasPrefix(name, beginning+".")
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
