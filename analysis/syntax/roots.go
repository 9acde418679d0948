package syntax

// #include "read.h"
import "C"

import (
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// root is what a pattern of a query begins with: names of nodes and literals, one of them.
type root struct {
	named, literal []string
	capture        string // of the node, where it is all that the pattern asks for
}

// roots are what matches begin with nodes of each symbol, by number, as read.h has it; nil where a match may begin with others, too: a
// pattern has several nodes side by side, or one that may be any.
func roots(text string, language *sitter.Language, captures []string) []uint32 {
	patterns, ok := rootsOf(text)
	if !ok {
		return nil
	}
	begins, known := make([]uint32, language.SymbolCount()), map[string]bool{}
	for i := range begins {
		s := sitter.Symbol(i)
		name, kind := language.SymbolName(s), language.SymbolType(s)
		known[name] = known[name] || kind == sitter.SymbolTypeRegular
		for n, p := range patterns {
			switch {
			case !(kind == sitter.SymbolTypeRegular && slices.Contains(p.named, name) || kind == sitter.SymbolTypeAnonymous && slices.Contains(p.literal, name)):
			case begins[i] == C.NOTHING && p.capture != "":
				begins[i] = uint32(n)<<16 | uint32(C.CAPTURE+slices.Index(captures, p.capture))
			default:
				begins[i] = C.ANYTHING
			}
		}
	}
	for _, p := range patterns {
		for _, name := range p.named {
			if !known[name] { // an error, or what nodes of several names are
				return nil
			}
		}
	}
	return begins
}

// rootsOf are what the patterns of a query begin with: what stands in no other node.
func rootsOf(text string) (patterns []root, ok bool) {
	inside, choices, captures := 0, 0, 0 // nodes and choices that are open, and names for the last pattern
	simple := false                      // so far it asks for no more than a node
	begin := func() *root {
		if choices == 0 {
			patterns, captures, simple = append(patterns, root{}), 0, true
		}
		return &patterns[len(patterns)-1]
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ';':
			i += strings.IndexByte(text[i:]+"\n", '\n')
		case c == '"':
			n := strings.IndexByte(text[i+1:], '"')
			if n < 0 || strings.Contains(text[i+1:i+1+n], `\`) {
				return nil, false
			}
			if inside == 0 {
				p := begin()
				p.literal = append(p.literal, text[i+1:i+1+n])
			} else {
				simple = false
			}
			i += n + 1
		case c == '(':
			if inside++; inside > 1 {
				simple = false
				continue
			}
			n := wordLen(text[i+1:])
			if n == 0 || text[i+1:i+1+n] == "_" {
				return nil, false
			}
			p := begin()
			p.named = append(p.named, text[i+1:i+1+n])
			i += n
		case c == ')':
			inside--
		case inside == 0 && c == '[':
			begin()
			choices++
		case inside == 0 && c == ']':
			choices--
		case strings.IndexByte(" \t\n", c) >= 0:
		case inside > 0:
			simple = false
		case c == '@' && len(patterns) > 0:
			n := wordLen(text[i+1:])
			captures++
			p := &patterns[len(patterns)-1]
			if p.capture = text[i+1 : i+1+n]; !simple || choices > 0 || captures > 1 {
				p.capture, simple = "", false
			}
			i += n
		default:
			return nil, false
		}
	}
	return patterns, true
}

func wordLen(text string) int {
	n := 0
	for n < len(text) && (identByte(text[n]) || text[n] == '.' || text[n] == '-') {
		n++
	}
	return n
}
