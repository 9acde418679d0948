package csharp

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// readUsing reads a using directive:
//
//	using A.B;            all types of the namespace A.B
//	using static A.B.C;   all members of the type C of the namespace A.B: a Star of "static A.B.C"
//	using X = A.B.C;      the same under another name; or the namespace A.B.C, as the resolver finds
//
// One name without dots (using static C, using X = C) is a type that is visible anyway, or a namespace: it is
// taken out of the specifier C. An alias for a tuple, an array or a pointer, and one for a keyword (int), imports nothing.
func readUsing(b *syntax.Builder, o *outline, span analysis.Span) {
	text := strings.TrimSuffix(b.Signature(span.Start, span.End), ";")
	rest, global := cutWord(text, "global")
	rest, found := cutWord(rest, "using")
	if !found {
		return
	}
	rest, static := cutWord(rest, "static")
	rest, _ = cutWord(rest, "unsafe")
	local, target, alias := strings.Cut(rest, "=")
	if !alias {
		local, target = "", rest
	}
	target, _, generic := strings.Cut(target, "<")
	target = strings.TrimPrefix(strings.TrimRight(compact(target), "?"), "global::")
	if target == "" || strings.ContainsAny(target, "()[]{}*,") || isPredefined(target) {
		return
	}
	imp := analysis.Import{Specifier: target, Line: b.Line(span.Start)}
	i := strings.LastIndexByte(target, '.')
	switch name := target[i+1:]; {
	case !alias && !static:
		imp.Star = true
		if global {
			o.global = append(o.global, target)
		}
	case static && i >= 0:
		imp.Specifier, imp.Star = staticMark+target, true
	case i < 0 && generic: // a type that is visible anyway
		return
	case i < 0:
		imp.Names = []analysis.Binding{{Name: name, Local: cmp.Or(compact(local), name)}}
	default:
		imp.Specifier, imp.Names = target[:i], []analysis.Binding{{Name: name, Local: cmp.Or(compact(local), name)}}
	}
	b.Import(imp)
}

// staticMark begins the specifier of a using of a type's members.
const staticMark = "static "

func isPredefined(name string) bool {
	switch name {
	case "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "nint", "nuint", "object",
		"sbyte", "short", "string", "uint", "ulong", "ushort", "void":
		return true
	}
	return false
}

// cutWord cuts a leading word off a text.
func cutWord(text, word string) (rest string, found bool) {
	rest, found = strings.CutPrefix(text, word)
	if !found || rest != "" && rest[0] != ' ' {
		return text, false
	}
	return strings.TrimLeft(rest, " "), true
}
