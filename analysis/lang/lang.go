package lang

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/bash"
	"github.com/contextls/contextls/analysis/lang/c"
	"github.com/contextls/contextls/analysis/lang/csharp"
	"github.com/contextls/contextls/analysis/lang/css"
	"github.com/contextls/contextls/analysis/lang/cython"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/elixir"
	"github.com/contextls/contextls/analysis/lang/golang"
	"github.com/contextls/contextls/analysis/lang/groovy"
	"github.com/contextls/contextls/analysis/lang/hcl"
	"github.com/contextls/contextls/analysis/lang/html"
	"github.com/contextls/contextls/analysis/lang/java"
	"github.com/contextls/contextls/analysis/lang/kotlin"
	"github.com/contextls/contextls/analysis/lang/lua"
	"github.com/contextls/contextls/analysis/lang/markdown"
	"github.com/contextls/contextls/analysis/lang/ocaml"
	"github.com/contextls/contextls/analysis/lang/php"
	"github.com/contextls/contextls/analysis/lang/protobuf"
	"github.com/contextls/contextls/analysis/lang/python"
	"github.com/contextls/contextls/analysis/lang/ruby"
	"github.com/contextls/contextls/analysis/lang/rust"
	"github.com/contextls/contextls/analysis/lang/scala"
	"github.com/contextls/contextls/analysis/lang/sfc"
	"github.com/contextls/contextls/analysis/lang/sql"
	"github.com/contextls/contextls/analysis/lang/swift"
	"github.com/contextls/contextls/analysis/syntax"
)

// GiveBack returns to the system the memory of what was parsed, as far as the C library still has it and can.
func GiveBack() { syntax.GiveBack() }

// All are the languages that are read. A new one is its folder and a line here.
func All() []*analysis.Language {
	modules := ecmascript.Languages()
	return slices.Concat(
		c.Languages(),
		css.Languages(),
		modules,
		markdown.Languages(),
		ocaml.Languages(),
		sfc.Languages(modules),
		[]*analysis.Language{
			bash.Language(),
			csharp.Language(),
			cython.Language(),
			elixir.Language(),
			golang.Language(),
			groovy.Language(),
			hcl.Language(),
			html.Language(),
			java.Language(),
			kotlin.Language(),
			lua.Language(),
			php.Language(),
			protobuf.Language(),
			python.Language(),
			ruby.Language(),
			rust.Language(),
			scala.Language(),
			sql.Language(),
			swift.Language(),
		},
	)
}
