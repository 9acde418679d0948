package budget

import (
	"fmt"
	"strings"
)

// json is one array, an object a line: title and legend, then each part. In strings, quotes, controls
// and what is unseen are escaped, so a path or a task is told exactly.
type json struct{}

func (json) head(title, legend string) string {
	return `[{"context":` + jsonString(title) + `,"legend":` + jsonString(legend) + "}\n"
}

func (json) task(task string) string { return `,{"task":` + jsonString(task) + "}\n" }

func (json) section(section) string { return "" }

func (json) file(_ int, e *entry, v *view) string {
	var b strings.Builder
	b.WriteString(`,{"section":` + jsonString(strings.ToLower(sectionTitles[e.section])) +
		`,"path":` + jsonString(e.Path) + `,"shows":` + jsonString(shape(e, v)))
	if why := reason(e); why != "" {
		b.WriteString(`,"reason":` + jsonString(why))
	}
	if v.content != "" {
		b.WriteString(`,"content":` + jsonString(v.content))
	}
	b.WriteString("}\n")
	return b.String()
}

func (json) block(name, lines string) string {
	return `,{` + jsonString(strings.ReplaceAll(strings.ToLower(name), " ", "_")) + `:` + jsonString(lines) + "}\n"
}

func (json) foot() string { return "]\n" }

// jsonString is a text as a string of JSON (RFC 8259).
func jsonString(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/16 + 2)
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff && unseen(r): // as a surrogate pair
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd7c0+r>>10, 0xdc00+r&0x3ff)
		case r == '\r' || unseen(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
