package lua

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree      *analysis.Tree
	byBase    map[string][]string // file name → paths
	rockspecs []rockspec
}

func newResolver(t *analysis.Tree) analysis.Resolver {
	r := &resolver{tree: t, byBase: map[string][]string{}, rockspecs: readRockspecs(t)}
	for _, f := range t.Files() {
		if strings.HasSuffix(f.Path, ".lua") {
			base := path.Base(f.Path)
			r.byBase[base] = append(r.byBase[base], f.Path)
			if base == "init.lua" { // by the directory's name
				if dir := analysis.Dir(f.Path); dir != "" {
					r.byBase[path.Base(dir)+".lua"] = append(r.byBase[path.Base(dir)+".lua"], f.Path)
				}
			}
		}
	}
	return r
}

// Resolve implements analysis.Resolver.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	for _, loader := range []string{"dofile ", "loadfile "} {
		if file, ok := strings.CutPrefix(imp.Specifier, loader); ok {
			return r.file(analysis.Dir(from), file)
		}
	}
	name := strings.Trim(strings.ReplaceAll(imp.Specifier, ".", "/"), "/")
	if file := r.fromRockspec(from, strings.ReplaceAll(name, "/", ".")); file != "" {
		return analysis.Resolution{Status: analysis.Resolved, Files: []string{file}}
	}
	found, sure := r.search(analysis.Dir(from), name)
	switch {
	case sure && len(found) == 1:
		return analysis.Resolution{Status: analysis.Resolved, Files: found}
	case sure && len(found) > 1:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: found}
	case isKnown(name) || r.isDeclared(name):
		return analysis.Resolution{Status: analysis.External}
	case len(found) > 0:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: found}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// file finds what dofile and loadfile name: relative to the directory that the program is started in,
// which is the file's own or one above it.
func (r *resolver) file(dir, name string) analysis.Resolution {
	for ; ; dir = analysis.Dir(dir) {
		if p := path.Join(dir, name); r.tree.Has(p) {
			return analysis.Resolution{Status: analysis.Resolved, Files: []string{p}}
		}
		if dir == "" {
			return analysis.Resolution{Status: analysis.Unresolved}
		}
	}
}

// candidate is a file that could be the module, found below one directory.
type candidate struct {
	root, file string
	rank       int
}

// The ranks of candidates, the better ones higher.
const (
	rankElsewhere = iota // under a directory that nothing speaks for
	rankAbove            // under the file's own directory or one above it
	rankKnown            // under a directory that package.path usually has
	rankAround           // under such a one that the file lies in as well
)

// search finds the files that a module's name, with slashes, may lead to: those of the best rank, the
// nearest root's where there is one around the file. They are sure unless nothing speaks for the root.
func (r *resolver) search(dir, name string) (files []string, sure bool) {
	var candidates []candidate
	for _, p := range r.byBase[path.Base(name)+".lua"] {
		root, ok := rootOf(p, name)
		if !ok {
			continue
		}
		around := root == "" || dir == root || strings.HasPrefix(dir, root+"/")
		rank := rankElsewhere
		switch known := isRoot(root); {
		case known && around && root != "":
			rank = rankAround
		case known || r.hasRockspec(root):
			rank = rankKnown
		case around:
			rank = rankAbove
		}
		candidates = append(candidates, candidate{root, p, rank})
	}
	if len(candidates) == 0 {
		return nil, false
	}
	slices.SortStableFunc(candidates, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.rank, x.rank), cmp.Compare(shared(y.root, dir), shared(x.root, dir)), strings.Compare(x.file, y.file))
	})
	best := candidates[0]
	for _, p := range candidates {
		nearer := best.rank == rankAround || best.rank == rankAbove
		if p.rank != best.rank || nearer && p.root != best.root {
			break
		}
		// In one directory ?.lua comes before ?/init.lua, as it sorts before it.
		if len(files) == 0 || p.root != best.root {
			files = append(files, p.file)
		}
		best.root = p.root
	}
	return files, best.rank != rankElsewhere
}

// rootOf is the directory below which a file has a module's name.
func rootOf(p, name string) (string, bool) {
	for _, tail := range []string{name + ".lua", name + "/init.lua"} {
		if p == tail {
			return "", true
		}
		if root, ok := strings.CutSuffix(p, "/"+tail); ok {
			return root, true
		}
	}
	return "", false
}

// isRoot reports whether package.path usually has a directory.
func isRoot(dir string) bool {
	base := path.Base(dir)
	return dir == "" || base == "lua" || base == "src" || base == "lib" || strings.Contains("/"+dir+"/", "/share/lua/5.")
}

func (r *resolver) hasRockspec(dir string) bool {
	return slices.ContainsFunc(r.rockspecs, func(s rockspec) bool { return s.dir == dir })
}

// shared is how many elements two directories have in common at their beginning.
func shared(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// Siblings implements analysis.Resolver: a module sees no other without requiring it.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver: the dotted path below the innermost directory that
// package.path usually has.
func (r *resolver) ModuleName(p string) string {
	for _, s := range r.rockspecs {
		for _, m := range s.modules {
			if m.file == p {
				return m.name
			}
		}
	}
	root := analysis.Dir(p)
	for !isRoot(root) {
		root = analysis.Dir(root)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(p, root), "/"), ".lua")
	if short, ok := strings.CutSuffix(name, "/init"); ok {
		name = short
	}
	return strings.ReplaceAll(name, "/", ".")
}
