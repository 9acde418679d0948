package markdown

import (
	"path"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// resolver finds the files that links mean, as repositories' hosts and generators of documentation do.
type resolver struct {
	tree    *analysis.Tree
	modules func() analysis.Resolver // for what MDX imports; made when first needed
	pages   map[string][]string      // the last name of an address, in small letters → the pages that have it
}

func newResolver(tree *analysis.Tree, modules func(*analysis.Tree) analysis.Resolver) analysis.Resolver {
	r := &resolver{tree: tree, modules: sync.OnceValue(func() analysis.Resolver { return modules(tree) }), pages: map[string][]string{}}
	for i := range tree.Files() {
		if f := tree.Files()[i]; f.Language != nil && f.Language.Family == "markdown" {
			last := path.Base(address(f.Path))
			r.pages[last] = append(r.pages[last], f.Path)
		}
	}
	return r
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec := imp.Specifier
	if len(imp.Names) > 0 || imp.Local != "" || imp.Star {
		return r.modules().Resolve(from, imp)
	}
	dir := analysis.Dir(from)
	if !strings.HasPrefix(spec, "/") {
		p := path.Join(dir, spec)
		if p == ".." || strings.HasPrefix(p, "../") {
			return analysis.Resolution{Status: analysis.External}
		}
		if files := r.page(p); files != nil || strings.HasPrefix(spec, ".") {
			return r.found(files)
		}
		return r.published(spec)
	}
	// The root is the repository's, or that of the site which a directory above makes.
	for ; ; dir = analysis.Dir(dir) {
		for _, place := range []string{"", "public", "static", "docs", "content"} {
			if files := r.page(path.Join(dir, place, spec)); files != nil && (dir != "" || place != "" || spec != "/") {
				return r.found(files)
			}
		}
		if dir == "" {
			return r.published(spec)
		}
	}
}

// published resolves the address of a page on the site that is made of the folder: below whatever
// directories its content lies, it is the end of a path.
func (r *resolver) published(spec string) analysis.Resolution {
	end := "/" + address(strings.Trim(spec, "/"))
	var files []string
	for _, p := range r.pages[path.Base(end)] {
		if strings.Count(end, "/") > 1 && strings.HasSuffix("/"+address(p), end) { // one name alone is too common
			files = append(files, p)
		}
	}
	if len(files) > 1 {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
	}
	return r.found(files)
}

// address is how sites call a page: without its extension, and an index by its directory.
func address(p string) string {
	p = strings.ToLower(p)
	for _, ext := range []string{".md", ".mdx", ".markdown", ".html"} {
		p = strings.TrimSuffix(p, ext)
	}
	switch path.Base(p) {
	case "index", "_index", "readme":
		return analysis.Dir(p)
	}
	return p
}

func (r *resolver) found(files []string) analysis.Resolution {
	if files == nil {
		return analysis.Resolution{Status: analysis.Unresolved}
	}
	return analysis.Resolution{Files: files}
}

// page are the files that a path stands for: the file itself, the page that is called so without its
// extension or with that of what is made of it, a directory's page, or all that lies in a directory
// without one.
func (r *resolver) page(p string) []string {
	if p == "." {
		p = ""
	}
	if r.tree.Has(p) {
		return []string{p}
	}
	if p != "" {
		stem := strings.TrimSuffix(p, ".html")
		for _, ext := range []string{".md", ".mdx", ".markdown"} {
			if r.tree.Has(stem + ext) {
				return []string{stem + ext}
			}
		}
	}
	if !r.tree.HasDir(p) {
		return nil
	}
	for _, name := range []string{"README.md", "readme.md", "index.md", "index.mdx", "_index.md", "index.html"} {
		if page := path.Join(p, name); r.tree.Has(page) {
			return []string{page}
		}
	}
	return r.tree.Dir(p)
}

// Siblings implements analysis.Resolver: a page sees nothing that it does not link to.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string { return p }
