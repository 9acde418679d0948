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
	r.i++ // a conditional type: either of its branches
	r.alternatives()
	if !r.take("?") {
		return t
	}
	yes, no := r.typ(), analysis.Unknown
	if r.take(":") {
		no = r.typ()
	}
	switch {
	case no == analysis.Foreign:
		return yes
	case yes == analysis.Foreign:
		return no
	}
	return either(yes, no)
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
			if number || strings.HasPrefix(string(t), "[") { // the latter as of { [K in Keys]: T }[Keys]
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
		if r.is("import") {
			return r.namedType()
		}
		if r.kind() == 'n' {
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
	last := r.i - 1
	args := r.typeArguments()
	r.arguments = args
	if t == analysis.Foreign && first+1 <= r.i {
		t, _ = libraryType(r.str(first), args)
		return t
	}
	if len(args) > 0 && isComponent(r.reactName(r.str(last), analysis.TypeExpr(r.str(first)), t)) {
		return analysis.Func(analysis.Foreign).Taking(args[0])
	}
	return applied(t, args)
}

// applied is a generic type with its arguments.
func applied(t analysis.TypeExpr, args []analysis.TypeExpr) analysis.TypeExpr {
	known := clean(t)
	if len(args) == 0 || known != t {
		return t
	}
	cleaned := make([]analysis.TypeExpr, len(args))
	for i, arg := range args {
		cleaned[i] = clean(arg)
	}
	return known.Of(cleaned...)
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

// libraryType is what a generic type of the language gives of its arguments, and whether it is one of which that is known.
func libraryType(name string, args []analysis.TypeExpr) (t analysis.TypeExpr, known bool) {
	arg := func(n int) analysis.TypeExpr {
		if n < len(args) {
			return args[n]
		}
		return analysis.Unknown
	}
	switch name {
	case "Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Exclude", "Extract", "Omit", "Pick",
		"InstanceType", "NoInfer", "ThisType":
		t = arg(0)
	case "Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "Iterable", "Iterator", "IterableIterator", "Generator",
		"AsyncGenerator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "ArrayLike":
		t = analysis.Collection("", arg(0))
	case "Map", "ReadonlyMap", "WeakMap", "Record":
		t = analysis.Collection(arg(0), arg(1))
	case "ReturnType":
		t = arg(0).Result(0)
	default:
		return analysis.Foreign, false
	}
	if len(args) == 0 {
		t = analysis.Foreign
	}
	return t, true
}
