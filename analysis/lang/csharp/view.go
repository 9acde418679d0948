package csharp

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

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

// visible reports whether a file belongs to a project that is visible here, or to none.
func (v *view) visible(file string) bool {
	owners := v.r.owners[file]
	return v.sees == nil || len(owners) == 0 || slices.ContainsFunc(owners, func(n int) bool { return v.sees[n] })
}

// holds reports whether a namespace holds others, of which some file visible here declares one.
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

// external reports whether a namespace is known to come from elsewhere: .NET's own, and those of packages.
// What a package's namespaces are called, nothing in the folder says; by convention they share its root.
func (v *view) external(namespace string) bool {
	first, _, _ := strings.Cut(strings.ToLower(namespace), ".")
	if first == "system" || first == "microsoft" {
		return true
	}
	if v.r.owns(namespace[:len(first)]) { // the folder's own root
		return slices.ContainsFunc(v.packages, func(id string) bool { return under(strings.ToLower(namespace), id) })
	}
	return slices.ContainsFunc(v.packages, func(id string) bool { return under(id, first) })
}

// under reports whether a dotted name is another or begins with it.
func under(name, beginning string) bool {
	return name == beginning || strings.HasPrefix(name, beginning+".")
}
