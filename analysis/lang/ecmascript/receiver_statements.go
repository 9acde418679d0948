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
	if r.depth++; r.depth > maxNesting {
		r.depth--
		r.i = r.after(r.i)
		return
	}
	defer func() { r.depth-- }()
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
			r.result = either(r.result, clean(t))
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

// variables reads the declarations of const, let and var.
func (r *receivers) variables() {
	for {
		target := r.i
		r.i = r.after(r.i)
		r.take("!")
		declared := analysis.TypeExpr("")
		var making []analysis.TypeExpr
		if r.take(":") {
			r.arguments = nil
			from := r.i
			declared = r.typ()
			if args := r.arguments; len(args) > 0 && r.is("=") && r.sameName(from, r.i+1) {
				making = args
			}
		}
		t := declared
		if r.take("=") {
			r.context = expected{at: r.i, typ: clean(declared)}
			r.making = making
			if v := r.value(); t == "" || t == analysis.Unknown {
				t = v
			}
		}
		r.bind(target, t)
		if !r.take(",") {
			return
		}
	}
}

// sameName reports whether the type that begins at a token is called as the function that is called at another. Such a
// function makes a generic type's values, and gives the functions that it takes what the type is of.
func (r *receivers) sameName(typ, call int) bool {
	for r.kindAt(typ) == 'n' || r.kindAt(typ) == '.' {
		if !r.isAt(call, r.str(typ)) {
			return false
		}
		typ, call = typ+1, call+1
	}
	return r.kindAt(call) == '('
}

// bind declares the names of a target: a name, or a pattern with names.
func (r *receivers) bind(target int, t analysis.TypeExpr) {
	switch r.kindAt(target) {
	case 'n':
		r.declare(target, t)
		return
	case '{', '[':
	default:
		return
	}
	i, isList := r.i, r.tokens[target].kind == '['
	r.i = target
	t = r.patternOf(t)
	r.each(func(n int) {
		rest := r.take("...")
		key := r.i
		if isList {
			element := clean(t).Element()
			if rest {
				element = t
			}
			r.part(element)
			return
		}
		of := analysis.Unknown
		switch {
		case rest:
			r.part(t)
			return
		case r.kind() == '[':
			r.inside(func() { r.expression() })
		default:
			r.i++
		}
		if !r.take(":") {
			of = r.property(key, t)
			if r.take("=") {
				of = either(of, r.value())
			}
			r.declareKnown(key, of)
			return
		}
		if r.kindAt(key) == 'n' {
			of = r.member(key, t)
		}
		r.part(of)
	})
	r.i = i
}

// patternOf is what a pattern takes apart.
func (r *receivers) patternOf(t analysis.TypeExpr) analysis.TypeExpr {
	if t == "" {
		return analysis.Unknown
	}
	return t
}

// part reads a target inside a pattern with its default.
func (r *receivers) part(t analysis.TypeExpr) {
	target := r.i
	r.i = r.after(r.i)
	if r.take("=") {
		t = either(t, r.value())
	}
	r.bind(target, t)
}

// property is what a property holds that a pattern names and binds at once: where it is known whose it is, its name is
// a use of it.
func (r *receivers) property(i int, t analysis.TypeExpr) analysis.TypeExpr {
	if r.kindAt(i) != 'n' {
		return analysis.Unknown
	}
	if fields, ok := r.fieldsOf(t); ok {
		return fields[r.str(i)]
	}
	if t = clean(t); t == "" || t == analysis.Unknown {
		return analysis.Unknown
	}
	return t.Member(r.str(i))
}

// declareKnown declares a name that is a property's, too: if it is known what has the property, the scan is told so.
func (r *receivers) declareKnown(i int, t analysis.TypeExpr) {
	if r.kindAt(i) != 'n' {
		return
	}
	known := clean(t)
	receiver, isMember := cutMember(known, r.str(i))
	if !isMember {
		r.declare(i, t)
		return
	}
	if r.global() && r.own[r.str(i)] {
		r.has(i, t)
		return
	}
	r.hold(r.str(i), t)
	r.b.Receiver(r.tokens[i].start, string(receiver))
}

// loop reads for (…) ….
func (r *receivers) loop() {
	r.openScope()
	defer r.closeScope()
	r.i++
	r.take("await")
	r.inside(func() {
		if !r.is("const") && !r.is("let") && !r.is("var") {
			for r.i < r.end {
				before := r.i
				r.expression()
				if !r.take(";") && !r.take("of") && r.i == before {
					r.i++
				}
			}
			return
		}
		target := r.i + 1
		if after := r.after(target); r.isAt(after, "of") || r.isAt(after, "in") {
			of := r.isAt(after, "of")
			r.i = after + 1
			t := clean(r.expression())
			switch {
			case !of:
				r.bind(target, t.Key())
			case r.kindAt(target) == '[':
				r.pair(target, t)
			default:
				r.bind(target, t.Element())
			}
			return
		}
		r.i++
		r.variables()
		for r.i < r.end {
			before := r.i
			r.expression()
			if !r.take(";") && r.i == before {
				r.i++
			}
		}
	})
	r.statement()
}

// pair binds the key and the element of a collection.
func (r *receivers) pair(target int, t analysis.TypeExpr) {
	i := r.i
	r.i = target
	r.each(func(n int) {
		if n == 0 {
			r.part(t.Key())
		} else {
			r.part(t.Element())
		}
	})
	r.i = i
}
