package elixir

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// document gives each symbol its documentation: @moduledoc that of the module around it, @doc and @typedoc
// that of what follows, and comments where there is no such attribute.
func document(b *syntax.Builder, o *outline) {
	symbols := b.Facts().Symbols
	next := 0
	for _, a := range o.attributes {
		if a.name != "doc" && a.name != "typedoc" && a.name != "moduledoc" {
			continue
		}
		text := docText(b.Text(a.value))
		for next < len(symbols) && symbols[next].Range.Start <= a.whole.Start {
			next++
		}
		if a.name == "moduledoc" {
			for i := next - 1; i >= 0; i-- {
				if s := &symbols[i]; isModuleKind(s.Kind) && s.Range.Contains(a.whole) {
					s.Doc = text
					break
				}
			}
			continue
		}
		for i := next; i < len(symbols); i++ {
			if s := &symbols[i]; isType(*s) == (a.name == "typedoc") && s.Kind != analysis.Constant && s.Kind != analysis.Field {
				if !isModuleKind(s.Kind) && text != "" { // else @doc since: "1.0"
					s.Doc = text
				}
				break
			}
		}
	}
	for i := range symbols {
		if s := &symbols[i]; s.Doc == "" {
			s.Doc = b.Doc(s.Range.Start)
		}
	}
}

func isModuleKind(k analysis.Kind) bool {
	return k == analysis.Module || k == analysis.Interface || k == analysis.Struct
}

func isType(s analysis.Symbol) bool { return s.Kind == analysis.TypeAlias }

// docText is the first sentence of a string, a heredoc or a sigil of one.
func docText(literal string) string {
	start := strings.IndexAny(literal, `"'`)
	if start < 0 || start > 2 { // false, or since: "1.0"
		return ""
	}
	return syntax.Sentence(strings.Split(strings.Trim(literal[start:], `"'`), "\n"))
}
