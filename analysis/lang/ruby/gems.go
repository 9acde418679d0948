package ruby

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/contextls/contextls/analysis"
)

// gem is a gem of the folder: a directory with a gemspec.
type gem struct {
	name string
	dir  string
	libs []string // the directories in dir that requires search, by their paths in the folder
}

// manifests are what gemspecs, Gemfiles and their locks say.
type manifests struct {
	gems     []gem                        // by dir
	declared map[string]bool              // names of dependencies that are not in the folder
	requires map[string]string            // what of them can be required: normalised beginnings, with the gem's name
	roots    map[string]string            // the constants that gems define, normalised, with the gem's name; "" for gems of the folder
	locked   map[string]map[string]string // by the directory of a lock, and name: the version
}

// readManifests reads all of a folder.
func readManifests(tree *analysis.Tree) *manifests {
	m := &manifests{declared: map[string]bool{}, requires: map[string]string{}, roots: map[string]string{}, locked: map[string]map[string]string{}}
	paths := regexp.MustCompile(`\.require_paths?\s*=\s*(?:%w)?[\[(]?([^\n\])]+)`)
	depends := regexp.MustCompile(`(?m)(?:^[ \t]*gem|\.add_(?:runtime_|development_)?dependency)[ (]+['"]([\w.-]+)['"]`)
	locked := regexp.MustCompile(`(?m)^ {4}([\w.-]+) \(([\w.]*)`)
	local := map[string]bool{}
	for i := range tree.Files() {
		f := tree.Files()[i]
		if f.Manifest == nil {
			continue
		}
		text, dir := string(f.Manifest), analysis.Dir(f.Path)
		switch base := f.Path[len(dir):]; {
		case strings.HasSuffix(base, ".gemspec"):
			g := gem{name: gemName(text), dir: dir}
			for lib := range strings.FieldsFuncSeq(first(paths, text), func(c rune) bool { return strings.ContainsRune(" ,'\"", c) }) {
				g.libs = append(g.libs, inDir(dir, lib))
			}
			if len(g.libs) == 0 {
				g.libs = []string{inDir(dir, "lib")}
			}
			local[g.name] = true
			m.gems = append(m.gems, g)
			fallthrough
		case strings.HasSuffix(base, "Gemfile"), strings.HasSuffix(base, "gems.rb"):
			for _, found := range depends.FindAllStringSubmatch(text, -1) {
				m.declared[found[1]] = true
			}
		case strings.HasSuffix(base, ".lock"), strings.HasSuffix(base, ".locked"):
			versions := map[string]string{}
			for _, found := range locked.FindAllStringSubmatch(text, -1) {
				m.declared[found[1]] = true
				versions[found[1]] = found[2]
			}
			m.locked[dir] = versions
		}
	}
	maps.DeleteFunc(m.declared, func(g string, _ bool) bool { return local[g] })
	all := slices.Sorted(maps.Keys(m.declared))
	for _, g := range all {
		m.declareFamily(g)
	}
	for _, g := range all { // whose own names say more
		m.declare(g)
	}
	for g := range local {
		m.roots[normal(strings.ReplaceAll(g, "-", "::"))] = ""
	}
	return m
}

// declareFamily notes what is known that a gem offers under other names than its own.
func (m *manifests) declareFamily(gem string) {
	for known := range slices.Values(family(gem)) {
		if isConstantPath(known) {
			m.roots[normal(known)] = gem
		} else {
			m.requires[normal(known)] = gem
		}
	}
}

// declare notes what a gem offers by the conventions for gems' names.
func (m *manifests) declare(name string) {
	for _, affix := range []string{"ruby-", "rb-"} { // yajl-ruby, ruby-yajl
		bare := strings.TrimSuffix(strings.TrimPrefix(name, affix), "-"+strings.TrimSuffix(affix, "-"))
		if _, known := m.roots[normal(bare)]; !known {
			m.requires[normal(bare)], m.roots[normal(bare)] = name, name
		}
	}
	m.requires[normal(name)] = name                               // ruby-lsp
	m.requires[normal(strings.ReplaceAll(name, "-", "/"))] = name // rack-test: rack/test
	m.roots[normal(strings.ReplaceAll(name, "-", "::"))] = name   // Rack::Test
	m.roots[normal(name)] = name                                  // RubyLsp
}

// external is the resolution to a gem that is not in the folder.
func (m *manifests) external(from, gem string) analysis.Resolution {
	p := &analysis.Package{Ecosystem: ecosystem, Name: gem}
	for dir := analysis.Dir(from); p.Version == ""; dir = analysis.Dir(dir) {
		if p.Version = m.locked[dir][gem]; dir == "" {
			break
		}
	}
	return analysis.Resolution{Status: analysis.External, Package: p}
}

// offers is the declared gem that can be required by a path, "" for none.
func (m *manifests) offers(path string) string {
	for p := normal(path); p != ""; p = p[:max(strings.LastIndexByte(p, '/'), 0)] {
		if gem := m.requires[p]; gem != "" {
			return gem
		}
	}
	return ""
}

// defines is the declared gem that defines a constant, the one whose name says most of it; "" for none.
func (m *manifests) defines(path string) string {
	for p := path; p != ""; p = outer(p) {
		if gem, known := m.roots[normal(p)]; known {
			return gem
		}
	}
	return ""
}

// normal is a name as it is compared: active_support, activesupport and ActiveSupport are one.
func normal(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' {
			return -1
		}
		return unicode.ToLower(c)
	}, name)
}

// inDir is the path of a file or directory in a directory of the folder.
func inDir(dir, name string) string {
	if dir == "" || name == "" {
		return dir + name
	}
	return dir + "/" + name
}

// gemOf is the gem that a path lies in.
func (m *manifests) gemOf(p string) *gem {
	var best *gem
	for i := range m.gems {
		g := &m.gems[i]
		if (g.dir == "" || strings.HasPrefix(p, g.dir+"/")) && (best == nil || len(g.dir) > len(best.dir)) {
			best = g
		}
	}
	return best
}

// libsOf are the directories that requires of a file search before the standard library: lib, test and
// spec of the directories that it is in, and its gem's.
func (m *manifests) libsOf(tree *analysis.Tree, from string) []string {
	var out []string
	add := func(dir string) {
		if tree.HasDir(dir) && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	for dir := analysis.Dir(from); ; dir = analysis.Dir(dir) {
		for _, lib := range []string{"lib", "test", "spec"} {
			add(inDir(dir, lib))
		}
		if dir == "" {
			break
		}
	}
	if g := m.gemOf(from); g != nil {
		for _, lib := range g.libs {
			add(lib)
		}
	}
	return out
}
