package jvm

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// module is one unit that is built on its own: a Maven module, a Gradle or sbt project.
type module struct {
	dir  string
	deps []dependency
}

// dependency is a module that another one declares.
type dependency struct {
	to    *module
	tests bool // what it has for tests is meant: a test-jar, test fixtures
	test  bool // only tests depend on it
}

// reached is how a module is reached from another.
type reached struct {
	distance int
	tests    bool
}

// reach are the modules that one depends on, in main code or in tests, over others as well.
func (m *module) reach(test bool) map[*module]reached {
	out := map[*module]reached{m: {}}
	for queue := []*module{m}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		for _, d := range from.deps {
			if d.test && (from != m || !test) {
				continue
			}
			known, seen := out[d.to]
			if !seen {
				known.distance = out[from].distance + 1
				queue = append(queue, d.to)
			}
			known.tests = known.tests || d.tests
			out[d.to] = known
		}
	}
	return out
}

// module finds or makes the module of a directory.
func (b *builds) module(dir string) *module {
	m := b.modules[dir]
	if m == nil {
		m = &module{dir: dir}
		b.modules[dir] = m
	}
	return m
}

// module is that of a directory. Who looks at a folder makes those that no build file tells of.
func (r *resolver) module(dir string) *module {
	if m := r.builds.modules[dir]; m != nil {
		return m
	}
	m := r.modules[dir]
	if m == nil {
		m = &module{dir: dir}
		r.modules[dir] = m
	}
	return m
}

// unnamed begins the name that a file without a package clause is filed under; nothing can import it.
const unnamed = "/"

// locate finds out where a file stands, by its path and what it says of its package.
func (r *resolver) locate(p, clause string) location {
	pl := location{}
	for _, c := range strings.Fields(clause) {
		pl.packages = append(pl.packages, strings.ReplaceAll(c, "/", "."))
		for i := strings.LastIndexByte(c, '/'); i >= 0; i = strings.LastIndexByte(c, '/') {
			c = c[:i]
			pl.sees = append(pl.sees, strings.ReplaceAll(c, "/", "."))
		}
	}
	dir := analysis.Dir(p)
	before, set, root := sourceSet(dir)
	if len(pl.packages) == 0 {
		pl.packages = []string{unnamed + root}
	} else if tail := strings.ReplaceAll(pl.packages[0], ".", "/"); set == "" && strings.HasSuffix("/"+dir, "/"+tail) {
		root = strings.TrimSuffix(strings.TrimSuffix(dir, tail), "/")
	}
	owner := r.builds.owner(dir)
	if set != "" && len(before) > len(owner) {
		owner = platformless(before)
	}
	pl.module = r.module(owner)
	pl.test = isTestSet(set)
	for _, part := range strings.Split(strings.TrimPrefix(root, owner), "/") {
		pl.test = pl.test || set == "" && isTestDir(part)
	}
	return pl
}

// owner is the nearest directory that a build file makes a module; "" when there is none.
func (b *builds) owner(dir string) string {
	for d := dir; d != ""; d = analysis.Dir(d) {
		if b.declared[d] {
			return d
		}
	}
	return ""
}

// sourceSet splits a directory at src/<set>/<language>, as Maven and Gradle lay it out: what is before
// it, the set, and the root with all three. Without such a part set is "" and root the directory itself.
func sourceSet(dir string) (before, set, root string) {
	parts := strings.Split(dir, "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == "src" && isLanguage(parts[i+2]) {
			return strings.Join(parts[:i], "/"), parts[i+1], strings.Join(parts[:i+3], "/")
		}
	}
	return "", "", dir
}

func isLanguage(dir string) bool {
	for _, l := range []string{"java", "kotlin", "scala", "groovy"} {
		if rest, ok := strings.CutPrefix(dir, l); ok && strings.Trim(rest, "0123456789.-+") == "" {
			return true // scala-2.13, java9
		}
	}
	return false
}

// isTestSet reports whether a source set holds tests: test, androidTest, testFixtures, it.
func isTestSet(set string) bool {
	set = strings.ToLower(set)
	return strings.Contains(set, "test") || set == "it" || set == "jmh" || set == "spec"
}

// isTestDir says the same of a directory in a layout of its own.
func isTestDir(name string) bool {
	switch strings.ToLower(name) {
	case "test", "tests", "javatests", "spec", "testdata", "testfixtures", "test-fixtures":
		return true
	}
	return false
}

// platformless drops what sbt's cross projects append for a platform: its files make up one module.
func platformless(dir string) string {
	switch strings.TrimPrefix(path.Base(dir), ".") {
	case "shared", "jvm", "js", "native":
		return analysis.Dir(dir)
	}
	return dir
}
