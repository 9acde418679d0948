package php

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree     *analysis.Tree
	project  *project
	builtins *builtins
	packages map[string]string   // file → its Facts.Package
	spaces   map[string][]string // namespace → its files, by path; "\" is the global one
	parents  map[string]int32    // how many namespaces are in another one
	always   []string            // files with functions that are there from the start

	mu       sync.Mutex
	siblings map[string][]string // Facts.Package → what its files see, once asked
}

type (
	projectKey  struct{}
	builtinsKey struct{}
)

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, project: projectOf(tree), builtins: analysis.OfLayout(tree, builtinsKey{}, readBuiltins),
		packages: map[string]string{}, spaces: map[string][]string{}, parents: map[string]int32{}, siblings: map[string][]string{}}
	for _, f := range tree.Files() {
		r.add(f)
	}
	r.findAlways()
	return r
}

func projectOf(tree *analysis.Tree) *project {
	return analysis.OfLayout(tree, projectKey{}, func() *project { return readProject(tree) })
}

// Renew implements analysis.Renewer: with the same composer files it is this resolver but for the files that are others.
func (r *resolver) Renew(tree *analysis.Tree) analysis.Resolver {
	if r.project != projectOf(tree) {
		return newResolver(tree)
	}
	now := &resolver{tree: tree, project: r.project, builtins: r.builtins,
		packages: maps.Clone(r.packages), spaces: maps.Clone(r.spaces), parents: maps.Clone(r.parents), siblings: map[string][]string{}}
	was, is := tree.Changed(r.tree)
	for _, f := range slices.Concat(was, is) {
		if isPHP(f) {
			for _, space := range spacesOf(f.Facts.Package) {
				if files, known := r.spaces[space]; known {
					now.spaces[space] = slices.Clone(files) // to be changed
				}
			}
		}
	}
	for _, f := range was {
		now.remove(f)
	}
	for _, f := range is {
		now.add(f)
	}
	now.findAlways()
	return now
}

// isPHP reports whether a file is one of PHP that was read.
func isPHP(f *analysis.File) bool {
	return f.Facts != nil && f.Language != nil && f.Language.Family == "php"
}

// add takes in the namespaces of a file.
func (r *resolver) add(f *analysis.File) {
	if !isPHP(f) {
		return
	}
	r.packages[f.Path] = f.Facts.Package
	for _, space := range spacesOf(f.Facts.Package) {
		files := r.spaces[space]
		if len(files) == 0 {
			r.count(space, 1)
		}
		if at, known := slices.BinarySearch(files, f.Path); !known {
			r.spaces[space] = slices.Insert(files, at, f.Path)
		}
	}
}

// remove is add undone.
func (r *resolver) remove(f *analysis.File) {
	if !isPHP(f) {
		return
	}
	delete(r.packages, f.Path)
	for _, space := range spacesOf(f.Facts.Package) {
		if files := slices.DeleteFunc(r.spaces[space], func(p string) bool { return p == f.Path }); len(files) > 0 {
			r.spaces[space] = files
		} else if _, known := r.spaces[space]; known {
			delete(r.spaces, space)
			r.count(space, -1)
		}
	}
}

// count counts a namespace for those that it is in, by 1, or -1 where it is gone.
func (r *resolver) count(space string, by int32) {
	for end := strings.LastIndexByte(space, '\\'); end > 0; end = strings.LastIndexByte(space[:end], '\\') {
		if r.parents[space[:end]] += by; r.parents[space[:end]] == 0 {
			delete(r.parents, space[:end])
		}
	}
}

func (r *resolver) findAlways() {
	for _, p := range r.project.always {
		if text, ok := r.packages[p]; ok && slices.Contains(spacesOf(text), global) {
			r.always = append(r.always, p)
		}
	}
}

// spacesOf are the namespaces that a Facts.Package says.
func spacesOf(text string) []string {
	if text == "" {
		return []string{global}
	}
	return strings.Fields(text)
}

// Resolve finds a class where composer.json places it, and all else in its namespace.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	space, name := sought(imp)
	if name == "" {
		return r.include(from, imp.Specifier)
	}
	full := fullName(space, name)
	if files := r.project.find(r.tree, from, full); len(files) == 1 {
		return analysis.Resolution{Status: analysis.Resolved, Files: files}
	} else if len(files) > 1 {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	}
	locked, required := r.project.locked(full), r.project.required(full)
	switch {
	case space == global && r.builtins.has(name), r.builtins.namespaces[space]:
		return analysis.Resolution{Status: analysis.External}
	case r.spaces[full] != nil || r.parents[full] > 0: // an alias for a namespace; what it is for has imports of its own
		return analysis.Resolution{Status: analysis.Resolved}
	case locked != nil:
		return external(locked)
	case required != nil && (space == global || r.spaces[space] == nil || r.project.own(full) > 0):
		return external(required)
	case r.spaces[space] != nil:
		return analysis.Resolution{Status: analysis.Resolved, Files: r.spaces[space], MustDefine: true}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// sought are the namespace and the name of what an import is for; none where it is for a file.
func sought(imp *analysis.Import) (space, name string) {
	if len(imp.Names) > 0 {
		return imp.Specifier, imp.Names[0].Name
	}
	if strings.HasPrefix(imp.Specifier, global) { // a class by its full name
		at := strings.LastIndexByte(imp.Specifier, '\\')
		return cmp.Or(strings.Trim(imp.Specifier[:at], global), global), imp.Specifier[at+1:]
	}
	return "", ""
}

// fullName is that of a name in a namespace.
func fullName(space, name string) string {
	if space == global {
		return name
	}
	return space + "\\" + name
}

// external is the resolution to a package that is not in the folder.
func external(p *analysis.Package) analysis.Resolution {
	if p.Name == "" {
		p = nil
	}
	return analysis.Resolution{Status: analysis.External, Package: p}
}

// include finds a file by its path: from the including file's directory, or where PHP was started, which
// may be any directory above.
func (r *resolver) include(from, spec string) analysis.Resolution {
	dir := analysis.Dir(from)
	if rest, ok := strings.CutPrefix(spec, here); ok {
		return r.included(inDir(dir, strings.TrimPrefix(rest, "/")))
	}
	for ; ; dir = analysis.Dir(dir) {
		if p := inDir(dir, spec); r.tree.Has(p) || dir == "" {
			return r.included(p)
		}
	}
}

func (r *resolver) included(p string) analysis.Resolution {
	switch {
	case strings.HasPrefix(p, ".."):
	case r.tree.Has(p):
		return analysis.Resolution{Status: analysis.Resolved, Files: []string{p}}
	case strings.Contains("/"+p, "/vendor/") && r.project.manifest: // which Composer fills
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// Siblings are the files of the file's namespaces, and those with functions that are always there.
func (r *resolver) Siblings(p string) []string {
	text, ok := r.packages[p]
	if !ok {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	files, known := r.siblings[text]
	if !known {
		for _, space := range spacesOf(text) {
			files = append(files, r.spaces[space]...)
		}
		files = append(files, r.always...)
		slices.Sort(files)
		files = slices.Compact(files)
		r.siblings[text] = files
	}
	return files
}

// ModuleName is the class that the file is expected to define, else its path.
func (r *resolver) ModuleName(p string) string {
	name := strings.TrimSuffix(path.Base(p), ".php")
	if spaces := spacesOf(r.packages[p]); spaces[0] != global && name != path.Base(p) {
		if class := spaces[0] + "\\" + name; slices.Contains(r.project.find(r.tree, p, class), p) {
			return class
		}
	}
	return p
}
