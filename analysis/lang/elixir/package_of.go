package elixir

import (
	"path"
	"regexp"

	"github.com/contextls/contextls/analysis"
)

// packageOf is the application of a mix.exs that names it in a literal.
func packageOf(p string, text []byte) *analysis.Package {
	app := regexp.MustCompile(`(?m)^\s*(?:\[\s*)?app:\s*:([a-z]\w*)`).FindSubmatch(text)
	if path.Base(p) != "mix.exs" || app == nil {
		return nil
	}
	of := &analysis.Package{Ecosystem: ecosystem, Name: string(app[1])}
	if version := regexp.MustCompile(`(?m)^\s*(?:version:|@version)\s*"([^"#]+)"`).FindSubmatch(text); version != nil {
		of.Version = string(version[1])
	}
	return of
}
