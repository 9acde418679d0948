package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// expression reads an expression with commas.
func (r *receivers) expression() (t analysis.TypeExpr) {
	for {
		t = r.value()
		if !r.take(",") {
			return t
		}
	}
}

// value reads an expression up to a comma, and gives what it holds.
func (r *receivers) value() analysis.TypeExpr {
	if r.depth++; r.depth > maxNesting {
		r.depth--
		r.i = r.after(r.i)
		return analysis.Unknown
	}
	defer func() { r.depth-- }()
	start := r.i
	t := r.logical()
	switch {
	case r.take("?"):
		yes := r.value()
		if r.take(":") {
			return either(yes, r.value())
		}
		return yes
	case r.assigns():
		r.i++
		v := r.value()
		if r.i > start && r.kindAt(start) == 'n' && r.isAt(start+1, "=") {
			r.assigned(r.str(start), v)
		}
		return v
	}
	return t
}

// assigns reports whether the next token is an operator that assigns.
func (r *receivers) assigns() bool {
	if r.i >= r.end || r.kind() == '"' || r.kind() == '`' {
		return false
	}
	op := r.str(r.i)
	switch op {
	case "==", "===", "!=", "!==", "<=":
		return false
	}
	return strings.HasSuffix(op, "=") && !(op == "=" && r.i > 0 && r.kindAt(r.i-1) == '>')
}

// assigned notes what a local name is given of which nothing was known.
func (r *receivers) assigned(name string, t analysis.TypeExpr) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if old, ok := r.scopes[i].names[name]; ok {
			if r.scopes[i].space == "" {
				r.scopes[i].names[name] = either(old, t)
			}
			return
		}
	}
}

// logical reads alternatives: &&, ||, ??.
func (r *receivers) logical() analysis.TypeExpr {
	t := r.comparison()
	for {
		switch {
		case r.take("&&"):
			t = r.comparison()
		case r.take("||"), r.take("??"):
			t = either(t, r.comparison())
		default:
			return t
		}
	}
}

// comparison reads operands with operators between them that give values of the language.
func (r *receivers) comparison() analysis.TypeExpr {
	start := r.i
	t := r.unary()
	for {
		switch {
		case r.newLine(r.i) && (r.is("as") || r.is("satisfies")):
			return t
		case r.is("as") && r.isAt(r.i+1, "const"):
			r.i += 2
		case r.take("as"):
			if as := r.typ(); as != analysis.Unknown {
				t = as
			}
		case r.take("satisfies"):
			r.typ()
		case r.take("instanceof"):
			class := r.unary()
			if r.kindAt(start) == 'n' && r.isAt(start+1, "instanceof") {
				r.narrowed = append(r.narrowed, narrowed{r.str(start), class})
			}
			t = analysis.Foreign
		case r.binary():
			r.i++
			for r.is(">") { // of >> and >>>
				r.i++
			}
			r.take("=")
			r.unary()
			t = analysis.Foreign
		default:
			return t
		}
	}
}

func (r *receivers) binary() bool {
	switch r.kind() {
	case '+', '-', '*', '/', '%', '<', '>', '^':
		return !r.is("++") && !r.is("--") && !r.assigns() && r.kind() != '%' || r.is("%")
	case '=', '!':
		return r.is("==") || r.is("===") || r.is("!=") || r.is("!==")
	case '&', '|':
		return r.is("&") || r.is("|")
	case 'n':
		return r.is("in")
	}
	return false
}

func (r *receivers) unary() analysis.TypeExpr {
	if r.depth++; r.depth > maxNesting {
		r.depth--
		r.i = r.after(r.i)
		return analysis.Unknown
	}
	defer func() { r.depth-- }()
	switch r.kind() {
	case '!', '-', '+', '~':
		n := len(r.narrowed)
		r.i++
		r.unary()
		r.narrowed = r.narrowed[:n]
		return analysis.Foreign
	case 'n':
		switch r.str(r.i) {
		case "typeof", "void", "delete":
			r.i++
			r.unary()
			return analysis.Foreign
		case "await":
			r.i++
			return r.unary()
		case "yield":
			r.i++
			r.take("*")
			if r.i < r.end && !r.newLine(r.i) && r.kind() != ')' && r.kind() != ';' && r.kind() != ',' {
				r.value()
			}
			return analysis.Unknown
		}
	}
	t := r.steps(r.primary())
	if r.is("++") || r.is("--") {
		r.i++
	}
	return t
}

// maxElements is how many elements of an array tell what it has in it.
const maxElements = 8

// primary reads a value without what stands behind it.
func (r *receivers) primary() analysis.TypeExpr {
	start := r.i
	switch r.kind() {
	case '"', '0':
		r.i++
		return analysis.Foreign
	case '`':
		r.template()
		return analysis.Foreign
	case '[':
		t := analysis.TypeExpr("")
		r.each(func(n int) {
			spread := r.take("...")
			v := r.value()
			if spread {
				v = v.Element()
			}
			if n < maxElements { // the others are likely to be of the same types
				t = either(t, v)
			}
		})
		return analysis.Collection("", clean(t))
	case '{':
		return r.object()
	case '(':
		if r.isArrow() {
			return r.arrow()
		}
		t := analysis.Unknown
		r.inside(func() { t = r.expression() })
		return t
	case '<':
		return r.angle()
	case '@':
		r.i++
		return r.primary()
	case 'n':
	default:
		return analysis.Unknown
	}
	if r.isAt(r.i+1, "=>") {
		return r.arrow()
	}
	switch r.str(r.i) {
	case "this":
		r.i++
		return r.this
	case "super":
		r.i++
		return r.super
	case "null", "undefined", "true", "false", "NaN", "Infinity":
		r.i++
		return analysis.Foreign
	case "async":
		if !r.newLine(r.i + 1) {
			switch {
			case r.isAt(r.i+1, "function"), r.kindAt(r.i+1) == 'n' && r.isAt(r.i+2, "=>"):
				r.i++
				return r.contextual(start)
			case r.kindAt(r.i+1) == '(' || r.kindAt(r.i+1) == '<':
				r.i++
				if r.kind() == '<' || r.isArrow() {
					return r.contextual(start)
				}
				r.i--
			}
		}
	case "function":
		return r.functionValue()
	case "class":
		return r.classValue()
	case "new":
		return r.construction()
	case "import":
		r.i++
		if r.kind() == '(' {
			r.each(func(int) { r.value() })
		} else if r.take(".") {
			r.noMember(r.i)
			r.i++
		}
		return analysis.Unknown
	}
	t := r.name(r.i)
	r.i++
	return t
}

// contextual reads a function behind async.
func (r *receivers) contextual(start int) analysis.TypeExpr {
	if r.context.at == start {
		r.context.at = r.i
	}
	return r.primary()
}

// template reads the expressions in a template.
func (r *receivers) template() {
	r.i++
	for r.kind() == '$' {
		r.inside(func() { r.expression() })
	}
}

// angle reads a generic arrow function, a cast, or an element of JSX.
func (r *receivers) angle() analysis.TypeExpr {
	if strings.HasSuffix(r.b.Facts().Language, "react") || !strings.HasPrefix(r.b.Facts().Language, "typescript") {
		if !(r.kindAt(r.i+1) == 'n' && (r.isAt(r.i+2, ",") || r.isAt(r.i+2, "extends"))) {
			r.element()
			return analysis.Foreign
		}
	}
	start := r.i
	r.openScope()
	r.typeParameters()
	arrow := r.kind() == '(' && r.isArrow()
	r.closeScope()
	r.i = start
	if arrow {
		return r.arrow()
	}
	args := r.typeArguments()
	if r.i == start {
		r.i++ // it is no bracket, as in `= << 1`
	}
	r.unary()
	if len(args) > 0 {
		return args[0]
	}
	return analysis.Unknown
}

// element reads an element of JSX. Its texts, the names of its attributes and its closing tag are no tokens.
func (r *receivers) element() {
	r.i++ // <
	if r.kind() == 'n' {
		first := r.str(r.i)[0]
		if 'a' <= first && first <= 'z' && !r.isAt(r.i+1, ".") {
			r.noMember(r.i)
			r.i++
		} else {
			r.entity()
		}
		r.typeArguments()
	}
	for r.i < r.end && !r.is(">") && !r.is("/") {
		switch r.kind() {
		case '{':
			r.inside(func() { r.take("..."); r.expression() })
		case '<':
			r.element()
		default:
			r.i = r.after(r.i)
		}
	}
	if r.take("/") {
		r.take(">")
		return
	}
	r.take(">")
	for r.kind() == '{' || r.kind() == '<' && !r.isAt(r.i+1, "=") {
		if r.kind() == '<' {
			r.element()
		} else {
			r.inside(func() { r.take("..."); r.expression() })
		}
	}
}

// property is what a property of an object is to be.
func property(of analysis.TypeExpr, name string) analysis.TypeExpr {
	if of = clean(of); of == "" || of == analysis.Unknown {
		return ""
	}
	return of.Member(unquote(name))
}

// object reads an object with its values.
func (r *receivers) object() analysis.TypeExpr {
	fields := map[string]analysis.TypeExpr{}
	of := r.expects(r.i).typ
	this, super := r.this, r.super
	t := r.literal(fields)
	r.this, r.super = t, analysis.Unknown
	rest := analysis.TypeExpr("")
	r.each(func(int) {
		if r.take("...") {
			outer := r.this
			r.this = this
			rest = either(rest, r.value())
			r.this = outer
			return
		}
		accessor := false
		for r.kind() == 'n' && (r.is("get") || r.is("set") || r.is("async")) && (r.kindAt(r.i+1) == 'n' || r.kindAt(r.i+1) == '[' || r.kindAt(r.i+1) == '"' || r.kindAt(r.i+1) == '*') {
			accessor = accessor || !r.is("async")
			r.i++
		}
		r.take("*")
		name := r.i
		if r.kind() == '[' {
			r.inside(func() { r.expression() })
		} else {
			r.i++
		}
		v := analysis.Unknown
		switch {
		case r.kind() == '(' || r.kind() == '<':
			r.noMember(name)
			if v = r.function(expected{typ: property(of, r.str(name))}); accessor {
				v = v.Result(0)
			}
		case r.take(":"):
			r.noMember(name)
			r.this = this
			r.context = expected{at: r.i, typ: property(of, r.str(name))}
			v = r.value()
			r.this = t
		case r.kindAt(name) == 'n': // shorthand
			v = r.name(name)
			if r.take("=") {
				r.value()
			}
		}
		if r.kindAt(name) != '[' && name < r.end {
			fields[unquote(r.str(name))] = v
		}
	})
	r.this, r.super = this, super
	if rest = clean(rest); rest != "" && len(fields) == 0 {
		return rest
	}
	if rest != "" { // what is not among the fields may be there
		return rest.Or(t)
	}
	return t
}
