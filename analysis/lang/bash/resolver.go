package bash

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

type resolver struct {
	tree   *analysis.Tree
	byBase func() map[string][]string // base name → files
}

func newResolver(t *analysis.Tree) analysis.Resolver {
	return &resolver{tree: t, byBase: sync.OnceValue(func() map[string][]string { // most scripts have no need of it
		all := map[string][]string{}
		for _, f := range t.Files() {
			base := path.Base(f.Path)
			all[base] = append(all[base], f.Path)
		}
		return all
	})}
}

// Resolve implements analysis.Resolver. An import without Star is a program that is run.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	spec := imp.Specifier
	found, outside := r.find(from, sought(imp), strings.HasPrefix(spec, "load "))
	switch {
	case len(found) == 1:
		return analysis.Resolution{Status: analysis.Resolved, Files: found}
	case len(found) > 1:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: found}
	case outside || !imp.Star || strings.HasPrefix(spec, "bats_load_library "):
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// find lists the files that a path may mean, the best first, or says that it leads out of the folder.
func (r *resolver) find(from, spec string, helper bool) (files []string, outside bool) {
	dir := analysis.Dir(from)
	for _, home := range []string{"~/", "$HOME/", "${HOME}/", "/etc/", "/usr/", "/lib/", "/dev/", "/proc/", "/bin/"} {
		if strings.HasPrefix(spec, home) {
			return nil, true
		}
	}
	if !strings.ContainsAny(spec, "$`(") {
		if strings.HasPrefix(spec, "/") {
			return nil, false
		}
		return r.around(dir, spec, helper), false
	}
	if place, rest, ok := r.places(from).locate(spec); ok {
		target := path.Join(dir, place, rest)
		if strings.HasPrefix(place, root) {
			target = path.Join(place, rest)[1:]
		}
		if p, ok := r.file(target, helper); ok {
			return []string{p}, false
		}
		return nil, strings.HasPrefix(target, "../")
	}
	return r.bySuffix(dir, tail(spec)), false
}

// places are what the file's variables stand for.
func (r *resolver) places(from string) places {
	at := places{}
	if f := r.tree.File(from); f != nil && f.Facts != nil {
		for pair := range strings.FieldsSeq(f.Facts.Package) {
			name, place, _ := strings.Cut(pair, "=")
			at[name] = place
		}
	}
	return at
}

// around looks for a path that is relative to the directory that the script will be run in: the script's
// own, else the ones above it, of which the project's root is the likeliest.
func (r *resolver) around(dir, spec string, helper bool) []string {
	if p, ok := r.file(path.Join(dir, spec), helper); ok {
		return []string{p}
	}
	var out []string
	for dir != "" {
		dir = analysis.Dir(dir)
		if p, ok := r.file(path.Join(dir, spec), helper); ok && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// file finds a path; what bats loads may lack its extension.
func (r *resolver) file(p string, helper bool) (string, bool) {
	if r.tree.Has(p) {
		return p, true
	}
	if helper && r.tree.Has(p+".bash") {
		return p + ".bash", true
	}
	return "", false
}

// bySuffix finds the files whose paths end with the literal rest of a path, the nearest first. One above
// or in the script's directory at exactly that place is meant before others.
func (r *resolver) bySuffix(dir, rest string) []string {
	if rest == "" {
		return nil
	}
	for d := dir; ; d = analysis.Dir(d) {
		if p := path.Join(d, rest); r.tree.Has(p) {
			return []string{p}
		}
		if d == "" {
			break
		}
	}
	var out []string
	for _, p := range r.byBase()[path.Base(rest)] {
		if strings.HasSuffix(p, "/"+rest) {
			out = append(out, p)
		}
	}
	return out
}

// tail is what follows the last expansion of a path: "" where nothing literal does.
func tail(spec string) string {
	i := strings.LastIndexAny(spec, "$`)}")
	if i < 0 {
		return ""
	}
	_, rest, ok := strings.Cut(spec[i:], "/")
	if !ok || strings.Contains(rest, "..") || strings.ContainsAny(rest, "*?[") {
		return ""
	}
	return rest
}

// Siblings implements analysis.Resolver: a script sees no other without sourcing it.
func (r *resolver) Siblings(string) []string { return nil }

// ModuleName implements analysis.Resolver: a script goes by its path.
func (r *resolver) ModuleName(p string) string { return p }
