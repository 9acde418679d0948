package budget

import "github.com/contextls/contextls/analysis"

// Symbols are the definitions of a file by Range.Start, which are asked for when some are to be shown: most files of a repository show
// none. The zero value has none.
type Symbols struct {
	count int
	list  func() []analysis.Symbol
}

// SymbolsOf are symbols that are there already.
func SymbolsOf(list []analysis.Symbol) Symbols {
	return Symbols{len(list), func() []analysis.Symbol { return list }}
}

// LazySymbols are those of a file.
func LazySymbols(of *analysis.LazyFacts) Symbols {
	return Symbols{int(of.Symbols), func() []analysis.Symbol { return of.Get().Symbols }}
}

// Len is how many there are.
func (s Symbols) Len() int { return s.count }

// All are the symbols. Not to be changed.
func (s Symbols) All() []analysis.Symbol {
	if s.list == nil {
		return nil
	}
	return s.list()
}
