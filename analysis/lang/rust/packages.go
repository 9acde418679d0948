package rust

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// pkg is one package: a Cargo.toml with a [package].
type pkg struct {
	dir     string
	name    string
	edition string
	lib     *target // nil without a library
	targets []target
	deps    map[string]*pkg              // by the name that code calls them; nil for one from elsewhere
	outside map[string]*analysis.Package // those from elsewhere, likewise
	short   map[string]string            // of those from elsewhere, squashed: what code calls them; of several the first by name
}

// target is one crate of a package.
type target struct {
	name string // as code calls it
	root string // its file
}

type manifests struct {
	tree *analysis.Tree
	*cargoFiles
	packages map[string]*pkg // by directory
	named    map[string][]*pkg
	dirs     []string            // of all manifests, sorted
	mains    map[string][]string // directory → the directories in it that have a main.rs
}

// cargoFiles are what the manifests say, whatever files there are.
type cargoFiles struct {
	tables map[string]toml.Table // by directory
	locks  map[string]lock       // likewise
}

type cargoKey struct{}

func readCargo(t *analysis.Tree) *cargoFiles {
	r := &cargoFiles{map[string]toml.Table{}, map[string]lock{}}
	for _, p := range t.Manifests("Cargo.lock") {
		r.locks[analysis.Dir(p)] = readLock(string(t.Manifest(p)))
	}
	for _, p := range t.Manifests("Cargo.toml") {
		r.tables[analysis.Dir(p)] = toml.Read(string(t.Manifest(p)))
	}
	return r
}

func readManifests(t *analysis.Tree) *manifests {
	m := &manifests{tree: t, cargoFiles: analysis.OfLayout(t, cargoKey{}, func() *cargoFiles { return readCargo(t) }), packages: map[string]*pkg{}, named: map[string][]*pkg{}, mains: map[string][]string{}}
	for _, f := range t.Files() {
		if dir := analysis.Dir(f.Path); path.Base(f.Path) == "main.rs" {
			m.mains[analysis.Dir(dir)] = append(m.mains[analysis.Dir(dir)], dir)
		}
	}
	for _, p := range t.Manifests("Cargo.toml") {
		dir := analysis.Dir(p)
		m.dirs = append(m.dirs, dir)
		if m.tables[dir].Table("package") == nil && m.tables[dir].Table("project") == nil {
			continue
		}
		pk := m.pkg(dir)
		m.packages[dir] = pk
		m.named[pk.name] = append(m.named[pk.name], pk)
	}
	for _, dir := range m.dirs {
		if pk := m.packages[dir]; pk != nil {
			m.dependencies(pk)
			pk.shorten()
		}
	}
	return m
}

// workspace is the directory of the workspace root that a package belongs to, its own without one.
func (m *manifests) workspace(dir string) string {
	if at := m.tables[dir].Table("package").Text("workspace"); at != "" {
		return clean(path.Join(dir, at))
	}
	for d := dir; ; d = analysis.Dir(d) {
		if m.tables[d].Table("workspace") != nil {
			return d
		}
		if d == "" {
			return dir
		}
	}
}

// clean is a path as Tree has it; "" is the root.
func clean(p string) string {
	if p = path.Clean(p); p == "." {
		return ""
	}
	return p
}

func crateName(name string) string { return strings.ReplaceAll(name, "-", "_") }

// pkg reads a package and finds its targets, as Cargo does, but those that a manifest turns off.
func (m *manifests) pkg(dir string) *pkg {
	t := m.tables[dir]
	about := t.Table("package")
	if about == nil {
		about = t.Table("project")
	}
	pk := &pkg{dir: dir, name: about.Text("name"), edition: about.Text("edition")}
	if inherited := about.Table("edition"); inherited != nil {
		pk.edition = m.tables[m.workspace(dir)].Table("workspace", "package").Text("edition")
	}
	lib := t.Table("lib")
	root, explicit := "src/lib.rs", lib.Text("path")
	if explicit != "" {
		root = explicit
	}
	if root = clean(path.Join(dir, root)); m.tree.Has(root) {
		name := lib.Text("name")
		if name == "" {
			name = crateName(pk.name)
		}
		pk.lib = &target{name, root}
		pk.targets = append(pk.targets, *pk.lib)
	}
	build := "build.rs"
	if b := about.Text("build"); b != "" {
		build = b
	}
	m.target(pk, "build_script_"+strings.TrimSuffix(path.Base(build), ".rs"), build)
	m.target(pk, pk.name, "src/main.rs")
	for _, k := range []struct{ key, dir string }{{"bin", "src/bin"}, {"example", "examples"}, {"test", "tests"}, {"bench", "benches"}} {
		for _, one := range t.Tables(k.key) {
			name, at := one.Text("name"), one.Text("path")
			if at == "" {
				at = k.dir + "/" + name + ".rs"
				if !m.tree.Has(clean(path.Join(dir, at))) {
					at = k.dir + "/" + name + "/main.rs"
				}
			}
			m.target(pk, name, at)
		}
		m.found(pk, k.dir)
	}
	return pk
}

// found adds the targets that lie in a directory: x.rs and x/main.rs.
func (m *manifests) found(pk *pkg, dir string) {
	full := clean(path.Join(pk.dir, dir))
	for _, p := range m.tree.Dir(full) {
		if name, ok := strings.CutSuffix(path.Base(p), ".rs"); ok {
			m.target(pk, name, dir+"/"+name+".rs")
		}
	}
	for _, d := range m.mains[full] {
		m.target(pk, path.Base(d), dir+"/"+path.Base(d)+"/main.rs")
	}
}

// target adds a target if its file is there and not one of another target already.
func (m *manifests) target(pk *pkg, name, at string) {
	root := clean(path.Join(pk.dir, at))
	if m.tree.Has(root) && !slices.ContainsFunc(pk.targets, func(t target) bool { return t.root == root }) {
		pk.targets = append(pk.targets, target{crateName(name), root})
	}
}

// dependencies reads all tables of dependencies: which of them holds for which target is no matter.
func (m *manifests) dependencies(pk *pkg) {
	pk.deps, pk.outside = map[string]*pkg{}, map[string]*analysis.Package{}
	t := m.tables[pk.dir]
	tables := []toml.Table{t}
	for _, k := range slices.Sorted(maps.Keys(t.Table("target"))) {
		tables = append(tables, t.Table("target", k))
	}
	for _, t := range tables {
		for _, kind := range []string{"dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"} {
			for _, key := range slices.Sorted(maps.Keys(t.Table(kind))) {
				m.dependency(pk, key, t.Table(kind)[key])
			}
		}
	}
}

func (m *manifests) dependency(pk *pkg, key string, value toml.Value) {
	dir := pk.dir
	if value.Table.Text("workspace") == "true" {
		dir = m.workspace(pk.dir)
		value = m.tables[dir].Table("workspace", "dependencies")[key]
	}
	spec := value.Table
	name, renamed := spec.Text("package"), true
	if name == "" {
		name, renamed = key, false
	}
	var to *pkg
	if at := spec.Text("path"); at != "" {
		to = m.packages[clean(path.Join(dir, at))]
	} else if same := m.named[name]; len(same) == 1 {
		to = same[0]
	}
	local := crateName(key)
	if to != nil && to.lib == nil {
		to = nil
	}
	if to != nil && !renamed {
		local = to.lib.name
	}
	if _, have := pk.deps[local]; !have || to != nil {
		pk.deps[local] = to
		lock := m.locks[m.workspace(pk.dir)]
		of := &analysis.Package{Ecosystem: "cargo", Name: name, Version: lock.version(name, requirement(value))}
		if spec.Text("git") != "" {
			of.Version, of.Source = lock.git[name].version, lock.git[name].source
		} else if to == nil {
			of.Source = spec.Text("path")
		}
		pk.outside[local] = of
	}
}

// requirement is which versions a dependency may have, "" where it is not one of a registry's, or any may do.
func requirement(of toml.Value) string {
	switch {
	case of.Table == nil:
		return of.Text
	case of.Table.Text("path") != "" || of.Table.Text("git") != "":
		return ""
	}
	return of.Table.Text("version")
}

// depends finds a dependency by what code calls it: the package if it is of the folder, else what is known of
// it. A package from elsewhere may name its library otherwise than itself, by leaving out a dash or the word rust
// as a rule.
func (pk *pkg) depends(name string) (to *pkg, outside *analysis.Package, ok bool) {
	if to, ok := pk.deps[name]; ok {
		return to, pk.outside[name], true
	}
	if key, ok := pk.short[squash(name)]; ok {
		return nil, pk.outside[key], true
	}
	return nil, nil, false
}

func (pk *pkg) shorten() {
	pk.short = map[string]string{}
	for key, to := range pk.deps {
		if first, have := pk.short[squash(key)]; to == nil && (!have || key < first) {
			pk.short[squash(key)] = key
		}
	}
}

func squash(name string) string {
	name = strings.TrimPrefix(strings.TrimSuffix(name, "_rs"), "rust_")
	return strings.ReplaceAll(name, "_", "")
}
