package rank

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/rank/task"
)

// Read reads what a text says about the code. What stands around a name belongs to it where a definition is called so: the mark
// of Ruby's and Elixir's empty? and save!, the qualifier of Elixir's module Phoenix.Token.
func (ix *Index) Read(text string) task.Task {
	t := task.Read(text)
	ix.addSpelled(&t)
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

// addSpelled adds the names that definitions have where a phrase is all their words: who writes --no-ignore means NoIgnore, no_ignore
// or the like.
func (ix *Index) addSpelled(t *task.Task) {
	for _, p := range t.Phrases {
		for _, name := range spellings(p.Words) {
			if len(ix.definers(name)) > 0 {
				t.Symbols = append(t.Symbols, task.Symbol{Name: name, Weight: p.Weight, Title: p.Title})
			}
		}
	}
}

// spellings are the ways to write some words as one name, the commonest styles of programs.
func spellings(words []string) []string {
	snake := strings.ToLower(strings.Join(words, "_"))
	camel := ""
	for _, w := range words[1:] {
		camel += capitalised(w)
	}
	return []string{snake, strings.ToUpper(snake), capitalised(words[0]) + camel, strings.ToLower(words[0]) + camel}
}

func capitalised(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + strings.ToLower(word[size:])
}
