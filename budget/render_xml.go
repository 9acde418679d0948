package budget

import (
	"fmt"
	"strings"
)

// xml puts content into CDATA sections; a "]]>" in it is split over two of them, and characters that
// XML 1.0 does not know become U+FFFD, so any XML parser reads the content back.
type xml struct{}

func (xml) head(name, task string) string {
	text := "<context name=\"" + attribute(name) + "\">\n"
	if task != "" {
		text += "<task>" + cdata(task) + "</task>\n"
	}
	return text
}

func (xml) section(section) string { return "" }

func (xml) file(index int, e *entry, v *view) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<document index=\"%d\" section=\"%s\" shows=\"%s\">\n<source>%s</source>\n",
		index, strings.ToLower(sectionTitles[e.section]), attribute(shape(e, v)), attribute(display(e.Path)))
	if why := reason(e); why != "" {
		b.WriteString("<reason>" + attribute(why) + "</reason>\n")
	}
	if v.content != "" {
		b.WriteString("<content>" + cdata(v.content) + "</content>\n")
	}
	b.WriteString("</document>\n")
	return b.String()
}

func (xml) edges(lines string) string { return "<dependencies>" + cdata(lines) + "</dependencies>\n" }

func (xml) repoMap(content string) string {
	return "<repository_map>" + cdata(content) + "</repository_map>\n"
}

func (xml) foot() string { return "</context>\n" }

func cdata(content string) string {
	return "<![CDATA[\n" + strings.ReplaceAll(xmlCharacters(terminated(content)), "]]>", "]]]]><![CDATA[>") + "]]>"
}

func attribute(value string) string {
	return xmlEscapes.Replace(xmlCharacters(oneLine(value)))
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

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
