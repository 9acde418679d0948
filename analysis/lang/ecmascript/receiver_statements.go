package ecmascript

import (
	"github.com/contextls/contextls/analysis"
)

// statements reads statements up to the end. Functions and classes are known before.
func (r *receivers) statements() {
	if !r.global() {
		for i := r.i; i < r.end; i = r.after(i) {
			if (r.isAt(i, "function") || r.isAt(i, "class") || r.isAt(i, "interface") || r.isAt(i, "type") || r.isAt(i, "enum")) && r.kindAt(i+1) == 'n' && (i == r.i || r.newLine(i) || r.isAt(i-1, "async")) {
				r.hold(r.str(i+1), analysis.Unknown)
			}
		}
	}
	for r.i < r.end {
		before := r.i
		r.statement()
		if r.i == before {
			r.i++
		}
	}
}

func (r *receivers) block() {
	r.openScope()
	defer r.closeScope()
	r.inside(r.statements)
}

// statement reads a statement and declares what it declares in the current scope.
func (r *receivers) statement() {
	if !r.deeper() {
		return
	}
	defer r.shallower()
	switch r.kind() {
	case ';', ',':
		r.i++
		return
	case '{':
		r.block()
		return
	case '@':
		r.i++
		r.steps(r.primary())
		return
	case 'n':
		if r.word() {
			return
		}
	}
	n := len(r.narrowed)
	r.expression()
	r.narrowed = r.narrowed[:min(n, len(r.narrowed))]
}

// word reads a statement that a word begins, and reports whether it is one.
func (r *receivers) word() bool {
	next := r.i + 1
	switch word := r.str(r.i); word {
	case "import":
		if r.kindAt(next) == '(' || r.isAt(next, ".") {
			return false
		}
		r.importing()
	case "export":
		r.exporting()
	case "declare", "abstract":
		if r.kindAt(next) != 'n' || r.newLine(next) {
			return false
		}
		r.i++
		r.statement()
	case "const", "let", "var":
		if word == "const" && r.isAt(next, "enum") {
			r.i++
			r.enum()
			return true
		}
		if k := r.kindAt(next); k != 'n' && k != '{' && k != '[' {
			return false
		}
		r.i++
		r.variables()
	case "function":
		r.functionDeclaration()
	case "async":
		if !r.isAt(next, "function") || r.newLine(next) {
			return false
		}
		r.i++
		r.functionDeclaration()
	case "class":
		r.class()
	case "interface", "type", "enum", "namespace", "module", "global":
		if r.newLine(next) || r.kindAt(next) != 'n' && !(word == "module" && r.kindAt(next) == '"') && !(word == "global" && r.kindAt(next) == '{') {
			return false
		}
		r.typeDeclaration(word)
	case "if", "while", "with":
		n := len(r.narrowed)
		r.i++
		r.inside(func() { r.expression() })
		r.statement()
		r.narrowed = r.narrowed[:min(n, len(r.narrowed))]
	case "else", "do", "try", "finally":
		r.i++
		r.statement()
	case "for":
		r.loop()
	case "switch":
		r.i++
		r.inside(func() { r.expression() })
		if r.kind() == '{' {
			r.block()
		}
	case "case":
		r.i++
		r.expression()
		r.take(":")
	case "default":
		r.i++
		r.take(":")
	case "catch":
		r.i++
		r.openScope()
		defer r.closeScope()
		if r.kind() == '(' {
			r.parameters(expected{})
		}
		r.statement()
	case "return", "throw":
		r.i++
		if r.i >= r.end || r.newLine(r.i) || r.is(";") {
			return true
		}
		n := len(r.narrowed)
		if word == "return" {
			r.context = expected{at: r.i, typ: r.declared}
		}
		t := r.expression()
		r.narrowed = r.narrowed[:min(n, len(r.narrowed))]
		if word == "return" {
			r.result = either(r.result, r.cleanUnlessLiteral(t))
		}
	case "break", "continue":
		r.i++
		if r.kind() == 'n' && !r.newLine(r.i) {
			r.noMember(r.i)
			r.i++
		}
	default:
		if r.isAt(next, ":") && !r.isAt(next, "::") { // a label
			r.noMember(r.i)
			r.i += 2
			return true
		}
		return false
	}
	return true
}

// importing reads an import statement.
func (r *receivers) importing() {
	for r.i++; r.i < r.end && r.kind() != '"' && r.kind() != ';'; r.i++ {
		if r.is("require") && r.kindAt(r.i+1) == '(' {
			r.i = r.after(r.i + 1)
			return
		}
		if r.is("=") && !r.isAt(r.i+1, "require") { // import x = a.b
			r.i++
			r.value()
			return
		}
	}
	r.i++
	if r.is("with") || r.is("assert") {
		r.i = r.after(r.i + 1)
	}
}

// exporting reads the word export and what it is about.
func (r *receivers) exporting() {
	r.i++
	if r.is("type") && (r.kindAt(r.i+1) == '{' || r.isAt(r.i+1, "*")) {
		r.i++
	}
	switch {
	case r.kind() == '{' || r.is("*"):
		for r.i < r.end && r.kind() != '}' && !r.is("from") && !r.is(";") {
			r.noMember(r.i)
			r.i++
		}
		r.take("}")
		if r.take("from") {
			r.i++
		}
	case r.take("default"):
		r.statement()
	case r.take("="):
		r.expression()
	default:
		r.statement()
	}
}
