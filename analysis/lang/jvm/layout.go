package jvm

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Layout is that of the caches of Maven, of Gradle, and of Coursier, which sbt and Mill fetch with. Sources are read inside of -sources.jar files.
func Layout() *analysis.Layout {
	return &analysis.Layout{
		ByName: true,
		Shared: func(getenv func(string) string) (dirs []string) {
			home := cmp.Or(getenv("HOME"), getenv("USERPROFILE"))
			if home != "" {
				dirs = append(dirs, home+"/.m2")
			}
			if gradle := getenv("GRADLE_USER_HOME"); gradle != "" {
				dirs = append(dirs, gradle+"/caches/modules-2")
			} else if home != "" {
				dirs = append(dirs, home+"/.gradle/caches/modules-2")
			}
			if coursier := getenv("COURSIER_CACHE"); coursier != "" {
				dirs = append(dirs, coursier)
			} else if home != "" {
				dirs = append(dirs, cmp.Or(getenv("XDG_CACHE_HOME"), home+"/.cache")+"/coursier/v1", home+"/Library/Caches/Coursier/v1")
			}
			return dirs
		},
		Owns: func(p string, shared bool) bool {
			return shared && (strings.HasPrefix(p, "repository/") || strings.HasPrefix(p, "files-2.1/") || strings.HasPrefix(p, central+"/"))
		},
		Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
			if !shared {
				return analysis.InstalledModule{}
			}
			repo := &repository{fsys, map[string]*effective{}}
			find := func() (any, bool) {
				all, whole, sure := repo.classPath(p.As)
				return repo.unpacked(all, whole && sure), whole
			}
			var path classPath
			if keeper, ok := fsys.(analysis.Keeper); ok {
				path = keeper.Keep(p.As, find).(classPath)
			} else {
				found, _ := find()
				path = found.(classPath)
			}
			name := strings.TrimPrefix(imp.Specifier, "_root_.")
			likely := slices.Clone(path.artifacts)
			for i := range likely {
				likely[i].likeness = likeness(likely[i].coordinates, name)
			}
			slices.SortStableFunc(likely, func(a, b artifact) int { return b.likeness - a.likeness })
			m := repo.find(likely, name, imp)
			if path.whole && strings.HasSuffix(from, ".java") && !slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return named(m.Files, b.Name) }) {
				repo.findMissing(&m, likely, name, imp)
			}
			return m
		},
	}
}

// classPath are the artifacts that a module has.
type classPath struct {
	artifacts []artifact
	whole     bool // all of them are there, compiled
}

// artifact is one that is there, with the paths of its archives.
type artifact struct {
	coordinates
	jar, sources string // "" for none
	likeness     int    // to what is looked for
}

// unpacked are those of some artifacts that are there.
func (r *repository) unpacked(all []coordinates, whole bool) (path classPath) {
	path.whole = whole
	for _, c := range all {
		a := artifact{coordinates: c, jar: r.file(c, ".jar"), sources: r.file(c, "-sources.jar")}
		if a.jar != "" || a.sources != "" {
			path.artifacts = append(path.artifacts, a)
		}
		path.whole = path.whole && a.jar != ""
	}
	return path
}

// find finds the files that define what an import takes, in the first artifact that has any. An artifact without
// sources is named, and no more is known.
func (r *repository) find(all []artifact, name string, imp *analysis.Import) (m analysis.InstalledModule) {
	for _, a := range all {
		if a.sources != "" {
			r.takeSources(&m, a.sources, name, imp)
		}
		if len(m.Files) > 0 || a.sources == "" && r.hasClass(a.jar, name, imp) {
			m.Package = analysis.Package{Ecosystem: "maven", Name: a.group + ":" + a.artifact, Version: a.version}
			break
		}
	}
	m.Loose = true
	return m
}

// takeSources takes the sources of an import's names: those of types, or of a type of whose members they are.
func (r *repository) takeSources(m *analysis.InstalledModule, jar, name string, imp *analysis.Import) {
	for _, b := range imp.Names {
		if f := r.source(jar, name, b.Name); f != "" && !slices.Contains(m.Files, f) {
			m.Files = append(m.Files, f)
		}
	}
	if len(m.Files) == 0 && !isUpper(name[strings.LastIndexByte(name, '.')+1:]) { // files of Kotlin and Scala have any names
		for _, root := range sourceRoots() {
			entries, _ := fs.ReadDir(r.FS, jar+"!/"+root+strings.ReplaceAll(name, ".", "/"))
			for _, e := range entries {
				if strings.HasSuffix(e.Name(), ".kt") || strings.HasSuffix(e.Name(), ".scala") {
					m.Files = append(m.Files, jar+"!/"+root+strings.ReplaceAll(name, ".", "/")+"/"+e.Name())
				}
			}
		}
	}
	for pkg, within := parent(name), name[strings.LastIndexByte(name, '.')+1:]; len(m.Files) == 0 && pkg != "" && isUpper(within); {
		first, _, _ := strings.Cut(within, ".")
		if f := r.source(jar, pkg, first); f != "" {
			m.Files, m.Within = []string{f}, within
		}
		within, pkg = pkg[strings.LastIndexByte(pkg, '.')+1:]+"."+within, parent(pkg)
	}
	slices.Sort(m.Files)
}

// sourceRoots are where sources begin in an archive; Kotlin has one for each platform.
func sourceRoots() []string { return []string{"", "commonMain/", "jvmMain/"} }

// source is the file that is named like a type of a package, "" where there is none.
func (r *repository) source(jar, pkg, typ string) string {
	for _, root := range sourceRoots() {
		dir := jar + "!/" + root + strings.ReplaceAll(pkg, ".", "/")
		entries, _ := fs.ReadDir(r.FS, dir)
		for _, ext := range []string{".java", ".kt", ".scala", ".groovy"} {
			if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == typ+ext }) {
				return dir + "/" + typ + ext
			}
		}
	}
	return ""
}

// hasClass reports whether a compiled artifact has what an import takes.
func (r *repository) hasClass(jar, name string, imp *analysis.Import) bool {
	path := jar + "!/" + strings.ReplaceAll(name, ".", "/")
	return r.has(path+".class") || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return r.has(path + "/" + b.Name + ".class") })
}
