package csharp

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/contextls/contextls/analysis/syntax"
)

// doc is the first sentence of the documentation above an offset: of its <summary>, or of the comment
// if that is a plain one.
func doc(b *syntax.Builder, offset uint32) string {
	comment := commentAbove(b.Src()[:offset])
	if comment == "" {
		return b.Doc(offset)
	}
	if _, rest, found := strings.Cut(comment, "<summary>"); found {
		comment, _, _ = strings.Cut(rest, "</summary>")
	} else if strings.HasPrefix(comment, "<") {
		return "" // <inheritdoc/>, <include …/>: it says nothing itself
	}
	return syntax.Sentence([]string{plain(comment)})
}

// commentAbove is the text of the XML documentation comment that ends a text: lines of ///, or /** … */.
func commentAbove(text []byte) string {
	text = bytes.TrimRight(text, " \t")
	if block, ok := bytes.CutSuffix(bytes.TrimRight(text, " \t\r\n"), []byte("*/")); ok {
		i := bytes.LastIndex(block, []byte("/*"))
		if i < 0 || !bytes.HasPrefix(block[i:], []byte("/**")) {
			return ""
		}
		lines := strings.Split(string(block[i+3:]), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimSpace(line), "*")
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	var lines []string
	for {
		text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
		start := bytes.LastIndexByte(text, '\n') + 1
		line, ok := bytes.CutPrefix(bytes.TrimSpace(text[start:]), []byte("///"))
		if !ok || bytes.HasPrefix(line, []byte("/")) { // a fourth slash: commented out
			break
		}
		lines = append(lines, strings.TrimSpace(string(line)))
		if text = text[:start]; start == 0 {
			break
		}
	}
	var out strings.Builder
	for i := len(lines) - 1; i >= 0; i-- {
		out.WriteString(lines[i] + "\n")
	}
	return strings.TrimSpace(out.String())
}

// tag is an XML tag; what it refers to is its last name.
var tag = regexp.MustCompile(`<\s*/?\s*(\w+)(?:\s+(?:cref|name|langword|href)\s*=\s*["'](?:[A-Z]:)?([^"']*)["'])?[^>]*>`)

// plain is XML text as one line without its tags; references stand as their names.
func plain(text string) string {
	text = tag.ReplaceAllStringFunc(text, func(t string) string {
		name := tag.FindStringSubmatch(t)[2]
		if !strings.HasSuffix(t, "/>") {
			return ""
		}
		name, _, _ = strings.Cut(name, "(")
		return name[strings.LastIndexByte(name, '.')+1:]
	})
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}
