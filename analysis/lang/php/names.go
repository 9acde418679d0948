package php

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// global is the specifier of the global namespace.
const global = "\\"

// resolveNames adds an import for each name that a use declaration brings in, and for each that is
// written with its namespace in the code.
func resolveNames(b *syntax.Builder, d *draft) {
	aliases := map[int]map[string]string{} // by namespace: alias in lower case → full name
	called := map[string]bool{}            // what the file calls by its namespace
	line := func(s analysis.Span) uint32 { return b.Line(s.Start) }
	for _, s := range d.uses {
		in := d.spaceAt(s.Start)
		if aliases[in] == nil {
			aliases[in] = map[string]string{}
		}
		for _, u := range useClauses(b.Signature(s.Start, s.End)) {
			if !u.function {
				aliases[in][strings.ToLower(u.local)] = u.full
				d.full[strings.ToLower(u.local)] = u.full
			}
			b.Import(importOf(u.full, u.local, line(s)))
		}
	}
	byStart := func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) }
	slices.SortFunc(d.qualified, byStart)
	slices.SortFunc(d.uses, byStart)
	uses := d.uses
	for _, s := range d.qualified {
		for len(uses) > 0 && uses[0].End <= s.Start {
			uses = uses[1:]
		}
		if len(uses) > 0 && uses[0].Contains(s) {
			continue
		}
		written := b.Signature(s.Start, s.End)
		in := d.spaceAt(s.Start)
		full := d.fullName(in, aliases[in], written)
		if !strings.Contains(full, "\\") && (d.called[s.Start] || isConstant(b.Src(), s, full)) {
			continue
		}
		if !called[written] {
			called[written] = true
			imp := importOf(full, written, line(s))
			imp.Implied = true
			b.Import(imp)
		}
		d.local[s.Start] = written
		if b.Text(s) == written { // else the name is broken
			b.ReferAt("", written, s.Start)
		}
	}
	b.SetPackage(d.namespaces(b))
}

// importOf is the import of one thing by its full name.
func importOf(full, local string, line uint32) analysis.Import {
	space, name := global, full
	if i := strings.LastIndexByte(full, '\\'); i >= 0 {
		space, name = full[:i], full[i+1:]
	}
	return analysis.Import{Specifier: space, Names: []analysis.Binding{{Name: name, Local: local}}, Line: line}
}

// spaceAt is the index of the namespace that holds at an offset, -1 for the global one.
func (d *draft) spaceAt(offset uint32) int {
	at := -1
	for i, s := range d.spaces {
		if s.Start <= offset && offset < s.End {
			at = i
		}
	}
	return at
}

// fullName is what a name with a backslash in it means in a namespace.
func (d *draft) fullName(in int, aliases map[string]string, written string) string {
	if absolute, ok := strings.CutPrefix(written, "\\"); ok {
		return absolute
	}
	space := ""
	if in >= 0 && d.spaces[in].name != "" {
		space = d.spaces[in].name + "\\"
	}
	first, rest, _ := strings.Cut(written, "\\")
	if strings.EqualFold(first, "namespace") {
		return space + rest
	}
	if full, ok := aliases[strings.ToLower(first)]; ok {
		return full + "\\" + rest
	}
	return space + written
}

// isConstant reports whether a global name is that of a constant: where no class can stand, in capitals.
func isConstant(src []byte, s analysis.Span, name string) bool {
	before := strings.TrimRight(string(src[max(int(s.Start)-12, 0):s.Start]), " \t\r\n")
	return strings.ToUpper(name) == name && !strings.HasPrefix(string(src[s.End:]), "::") &&
		!strings.HasSuffix(before, "new") && !strings.HasSuffix(before, "extends") && !strings.HasSuffix(before, "instanceof")
}

// namespaces is the file's Facts.Package.
func (d *draft) namespaces(b *syntax.Builder) string {
	var names []string
	for _, s := range d.spaces {
		name := s.name
		if name == "" {
			name = global
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 && names[0] == global {
		return ""
	}
	return strings.Join(names, " ")
}

type useClause struct {
	full, local string
	function    bool // or a constant
}

// useClauses reads a use declaration on one line: `use A\B, C\{D as E, function f};`.
func useClauses(text string) (out []useClause) {
	text = strings.TrimRight(strings.TrimSpace(text), "; ")
	text = strings.TrimSpace(strings.TrimPrefix(text, "use"))
	function := cutWord(&text, "function") || cutWord(&text, "const")
	prefix := ""
	if open := strings.IndexByte(text, '{'); open >= 0 {
		prefix = strings.Trim(strings.TrimSpace(text[:open]), "\\") + "\\"
		text = strings.TrimRight(text[open+1:], "} ")
	}
	for clause := range strings.SplitSeq(text, ",") {
		clause = strings.TrimSpace(clause)
		u := useClause{function: function}
		if cutWord(&clause, "function") || cutWord(&clause, "const") {
			u.function = true
		}
		words := strings.Fields(clause)
		if len(words) == 0 || strings.Trim(words[0], "\\") == "" {
			continue
		}
		u.full = prefix + strings.Trim(words[0], "\\")
		u.local = u.full[strings.LastIndexByte(u.full, '\\')+1:]
		if len(words) == 3 && strings.EqualFold(words[1], "as") {
			u.local = words[2]
		}
		out = append(out, u)
	}
	return out
}

// cutWord cuts a first word off a text.
func cutWord(text *string, word string) bool {
	rest, ok := strings.CutPrefix(*text, word+" ")
	if ok {
		*text = strings.TrimSpace(rest)
	}
	return ok
}

// readInclude reads include and require of a literal path, or one that begins with this file's directory.
func readInclude(b *syntax.Builder, m syntax.Match, whole analysis.Span) {
	at, _ := m.Span("path")
	if p := includePath(b.Signature(at.Start, at.End)); p != "" {
		b.Import(analysis.Import{Specifier: p, Star: true, Line: b.Line(whole.Start)})
	}
}

// concatenated are the parts of an expression that dots join.
func concatenated(text string) (parts []string) {
	start := 0
	for at := 0; at < len(text); {
		if text[at] == '.' {
			parts = append(parts, text[start:at])
			start = at + 1
		}
		at += int(token([]byte(text[at:])))
	}
	return append(parts, text[start:])
}

// here is the specifier of the directory of a file.
const here = "__DIR__"

// includePath is the path that an expression of strings and this file's directory says, "" for any other.
func includePath(text string) string {
	for strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	out := ""
	for i, part := range concatenated(text) {
		part = strings.TrimSpace(part)
		levels := 0
		for {
			inner, ok := strings.CutPrefix(part, "dirname(")
			if !ok {
				break
			}
			inner = strings.TrimSuffix(inner, ")")
			n := 1
			if base, count, two := strings.Cut(inner, ","); two {
				inner = base
				if n, _ = strconv.Atoi(strings.TrimSpace(count)); n < 1 || n > 9 {
					return ""
				}
			}
			part, levels = inner, levels+n
		}
		switch {
		case part == here && i == 0:
			out = here + strings.Repeat("/..", levels)
		case part == "__FILE__" && i == 0 && levels > 0:
			out = here + strings.Repeat("/..", levels-1)
		case len(part) > 2 && part[0] == part[len(part)-1] && (part[0] == '\'' || part[0] == '"') && levels == 0 &&
			!strings.ContainsAny(part[1:len(part)-1], "$\\{"+part[:1]):
			out += part[1 : len(part)-1]
		default:
			return ""
		}
	}
	if rest, ok := strings.CutPrefix(out, here+"/"); ok {
		return here + "/" + path.Clean(rest)
	}
	return out
}
