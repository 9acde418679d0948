package syntax

import (
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// roots are the symbols that a query's patterns begin with, true by number; nil where a match may begin with others, too: a
// pattern has several nodes side by side, or one that may be any.
func roots(text string, language *sitter.Language) []bool {
	named, literal, ok := rootNames(text)
	if !ok {
		return nil
	}
	is, known := make([]bool, language.SymbolCount()), map[string]bool{}
	for i := range is {
		s := sitter.Symbol(i)
		name := language.SymbolName(s)
		switch language.SymbolType(s) {
		case sitter.SymbolTypeRegular:
			is[i] = named[name]
			known[name] = true
		case sitter.SymbolTypeAnonymous:
			is[i] = literal[name]
		}
	}
	for name := range named {
		if !known[name] { // an error, or what nodes of several names are
			return nil
		}
	}
	return is
}

// rootNames are the names of nodes, and the literals, that the patterns of a query begin with: what stands in no other node.
func rootNames(text string) (named, literal map[string]bool, ok bool) {
	named, literal = map[string]bool{}, map[string]bool{}
	inside := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ';':
			i += strings.IndexByte(text[i:]+"\n", '\n')
		case c == '"':
			n := strings.IndexByte(text[i+1:], '"')
			if n < 0 || strings.Contains(text[i+1:i+1+n], `\`) {
				return nil, nil, false
			}
			if inside == 0 {
				literal[text[i+1:i+1+n]] = true
			}
			i += n + 1
		case c == '(':
			if inside++; inside > 1 {
				continue
			}
			n := wordLen(text[i+1:])
			if n == 0 || text[i+1:i+1+n] == "_" {
				return nil, nil, false
			}
			named[text[i+1:i+1+n]] = true
			i += n
		case c == ')':
			inside--
		case inside > 0 || strings.IndexByte(" \t\n[]", c) >= 0:
		case c == '@':
			i += wordLen(text[i+1:])
		default:
			return nil, nil, false
		}
	}
	return named, literal, true
}

func wordLen(text string) int {
	n := 0
	for n < len(text) && (identByte(text[n]) || text[n] == '.' || text[n] == '-') {
		n++
	}
	return n
}
