package jvm

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// PackageOf is the artifact of a build file, group:artifact. What a POM says by properties is not told, nor what other build files
// say elsewhere; where Gradle's names no artifact, it is called as its directory.
func PackageOf(p string, text []byte) *analysis.Package {
	var c coordinates
	switch base := path.Base(p); base {
	case "pom.xml":
		own := readPOM(&analysis.File{Path: p, Manifest: text})
		if own == nil {
			return nil
		}
		c = coordinates{group: own.Group, artifact: own.Artifact, version: strings.TrimSpace(cmp.Or(own.Version, own.Parent.Version))}
	case "build.gradle", "build.gradle.kts":
		build := withoutComments(string(text))
		c = coordinates{group: setting(build, `group`), version: setting(build, `version`),
			artifact: cmp.Or(setting(build, `artifactId`), setting(build, `archivesBaseName`), path.Base("/"+analysis.Dir(p)))}
	case "build.sbt":
		build := withoutComments(string(text))
		c = coordinates{group: setting(build, `(?:ThisBuild\s*/\s*)?organization`), artifact: setting(build, `name`), version: setting(build, `(?:ThisBuild\s*/\s*)?version`)}
	}
	if strings.ContainsAny(c.version, "${") {
		c.version = ""
	}
	if _, ok := readCoordinates(c.String()); !ok {
		return nil
	}
	return &analysis.Package{Ecosystem: "maven", Name: c.group + ":" + c.artifact, Version: c.version}
}

// setting is what a build script sets in a line of its own, as a literal; "" where it does not.
func setting(text, name string) string {
	m := regexp.MustCompile(`(?m)^\s*` + name + `\s*:?=?\s*["']([\w.-]+)["']`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return m[1]
}
