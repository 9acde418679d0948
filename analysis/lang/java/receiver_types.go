package java

import (
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// typ reads a type, and gives what its instances are: "" where it is left to the value.
func (r *receivers) typ() analysis.TypeExpr {
	r.modifiers()
	if r.Take("?") {
		if r.Take("extends") || r.Take("super") {
			return r.typ()
		}
		return analysis.Unknown
	}
	if r.Kind() != 'n' {
		return analysis.Unknown
	}
	var t analysis.TypeExpr
	switch word := r.Str(r.At); {
	case isPrimitive(word):
		r.At++
		t = analysis.Foreign
	case word == "var" && r.KindAt(r.At+1) == 'n':
		r.At++
		return ""
	default:
		t = r.namedType()
	}
	return r.dimensions(t)
}

// dimensions reads the brackets of an array behind a type, or the dots of a parameter that takes many.
func (r *receivers) dimensions(t analysis.TypeExpr) analysis.TypeExpr {
	for {
		switch {
		case r.Kind() == '[' && r.IsAt(r.At+1, "]"):
			r.At += 2
		case r.Take("..."):
		default:
			return t
		}
		t = analysis.Collection("", t)
	}
}

// namedType reads the name of a type with its arguments.
func (r *receivers) namedType() analysis.TypeExpr {
	t, outside := r.packageName()
	if t == "" {
		t = r.typeName(r.At)
	}
	for {
		name := r.Str(r.At)
		r.At++
		var args []analysis.TypeExpr
		if r.Is("<") {
			args = r.typeArguments()
		}
		if t == analysis.Foreign && (outside || r.Kind() != '.') {
			t = library(name, args)
		} else if len(args) > 0 {
			t = t.Of(args...)
		}
		r.annotations()
		if !r.Is(".") || r.KindAt(r.At+1) != '@' && (r.KindAt(r.At+1) != 'n' || isKeyword(r.Str(r.At+1))) {
			return t
		}
		r.At++
		if r.annotations(); r.Kind() != 'n' {
			return t
		}
		t = r.member(r.At, t)
	}
}

// packageName reads the package before a type's name, if there is one, and gives the type, whose name it leaves to be read:
// what is called by its full name is imported, though no statement says so.
func (r *receivers) packageName() (t analysis.TypeExpr, outside bool) {
	if !r.isPackage(r.At) {
		return "", false
	}
	start := r.At
	outside = r.Is("java") || r.Is("javax") || r.Is("jdk")
	for !isUpper(r.Str(r.At)) {
		r.noName()
		r.At++
	}
	if outside {
		return r.member(r.At, analysis.Foreign), true
	}
	var names []string
	for i := start; i <= r.At; i += 2 {
		names = append(names, r.Str(i))
	}
	full := strings.Join(names, ".")
	cut := strings.LastIndexByte(full, '.')
	pkg, name := full[:cut], full[cut+1:] // of the text itself nothing is kept
	if _, known := r.bound[full]; !known {
		r.bound[full] = pkg
		r.b.Import(analysis.Import{Specifier: pkg, Names: []analysis.Binding{{Name: name, Local: full}}, Implied: true, Line: r.b.Line(r.Tokens[r.At].Start)})
	}
	r.b.Receiver(r.Tokens[r.At].Start, pkg)
	return analysis.TypeExpr(full), false
}

// isPackage reports whether the names that begin at a token are a package and a type in it.
func (r *receivers) isPackage(i int) bool {
	first := i
	for r.KindAt(i) == 'n' && !isUpper(r.Str(i)) && r.KindAt(i+1) == '.' {
		i += 2
	}
	if i == first || r.KindAt(i) != 'n' || !isUpper(r.Str(i)) || isKeyword(r.Str(first)) {
		return false
	}
	name := r.Str(first)
	_, local := r.find(key{'v', name})
	_, bound := r.bound[name]
	field := i == first+2 && r.inherited() != "" // that a type around may have
	return !local && !bound && !field && r.own(name, 'v') == ""
}

// typeArguments reads <A, B>.
func (r *receivers) typeArguments() (args []analysis.TypeExpr) {
	if !r.Take("<") {
		return nil
	}
	for r.At < r.End && !r.Take(">") {
		before := r.At
		args = append(args, r.typ())
		for r.Take("&") {
			r.typ()
		}
		r.Take(",")
		if r.At == before {
			return args
		}
	}
	return args
}

// typeParameters reads <T extends A, U>, and declares these types. Those of a type (numbered) are known by their numbers
// where it is used; of others only what they must be is.
func (r *receivers) typeParameters(numbered bool) {
	if !r.Take("<") {
		return
	}
	for n := 0; r.At < r.End && !r.Take(">"); n++ {
		before := r.At
		r.modifiers()
		if r.Kind() == 'n' {
			i := r.At
			r.b.Local(r.Tokens[i].Start)
			r.hold(key{'t', r.Str(i)}, analysis.Unknown) // its bound may speak of it
			r.At++
			bound := analysis.TypeExpr("")
			if r.Take("extends") {
				bound = r.typ()
				for r.Take("&") {
					bound = analysis.Either(bound, r.typ())
				}
			}
			if numbered {
				bound = parameter(n, bound)
			}
			r.hold(key{'t', r.Str(i)}, bound)
		}
		r.Take(",")
		if r.At == before {
			return
		}
	}
}

// parameter is the nth parameter of a generic type, with what it must be: an Object where nothing is said.
func parameter(n int, bound analysis.TypeExpr) analysis.TypeExpr {
	if !bound.Named() || bound[0] == '#' {
		bound = analysis.Foreign
	}
	return analysis.TypeExpr("#" + strconv.Itoa(n) + "{" + string(bound) + "}")
}

// typeEnd is where the type ends that may begin at a token; -1 where none does.
func (r *receivers) typeEnd(i int) int {
	for {
		for r.KindAt(i) == '@' && r.KindAt(i+1) == 'n' {
			i = r.annotationEnd(i)
		}
		if r.KindAt(i) != 'n' || isKeyword(r.Str(i)) && !isPrimitive(r.Str(i)) {
			return -1
		}
		i++
		if r.IsAt(i, "<") {
			if i = r.argumentsEnd(i); i < 0 {
				return -1
			}
		}
		if !r.IsAt(i, ".") {
			break
		}
		i++
	}
	for r.KindAt(i) == '[' && r.IsAt(i+1, "]") {
		i += 2
	}
	return i
}

// maxArguments is how many tokens type arguments may have.
const maxArguments = 100

// argumentsEnd is where the type arguments end that may begin at a token; -1 where none do.
func (r *receivers) argumentsEnd(i int) int {
	for depth, most := 0, i+maxArguments; i < min(r.End, most); i++ {
		switch r.KindAt(i) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case 'n', ',', '?', '[', ']', '@':
		case '.', '&':
			if r.IsAt(i, "&&") {
				return -1
			}
		default:
			return -1
		}
	}
	return -1
}
