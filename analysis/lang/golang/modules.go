package golang

import (
	"path"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/contextls/contextls/analysis"
)

// module is one go.mod of the folder.
type module struct {
	dir      string
	path     string            // "std" for the standard library's own
	file     *modfile.File     // what is right in it
	provides map[string]source // what imports in its files may name, by module path
	vendors  []string          // directories that may have a vendor directory for it
}

// isStandard reports whether the module is one of the two that Go itself consists of.
func (m *module) isStandard() bool { return m.path == "std" || m.path == "cmd" }

// source is where a module's packages are.
type source struct {
	dir   string // meant if local
	local bool   // in this folder

	path, version string // of the module that is installed for it, if not local; the path is "" where it is no other
	elsewhere     string // the directory outside of the folder that stands in for it
}

// installed is the package that imports of a module lead to.
func (s source) installed(modulePath string) *analysis.Package {
	p := &analysis.Package{Ecosystem: "go", Name: modulePath, Version: s.version, Source: s.elsewhere}
	if s.path != "" && s.path != modulePath {
		p.Name, p.As = s.path, modulePath
	}
	return p
}

// modules are the folder's modules by directory.
func modules(tree *analysis.Tree) map[string]*module {
	out := map[string]*module{}
	for _, p := range tree.Manifests("go.mod") {
		if f := parseMod(p, tree.Manifest(p)); f != nil {
			dir := analysis.Dir(p)
			out[dir] = &module{dir: dir, path: f.Module.Mod.Path, file: f}
		}
	}
	works := map[string]*modfile.WorkFile{}
	for _, p := range tree.Manifests("go.work") {
		if w := parseWork(p, tree.Manifest(p)); w != nil {
			works[analysis.Dir(p)] = w
		}
	}
	for _, m := range out {
		m.build(tree, out, works)
	}
	return out
}

// build lists what imports in the module's files may name. In a workspace all its modules are seen and
// all their requirements count, as they do for the go command.
func (m *module) build(tree *analysis.Tree, all map[string]*module, works map[string]*modfile.WorkFile) {
	m.provides, m.vendors = map[string]source{}, []string{m.dir}
	mains := []*module{m}
	work, workDir := workspaceOf(m, works)
	if work != nil {
		m.vendors = append(m.vendors, workDir)
		for _, u := range work.Use {
			if dir, ok := inside(workDir, u.Path); ok && all[dir] != nil && all[dir] != m {
				mains = append(mains, all[dir])
			}
		}
	}
	versions := map[string]string{}
	for _, main := range mains {
		for _, r := range main.file.Require {
			if v := versions[r.Mod.Path]; v == "" || semver.Compare(v, r.Mod.Version) < 0 {
				versions[r.Mod.Path] = r.Mod.Version
			}
			m.provides[r.Mod.Path] = source{version: versions[r.Mod.Path]}
		}
	}
	for _, v := range m.vendors {
		for _, p := range vendored(tree.Manifest(path.Join(v, "vendor/modules.txt"))) {
			m.provides[p] = source{version: versions[p]}
		}
	}
	for _, main := range mains {
		m.replace(tree, main.dir, main.file.Replace, versions)
	}
	if work != nil {
		m.replace(tree, workDir, work.Replace, versions)
	}
	for _, main := range slices.Backward(mains) {
		m.provides[main.path] = source{dir: main.dir, local: true}
	}
}

// replace applies the replacements written in a manifest of dir. One for a single version only counts
// when that version is required; one by a directory that is not in the folder, or ignored there, is no
// part of it.
func (m *module) replace(tree *analysis.Tree, dir string, replacements []*modfile.Replace, versions map[string]string) {
	for _, r := range replacements {
		if r.Old.Version != "" && r.Old.Version != versions[r.Old.Path] {
			continue
		}
		s := source{version: r.New.Version}
		if r.New.Version == "" {
			at, ok := inside(dir, r.New.Path)
			s = source{dir: at, local: ok && tree.HasDir(at)}
			if !s.local { // it is not a package manager's
				s.elsewhere = r.New.Path
			}
		}
		if r.New.Version != "" {
			s.path = r.New.Path
		}
		m.provides[r.Old.Path] = s
	}
}

// workspaceOf finds the go.work that the go command would use in a module's directory, nil if it does
// not use the module.
func workspaceOf(m *module, works map[string]*modfile.WorkFile) (*modfile.WorkFile, string) {
	for dir := range parents(m.dir) {
		if w := works[dir]; w != nil {
			for _, u := range w.Use {
				if used, ok := inside(dir, u.Path); ok && used == m.dir {
					return w, dir
				}
			}
			break
		}
	}
	return nil, ""
}

// parents are a directory and all directories above it, up to the root "".
func parents(dir string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for {
			if !yield(dir) || dir == "" {
				return
			}
			dir = analysis.Dir(dir)
		}
	}
}
