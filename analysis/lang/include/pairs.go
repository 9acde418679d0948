package include

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// findPairs finds for each header the source file that bears its name: in its directory, else the only one
// in the project that its include directory belongs to.
func (r *resolver) findPairs() map[string][]string {
	pairs := map[string][]string{}
	sources := map[string][]string{} // by name without extension
	for _, f := range r.tree.Files() {
		if isSource(f.Path) {
			stem := stem(f.Path)
			sources[stem] = append(sources[stem], f.Path)
		}
	}
	for _, f := range r.tree.Files() {
		if !isHeader(f.Path) {
			continue
		}
		if source := sourceOf(f.Path, sources[stem(f.Path)]); source != "" {
			pair := []string{f.Path, source}
			slices.Sort(pair)
			pairs[f.Path] = pair
		}
	}
	return pairs
}

// sourceOf picks a header's source among those that bear its name; "" if that cannot be told.
func sourceOf(header string, sources []string) string {
	dir, home := analysis.Dir(header), ""
	near := func(in func(dir string) bool) string {
		only := ""
		for _, s := range sources {
			if in(analysis.Dir(s)) {
				if only != "" {
					return ""
				}
				only = s
			}
		}
		return only
	}
	if s := near(func(d string) bool { return d == dir }); s != "" {
		return s
	}
	for d := dir; d != ""; d = analysis.Dir(d) {
		if base := path.Base(d); base == "include" || base == "inc" {
			home = analysis.Dir(d)
			return near(func(d string) bool { return home == "" || d == home || strings.HasPrefix(d, home+"/") })
		}
	}
	return ""
}

func stem(p string) string {
	base := path.Base(p)
	return strings.TrimSuffix(base, path.Ext(base))
}

func isSource(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".cu":
		return true
	}
	return false
}

func isHeader(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh":
		return true
	}
	return false
}
