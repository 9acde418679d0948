package php

import (
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// languageType is what a type of the language is; it is not ok where a word is none.
func languageType(word string) (t analysis.TypeExpr, ok bool) {
	switch strings.ToLower(word) {
	case "int", "integer", "float", "double", "string", "bool", "boolean", "false", "true", "null", "void", "never", "resource", "scalar", "class-string",
		"array-key", "numeric", "callable-string", "numeric-string", "non-empty-string":
		return analysis.Foreign, true
	case "array", "iterable", "list", "non-empty-array", "non-empty-list":
		return analysis.Collection("", analysis.Unknown), true
	case "mixed", "object", "callable", "closure", "\\closure", "":
		return analysis.Unknown, true
	}
	return "", false
}

// typ reads a type as code has it: ?A, A|B|null, A&B, (A&B)|C.
func (r *receivers) typ() (t analysis.TypeExpr) {
	r.Take("?")
	for {
		switch {
		case r.Kind() == '(':
			r.Inside(func() { t = analysis.Either(t, r.typ()) })
		case r.Kind() != 'n' || r.Str(r.At)[0] == '$':
			return t
		default:
			one, known := languageType(r.Str(r.At))
			if !known {
				one = r.className(r.At)
			}
			t = analysis.Either(t, one)
			r.At++
		}
		if !r.Take("|") && !(r.Is("&") && r.KindAt(r.At+1) == 'n' && r.Str(r.At + 1)[0] != '$' && r.Take("&")) {
			return t
		}
	}
}

// doc is the doc comment above an offset, attributes and modifiers between them; "" where there is none.
func (r *receivers) doc(at uint32) string {
	text := r.Text[:at]
	for {
		text = strings.TrimRight(text, " \t\r\n")
		switch word := lastWord(text); {
		case isModifier(word) || word == "readonly" || word == "function" || word == "var":
			text = strings.TrimSuffix(text, word)
		case strings.HasSuffix(text, "]"): // an attribute
			open := strings.LastIndex(text, "#[")
			if open < 0 {
				return ""
			}
			text = text[:open]
		case strings.HasSuffix(text, "*/"):
			open := strings.LastIndex(text, "/*")
			if open < 0 || !strings.HasPrefix(text[open:], "/**") {
				return ""
			}
			return text[open : len(text)-2]
		default:
			return ""
		}
	}
}

// lastWord is the name that a text ends in.
func lastWord(text string) string {
	start := len(text)
	for start > 0 && ('a' <= text[start-1]|0x20 && text[start-1]|0x20 <= 'z' || text[start-1] == '_') {
		start--
	}
	return text[start:]
}

// tag is the type that a tag of a doc comment says, of a variable if that is named; "" where it says none.
func (r *receivers) tag(doc, tag, variable string) analysis.TypeExpr {
	for line := range strings.Lines(doc) {
		_, says, found := strings.Cut(line, "@"+tag+" ")
		if !found {
			continue
		}
		typ, rest := cutType(strings.TrimSpace(says))
		name, _, _ := strings.Cut(strings.TrimLeft(rest, "&. \t"), " ")
		if name = strings.TrimSpace(name); variable == "" || name == variable || tag == "var" && !strings.HasPrefix(name, "$") {
			return r.docType(typ)
		}
	}
	return ""
}

// cutType splits a type off the text behind a tag: brackets may have spaces in them.
func cutType(text string) (typ, rest string) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '<', '(', '{', '[':
			depth++
		case '>', ')', '}', ']':
			depth--
		case ' ', '\t':
			if depth == 0 && !strings.HasPrefix(strings.TrimLeft(text[i:], " \t"), "|") {
				return text[:i], strings.TrimSpace(text[i:])
			}
		}
	}
	return text, ""
}

// docType is what a type in a doc comment says: A|null, A[], array<int, A>, Collection<A>, \Full\Name, $this.
func (r *receivers) docType(text string) (t analysis.TypeExpr) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "?")
	for _, part := range splitOutside(text, '|') {
		t = analysis.Either(t, r.docName(strings.TrimSpace(part)))
	}
	return t
}

func (r *receivers) docName(text string) analysis.TypeExpr {
	if of, many := strings.CutSuffix(text, "[]"); many {
		return analysis.Collection("", r.docType(strings.Trim(of, "()")))
	}
	name, inside, generic := strings.Cut(text, "<")
	if strings.ContainsAny(name, "(){}&* '\"") {
		if before, _, ok := strings.Cut(name, "{"); ok && (before == "array" || before == "list") {
			return analysis.Collection("", analysis.Unknown)
		}
		if before, _, ok := strings.Cut(text, "&"); ok && !strings.ContainsAny(before, "(){}* '\"<") {
			return r.docName(before)
		}
		return analysis.Unknown
	}
	var args []analysis.TypeExpr
	if generic {
		for _, arg := range splitOutside(strings.TrimSuffix(inside, ">"), ',') {
			args = append(args, r.docType(arg))
		}
	}
	switch name {
	case "self", "static", "$this":
		return r.class.this
	case "parent":
		return r.class.parent
	}
	if t, param := r.class.templates[name]; param {
		return t
	}
	if t, ok := languageType(name); ok {
		if len(args) > 0 && strings.HasPrefix(string(t), "[") {
			key := analysis.TypeExpr("")
			if len(args) > 1 {
				key = args[0]
			}
			return analysis.Collection(key, args[len(args)-1])
		}
		return t
	}
	t := analysis.TypeExpr(name)
	if first, rest, qualified := strings.Cut(name, "\\"); !qualified {
		t = r.named(name)
	} else if full, alias := r.full[strings.ToLower(first)]; alias && first != "" {
		t = analysis.TypeExpr("\\" + full + "\\" + rest)
	} else if first != "" {
		return analysis.Unknown
	}
	if len(args) > 0 {
		return t.Of(args...)
	}
	return t
}

// splitOutside splits a text at a separator that stands in no brackets.
func splitOutside(text string, separator byte) (parts []string) {
	depth, from := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte("<({[", c) >= 0:
			depth++
		case strings.IndexByte(">)}]", c) >= 0:
			depth--
		case c == separator && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

// templates are the type parameters that a class' doc comment declares.
func (r *receivers) templates(doc string) map[string]analysis.TypeExpr {
	var all map[string]analysis.TypeExpr
	for line := range strings.Lines(doc) {
		for _, tag := range []string{"@template ", "@template-covariant ", "@template-contravariant "} {
			if _, says, found := strings.Cut(line, tag); found {
				if words := strings.Fields(says); len(words) > 0 {
					if all == nil {
						all = map[string]analysis.TypeExpr{}
					}
					all[words[0]] = analysis.TypeExpr("#" + strconv.Itoa(len(all)))
				}
			}
		}
	}
	return all
}
