package swift

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// module is the files that are compiled together.
type module struct {
	name, dir string // what it is called, and where it lies
	root      string // the directory of its package or project
	files     []string
	folders   map[string][]string // of the one module outside of packages: folder name → files below
}

type resolver struct {
	ofFile       map[string]*module
	byName       map[string][]*module // of packages, by path
	rests        []*module            // those outside of packages, by path
	dependencies map[string]bool      // plain names
}

func newResolver(tree *analysis.Tree) analysis.Resolver {
	r := &resolver{ofFile: map[string]*module{}, byName: map[string][]*module{}, dependencies: map[string]bool{}}
	byDir := map[string]*module{}
	projects := map[string]string{} // directory → name of the Xcode project in it
	for _, f := range tree.Files() {
		dir := analysis.Dir(f.Path)
		switch {
		case f.Manifest == nil:
		case path.Base(f.Path) == "Package.swift":
			m := readManifest(tree, dir, f.Manifest)
			for _, t := range m.targets {
				if byDir[t.dir] == nil {
					own := &module{name: t.name, dir: t.dir, root: dir}
					byDir[t.dir] = own
					r.byName[identifier(t.name)] = append(r.byName[identifier(t.name)], own)
				}
			}
			r.depend(m.dependencies)
		default:
			r.depend(declared(f.Path, f.Manifest))
		}
		if path.Ext(dir) == ".xcodeproj" && path.Base(f.Path) == "project.pbxproj" {
			projects[analysis.Dir(dir)] = strings.TrimSuffix(path.Base(dir), ".xcodeproj")
		}
	}
	rests := map[string]*module{}
	for _, f := range tree.Files() {
		if f.Language == nil || f.Language.ID != id || isManifestName(path.Base(f.Path)) {
			continue
		}
		m := r.moduleOf(f.Path, byDir, projects, rests)
		m.files = append(m.files, f.Path)
		r.ofFile[f.Path] = m
	}
	for _, dir := range slices.Sorted(maps.Keys(rests)) {
		rests[dir].fold()
		r.rests = append(r.rests, rests[dir])
	}
	for _, modules := range r.byName {
		slices.SortFunc(modules, func(a, b *module) int { return cmp.Compare(a.dir, b.dir) })
	}
	return r
}

func (r *resolver) depend(names []string) {
	for _, name := range names {
		r.dependencies[plainName(name)] = true
	}
}

// isManifestName reports whether a file is a package's description, which is a program of its own:
// Package.swift, Package@swift-6.0.swift.
func isManifestName(base string) bool {
	return base == "Package.swift" || strings.HasPrefix(base, "Package@swift-")
}

// moduleOf finds the module of a file: the target around it, or the rest of its Xcode project or folder.
// There a test folder is a module of its own.
func (r *resolver) moduleOf(file string, byDir map[string]*module, projects map[string]string, rests map[string]*module) *module {
	for dir := analysis.Dir(file); ; dir = analysis.Dir(dir) {
		if m := byDir[dir]; m != nil {
			return m
		}
		if dir == "" {
			break
		}
	}
	root, tests := "", ""
	for dir := analysis.Dir(file); dir != ""; dir = analysis.Dir(dir) {
		if _, found := projects[dir]; found {
			root = dir
			break
		}
		if strings.HasSuffix(path.Base(dir), "Tests") {
			tests = dir
		}
	}
	key := cmp.Or(tests, root)
	if rests[key] == nil {
		rests[key] = &module{name: cmp.Or(baseName(tests), projects[root], baseName(root)), dir: key, root: root}
	}
	return rests[key]
}

func baseName(dir string) string {
	if dir == "" {
		return ""
	}
	return path.Base(dir)
}

// fold indexes the folders of a module outside of packages: as far as paths tell, each may be a target.
func (m *module) fold() {
	m.folders = map[string][]string{}
	for _, f := range m.files {
		for dir := analysis.Dir(f); dir != m.dir && dir != ""; dir = analysis.Dir(dir) {
			name := identifier(path.Base(dir))
			m.folders[name] = append(m.folders[name], f)
		}
	}
}

// Resolve leads an import to the files of the module.
func (r *resolver) Resolve(from string, imp *analysis.Import) analysis.Resolution {
	name, _, _ := strings.Cut(imp.Specifier, ".")
	found := r.modules(from, name)
	switch {
	case len(found) == 1:
		return analysis.Resolution{Files: found[0], MustDefine: len(imp.Names) > 0}
	case len(found) > 1:
		return analysis.Resolution{Status: analysis.Ambiguous, Files: slices.Concat(found...)}
	case isStandard(name) || r.dependencies[plainName(name)]:
		return analysis.Resolution{Status: analysis.External}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// modules are the files of the modules that a name may mean: those of the same package, else of all.
func (r *resolver) modules(from, name string) [][]string {
	own := r.ofFile[from]
	var near, all [][]string
	add := func(m *module, files []string) {
		if len(files) == 0 {
			return
		}
		all = append(all, files)
		if own != nil && m.root == own.root {
			near = append(near, files)
		}
	}
	for _, m := range r.byName[name] {
		add(m, m.files)
	}
	for _, m := range r.rests {
		if identifier(m.name) == name {
			add(m, m.files)
		} else {
			add(m, m.folders[name])
		}
	}
	if len(near) == 1 {
		return near
	}
	return all
}

// identifier is a target's name as an import has it.
func identifier(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c == ' ' || c == '.' {
			return '_'
		}
		return c
	}, name)
}

// Siblings are the files of the file's module.
func (r *resolver) Siblings(file string) []string {
	if m := r.ofFile[file]; m != nil {
		return m.files
	}
	return nil
}

// ModuleName is the name of the file's module; without one its path.
func (r *resolver) ModuleName(file string) string {
	if m := r.ofFile[file]; m != nil && m.name != "" {
		return m.name
	}
	return strings.TrimSuffix(file, ".swift")
}
