package html

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolver finds the files that pages load.
type resolver struct {
	tree    *analysis.Tree
	modules func() analysis.Resolver // for scripts that a build makes; made when first needed
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	dir := analysis.Dir(from)
	if !strings.HasPrefix(imp.Specifier, "/") {
		p := path.Join(dir, imp.Specifier)
		if strings.HasPrefix(p, "../") {
			return analysis.Resolution{Status: analysis.External}
		}
		if f := r.file(p); f != "" {
			return r.found(f)
		}
		return r.modules().Resolve(from, &analysis.Import{Specifier: "./" + imp.Specifier})
	}
	// A server's root is the directory of the page or one above it, or where they keep static files.
	for ; ; dir = analysis.Dir(dir) {
		for _, place := range []string{"", "public", "static", "assets", "src"} {
			if f := r.file(path.Join(dir, place, imp.Specifier)); f != "" {
				return r.found(f)
			}
		}
		if dir == "" {
			return r.modules().Resolve(from, imp)
		}
	}
}

// file is the file itself, or the source that a stylesheet is made from; "" where there is neither.
func (r *resolver) file(p string) string {
	p = strings.TrimPrefix(p, "/")
	if r.tree.Has(p) {
		return p
	}
	if stem, ok := strings.CutSuffix(p, ".css"); ok {
		for _, ext := range []string{".scss", ".sass", ".less"} {
			if r.tree.Has(stem + ext) {
				return stem + ext
			}
		}
	}
	return ""
}

func (r *resolver) found(file string) analysis.Resolution {
	return analysis.Resolution{Files: []string{file}}
}

// Siblings implements analysis.Resolver: a page has what it loads.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver.
func (r *resolver) ModuleName(p string) string { return p }
