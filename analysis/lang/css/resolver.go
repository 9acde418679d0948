package css

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// resolver finds sheets as Sass and bundlers do.
type resolver struct {
	tree    *analysis.Tree
	modules func() analysis.Resolver // for what is no path; made when first needed
	groups  map[string][]string      // a package's directory → its sheets, by path
}

func newResolver(tree *analysis.Tree, modules func(*analysis.Tree) analysis.Resolver) analysis.Resolver {
	r := &resolver{tree: tree, modules: sync.OnceValue(func() analysis.Resolver { return modules(tree) }),
		groups: map[string][]string{"": nil}}
	for _, p := range tree.Manifests("package.json") {
		r.groups[analysis.Dir(p)] = nil
	}
	for i := range tree.Files() {
		if f := tree.Files()[i]; f.Language != nil && f.Language.Family == "css" && !strings.Contains(f.Path, ".min.") { // those repeat others
			dir := r.group(f.Path)
			r.groups[dir] = append(r.groups[dir], f.Path)
		}
	}
	return r
}

// group is the directory of the package that a file is of.
func (r *resolver) group(p string) string {
	for dir := analysis.Dir(p); ; dir = analysis.Dir(dir) {
		if _, ok := r.groups[dir]; ok {
			return dir
		}
	}
}

// Siblings implements analysis.Resolver: the sheets of a package share their names.
func (r *resolver) Siblings(p string) []string { return r.groups[r.group(p)] }

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string { return p }

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec := imp.Specifier
	if i := strings.IndexAny(spec, "?#"); i > 0 {
		spec = spec[:i]
	}
	if strings.HasPrefix(spec, "sass:") {
		return analysis.Resolution{Status: analysis.External}
	}
	if rest, ok := strings.CutPrefix(spec, "~"); ok && !strings.HasPrefix(rest, "/") { // webpack's mark of a package
		return r.bare(from, imp, rest)
	}
	if f := r.sheet(path.Join(analysis.Dir(from), spec)); f != "" && !strings.HasPrefix(spec, "/") {
		return analysis.Resolution{Files: []string{f}}
	}
	if strings.HasPrefix(spec, ".") {
		if strings.Contains(spec, "node_modules/") {
			return analysis.Resolution{Status: analysis.External}
		}
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return r.bare(from, imp, spec)
}

// bare resolves a path from one of the directories that compilers are told to look in, an alias or a
// package. What the package manager would bring comes first where it is declared.
func (r *resolver) bare(from string, imp *analysis.Import, spec string) analysis.Resolution {
	module := *imp
	module.Specifier = spec
	res := r.modules().Resolve(from, &module)
	if res.Status != analysis.Unresolved {
		return res
	}
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		for _, place := range []string{"", "src", "styles", "scss", "sass", "css", "src/styles", "public", "node_modules"} {
			if f := r.sheet(path.Join(dir, place, spec)); f != "" {
				return analysis.Resolution{Files: []string{f}}
			}
		}
		if dir == "" {
			break
		}
	}
	if rest, ok := cutAlias(spec); ok {
		return r.bare(from, imp, rest)
	}
	return res
}

// cutAlias cuts the marks by which templates of projects name their own sources.
func cutAlias(spec string) (string, bool) {
	for _, mark := range []string{"@/", "~/", "$lib/"} {
		if rest, ok := strings.CutPrefix(spec, mark); ok {
			return rest, true
		}
	}
	return spec, false
}

// sheet finds the sheet that a path stands for, "" where there is none: with its extension or without,
// as a partial or as a directory's index.
func (r *resolver) sheet(p string) string {
	p = strings.TrimPrefix(p, "/")
	if p == ".." || strings.HasPrefix(p, "../") {
		return ""
	}
	dir, base := analysis.Dir(p), path.Base(p)
	endings := []string{"", ".scss", ".sass", ".css", ".less"}
	if slices.Contains(endings[1:], path.Ext(base)) {
		endings = endings[:1]
	}
	for _, ending := range endings {
		for _, name := range []string{base + ending, "_" + base + ending} {
			if f := path.Join(dir, name); r.tree.Has(f) {
				return f
			}
		}
	}
	for _, name := range []string{"_index.scss", "index.scss", "_index.sass", "index.sass", "index.css", "index.less"} {
		if f := path.Join(p, name); r.tree.Has(f) {
			return f
		}
	}
	return ""
}
