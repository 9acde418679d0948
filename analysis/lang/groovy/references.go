package groovy

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// maxQualifier is how many dotted names a qualifier keeps.
const maxQualifier = 3

// references counts the names that tokens use; own reports whether they are the file's, which definitions and
// imports are among, or code inside a string.
func (r *reader) references(tokens []scan.Token, own bool) {
	chain, receiver, separated, expression := "", "", false, false
	for i, t := range tokens {
		text := r.Text(t)
		qualifier := ""
		if separated {
			qualifier = receiver
		}
		switch t.Kind {
		case scan.Word:
			separated, expression = false, true
			if own && r.passed[i] {
				chain = ""
				continue
			}
			switch {
			case qualifier == "" && isKeyword(text):
				chain, expression = "", false
				continue
			case qualifier == "":
				chain = text
			case qualifier == analysis.UnknownQualifier:
				chain = ""
			default:
				chain = qualifier + "." + text
			}
			if !(own && r.names[i]) && text != "this" && text != "super" {
				r.Refer(r.known(qualifier), text)
			}
			continue
		case scan.String:
			chain, separated, expression = "", false, true
			if text[0] != '\'' {
				r.embedded(t)
			}
			continue
		case scan.Number:
			chain, separated, expression = "", false, true
			continue
		}
		switch text {
		case ".":
			switch {
			case chain != "" && strings.Count(chain, ".") < maxQualifier:
				receiver = chain
			case expression:
				receiver = analysis.UnknownQualifier
			default:
				receiver = ""
			}
			chain, separated, expression = "", true, false
		case "?", "*", "&", "@": // a?.b, a*.b, a.&b, a.@b
			if !separated && i+1 < len(tokens) && r.Text(tokens[i+1]) != "." {
				chain, expression = "", false
			}
		default:
			chain, separated, expression = "", false, text == ")" || text == "]" || text == "}"
		}
	}
}

// known is the qualifier if the file binds its first name.
func (r *reader) known(qualifier string) string {
	if first, _, _ := strings.Cut(qualifier, "."); qualifier == "" || r.bound[first] {
		return qualifier
	}
	return analysis.UnknownQualifier
}

// embedded counts the names in the code that a string holds: ${…} and $name.
func (r *reader) embedded(t scan.Token) {
	src := r.Src[:t.End]
	for at := int(t.Start); ; {
		i := bytes.IndexByte(src[at:], '$')
		if i < 0 {
			return
		}
		at += i + 1
		if at >= len(src) {
			return
		}
		from, to := at, at
		if src[at] == '{' {
			to = at + embedded(src[at:])
		} else {
			for to < len(src) && (src[to] == '_' || src[to] == '.' && to > from || 'a' <= src[to]|0x20 && src[to]|0x20 <= 'z' || '0' <= src[to] && src[to] <= '9') {
				to++
			}
		}
		tokens, _ := lexis().Tokens(r.Src, from, to)
		r.references(tokens, false)
		at = max(to, at)
	}
}

func isKeyword(word string) bool {
	switch word {
	case "abstract", "as", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "continue", "def", "default",
		"do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "if", "implements", "import", "in",
		"instanceof", "int", "interface", "it", "long", "native", "new", "null", "package", "permits", "private", "protected", "public",
		"return", "sealed", "short", "static", "switch", "synchronized", "throw", "throws", "trait", "transient", "true", "try", "var", "void",
		"volatile", "while":
		return true
	}
	return false
}
