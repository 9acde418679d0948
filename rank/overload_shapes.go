package rank

import (
	"strings"
)

// arguments are the parts between commas of a text up to the bracket that closes it.
func arguments(text string) (all []string) {
	depth, from := 0, 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '"', '\'':
			at += quoted(text[at:]) - 1
		case '/':
			at += comment(text[at:])
		case '(', '[', '{':
			depth++
		case '<':
			if n := typeArguments(text[at:]); n > 0 && at > 0 && identifierByte(text[at-1]) {
				at += n - 1
			}
		case ')', ']', '}':
			if depth--; depth < 0 {
				if last := text[from:at]; len(all) > 0 || strings.TrimSpace(last) != "" {
					all = append(all, last)
				}
				return all
			}
		case ',':
			if depth == 0 {
				all = append(all, text[from:at])
				from = at + 1
			}
		}
	}
	return all
}

// comment is how much longer than a byte the comment is that a text may begin with.
func comment(text string) int {
	end := "\n"
	switch {
	case strings.HasPrefix(text, "/*"):
		end = "*/"
	case !strings.HasPrefix(text, "//"):
		return 0
	}
	if at := strings.Index(text[2:], end); at >= 0 {
		return at + 1 + len(end)
	}
	return len(text)
}

// quoted is the length of the string that a text begins with.
func quoted(text string) int {
	mark := text[:1]
	if strings.HasPrefix(text, `"""`) {
		mark = text[:3]
	}
	for at := len(mark); at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.HasPrefix(text[at:], mark):
			return at + len(mark)
		}
	}
	return len(text)
}

// shapeOf is a value without what stands in its brackets and strings.
func shapeOf(value string) string {
	var out strings.Builder
	for at := 0; at < len(value); at++ {
		c := value[at]
		switch n := 0; {
		case c == '"' || c == '\'':
			at += quoted(value[at:]) - 1
			out.WriteString(string(c) + string(c))
			continue
		case c == '/' && comment(value[at:]) > 0:
			at += comment(value[at:])
			continue
		case strings.IndexByte("([{", c) >= 0:
			out.WriteByte(c)
			if n = closing(value[at:]); n < 0 {
				return ""
			}
			at += n
		case c == '<' && at > 0 && identifierByte(value[at-1]) && typeArguments(value[at:]) > 0:
			at += typeArguments(value[at:]) - 1
			continue
		}
		out.WriteByte(value[at])
	}
	return strings.TrimSpace(out.String())
}

// closing is where the bracket closes that a text begins with, -1 where it does not.
func closing(text string) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '"', '\'':
			at += quoted(text[at:]) - 1
		case '/':
			at += comment(text[at:])
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at
			}
		}
	}
	return -1
}

// typeArguments is the length of the type arguments that a text begins with, 0 where it does with an operator.
func typeArguments(text string) int {
	depth := 0
	for at := 0; at < min(len(text), maxTypeArguments); at++ {
		switch c := text[at]; {
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				return at + 1
			}
		case !identifierByte(c) && strings.IndexByte(" ,.?&[]@", c) < 0:
			return 0
		}
	}
	return 0
}

// maxTypeArguments is how long they may be, in bytes.
const maxTypeArguments = 200
