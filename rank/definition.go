package rank

import (
	"cmp"

	"github.com/contextls/contextls/analysis"
)

// Definition is one definition of the folder, or one of its files as a whole.
type Definition struct {
	Node   int32 // its file
	Symbol int   // its index among the Symbols of the file's Facts, or WholeFile
}

// WholeFile is the Symbol of a Definition that stands for its file.
const WholeFile = -1

// compareDefinitions orders by path, then by position.
func compareDefinitions(a, b Definition) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Symbol, b.Symbol)) // nodes are numbered by path
}

// symbols are those that a file defines.
func (ix *Index) symbols(n int32) []analysis.Symbol {
	if facts := ix.graph.File(n).Facts; facts != nil {
		return facts.Get().Symbols
	}
	return nil
}

// symbol is a definition's; it must not stand for a file.
func (ix *Index) symbol(d Definition) *analysis.Symbol { return &ix.symbols(d.Node)[d.Symbol] }
