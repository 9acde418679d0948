package rank

import "github.com/contextls/contextls/rank/task"

// Read reads what a text says about the code. What stands around a name belongs to it where a definition is called so: the mark
// of Ruby's and Elixir's empty? and save!, the qualifier of Elixir's module Phoenix.Token.
func (ix *Index) Read(text string) task.Task {
	t := task.Read(text)
	at := make(map[string]int, len(t.Symbols)) // full name → its index
	symbols := t.Symbols[:0]
	for _, s := range t.Symbols {
		if s.Mark != "" && len(ix.graph.Definers(s.Name+s.Mark)) > 0 {
			s.Name += s.Mark
		}
		s.Mark = ""
		if full := s.FullName(); s.Qualifier != "" && len(ix.graph.Definers(full)) > 0 {
			s.Qualifier, s.Name = "", full
		}
		if i, known := at[s.FullName()]; known {
			symbols[i].Weight = max(symbols[i].Weight, s.Weight)
			continue
		}
		at[s.FullName()] = len(symbols)
		symbols = append(symbols, s)
	}
	t.Symbols = symbols
	ix.addCompounds(&t)
	return t
}
