package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// typ reads a type, and gives what its instances are.
func (r *receivers) typ() analysis.TypeExpr {
	t := r.alternatives()
	if !r.is("extends") || r.newLine(r.i) {
		return t
	}
	r.i++ // a conditional type
	r.alternatives()
	if !r.take("?") {
		return t
	}
	r.typ()
	if r.take(":") {
		r.typ()
	}
	return analysis.Unknown
}

// alternatives reads a union. An intersection has the members of all, too.
func (r *receivers) alternatives() (t analysis.TypeExpr) {
	for first := true; ; first = false {
		bar := r.take("|") || r.take("&")
		if !first && !bar {
			return t
		}
		if one := r.oneType(); t == "" {
			t = one
		} else {
			t = either(t, one)
		}
	}
}

// oneType reads a type with what stands behind it: [] or an index.
func (r *receivers) oneType() analysis.TypeExpr {
	t := r.simpleType()
	for r.kind() == '[' && !r.newLine(r.i) {
		open := r.i
		switch index := open + 1; {
		case r.isAt(index, "]"):
			r.i = r.after(open)
			t = analysis.Collection("", t)
		case r.kindAt(index) == '"' && r.isAt(index+1, "]"):
			r.i = r.after(open)
			if fields, ok := r.fieldsOf(t); ok {
				t = fields[unquote(r.str(index))]
			} else if t = clean(t); t != "" {
				t = t.Member(unquote(r.str(index)))
			}
		default:
			number := r.isAt(index, "number")
			r.inside(func() { r.typ() })
			if number {
				t = t.Element()
			} else {
				t = analysis.Unknown
			}
		}
	}
	return t
}

func (r *receivers) simpleType() analysis.TypeExpr {
	switch r.kind() {
	case '(':
		if r.isAt(r.after(r.i), "=>") {
			return r.functionType()
		}
		t := analysis.Unknown
		r.inside(func() { t = r.typ() })
		return t
	case '<':
		return r.functionType()
	case '{':
		return r.objectType()
	case '[':
		t := analysis.TypeExpr("")
		r.each(func(int) {
			r.take("...")
			if r.kind() == 'n' && (r.isAt(r.i+1, ":") || r.isAt(r.i+1, "?") && r.isAt(r.i+2, ":")) {
				r.noMember(r.i)
				r.i++
				r.take("?")
				r.i++
			}
			t = either(t, r.typ())
			r.take("?")
		})
		return analysis.Collection("", t)
	case '"', '0':
		r.i++
		return analysis.Foreign
	case '-':
		r.i++
		return r.simpleType()
	case '`':
		r.i++
		for r.kind() == '$' {
			r.inside(func() { r.typ() })
		}
		return analysis.Foreign
	case 'n':
		return r.namedType()
	}
	return analysis.Unknown
}

func (r *receivers) namedType() analysis.TypeExpr {
	switch word := r.str(r.i); word {
	case "keyof", "unique":
		r.i++
		r.oneType()
		return analysis.Foreign
	case "readonly", "abstract":
		r.i++
		return r.oneType()
	case "new":
		r.i++
		return r.functionType()
	case "infer":
		r.i++
		if r.kind() == 'n' {
			r.b.Local(r.tokens[r.i].start)
			r.hold(r.str(r.i), analysis.Unknown)
			r.i++
		}
		return analysis.Unknown
	case "asserts":
		if r.kindAt(r.i+1) == 'n' && !r.newLine(r.i+1) {
			r.i++
			return r.namedType()
		}
	case "typeof":
		r.i++
		if r.kind() == 'n' && !r.is("import") {
			return r.entity()
		}
	case "this":
		r.i++
		if r.take("is") {
			r.typ()
		}
		return r.this
	case "import":
		r.i = r.after(r.i + 1)
		for r.is(".") && r.kindAt(r.i+1) == 'n' {
			r.noMember(r.i + 1)
			r.i += 2
		}
		r.typeArguments()
		return analysis.Unknown
	case "any", "unknown", "object":
		r.i++
		return analysis.Unknown
	case "string", "number", "boolean", "void", "null", "undefined", "never", "bigint", "symbol", "true", "false":
		r.i++
		return analysis.Foreign
	}
	if r.isAt(r.i+1, "is") && !r.newLine(r.i+1) {
		r.name(r.i)
		r.i += 2
		r.typ()
		return analysis.Foreign
	}
	first := r.i
	t := r.entity()
	args := r.typeArguments()
	r.arguments = args
	if t == analysis.Foreign && first+1 <= r.i {
		return libraryType(r.str(first), args)
	}
	return t
}

// entity reads a name with qualifiers.
func (r *receivers) entity() analysis.TypeExpr {
	t := r.name(r.i)
	r.i++
	for r.is(".") && r.kindAt(r.i+1) == 'n' {
		t = r.member(r.i+1, t)
		r.i += 2
	}
	return t
}

// typeArguments reads the arguments of a generic type.
func (r *receivers) typeArguments() (args []analysis.TypeExpr) {
	if !r.take("<") {
		return nil
	}
	for r.i < r.end && !r.is(">") {
		before := r.i
		args = append(args, r.typ())
		if !r.take(",") && !r.is(">") {
			if r.i == before {
				break
			}
		}
	}
	r.take(">")
	return args
}

// libraryType is what a generic type of the language gives of its arguments.
func libraryType(name string, args []analysis.TypeExpr) analysis.TypeExpr {
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return args[n]
		}
		return analysis.Unknown
	}
	if len(args) == 0 {
		return analysis.Foreign
	}
	switch name {
	case "Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Exclude", "Extract", "Omit", "Pick",
		"InstanceType", "NoInfer", "ThisType":
		return arg(0)
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator", "Generator",
		"AsyncGenerator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "ArrayLike":
		return analysis.Collection("", arg(0))
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		return analysis.Collection(arg(0), arg(1))
	case "ReturnType":
		return arg(0).Result(0)
	}
	return analysis.Foreign
}

// typeParameters declares them: of each is known what it must be.
func (r *receivers) typeParameters() {
	if !r.take("<") {
		return
	}
	for r.i < r.end && !r.is(">") {
		before := r.i
		for (r.is("const") || r.is("in") || r.is("out")) && r.kindAt(r.i+1) == 'n' && !r.isAt(r.i+1, "extends") {
			r.i++
		}
		if r.kind() == 'n' {
			name := r.i
			r.i++
			r.b.Local(r.tokens[name].start)
			r.hold(r.str(name), analysis.Unknown)
			bound := analysis.Unknown
			if r.take("extends") {
				bound = clean(r.alternatives())
			}
			if r.take("=") {
				r.typ()
			}
			if strings.ContainsRune("[(!", rune((bound + "?")[0])) {
				bound = analysis.Unknown
			}
			r.hold(r.str(name), bound)
		}
		if !r.take(",") && r.i == before {
			r.i++
		}
	}
	r.take(">")
}

// functionType reads (a: A) => B.
func (r *receivers) functionType() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	if r.kind() != '(' {
		return analysis.Unknown
	}
	params := r.parameters(expected{})
	if !r.take("=>") {
		return analysis.Unknown
	}
	return analysis.Func(clean(r.typ())).Taking(params...)
}

// objectType reads the members of an object type.
func (r *receivers) objectType() analysis.TypeExpr {
	fields := map[string]analysis.TypeExpr{}
	if more := r.typeMembers(fields); more != "" {
		return more
	}
	return r.literal(fields)
}

// typeMembers reads the members of an interface or an object type; it gives what it is beside these: a function, a
// collection, or "".
func (r *receivers) typeMembers(fields map[string]analysis.TypeExpr) (more analysis.TypeExpr) {
	r.inside(func() {
		for r.i < r.end {
			before := r.i
			if t := r.typeMember(fields); t != "" {
				more = t
			}
			if r.i == before {
				r.i++
			}
		}
	})
	return more
}

func (r *receivers) typeMember(fields map[string]analysis.TypeExpr) (more analysis.TypeExpr) {
	if r.take(";") || r.take(",") {
		return ""
	}
	accessor := false
	for r.kind() == 'n' && (r.is("readonly") || r.is("get") || r.is("set") || r.is("static")) && (r.kindAt(r.i+1) == 'n' || r.kindAt(r.i+1) == '[' || r.kindAt(r.i+1) == '"') {
		accessor = accessor || !r.is("readonly")
		r.i++
	}
	if r.is("-") || r.is("+") {
		r.i++
		r.take("readonly")
	}
	switch {
	case r.kind() == '(' || r.kind() == '<':
		return r.signature()
	case r.is("new") && (r.isAt(r.i+1, "(") || r.isAt(r.i+1, "<")):
		r.i++
		r.signature()
		return ""
	case r.kind() == '[':
		return r.indexSignature()
	case r.kind() != 'n' && r.kind() != '"' && r.kind() != '0':
		return ""
	}
	name := r.i
	r.i++
	r.take("?")
	t := analysis.Unknown
	switch {
	case r.kind() == '(' || r.kind() == '<':
		if t = r.signature(); accessor {
			t = t.Result(0)
		}
	case r.take(":"):
		t = r.typ()
	}
	r.noMember(name)
	r.has(name, t)
	fields[unquote(r.str(name))] = t
	return ""
}

// signature reads (a: A): B.
func (r *receivers) signature() analysis.TypeExpr {
	r.openScope()
	defer r.closeScope()
	r.typeParameters()
	var params []analysis.TypeExpr
	if r.kind() == '(' {
		params = r.parameters(expected{})
	}
	t := analysis.Unknown
	if r.take(":") {
		t = clean(r.typ())
	}
	return analysis.Func(t).Taking(params...)
}

// indexSignature reads [key: string]: T, the name of a computed member, or [K in Keys]: T.
func (r *receivers) indexSignature() analysis.TypeExpr {
	open := r.i
	isIndex, isMapped := r.isAt(open+2, ":"), r.isAt(open+2, "in")
	r.openScope()
	defer r.closeScope()
	key := analysis.Unknown
	r.inside(func() {
		if isIndex || isMapped {
			r.declareLocal(r.i)
			r.i += 2
			key = r.typ()
			if r.take("as") {
				r.typ()
			}
			return
		}
		r.expression()
	})
	for r.is("?") || r.is("-") || r.is("+") {
		r.i++
	}
	t := analysis.Unknown
	switch {
	case r.take(":"):
		t = r.typ()
	case r.kind() == '(' || r.kind() == '<':
		r.signature()
	}
	switch {
	case isIndex, isMapped:
		return analysis.Collection(key, t)
	}
	return ""
}

// declareLocal declares a name that is no symbol.
func (r *receivers) declareLocal(i int) {
	if i < r.end && r.tokens[i].kind == 'n' {
		r.b.Local(r.tokens[i].start)
		r.hold(r.str(i), analysis.Unknown)
	}
}
