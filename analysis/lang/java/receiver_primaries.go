package java

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// primary reads a value without what stands behind it.
func (r *receivers) primary() analysis.TypeExpr {
	switch r.Kind() {
	case '"', '0':
		r.At++
		return analysis.Foreign
	case '(':
		t, at := analysis.Unknown, r.At
		r.Inside(func() {
			if r.context.at == at {
				r.context.at = r.At
			}
			t = r.value()
		})
		return t
	case '{':
		of := r.expected()
		r.Each(func(int) {
			r.context = expected{r.At, of.Element()}
			r.value()
		})
		return of
	case '@':
		r.annotation()
		return analysis.Foreign
	case 'n':
	default:
		return analysis.Unknown
	}
	switch word := r.Str(r.At); word {
	case "this":
		r.At++
		return r.this()
	case "super":
		r.At++
		if len(r.around) == 0 {
			return analysis.Unknown
		}
		return r.around[len(r.around)-1].super()
	case "new":
		r.At++
		return r.construction(analysis.Foreign)
	case "null", "true", "false":
		r.At++
		if word == "null" {
			return analysis.Unknown
		}
		return analysis.Foreign
	case "switch":
		return r.switches()
	default:
		if isKeyword(word) && !isPrimitive(word) {
			return analysis.Unknown
		}
	}
	if end := r.typeEnd(r.At); end > r.At+1 && r.isType(end) {
		return r.typ()
	}
	if r.isPackage(r.At) {
		t, _ := r.packageName()
		r.At++
		return t
	}
	kind := byte('v')
	if r.KindAt(r.At+1) == '(' {
		kind = 'm'
	}
	r.At++
	return r.name(r.At-1, kind)
}

// isType reports whether what ends at a token is a type of which a method is named, or itself: one with signs that names
// do not have.
func (r *receivers) isType(end int) bool {
	if !r.IsAt(end, "::") && !(r.IsAt(end, ".") && r.IsAt(end+1, "class")) {
		return false
	}
	return r.KindAt(end-1) == '>' || r.KindAt(end-1) == ']' || isPrimitive(r.Str(end-1))
}

// expected is what a value that begins here is to be, if something says it.
func (r *receivers) expected() analysis.TypeExpr {
	if r.context.at == r.At && r.context.typ != "" {
		return r.context.typ
	}
	return analysis.Unknown
}

// steps reads what stands behind a value: members, calls, indexes.
func (r *receivers) steps(t analysis.TypeExpr) analysis.TypeExpr {
	receiver, name := analysis.Unknown, "" // of the member that was read last
	for before := -1; r.At < r.End && r.At > before; {
		before = r.At
		switch {
		case r.Is("."):
			r.At++
			if r.Is("<") {
				r.typeArguments()
			}
			if r.Kind() != 'n' {
				continue
			}
			switch r.Str(r.At) {
			case "class":
				t = analysis.Collection("", t)
			case "this", "super":
			case "new":
				r.noName()
				t = r.construction(t)
				continue
			default:
				name, receiver = r.Str(r.At), t
				t = r.member(r.At, t)
			}
			r.At++
		case r.Is("::"):
			r.At++
			if r.Is("<") {
				r.typeArguments()
			}
			if r.Is("new") {
				r.noName()
				return analysis.Func(t)
			}
			if r.Kind() == 'n' {
				t = r.member(r.At, t)
				r.At++
			}
		case r.Kind() == '[':
			r.Inside(func() { r.value() })
			t = t.Element()
		case r.Kind() == '(':
			args := r.arguments(t)
			switch made := libraryCall(name, args); {
			case receiver == analysis.Foreign && made != "":
				t = made
			case name == "map" && len(args) > 0 && (strings.HasPrefix(string(receiver), "[") || strings.Contains(string(receiver), ".stream()")):
				t = analysis.Collection("", args[0].Result(0))
			case t != "":
				t = t.Result(0)
			}
			name, receiver = "", analysis.Unknown
		default:
			return t
		}
	}
	return t
}

// arguments reads those of a call, and gives what they hold.
func (r *receivers) arguments(callee analysis.TypeExpr) (args []analysis.TypeExpr) {
	label := r.label
	r.label = false
	defer func() { r.label = label }()
	r.Each(func(n int) {
		r.context = expected{r.At, ""}
		if callee != "" {
			r.context.typ = callee.Param(n)
		}
		args = append(args, r.value())
	})
	return args
}

// construction reads what is behind new: of an inner type, behind what it is made in.
func (r *receivers) construction(outer analysis.TypeExpr) analysis.TypeExpr {
	of := r.expected()
	r.modifiers()
	if r.Is("<") {
		r.typeArguments()
	}
	if r.Kind() != 'n' {
		return analysis.Unknown
	}
	var t analysis.TypeExpr
	switch {
	case isPrimitive(r.Str(r.At)):
		r.At++
		t = analysis.Foreign
	case outer != analysis.Foreign:
		t = r.member(r.At, outer)
		r.At++
		if r.Is("<") {
			r.typeArguments()
		}
	default:
		diamond := r.At
		t = r.namedType()
		if r.At > diamond+1 && r.IsAt(r.At-1, ">") && r.IsAt(r.At-2, "<") && of.Named() && of != analysis.Unknown { // it is made for that
			if name, args, ok := strings.Cut(string(of), "{"); ok && name == string(t) {
				t += analysis.TypeExpr("{" + args)
			}
		}
	}
	for r.Kind() == '[' {
		r.Inside(func() { r.value() })
		t = analysis.Collection("", t)
	}
	switch r.Kind() {
	case '(':
		r.arguments(analysis.Unknown)
		if r.Kind() == '{' {
			base := t
			if !base.Named() {
				base = analysis.Foreign
			}
			r.body(class{bases: []analysis.TypeExpr{base}}, false)
		}
	case '{':
		r.context = expected{r.At, t}
		r.primary()
	}
	return t
}
