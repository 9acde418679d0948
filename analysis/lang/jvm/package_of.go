package jvm

import (
	"cmp"
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// PackageOf is the artifact of a pom.xml, group:artifact. What a POM says by properties is not told.
func PackageOf(p string, text []byte) *analysis.Package {
	if path.Base(p) != "pom.xml" {
		return nil
	}
	own := readPOM(analysis.File{Path: p, Manifest: text})
	if own == nil || own.Artifact == "" || own.Group == "" || strings.Contains(own.Group+own.Artifact, "${") {
		return nil
	}
	version := strings.TrimSpace(cmp.Or(own.Version, own.Parent.Version))
	if strings.Contains(version, "${") {
		version = ""
	}
	return &analysis.Package{Ecosystem: "maven", Name: own.Group + ":" + own.Artifact, Version: version}
}
