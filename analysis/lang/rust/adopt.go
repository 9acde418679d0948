package rust

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// adopt finds a place for the files that no mod declares: those beside or below a module of a library or
// program are taken for its children, other ones for crates of their own.
func (f *forest) adopt(m *manifests) {
	var orphans []string
	for _, file := range f.tree.Files() {
		if file.Language != nil && file.Language.Family == id && len(f.at[file.Path]) == 0 {
			orphans = append(orphans, file.Path)
		}
	}
	slices.SortStableFunc(orphans, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), leader(b)-leader(a), strings.Compare(a, b))
	})
	for _, p := range orphans {
		if len(f.at[p]) > 0 { // an orphan above has declared it
			continue
		}
		name := strings.TrimSuffix(path.Base(p), ".rs")
		dir := analysis.Dir(p)
		if name == "mod" {
			name, dir = path.Base(dir), analysis.Dir(dir)
		}
		if parent := f.moduleOf(dir); parent != nil {
			own := clean(path.Join(dir, name))
			f.strays = append(f.strays, f.module(&module{crate: parent.crate, parent: parent, name: name, file: p, dir: own}))
			continue
		}
		f.grow(crateName(name), p, m.around(dir))
	}
}

// leader is 1 for the files that others of their directory are likely to be children of.
func leader(p string) int {
	switch path.Base(p) {
	case "mod.rs", "lib.rs", "main.rs":
		return 1
	}
	return 0
}

// moduleOf is the module whose children a directory holds.
func (f *forest) moduleOf(dir string) *module {
	for _, p := range []string{"mod.rs", "lib.rs", "main.rs"} {
		if at := f.at[clean(path.Join(dir, p))]; len(at) > 0 {
			return at[0]
		}
	}
	if at := f.at[dir+".rs"]; len(at) > 0 && at[0].parent != nil {
		return at[0]
	}
	return nil
}

// around is the package that a directory lies in, nil for none.
func (m *manifests) around(dir string) *pkg {
	for {
		if pk := m.packages[dir]; pk != nil || dir == "" {
			return pk
		}
		dir = analysis.Dir(dir)
	}
}
