package php

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree     *analysis.Tree
	project  *project
	packages map[string]string   // file → its Facts.Package
	spaces   map[string][]string // namespace → its files; "\" is the global one
	parents  map[string]bool     // namespaces that others are in
	siblings map[string][]string // Facts.Package → what its files see

	classes, functions, families, builtins map[string]bool // of PHP itself
}

type projectKey struct{}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: tree, project: analysis.OfLayout(tree, projectKey{}, func() *project { return readProject(tree) }), packages: map[string]string{}, spaces: map[string][]string{},
		parents: map[string]bool{}, siblings: map[string][]string{},
		classes: set(classes), functions: set(functions), families: set(families),
		builtins: set(namespaces)}
	for i := range tree.Files() {
		f := tree.Files()[i]
		if f.Facts == nil || f.Language == nil || f.Language.Family != "php" {
			continue
		}
		r.packages[f.Path] = f.Facts.Package
		r.siblings[f.Facts.Package] = nil
		for _, space := range spacesOf(f.Facts.Package) {
			r.spaces[space] = append(r.spaces[space], f.Path)
			for end := strings.LastIndexByte(space, '\\'); end > 0; end = strings.LastIndexByte(space[:end], '\\') {
				r.parents[space[:end]] = true
			}
		}
	}
	var always []string // files with functions that are there from the start
	for _, p := range r.project.always {
		if text, ok := r.packages[p]; ok && slices.Contains(spacesOf(text), global) {
			always = append(always, p)
		}
	}
	for text := range r.siblings {
		var files []string
		for _, space := range spacesOf(text) {
			files = append(files, r.spaces[space]...)
		}
		files = append(files, always...)
		slices.Sort(files)
		r.siblings[text] = slices.Compact(files)
	}
	return r
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
	case space == global && r.isBuiltin(name), r.builtins[space]:
		return analysis.Resolution{Status: analysis.External}
	case r.spaces[full] != nil || r.parents[full]: // an alias for a namespace; what it is for has imports of its own
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

// isBuiltin reports whether PHP itself defines a global class, function or constant.
func (r *resolver) isBuiltin(name string) bool {
	if r.classes[name] || r.functions[strings.ToLower(name)] {
		return true
	}
	family, _, ok := strings.Cut(name, "_")
	return ok && strings.ToUpper(name) == name && r.families[family]
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
	return r.siblings[text]
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
