package ecmascript

import (
	"github.com/contextls/contextls/analysis"
)

// statements reads statements up to the end. Functions and classes are known before.
func (r *receivers) statements() {
	if len(r.scopes) > 1 && r.scopes[len(r.scopes)-1].space == "" {
		for i := r.At; i < r.End; i = r.After(i) {
			if (r.IsAt(i, "function") || r.IsAt(i, "class") || r.IsAt(i, "interface") || r.IsAt(i, "type") || r.IsAt(i, "enum")) && r.KindAt(i+1) == 'n' && (i == r.At || r.NewLine(i) || r.IsAt(i-1, "async")) && !r.isSymbol(r.Str(i+1)) {
				r.hold(r.Str(i+1), analysis.Unknown)
			}
		}
	}
	for r.At < r.End {
		before := r.At
		r.statement()
		if r.At == before {
			r.At++
		}
	}
}

func (r *receivers) block() {
	r.openScope()
	defer r.closeScope()
	r.enter()
	r.Inside(r.statements)
}

// statement reads a statement and declares what it declares in the current scope.
func (r *receivers) statement() {
	if !r.Deeper() {
		return
	}
	defer r.Shallower()
	switch r.Kind() {
	case ';', ',':
		r.At++
		return
	case '{':
		r.block()
		return
	case '@':
		r.At++
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
	next := r.At + 1
	switch word := r.Str(r.At); word {
	case "import":
		if r.KindAt(next) == '(' || r.IsAt(next, ".") {
			return false
		}
		r.importing()
	case "export":
		r.exporting()
	case "declare", "abstract":
		if r.KindAt(next) != 'n' || r.NewLine(next) {
			return false
		}
		r.At++
		r.statement()
	case "const", "let", "var":
		if word == "const" && r.IsAt(next, "enum") {
			r.At++
			r.enum()
			return true
		}
		if k := r.KindAt(next); k != 'n' && k != '{' && k != '[' {
			return false
		}
		r.At++
		r.variables()
	case "function":
		r.functionDeclaration()
	case "async":
		if !r.IsAt(next, "function") || r.NewLine(next) {
			return false
		}
		r.At++
		r.functionDeclaration()
	case "class":
		r.class()
	case "interface", "type", "enum", "namespace", "module", "global":
		if r.NewLine(next) || r.KindAt(next) != 'n' && !(word == "module" && r.KindAt(next) == '"') && !(word == "global" && r.KindAt(next) == '{') {
			return false
		}
		r.typeDeclaration(word)
	case "if", "while", "with":
		n := len(r.narrowed)
		r.At++
		r.Inside(func() { r.expression() })
		r.statement()
		r.narrowed = r.narrowed[:min(n, len(r.narrowed))]
	case "else", "do", "try", "finally":
		r.At++
		r.statement()
	case "for":
		r.loop()
	case "switch":
		r.At++
		r.Inside(func() { r.expression() })
		if r.Kind() == '{' {
			r.block()
		}
	case "case":
		r.At++
		r.expression()
		r.Take(":")
	case "default":
		r.At++
		r.Take(":")
	case "catch":
		r.At++
		r.openScope()
		defer r.closeScope()
		if r.Kind() == '(' {
			r.parameters(expected{})
		}
		r.statement()
	case "return", "throw":
		r.At++
		if r.At >= r.End || r.NewLine(r.At) || r.Is(";") {
			return true
		}
		n := len(r.narrowed)
		if word == "return" {
			r.context = expected{at: r.At, typ: r.declared}
		}
		t := r.expression()
		r.narrowed = r.narrowed[:min(n, len(r.narrowed))]
		if word == "return" {
			r.result = analysis.Either(r.result, r.cleanUnlessLiteral(t))
		}
	case "break", "continue":
		r.At++
		if r.Kind() == 'n' && !r.NewLine(r.At) {
			r.noMember(r.At)
			r.At++
		}
	default:
		if r.IsAt(next, ":") && !r.IsAt(next, "::") { // a label
			r.noMember(r.At)
			r.At += 2
			return true
		}
		return false
	}
	return true
}

// importing reads an import statement.
func (r *receivers) importing() {
	for r.At++; r.At < r.End && r.Kind() != '"' && r.Kind() != ';'; r.At++ {
		if r.Is("require") && r.KindAt(r.At+1) == '(' {
			r.At = r.After(r.At + 1)
			return
		}
		if r.Is("=") && !r.IsAt(r.At+1, "require") { // import x = a.b
			r.At++
			r.value()
			return
		}
	}
	r.At++
	if r.Is("with") || r.Is("assert") {
		r.At = r.After(r.At + 1)
	}
}

// exporting reads the word export and what it is about.
func (r *receivers) exporting() {
	r.At++
	if r.Is("type") && (r.KindAt(r.At+1) == '{' || r.IsAt(r.At+1, "*")) {
		r.At++
	}
	switch {
	case r.Kind() == '{' || r.Is("*"):
		for r.At < r.End && r.Kind() != '}' && !r.Is("from") && !r.Is(";") {
			r.noMember(r.At)
			r.At++
		}
		r.Take("}")
		if r.Take("from") {
			r.At++
		}
	case r.Take("default"):
		r.statement()
	case r.Take("="):
		r.expression()
	default:
		r.statement()
	}
}
