package jvm

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// builds is what the build files of a folder say.
type builds struct {
	tree     *analysis.Tree               // until it is read
	declared map[string]bool              // directories of modules
	modules  map[string]*module           // by directory, those too that build files only name
	groups   map[string]bool              // group ids of declared dependencies
	own      map[string]bool              // group ids of the folder's modules
	gradle   []*gradleBuild               // the deepest first
	poms     bool                         // Maven's
	uses     map[string]bool              // other build tools: gradle, android, mill, sbt
	outside  map[string][]coordinates     // what modules declare from elsewhere, by directory
	locked   map[string]map[string]string // versions by group:artifact that Gradle uses, by directory
	verified map[string]string            // versions by group:artifact, "" for several
	other    map[string][]string          // packages that do not lie below their group, by it
	known    map[string]bool              // packages that come from outside, with all that lie in them
}

func readBuilds(t *analysis.Tree) *builds {
	b := &builds{tree: t, declared: map[string]bool{}, modules: map[string]*module{}, groups: map[string]bool{},
		own: map[string]bool{}, uses: map[string]bool{}, outside: map[string][]coordinates{}, locked: map[string]map[string]string{},
		verified: map[string]string{}, other: otherPackages()}
	var maven []*pom
	var gradle, sbt, scala []*analysis.File
	for _, f := range t.Files() {
		base := path.Base(f.Path)
		switch {
		case f.Manifest == nil:
		case base == "pom.xml":
			if p := readPOM(f); p != nil {
				maven = append(maven, p)
			}
		case strings.HasSuffix(base, ".gradle") || strings.HasSuffix(base, ".gradle.kts"):
			gradle = append(gradle, f)
		case strings.HasSuffix(base, ".versions.toml"):
			b.addCoordinates(string(f.Manifest))
		case base == lockFile:
			b.addLock(analysis.Dir(f.Path), string(f.Manifest))
		case base == verificationFile:
			b.addVerified(string(f.Manifest))
		case strings.HasSuffix(base, ".sbt"):
			sbt, scala = append(sbt, f), append(scala, f)
		case strings.HasSuffix(base, ".mill") || base == "build.sc":
			b.uses["mill"] = true
			scala = append(scala, f)
			b.addCoordinates(string(f.Manifest))
		case path.Ext(base) == ".scala" && path.Base(analysis.Dir(f.Path)) == "project":
			scala = append(scala, f)
			b.addCoordinates(string(f.Manifest))
		}
	}
	b.poms, b.uses["sbt"] = len(maven) > 0, len(sbt) > 0
	b.module("")
	b.addMaven(maven)
	b.addGradle(gradle)
	b.declareGradle(t, gradle)
	b.addSBT(sbt)
	b.declareScala(scala)
	for group := range b.own {
		delete(b.groups, group)
	}
	b.known, b.tree = b.knownPackages(), nil
	return b
}

// declare notes that a directory is a module.
func (b *builds) declare(dir string) *module {
	b.declared[dir] = true
	return b.module(dir)
}

// depend notes that a module depends on the one in a directory, where that is one.
func (b *builds) depend(m *module, dir string, tests, test bool) {
	if b.declared[dir] && dir != m.dir {
		m.deps = append(m.deps, dependency{to: b.module(dir), tests: tests, test: test})
	}
}
