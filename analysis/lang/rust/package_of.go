package rust

import (
	"path"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/toml"
)

// packageOf is the package of a Cargo.toml that is not only a workspace's. A version that the workspace says is not told.
func packageOf(p string, text []byte) *analysis.Package {
	if path.Base(p) != "Cargo.toml" {
		return nil
	}
	own := toml.Read(string(text)).Table("package")
	if own.Text("name") == "" {
		return nil
	}
	return &analysis.Package{Ecosystem: "cargo", Name: own.Text("name"), Version: own.Text("version")}
}
