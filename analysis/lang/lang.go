package lang

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/bash"
	"github.com/contextls/contextls/analysis/lang/c"
	"github.com/contextls/contextls/analysis/lang/csharp"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/elixir"
	"github.com/contextls/contextls/analysis/lang/golang"
	"github.com/contextls/contextls/analysis/lang/groovy"
	"github.com/contextls/contextls/analysis/lang/java"
	"github.com/contextls/contextls/analysis/lang/lua"
	"github.com/contextls/contextls/analysis/lang/ocaml"
	"github.com/contextls/contextls/analysis/lang/python"
	"github.com/contextls/contextls/analysis/lang/rust"
	"github.com/contextls/contextls/analysis/lang/swift"
)

// All are the languages that are read. A new one is its folder and a line here.
func All() []*analysis.Language {
	return slices.Concat(
		c.Languages(),
		ecmascript.Languages(),
		ocaml.Languages(),
		[]*analysis.Language{
			bash.Language(),
			csharp.Language(),
			elixir.Language(),
			golang.Language(),
			groovy.Language(),
			java.Language(),
			lua.Language(),
			python.Language(),
			rust.Language(),
			swift.Language(),
		},
	)
}
