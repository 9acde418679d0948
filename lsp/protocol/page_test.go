package protocol

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// How the page lays types out, in columns.
const (
	pageWidth  = 118
	commentsAt = 31
)

// pageTypes writes types for a person to read: fields of which there is nothing to say share lines, and what
// is said of a field is not said again of another of its name.
func pageTypes(types map[string]wireType, names []string, said map[string]bool) string {
	var b strings.Builder
	for _, name := range names {
		w := types[name]
		doc := w.doc
		if len(w.methods) > 0 { // the section says what it is
			doc = ""
		}
		if w.alias != "" {
			b.WriteString(commented("type "+called(name)+" = "+aliased(w)+";", doc))
		} else {
			b.WriteString(object(w, doc, said))
		}
	}
	return b.String()
}

func called(name string) string {
	if own, ok := inTypeScript.own[name]; ok {
		return own
	}
	return name
}

func aliased(w wireType) string {
	if w.values != nil {
		return inTypeScript.union(w.alias, w.values)
	}
	return inTypeScript.own[w.alias]
}

func object(w wireType, doc string, said map[string]bool) string {
	line, silent := "interface "+w.name+" {", doc == ""
	w.fields = slices.Clone(w.fields)
	for i := range w.fields {
		f := &w.fields[i]
		comment := f.name + ": " + f.doc
		if said[comment] {
			f.doc = ""
		}
		said[comment] = true
		line += " " + member(*f)
		silent = silent && f.doc == ""
	}
	line = strings.TrimSuffix(line, ";") + " }"
	if silent && utf8.RuneCountInString(line) <= pageWidth {
		return strings.Replace(line, "{ }", "{}", 1) + "\n"
	}
	var b strings.Builder
	b.WriteString(commented("interface "+w.name+" {", doc))
	shared := "" // the line of fields without comments
	flush := func() {
		if shared != "" {
			b.WriteString(" " + shared + "\n")
		}
		shared = ""
	}
	for _, f := range w.fields {
		if f.doc != "" {
			flush()
			b.WriteString(commented("  "+member(f), f.doc))
			continue
		}
		if utf8.RuneCountInString(shared+member(f))+2 > pageWidth {
			flush()
		}
		shared += " " + member(f)
	}
	flush()
	b.WriteString("}\n")
	return b.String()
}

// commented puts a comment behind code, on as many lines as it needs; above code that is long.
func commented(code, doc string) string {
	if utf8.RuneCountInString(code) > pageWidth/2 {
		indent := strings.Repeat(" ", len(code)-len(strings.TrimLeft(code, " ")))
		if doc != "" {
			doc = fill(indent+"//", indent+"//", strings.Fields(doc))
		}
		return doc + fill("", indent+"   ", strings.SplitAfter(code, " |"))
	}
	if doc == "" {
		return code + "\n"
	}
	column := utf8.RuneCountInString(code)
	at := max(commentsAt, column+1)
	return fill(code+strings.Repeat(" ", at-column)+"//", strings.Repeat(" ", at)+"//", strings.Fields(doc))
}

// fill writes words in lines that are not too long, the first and the others behind their beginnings.
func fill(first, others string, words []string) string {
	text, line := "", first
	for _, word := range words {
		if line != "" && utf8.RuneCountInString(line+" "+word) > pageWidth {
			text += line + "\n"
			line = others
		}
		if line != "" {
			word = " " + strings.TrimPrefix(word, " ")
		}
		line += word
	}
	return text + line + "\n"
}
