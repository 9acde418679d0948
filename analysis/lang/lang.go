package lang

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/golang"
	"github.com/contextls/contextls/analysis/lang/python"
	"github.com/contextls/contextls/analysis/lang/rust"
)

// All are the languages that are read. A new one is its folder and a line here.
func All() []*analysis.Language {
	return slices.Concat(
		ecmascript.Languages(),
		[]*analysis.Language{golang.Language()},
		[]*analysis.Language{python.Language()},
		[]*analysis.Language{rust.Language()},
	)
}
