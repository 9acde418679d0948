package python

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// findRoots lists the directories that are on the module search path when some part of the folder
// runs, by path: the folder itself, each project (a directory with a manifest) and its src/, what the
// manifests name, and every directory above an outermost package. Those that manifests name, or imply
// with a src/, are declared as well.
func findRoots(top *module, m *manifests) (roots []*module, declared map[*module]bool) {
	all := map[*module]bool{top: true}
	declared = map[*module]bool{}
	for _, project := range append([]string{""}, m.projects...) {
		if dir := top.at(project); dir != nil {
			all[dir] = true
		}
		if src := top.at(path.Join(project, "src")); src != nil && len(src.init) == 0 {
			all[src], declared[src] = true, true
		}
	}
	for _, p := range m.roots {
		if dir := top.at(p); dir != nil {
			declared[dir] = !all[dir] || declared[dir]
			all[dir] = true
		}
	}
	abovePackages(top, all)
	for dir := range all {
		roots = append(roots, dir)
	}
	slices.SortFunc(roots, func(a, b *module) int { return strings.Compare(a.path(), b.path()) })
	return roots, declared
}

// abovePackages adds the directories below dir that are no packages but have one in them.
func abovePackages(dir *module, all map[*module]bool) {
	for _, child := range dir.children {
		if len(child.init) > 0 && len(dir.init) == 0 {
			all[dir] = true
		}
		abovePackages(child, all)
	}
}

// manifests are what the folder's manifests say.
type manifests struct {
	projects []string // directories with a manifest of a project, "" for the folder itself
	roots    []string // directories that are said to hold packages
	dists    dists
	locked   locked
}

type manifestsKey struct{}

// readManifests reads all manifests of the folder. What one of them declares counts for all files:
// that a dependency is another project's makes it no less external.
func readManifests(t *analysis.Tree) *manifests {
	m := &manifests{dists: dists{}, locked: locked{}}
	pins := locked{}
	var own []string
	for _, f := range t.Files() {
		if f.Manifest == nil {
			continue
		}
		dir, base, text := analysis.Dir(f.Path), path.Base(f.Path), string(f.Manifest)
		var settings []setting
		switch base {
		case "pyproject.toml":
			settings = leaves(toml.Read(text))
		case "setup.cfg":
			settings = readINI(text)
			m.dists.add("setuptools")
		case "setup.py":
			settings = readSetup(text)
			m.dists.add("setuptools")
		case "uv.lock", "poetry.lock", "pdm.lock":
			m.dists.addLocked(text)
			m.locked.addLock(dir, text)
			continue
		case "Pipfile.lock":
			m.dists.addAll(m.locked.addPipfile(dir, text))
			continue
		default:
			if strings.HasSuffix(base, ".txt") && (strings.Contains(base, "requirements") || path.Base(dir) == "requirements") {
				m.dists.addAll(strings.Split(text, "\n"))
				pins.addPins(f.Path, text)
			}
			continue
		}
		m.projects = append(m.projects, dir)
		for _, s := range settings {
			own = append(own, s.name()...)
			m.dists.addAll(s.requirements())
			for _, root := range s.roots() {
				if root = path.Join(dir, root); root == "." {
					root = ""
				}
				m.roots = append(m.roots, root)
			}
		}
	}
	m.locked.merge(pins)
	for _, name := range own { // a lock lists the project itself, one project may require another
		delete(m.dists, normalise(name))
	}
	return m
}
