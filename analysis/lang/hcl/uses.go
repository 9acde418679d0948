package hcl

import (
	"strings"

	"github.com/contextls/contextls/analysis/lang/scan"
)

// maxDepth is how deep code stands in texts in code that is still read.
const maxDepth = 4

// expression counts the names that an expression uses; word is the attribute that it is for.
func (r *reader) expression(start, end int, word string) {
	if start < end {
		r.names(r.Tokens[start:min(end, len(r.Tokens))], word, 0)
	}
}

// names counts the names in tokens, and in the code of the texts among them.
func (r *reader) names(tokens []scan.Token, word string, depth int) {
	for i := 0; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.Kind == scan.String && depth < maxDepth:
			for _, code := range templates(r.Src, t.Span) {
				inner, _ := r.lexis.Tokens(r.Src, int(code.Start), int(code.End))
				r.names(inner, "", depth+1)
			}
		case t.Kind == scan.Word:
			chain := r.chain(tokens, i)
			r.name(chain, word)
			i += 2 * (len(chain) - 1)
			if chain[0] == "module" && len(chain) == 2 { // module.name[0].output
				r.indexed(tokens[i+1:], chain)
			}
		}
	}
}

// chain is the dotted chain of names that begins at a token. A dot before it makes it a part of what is
// no chain of names.
func (r *reader) chain(tokens []scan.Token, i int) []string {
	if i > 0 && r.Src[tokens[i-1].Start] == '.' {
		return []string{""}
	}
	chain := []string{r.Text(tokens[i])}
	for i+2 < len(tokens) && r.Text(tokens[i+1]) == "." && tokens[i+2].Kind == scan.Word {
		i += 2
		chain = append(chain, r.Text(tokens[i]))
	}
	return chain
}

// indexed counts the output in the tokens that follow a module's name: [0].output, .*.output.
func (r *reader) indexed(rest []scan.Token, chain []string) {
	depth := 0
	for i, t := range rest {
		switch text := r.Text(t); {
		case text == "[":
			depth++
		case text == "]":
			depth--
		case depth > 0 || text == "*":
		case text == ".":
			if i+1 < len(rest) && rest[i+1].Kind == scan.Word {
				r.Refer("module."+chain[1], "output."+r.Text(rest[i+1]))
				return
			}
		default:
			return
		}
	}
}

// name counts what a chain of names stands for.
func (r *reader) name(chain []string, word string) {
	if word == "provider" || word == "providers" {
		r.Refer("", "provider."+strings.Join(chain, "."))
		return
	}
	parts := 2
	switch first := chain[0]; first {
	case "var", "local", "dependency":
	case "data", "ephemeral", "source":
		parts = 3
	case "module":
		if len(chain) > 2 {
			r.Refer("module."+chain[1], "output."+chain[2])
		}
	default:
		if !strings.ContainsAny(first, "_-") { // every resource's type begins with its provider's name
			return
		}
	}
	if len(chain) >= parts {
		r.Refer("", strings.Join(chain[:parts], "."))
	}
}
