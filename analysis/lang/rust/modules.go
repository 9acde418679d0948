package rust

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// crate is one crate: the module tree below a root file.
type crate struct {
	name   string
	pkg    *pkg // nil for a file outside packages
	root   *module
	macros map[string][]string // exported macros with their files
}

// module is one module of one crate. A file can be many: of several crates, or of one by #[path].
type module struct {
	crate    *crate
	parent   *module
	name     string
	file     string
	dir      string // where the files of its modules are
	inline   bool
	children map[string][]*module // of one name as many as cfg has variants
	passed   map[string][]string  // names it passes on, with their paths
	globs    []string             // paths all of whose names it passes on
	textual  []string             // files whose macros are in scope without a path
	declares string               // what its file declares
	stray    bool                 // no mod declares it, or what it is in
}

// maxModules is how many modules one file can be: #[path] can double them at every step.
const maxModules = 1000

// forest is the module trees of a folder.
type forest struct {
	tree   *analysis.Tree
	crates []*crate
	libs   map[*pkg]*crate
	at     map[string][]*module // file → the modules that it is
	strays []*module            // those that no mod declares

	cargo    *cargoFiles
	declared int  // how many of crates are those of packages; the others are strays
	adopting bool // strays are being grown
}

func growForest(t *analysis.Tree, m *manifests) *forest {
	f := &forest{tree: t, libs: map[*pkg]*crate{}, at: map[string][]*module{}, cargo: m.cargoFiles}
	for _, dir := range m.dirs {
		pk := m.packages[dir]
		if pk == nil {
			continue
		}
		for _, target := range pk.targets {
			c := f.grow(target.name, target.root, pk)
			if pk.lib != nil && target == *pk.lib {
				f.libs[pk] = c
			}
		}
	}
	f.declared, f.adopting = len(f.crates), true
	f.adopt(m)
	return f
}

func (f *forest) grow(name, file string, pk *pkg) *crate {
	c := &crate{name: name, pkg: pk, macros: map[string][]string{}}
	c.root = f.module(&module{crate: c, name: name, file: file, dir: analysis.Dir(file)})
	f.crates = append(f.crates, c)
	return c
}

// module reads a file's declarations into its module, and grows those that it declares.
func (f *forest) module(m *module) *module {
	m.children = map[string][]*module{}
	m.passed = map[string][]string{}
	m.stray = f.adopting
	f.at[m.file] = append(f.at[m.file], m)
	file := f.tree.File(m.file)
	if file == nil || file.Facts == nil || len(f.at[m.file]) > maxModules {
		return m
	}
	m.declares = file.Facts.Package
	declarations := readDeclarations(m.declares)
	// Inline modules come first, the outer before the inner, for others stand in them.
	slices.SortStableFunc(declarations, func(a, b declaration) int {
		return cmp.Or(order(a)-order(b), strings.Compare(a.name, b.name))
	})
	for _, d := range declarations {
		in, name := m, d.name
		for outer, rest, found := strings.Cut(name, "::"); found; outer, rest, found = strings.Cut(name, "::") {
			if name = rest; len(in.children[outer]) > 0 {
				in = in.children[outer][0]
			}
		}
		switch d.kind {
		case inlineModule:
			f.inline(in, name, d.target)
		case fileModule:
			f.child(in, name, d.target)
		case passedOn:
			if name == "*" {
				in.globs = append(in.globs, d.target)
			} else {
				in.passed[name] = append(in.passed[name], d.target)
			}
		case exportedMacro:
			m.crate.macros[name] = append(m.crate.macros[name], m.file)
		}
	}
	return m
}

func order(d declaration) int {
	if d.kind == inlineModule {
		return 0
	}
	return 1
}

func (f *forest) inline(in *module, name, dir string) {
	if dir == "" {
		dir = path.Join(in.dir, name)
	} else {
		dir = path.Join(in.attributeDir(), dir)
	}
	in.children[name] = append(in.children[name], &module{crate: in.crate, parent: in, name: name, file: in.file, dir: clean(dir),
		inline: true, children: map[string][]*module{}, passed: map[string][]string{}})
}

// attributeDir is what a #[path] on one of its modules is relative to.
func (m *module) attributeDir() string {
	if m.inline {
		return m.dir
	}
	return analysis.Dir(m.file)
}

// child grows the module that mod name; declares, if its file is there.
func (f *forest) child(in *module, name, at string) {
	var file, dir string
	if at != "" {
		file = clean(path.Join(in.attributeDir(), at))
		dir = analysis.Dir(file)
	} else {
		dir = clean(path.Join(in.dir, name))
		if file = dir + ".rs"; !f.tree.Has(file) {
			file = clean(path.Join(dir, "mod.rs"))
		}
	}
	if !f.tree.Has(file) {
		return
	}
	for outer := in; outer != nil; outer = outer.parent {
		if outer.file == file { // it declares itself
			return
		}
	}
	in.children[name] = append(in.children[name], f.module(&module{crate: in.crate, parent: in, name: name, file: file, dir: dir}))
}
