package ecmascript

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// extensions are what may be missing at the end of a specifier, in TypeScript's order and then that of
// bundlers.
func extensions() []string {
	return []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".d.mts", ".d.cts", ".mjs", ".cjs", ".json", ".vue"}
}

// sources are the extensions of the files that a file with a JavaScript extension may be the output of.
func sources(ext string) []string {
	switch ext {
	case ".js":
		return []string{".ts", ".tsx", ".d.ts", ".js", ".jsx"}
	case ".jsx":
		return []string{".tsx", ".ts", ".d.ts", ".jsx", ".js"}
	case ".mjs":
		return []string{".mts", ".d.mts", ".mjs"}
	case ".cjs":
		return []string{".cts", ".d.cts", ".cjs"}
	}
	return nil
}

// extension is the extension of a path, with the .d of a declaration file.
func extension(p string) string {
	ext := path.Ext(p)
	if slices.Contains([]string{".ts", ".mts", ".cts"}, ext) && path.Ext(strings.TrimSuffix(p, ext)) == ".d" {
		return ".d" + ext
	}
	return ext
}

// typescript reports whether a file is written in TypeScript.
func typescript(p string) bool {
	return slices.Contains([]string{".ts", ".tsx", ".mts", ".cts"}, path.Ext(p))
}

func (r *resolver) has(p string) bool {
	_, ok := r.files[p]
	return ok
}

// load finds the file that a path stands for: the file itself, one with an extension added, or what a
// directory stands for; "" where there is none.
func (r *resolver) load(p string) string {
	if f := r.file(p); f != "" {
		return f
	}
	return r.directory(p)
}

func (r *resolver) file(p string) string {
	ext := path.Ext(p)
	for _, source := range sources(ext) {
		if f := strings.TrimSuffix(p, ext) + source; r.has(f) {
			return f
		}
	}
	if r.has(p) {
		return p
	}
	for _, ext := range extensions() {
		if r.has(p + ext) {
			return p + ext
		}
	}
	return ""
}

// directory finds the file that a directory stands for.
func (r *resolver) directory(dir string) string {
	if !r.tree.HasDir(dir) {
		return ""
	}
	m := r.manifests[dir]
	if m == nil {
		return r.index(dir)
	}
	if f := r.main(m); f != "" {
		return f
	}
	if f := r.index(dir); f != "" {
		return f
	}
	return r.index(join(dir, "src"))
}

// fileOrIndex is load without regard to a package.json in the directory.
func (r *resolver) fileOrIndex(p string) string {
	if f := r.file(p); f != "" {
		return f
	}
	return r.index(p)
}

func (r *resolver) index(dir string) string {
	if !r.tree.HasDir(dir) {
		return ""
	}
	for _, ext := range extensions() {
		if p := join(dir, "index"+ext); r.has(p) {
			return p
		}
	}
	return ""
}

// main finds the main module of a package without regard to its exports.
func (r *resolver) main(m *manifest) string {
	var products []string
	for _, field := range entryFields() {
		if target := str(m.json, field); target != "" {
			products = append(products, target)
		}
	}
	return r.first(m, products, true)
}

// first finds the first of a package's targets that is there, or else the source of the first that has
// one.
func (r *resolver) first(m *manifest, targets []string, main bool) string {
	for _, t := range targets {
		p := join(m.dir, t)
		if f := r.fileOrIndex(p); f != "" {
			return f
		}
	}
	for _, t := range targets {
		if f := r.sourceOf(m.dir, t, main); f != "" {
			return f
		}
	}
	return ""
}

// module is the module that a file makes: a declaration file and the JavaScript that it describes are
// two halves of one.
func (r *resolver) module(file string) []string {
	ext := extension(file)
	if !strings.HasPrefix(ext, ".d.") {
		return []string{file}
	}
	for _, script := range []string{".js", ".mjs", ".cjs", ".jsx"} {
		if p := strings.TrimSuffix(file, ext) + script; r.has(p) {
			return []string{file, p}
		}
	}
	return []string{file}
}

// nearest is the package.json nearest above a file.
func (r *resolver) nearest(p string) *manifest {
	return r.above(p, func(*manifest) bool { return true })
}

// above is the package.json nearest above a file that a condition holds for, nil where there is none.
func (r *resolver) above(p string, holds func(*manifest) bool) *manifest {
	for dir := analysis.Dir(p); ; dir = analysis.Dir(dir) {
		if m := r.manifests[dir]; m != nil && holds(m) {
			return m
		}
		if dir == "" {
			return nil
		}
	}
}
