package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// typ reads a type, and gives what its instances are.
func (r *receivers) typ() analysis.TypeExpr {
	t := r.alternatives()
	if !r.Is("extends") || r.NewLine(r.At) {
		return t
	}
	r.At++ // a conditional type: either of its branches
	r.alternatives()
	if !r.Take("?") {
		return t
	}
	yes, no := r.typ(), analysis.Unknown
	if r.Take(":") {
		no = r.typ()
	}
	switch {
	case no == analysis.Foreign:
		return yes
	case yes == analysis.Foreign:
		return no
	}
	return analysis.Either(yes, no)
}

// alternatives reads a union. An intersection has the members of all, too.
func (r *receivers) alternatives() (t analysis.TypeExpr) {
	for first := true; ; first = false {
		bar := r.Take("|") || r.Take("&")
		if !first && !bar {
			return t
		}
		if one := r.oneType(); t == "" {
			t = one
		} else {
			t = analysis.Either(t, one)
		}
	}
}

// oneType reads a type with what stands behind it: [] or an index.
func (r *receivers) oneType() analysis.TypeExpr {
	t := r.simpleType()
	for r.Kind() == '[' && !r.NewLine(r.At) {
		open := r.At
		switch index := open + 1; {
		case r.IsAt(index, "]"):
			r.At = r.After(open)
			t = analysis.Collection("", t)
		case r.KindAt(index) == '"' && r.IsAt(index+1, "]"):
			r.At = r.After(open)
			if fields, ok := r.fieldsOf(t); ok {
				t = fields[unquote(r.Str(index))]
			} else if t = clean(t); t != "" {
				t = t.Member(unquote(r.Str(index)))
			}
		default:
			number := r.IsAt(index, "number")
			r.Inside(func() { r.typ() })
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
	switch r.Kind() {
	case '(':
		if r.IsAt(r.After(r.At), "=>") {
			return r.functionType()
		}
		t := analysis.Unknown
		r.Inside(func() { t = r.typ() })
		return t
	case '<':
		return r.functionType()
	case '{':
		return r.objectType()
	case '[':
		t := analysis.TypeExpr("")
		r.Each(func(int) {
			r.Take("...")
			if r.Kind() == 'n' && (r.IsAt(r.At+1, ":") || r.IsAt(r.At+1, "?") && r.IsAt(r.At+2, ":")) {
				r.noMember(r.At)
				r.At++
				r.Take("?")
				r.At++
			}
			t = analysis.Either(t, r.typ())
			r.Take("?")
		})
		return analysis.Collection("", t)
	case '"', '0':
		r.At++
		return analysis.Foreign
	case '-':
		r.At++
		return r.simpleType()
	case '`':
		r.At++
		for r.Kind() == '$' {
			r.Inside(func() { r.typ() })
		}
		return analysis.Foreign
	case 'n':
		return r.namedType()
	}
	return analysis.Unknown
}

func (r *receivers) namedType() analysis.TypeExpr {
	switch word := r.Str(r.At); word {
	case "keyof", "unique":
		r.At++
		r.oneType()
		return analysis.Foreign
	case "readonly", "abstract":
		r.At++
		return r.oneType()
	case "new":
		r.At++
		return r.functionType()
	case "infer":
		r.At++
		if r.Kind() == 'n' {
			r.b.Local(r.Tokens[r.At].Start)
			r.hold(r.Str(r.At), analysis.Unknown)
			r.At++
		}
		return analysis.Unknown
	case "asserts":
		if r.KindAt(r.At+1) == 'n' && !r.NewLine(r.At+1) {
			r.At++
			return r.namedType()
		}
	case "typeof":
		r.At++
		if r.Is("import") {
			return r.namedType()
		}
		if r.Kind() == 'n' {
			return r.entity()
		}
	case "this":
		r.At++
		if r.Take("is") {
			r.typ()
		}
		return r.this
	case "import":
		r.At = r.After(r.At + 1)
		for r.Is(".") && r.KindAt(r.At+1) == 'n' {
			r.noMember(r.At + 1)
			r.At += 2
		}
		r.typeArguments()
		return analysis.Unknown
	case "any", "unknown", "object":
		r.At++
		return analysis.Unknown
	case "string", "number", "boolean", "void", "null", "undefined", "never", "bigint", "symbol", "true", "false":
		r.At++
		return analysis.Foreign
	}
	if r.IsAt(r.At+1, "is") && !r.NewLine(r.At+1) {
		r.name(r.At)
		r.At += 2
		r.typ()
		return analysis.Foreign
	}
	first := r.At
	t := r.entity()
	last := r.At - 1
	args := r.typeArguments()
	r.arguments = args
	if t == analysis.Foreign && first+1 <= r.At {
		t, _ = libraryType(r.Str(first), args)
		return t
	}
	if len(args) > 0 && isComponent(r.reactName(r.Str(last), analysis.TypeExpr(r.Str(first)), t)) {
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
	t := r.name(r.At)
	r.At++
	for r.Is(".") && r.KindAt(r.At+1) == 'n' {
		t = r.member(r.At+1, t)
		r.At += 2
	}
	return t
}

// typeArguments reads the arguments of a generic type.
func (r *receivers) typeArguments() (args []analysis.TypeExpr) {
	if !r.Take("<") {
		return nil
	}
	for r.At < r.End && !r.Is(">") {
		before := r.At
		args = append(args, r.typ())
		if !r.Take(",") && !r.Is(">") {
			if r.At == before {
				break
			}
		}
	}
	r.Take(">")
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
