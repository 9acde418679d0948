package jvm

import (
	"bytes"
	"strings"
)

// Doc is the first sentence of the doc comment, as of Javadoc, KDoc and Scaladoc, that stands right above
// an offset; "" where there is none.
func Doc(src []byte, offset uint32) string {
	above := bytes.TrimRight(src[:offset], " \t\r\n")
	if bytes.Count(src[len(above):offset], []byte("\n")) > 1 {
		return ""
	}
	if !bytes.HasSuffix(above, []byte("*/")) {
		return sentence(slashed(above))
	}
	start := bytes.LastIndex(above[:len(above)-2], []byte("/*"))
	for start > 0 && len(bytes.TrimSpace(above[bytes.LastIndexByte(above[:start], '\n')+1:start])) > 0 {
		start = bytes.LastIndex(above[:start], []byte("/*")) // one inside the comment
	}
	if start < 0 {
		return ""
	}
	text, isDoc := bytes.CutPrefix(above[start:], []byte("/**"))
	text, after, closed := bytes.Cut(text, []byte("*/"))
	if !isDoc || !closed || len(after) > 0 {
		return "" // no doc comment, or code that ends like one
	}
	return sentence(string(text))
}

// slashed is the text of the lines at a text's end that begin with three slashes, as Java's comments in
// Markdown do.
func slashed(above []byte) string {
	text := ""
	for {
		last := bytes.LastIndexByte(above, '\n') + 1
		line, ok := bytes.CutPrefix(bytes.TrimSpace(above[last:]), []byte("///"))
		if !ok {
			return text
		}
		text = string(line) + "\n" + text
		above = above[:max(last-1, 0)]
	}
}

// sentence is the first sentence of a comment's text.
func sentence(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		line = strings.TrimSpace(strings.TrimLeft(line, "*"))
		if strings.HasPrefix(line, "@") || len(words) > 0 && (line == "" || strings.HasPrefix(line, "<p>")) {
			break
		}
		words = append(words, strings.Fields(line)...)
	}
	plain := strings.Fields(plainText(strings.Join(words, " ")))
	for i, w := range plain {
		if strings.HasSuffix(w, ".") && w != "e.g." && w != "i.e." && w != "vs." {
			plain = plain[:i+1]
			break
		}
	}
	return strings.Join(plain, " ")
}

// plainText drops tags and keeps what inline tags show: {@link Map#get get} is get.
func plainText(text string) string {
	var out strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "{<")
		if i < 0 {
			break
		}
		out.WriteString(text[:i])
		text = text[i:]
		switch {
		case strings.HasPrefix(text, "{@"):
			n := Bracketed(text)
			out.WriteString(inlineTag(strings.TrimSuffix(text[2:n], "}")))
			text = text[n:]
		case text[0] == '<' && len(text) > 1 && (text[1] == '/' || 'a' <= text[1]|0x20 && text[1]|0x20 <= 'z') && strings.Contains(text, ">"):
			_, text, _ = strings.Cut(text, ">")
		default:
			out.WriteByte(text[0])
			text = text[1:]
		}
	}
	out.WriteString(text)
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`, "&#64;", "@").Replace(out.String())
}

// inlineTag is what a tag like "link Map#get get" or "code a < b" shows.
func inlineTag(text string) string {
	tag, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch tag {
	case "inheritDoc":
		return ""
	case "link", "linkplain":
		depth := 0
		for i, c := range rest { // the label comes after the reference, which may have parameters
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			case ' ':
				if depth == 0 {
					return strings.TrimSpace(rest[i:])
				}
			}
		}
		return strings.TrimPrefix(strings.ReplaceAll(rest, "#", "."), ".")
	}
	return rest
}

// Bracketed is the length of what begins with a bracket, through the bracket that closes it; brackets in
// strings do not count. Without one that closes it is the whole text.
func Bracketed(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return len(text)
}
