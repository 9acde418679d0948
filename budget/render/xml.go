package render

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// xml puts content into CDATA sections; a "]]>" in it is split over two of them, and characters that
// XML 1.0 does not know become U+FFFD, so any XML parser reads the content back. Models read tags
// without parsing: where content holds tags like those around it, these get a suffix that the content
// cannot hold.
type xml struct{}

func (xml) Head(title, legend string) string {
	return "<context title=\"" + attribute(title) + "\" legend=\"" + attribute(legend) + "\">\n"
}

func (xml) Task(task string) string { return element("task", Visible(task)) }

func (xml) Section(string) string { return "" }

func (xml) File(index int, f File) string {
	suffix := nonce(f.Content)
	var b strings.Builder
	fmt.Fprintf(&b, "<document%s index=\"%d\" section=\"%s\" shows=\"%s\">\n<source>%s</source>\n", suffix,
		index, strings.ToLower(f.Section), attribute(f.Shows), attribute(Path(f.Path)))
	if why := f.reason(); why != "" {
		b.WriteString("<reason>" + attribute(why) + "</reason>\n")
	}
	if f.Content != "" {
		b.WriteString(element("content", f.Content))
	}
	b.WriteString("</document" + suffix + ">\n")
	return b.String()
}

func (xml) Block(title, lines string) string {
	return element(key(title), lines)
}

func (xml) Foot() string { return "</context>\n" }

// element is an element with some content.
func element(name, content string) string {
	name += nonce(content)
	return "<" + name + ">" + cdata(content) + "</" + name + ">\n"
}

// nonce is a suffix for the names of the tags around content: "" where the content holds no tag that
// could be taken for one of them, else a suffix that the content does not hold. It depends on the content
// alone, so that the same content is always written with the same bytes.
func nonce(content string) string {
	if !holdsTag(content) {
		return ""
	}
	sum := sha256.Sum256([]byte(content))
	for strings.Contains(content, hex.EncodeToString(sum[:4])) {
		sum = sha256.Sum256(sum[:])
	}
	return "-" + hex.EncodeToString(sum[:4])
}

// holdsTag reports whether content holds a tag that this format writes, opening or closing, or the end of a
// CDATA section.
func holdsTag(content string) bool {
	if strings.Contains(content, "]]>") {
		return true
	}
	for i := strings.IndexByte(content, '<'); i >= 0; {
		rest := strings.TrimPrefix(content[i+1:], "/")
		for _, name := range xmlNames {
			if len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) {
				return true
			}
		}
		next := strings.IndexByte(rest, '<')
		if next < 0 {
			return false
		}
		i = len(content) - len(rest) + next
	}
	return false
}

var xmlNames = [...]string{"context", "task", "document", "source", "reason", "content", "dependencies", "repository_map", "removed"}

func cdata(content string) string {
	return "<![CDATA[\n" + strings.ReplaceAll(xmlCharacters(terminated(content)), "]]>", "]]]]><![CDATA[>") + "]]>"
}

func attribute(value string) string {
	return xmlEscapes.Replace(xmlCharacters(OneLine(value)))
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// xmlCharacters replaces characters that XML does not allow. Content made by Display has none; a task may.
func xmlCharacters(s string) string {
	illegal := func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff
	}
	if s = strings.ToValidUTF8(s, "\ufffd"); strings.IndexFunc(s, illegal) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if illegal(r) {
			return '\ufffd'
		}
		return r
	}, s)
}
