package python

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// module is one name of the folder's module tree: what lies at root/of/the/name, whichever of the
// files name.py, name.pyi and the directory name/ there are. The folder itself is the nameless one.
type module struct {
	name     string
	parent   *module
	children map[string]*module
	plain    []string // name.py and the stub beside it
	init     []string // name/__init__.py and its stub
}

const initName = "__init__"

// newModules makes the module tree of all Python files, which it lists by path.
func newModules(t *analysis.Tree) (top *module, files []string) {
	top = &module{}
	for _, f := range t.Files() {
		name, ok := moduleName(path.Base(f.Path))
		if !ok {
			continue
		}
		files = append(files, f.Path)
		dir := top.make(analysis.Dir(f.Path))
		if name == initName {
			dir.init = append(dir.init, f.Path)
		} else {
			m := dir.make(name)
			m.plain = append(m.plain, f.Path)
		}
	}
	return top, files
}

// moduleName is a file's name without its extension, if that is one of Python's.
func moduleName(base string) (string, bool) {
	dot := strings.LastIndexByte(base, '.')
	if dot <= 0 || !slices.Contains(extensions, base[dot:]) && !slices.Contains(compiled, base[dot:]) {
		return "", false
	}
	return base[:dot], true
}

// make returns the module at a path below m, which it adds if there is none.
func (m *module) make(p string) *module {
	for p != "" {
		var name string
		name, p, _ = strings.Cut(p, "/")
		child := m.children[name]
		if child == nil {
			child = &module{name: name, parent: m}
			if m.children == nil {
				m.children = map[string]*module{}
			}
			m.children[name] = child
		}
		m = child
	}
	return m
}

// at returns the module at a path below m, nil where there is none.
func (m *module) at(p string) *module {
	for p != "" && m != nil {
		var name string
		name, p, _ = strings.Cut(p, "/")
		m = m.children[name]
	}
	return m
}

// directory is the module at a path below m; where there is none, since all that lies there are scripts without an extension, one that
// knows what it is in, and that no name leads to.
func (m *module) directory(p string) *module {
	if dir := m.at(p); dir != nil {
		return dir
	}
	return &module{name: path.Base(p), parent: m.directory(analysis.Dir(p))}
}

// files are the files that are the module: those of the package where there is both a package and a
// module of that name, and none for a namespace package.
func (m *module) files() []string {
	if len(m.init) > 0 {
		return m.init
	}
	return m.plain
}

// isPackage reports whether m has submodules: a namespace package is a directory that no module hides.
func (m *module) isPackage() bool { return len(m.init) > 0 || len(m.plain) == 0 }

// path is the path of m's directory, "" for the folder.
func (m *module) path() string {
	if m.parent == nil || m.parent.parent == nil {
		return m.name
	}
	return m.parent.path() + "/" + m.name
}

// find follows a dotted name down from m as CPython's path finder does: in each directory a package
// comes before a module, and a module before a mere directory. Where the name does not exist, owned
// reports whether a package or module on the way claims it, so that it can exist nowhere else.
func (m *module) find(name string) (found *module, owned bool) {
	for name != "" {
		var first string
		first, name, _ = strings.Cut(name, ".")
		if m = m.children[first]; m == nil {
			return nil, owned
		}
		if len(m.init) > 0 {
			owned = true
		} else if len(m.plain) > 0 && name != "" {
			return nil, true // a module has no submodules
		}
	}
	return m, owned
}

// within reports whether m is dir or lies below it.
func (m *module) within(dir *module) bool {
	for ; m != nil; m = m.parent {
		if m == dir {
			return true
		}
	}
	return false
}

// depth is the number of directories above m.
func (m *module) depth() int {
	n := 0
	for m = m.parent; m != nil; m = m.parent {
		n++
	}
	return n
}

// shared is the number of directories that m and other have in common.
func (m *module) shared(other *module) int {
	for !other.within(m) {
		m = m.parent
	}
	return m.depth()
}

// packageRoot is the directory that must be on the module search path for a package to have the name
// it has: the first one above dir that is no package. It is nil where dir is none itself.
func packageRoot(dir *module) *module {
	if len(dir.init) == 0 {
		return nil
	}
	for dir.parent != nil && len(dir.init) > 0 {
		dir = dir.parent
	}
	return dir
}
