package hcl

import (
	"bytes"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

func lexis() *scan.Lexis {
	return &scan.Lexis{LineComments: []string{"#", "//"}, BlockComments: [][2]string{{"/*", "*/"}}, Letters: "-", Raw: text}
}

// text is the length of a string or here-document at an offset, with the code in it.
func text(src []byte, at int) int {
	switch {
	case src[at] == '"':
		return quoted(src, at)
	case bytes.HasPrefix(src[at:], []byte("<<")):
		return hereDocument(src, at)
	}
	return 0
}

// quoted is the length of a string. One that does not end takes the rest of its line.
func quoted(src []byte, at int) int {
	var inside []byte // what has to close before the string can: a brace, or a string in the code
	for i := at + 1; i < len(src); i++ {
		code := len(inside) > 0 && inside[len(inside)-1] == '}'
		switch c := src[i]; {
		case c == '\\' && !code:
			i++
		case c == '"' && len(inside) == 0:
			return i + 1 - at
		case c == '"' && code:
			inside = append(inside, '"')
		case c == '"', c == '}' && code:
			inside = inside[:len(inside)-1]
		case c == '{' && (code || src[i-1] == '$' || src[i-1] == '%'):
			inside = append(inside, '}')
		case c == '\n' && !code:
			return i - at
		}
	}
	return len(src) - at
}

// hereDocument is the length of <<WORD with all lines up to the one that is that word, 0 where none
// begins.
func hereDocument(src []byte, at int) int {
	const most = 200
	head, _, more := bytes.Cut(src[at:min(len(src), at+most)], []byte("\n"))
	word := bytes.TrimSpace(bytes.TrimPrefix(head[2:], []byte("-")))
	if len(word) == 0 || !more || bytes.ContainsAny(word, " \t(){}\"") {
		return 0
	}
	end := at + len(head) + 1
	for line := range bytes.Lines(src[end:]) {
		if bytes.Equal(bytes.TrimSpace(line), word) {
			return end + len(bytes.TrimRight(line, "\r\n")) - at
		}
		end += len(line)
	}
	return len(src) - at
}

// templates are the pieces of code in a text: ${…} and %{…}.
func templates(src []byte, text analysis.Span) []analysis.Span {
	var out []analysis.Span
	for i := int(text.Start); i+1 < int(text.End); i++ {
		if src[i+1] != '{' || src[i] != '$' && src[i] != '%' {
			continue
		}
		if i > int(text.Start) && src[i-1] == src[i] { // $${ is text
			continue
		}
		depth, j := 0, i+1
		for ; j < int(text.End); j++ {
			if src[j] == '{' {
				depth++
			} else if src[j] == '}' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		out = append(out, analysis.Span{Start: uint32(i + 2), End: uint32(j)})
		i = j
	}
	return out
}
