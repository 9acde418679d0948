package protocol

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// notation is how a language writes types down.
type notation struct {
	own    map[string]string // Go's own types, LSP's, and those that are called otherwise
	prefix string            // of the names of all other types
	record string            // a map from a type to another
	null   string            // what a value may be instead
	or     string            // between the values of a union
}

// typeOf writes the type of a field. A pointer is null where it points nowhere, unless it is then absent.
func (n notation) typeOf(f wireField) string {
	e := f.expr
	pointer, isPointer := e.(*ast.StarExpr)
	if isPointer {
		e = pointer.X
	}
	text := n.write(e)
	if f.values != nil {
		text = n.union(n.write(e), f.values)
	}
	if isPointer && !f.optional {
		text += n.or + n.null
	}
	return text
}

func (n notation) write(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		if own, ok := n.own[e.Name]; ok {
			return own
		}
		return n.prefix + e.Name
	case *ast.SelectorExpr:
		return n.prefix + e.Sel.Name
	case *ast.ArrayType:
		return n.write(e.Elt) + "[]"
	case *ast.MapType:
		return fmt.Sprintf(n.record, n.write(e.Key), n.write(e.Value))
	}
	panic(fmt.Sprintf("a wire type has a %T", e))
}

// union is one of some values of a type.
func (n notation) union(of string, values []string) string {
	quote := ""
	if of == "string" {
		quote = "'"
	}
	var all []string
	for _, v := range values {
		all = append(all, quote+v+quote)
	}
	return strings.Join(all, n.or)
}

// inTypeScript is how the page and the extension write types.
var inTypeScript = notation{
	own: map[string]string{"int": "number", "int32": "number", "int64": "number", "float64": "number", "bool": "boolean",
		"any": "unknown", "string": "string", "FileURI": "Uri", "ProgressToken": "string | number", "Repositories": "string | string[]"},
	record: "Record<%s, %s>", null: "null", or: " | ",
}

// typeScript is what api.d.ts says of the wire.
func typeScript(types []wireType, methods map[string][2]string) string {
	var b strings.Builder
	b.WriteString("/** A file: URI. */\nexport type Uri = string;\n\n" +
		"export interface Position {\n  line: number;\n  character: number;\n}\n\n" +
		"export interface Range {\n  start: Position;\n  end: Position;\n}\n")
	for _, w := range types {
		b.WriteString("\n" + jsDoc("", w.doc))
		if w.alias != "" {
			fmt.Fprintf(&b, "export type %s =%s;\n", w.name, wrapped(inTypeScript.union(w.alias, w.values)))
			continue
		}
		fmt.Fprintf(&b, "export interface %s {\n", w.name)
		for _, f := range w.fields {
			b.WriteString(jsDoc("  ", f.doc) + "  " + member(f) + "\n")
		}
		b.WriteString("}\n")
	}
	b.WriteString("\n/** The requests by their names, with what they take and give. */\nexport interface Requests {\n")
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		fmt.Fprintf(&b, "  '%s': [%s, %s];\n", name, methods[name][parameters], methods[name][answer])
	}
	b.WriteString("}\n")
	return b.String()
}

func jsDoc(indent, doc string) string {
	if doc == "" {
		return ""
	}
	return indent + "/** " + sentence(doc) + " */\n"
}

// sentence has a capital letter and a full stop, unless doc begins or ends with something else.
func sentence(doc string) string {
	first, size := utf8.DecodeRuneInString(doc)
	if last, _ := utf8.DecodeLastRuneInString(doc); last != '…' {
		doc += "."
	}
	return string(unicode.ToUpper(first)) + doc[size:]
}

func member(f wireField) string {
	name := f.name
	if f.optional {
		name += "?"
	}
	return name + ": " + inTypeScript.typeOf(f) + ";"
}

// wrapped breaks a long union into lines.
func wrapped(union string) string {
	if len(union) < 100 {
		return " " + union
	}
	return "\n  | " + strings.ReplaceAll(union, " | ", "\n  | ")
}

// inLua is how the plugin writes types.
var inLua = notation{
	own: map[string]string{"int": "integer", "int32": "integer", "int64": "integer", "float64": "number", "bool": "boolean",
		"any": "any", "string": "string", "FileURI": "string", "ProgressToken": "string|integer", "Repositories": "string|string[]"},
	prefix: "contextls.", record: "table<%s, %s>", null: "vim.NIL", or: "|",
}

// luaCATS is what types.lua says of the wire.
func luaCATS(types []wireType) string {
	var b strings.Builder
	b.WriteString("---@class contextls.Position\n---@field line integer\n---@field character integer\n\n" +
		"---@class contextls.Range\n---@field start contextls.Position\n---@field end contextls.Position\n")
	for _, w := range types {
		if w.alias != "" {
			fmt.Fprintf(&b, "\n%s---@alias contextls.%s %s\n", luaDoc("--- ", w.doc, "\n"), w.name, inLua.union(w.alias, w.values))
			continue
		}
		fmt.Fprintf(&b, "\n---@class contextls.%s%s\n", w.name, luaDoc(" ", w.doc, ""))
		for _, f := range w.fields {
			optional := ""
			if f.optional {
				optional = "?"
			}
			fmt.Fprintf(&b, "---@field %s%s %s%s\n", f.name, optional, inLua.typeOf(f), luaDoc(" ", f.doc, ""))
		}
	}
	return b.String()
}

func luaDoc(before, doc, after string) string {
	if doc == "" {
		return ""
	}
	return before + doc + after
}
