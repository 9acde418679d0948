package jvm

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// findMissing notes the types that a file of Java's imports of a package and that no artifact of its class path has, which is whole:
// where one of them has others of the package. The platform has packages that artifacts add to, so that of these nothing is sure.
func (r *repository) findMissing(m *analysis.InstalledModule, all []artifact, name string, imp *analysis.Import) {
	if m.Package.Name != "" && len(m.Files) == 0 || isPlatform(name) || isUpper(name[strings.LastIndexByte(name, '.')+1:]) {
		return
	}
	dir := strings.ReplaceAll(name, ".", "/")
	var of *artifact
	for i, a := range all {
		entries, err := fs.ReadDir(r.FS, a.jar+"!/META-INF")
		if err != nil || len(entries) == 0 { // it is not listed, or has no manifest as all have
			return
		}
		if of == nil && r.hasTypes(a.jar, dir) {
			of = &all[i]
		}
	}
	if of == nil {
		return
	}
	for _, b := range imp.Names {
		if isUpper(b.Name) && !r.anyHas(all, dir+"/"+b.Name+".class") {
			m.Missing = append(m.Missing, b.Name)
		}
	}
	if len(m.Missing) > 0 {
		m.Package = analysis.Package{Ecosystem: "maven", Name: of.group + ":" + of.artifact, Version: of.version}
		m.Files, m.Loose = nil, false
	}
}

// named reports whether one of some files is named like a type.
func named(files []string, typ string) bool {
	return slices.ContainsFunc(files, func(p string) bool { return stem(path.Base(p)) == typ })
}

// hasTypes reports whether an archive has types of a package.
func (r *repository) hasTypes(jar, dir string) bool {
	entries, _ := fs.ReadDir(r.FS, jar+"!/"+dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".class") && e.Name() != "package-info.class" {
			return true
		}
	}
	return false
}

// firstRelease and lastRelease are the Javas that archives may have classes of their own for.
const firstRelease, lastRelease = 9, 30

// anyHas reports whether some artifact has a class, for some Java and in any version of it that is there: which one of these a build
// takes depends on more than is looked at.
func (r *repository) anyHas(all []artifact, class string) bool {
	for _, a := range all {
		for _, jar := range append(r.otherVersions(a.coordinates), a.jar) {
			if r.has(jar + "!/" + class) {
				return true
			}
			for release := firstRelease; release <= lastRelease; release++ {
				if r.has(fmt.Sprintf("%s!/META-INF/versions/%d/%s", jar, release, class)) {
					return true
				}
			}
		}
	}
	return false
}

// otherVersions are the archives of an artifact's other versions, but for Maven's where one is told. Gradle takes the newest that any
// dependency wants.
func (r *repository) otherVersions(c coordinates) (jars []string) {
	dirs := []string{path.Join("files-2.1", c.group, c.artifact)}
	if !c.told {
		dirs = append(dirs, path.Join("repository", strings.ReplaceAll(c.group, ".", "/"), c.artifact))
	}
	for _, dir := range dirs {
		entries, _ := fs.ReadDir(r.FS, dir)
		for _, e := range entries {
			other := c
			if other.version = e.Name(); other.version != c.version && e.IsDir() {
				if jar := r.file(other, ".jar"); jar != "" {
					jars = append(jars, jar)
				}
			}
		}
	}
	return jars
}
