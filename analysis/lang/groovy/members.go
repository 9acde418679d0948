package groovy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// member reads a method, a constructor, a field or a variable: token i is where its type or name begins.
func (r *reader) member(d *declaration, i, end int) int {
	name := i
	if r.text(name) == "<" { // type parameters
		if name = r.angles(name, end); name >= end {
			return d.start
		}
		d.marked = true
	}
	typed := false
	if after := r.typeName(name, end); after > name && after < end && !r.newLine(after) &&
		(r.isWord(after) || r.At(after).Kind == scan.String && r.text(after+1) == "(") {
		name, typed = after, true
	}
	constructor := d.container != "" && strings.HasSuffix("."+d.container, "."+r.text(name))
	if !d.marked && !typed && !constructor || !r.isWord(name) && r.At(name).Kind != scan.String || isStatement(r.text(name)) {
		return d.start
	}
	if r.text(name+1) == "(" && !r.newLine(name+1) {
		return r.method(d, name, end)
	}
	if !r.isWord(name) || constructor {
		return d.start
	}
	return r.variable(d, name, end)
}

// typeName passes a type, which is def or begins with an upper-case letter unless it is one of the
// language's own: print x is a call. It returns i where there is none.
func (r *reader) typeName(i, end int) int {
	if !r.isWord(i) {
		return i
	}
	at := i
	for r.text(at+1) == "." && r.isWord(at+2) {
		at += 2
	}
	if first, _ := utf8.DecodeRuneInString(r.text(at)); !unicode.IsUpper(first) && !isPrimitive(r.text(at)) {
		return i
	}
	at++
	if r.text(at) == "<" {
		at = r.angles(at, end)
	}
	for r.text(at) == "[" && r.text(at+1) == "]" {
		at += 2
	}
	return at
}

// angles is the token after what stands in angle brackets; end where they do not close.
func (r *reader) angles(i, end int) int {
	depth := 0
	for ; i < end; i++ {
		switch t := r.text(i); t {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return i + 1
			}
		case ".", ",", "?", "&", "[", "]", "@":
		default:
			if !r.isWord(i) {
				return end
			}
		}
	}
	return end
}

func isPrimitive(word string) bool {
	switch word {
	case "void", "boolean", "byte", "char", "short", "int", "long", "float", "double":
		return true
	}
	return false
}

// isStatement reports whether a word begins a statement that looks like a declaration.
func isStatement(word string) bool {
	switch word {
	case "if", "for", "while", "switch", "return", "new", "throw", "assert", "in", "as", "instanceof", "else", "try", "catch", "case":
		return true
	}
	return false
}

// method reads a method or a constructor. At a script's top it needs a body: without one it is a call.
func (r *reader) method(d *declaration, name, end int) int {
	last := r.closing(name + 1)
	next := last + 1
	if r.text(next) == "throws" {
		for next++; next < end && (r.isWord(next) || r.text(next) == "." || r.text(next) == ","); next++ {
			if last = next; r.newLine(next+1) && r.text(next) != "," && r.text(next+1) != "," {
				next++
				break
			}
		}
	} else if r.text(next) == "default" { // of an annotation type
		last = r.statementEnd(next, end) - 1
		next = last + 1
	}
	kind := analysis.Method
	if d.container == "" {
		kind = analysis.Function
	}
	signature := r.Signature(r.At(d.head).Start, r.At(last).End)
	if next < end && r.text(next) == "{" {
		r.add(d, name, r.closing(next), kind, signature)
		return r.closing(next) + 1
	}
	if d.container == "" {
		return d.start
	}
	r.add(d, name, last, kind, strings.TrimSuffix(signature, ";"))
	return r.statementEnd(last, end)
}

// variable reads a field or, at a script's top, a variable; a closure there is a function.
func (r *reader) variable(d *declaration, name, end int) int {
	after := name + 1
	if t := r.text(after); !r.newLine(after) && after < end && t != "=" && t != ";" && t != "," {
		return d.start
	}
	if r.text(after) == "=" && r.text(after+1) == "=" {
		return d.start
	}
	next := r.statementEnd(name, end)
	last := next - 1
	if r.text(last) == ";" {
		last--
	}
	signature := r.Signature(r.At(d.head).Start, r.At(name).End)
	typed := strings.TrimSuffix(signature, r.text(name))
	kind := analysis.Field
	switch {
	case d.static && d.final && d.container != "":
		kind = analysis.Constant
		if value := r.Signature(r.At(name).End, r.At(last).End); len(value) <= 60 && r.Line(r.At(last).End) == r.Line(r.At(name).Start) {
			signature += " " + value
		}
	case d.container == "" && r.text(after+1) == "{":
		kind = analysis.Function
		for k := after + 2; k < last && r.Line(r.At(k).Start) == r.Line(r.At(name).Start); k++ {
			if r.text(k) == "-" && r.text(k+1) == ">" {
				signature += " = { " + r.Signature(r.At(after+2).Start, r.At(k+1).End) + " }"
				break
			}
		}
	case d.container == "":
		kind = analysis.Variable
	}
	r.add(d, name, last, kind, strings.TrimSpace(signature))
	for k := name + 1; k < last; k++ { // further names: int a = 1, b
		if k = r.closing(k); r.text(k) == "," && r.isWord(k+1) && (k+1 == last || r.text(k+2) == "=" || r.text(k+2) == ",") {
			r.add(d, k+1, last, kind, typed+r.text(k+1))
		}
	}
	return next
}
