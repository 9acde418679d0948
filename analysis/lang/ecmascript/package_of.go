package ecmascript

import (
	"path"

	"github.com/contextls/contextls/analysis"
)

// packageOf is the package of a package.json that has a name.
func packageOf(p string, text []byte) *analysis.Package {
	if path.Base(p) != "package.json" {
		return nil
	}
	object := decode(text)
	if str(object, "name") == "" {
		return nil
	}
	return &analysis.Package{Ecosystem: "npm", Name: str(object, "name"), Version: str(object, "version")}
}
