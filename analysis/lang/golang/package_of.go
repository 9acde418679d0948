package golang

import (
	"path"

	"github.com/contextls/contextls/analysis"
)

// packageOf is the module of a go.mod. Its version is its tag's to say.
func packageOf(p string, text []byte) *analysis.Package {
	if path.Base(p) != "go.mod" {
		return nil
	}
	f := parseMod(p, text)
	if f == nil {
		return nil
	}
	return &analysis.Package{Ecosystem: "go", Name: f.Module.Mod.Path}
}
