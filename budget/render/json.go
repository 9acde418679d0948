package render

import (
	"fmt"
	"strings"
)

// json is one array with an object in each line: title and legend, then each part. In strings, quotes,
// controls and unseen characters are escaped, so a reader gets paths and tasks exactly.
type json struct{}

func (json) Head(title, legend string) string {
	return `[{"context":` + jsonString(title) + `,"legend":` + jsonString(legend) + "}\n"
}

func (json) Task(task string) string { return `,{"task":` + jsonString(task) + "}\n" }

func (json) Section(string) string { return "" }

func (json) File(_ int, f File) string {
	var b strings.Builder
	b.WriteString(`,{"section":` + jsonString(strings.ToLower(f.Section)) +
		`,"path":` + jsonString(f.Path) + `,"shows":` + jsonString(f.Shows))
	if why := f.reason(); why != "" {
		b.WriteString(`,"reason":` + jsonString(why))
	}
	if f.Content != "" {
		b.WriteString(`,"content":` + jsonString(f.Content))
	}
	b.WriteString("}\n")
	return b.String()
}

func (json) Block(title, lines string) string {
	return `,{` + jsonString(key(title)) + `:` + jsonString(lines) + "}\n"
}

func (json) Foot() string { return "]\n" }

// key is a title as a name in JSON and XML.
func key(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "_") }

// jsonString is a text as a string of JSON (RFC 8259).
func jsonString(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/16 + 2)
	b.WriteByte('"')
	for i, r := range text {
		_, hidden := unseenAt(text, i)
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case hidden && r > 0xffff: // as a surrogate pair
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd7c0+r>>10, 0xdc00+r&0x3ff)
		case hidden, r == '\r':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
