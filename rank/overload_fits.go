package rank

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// How well a value of a type fits a parameter of another.
const (
	fitsNot     = 0
	fitsAny     = 1 // it takes any object
	fitsPerhaps = 2 // one may derive from the other, which is not known
	fitsWidened = 3
	fitsClosely = 4
	fitsExactly = 5
)

// fits is how well a value of a type, "" for an unknown one, fits a parameter of another.
func (o *overloads) fits(arg, param string) int {
	argBox, argIsPrimitive := boxes(arg)
	box, paramIsPrimitive := boxes(param)
	takesAny := param == "Object" || len(param) == 1
	isArray := strings.HasSuffix(param, "[]")
	switch {
	case arg == param:
		return fitsExactly
	case arg == "":
		return fitsPerhaps
	case arg == "null":
		return either(paramIsPrimitive, fitsNot, fitsPerhaps)
	case arg == lambdaType:
		return either(paramIsPrimitive || takesAny || isArray || param == "String" || param == "Class", fitsNot, fitsPerhaps)
	case argIsPrimitive && paramIsPrimitive:
		return widens(arg, param)
	case argIsPrimitive && param == argBox, paramIsPrimitive && arg == box:
		return fitsWidened
	case argIsPrimitive:
		return either(takesAny || param == "Number" && arg != "boolean" && arg != "char", fitsAny, fitsNot)
	case paramIsPrimitive:
		return fitsNot
	case takesAny:
		return fitsAny
	case arg == "String" && (param == "CharSequence" || param == "Comparable"), arg == "Class" && param == "Type":
		return fitsClosely
	case arg == "String", arg == "Class", param == "String", strings.HasSuffix(arg, "[]") != isArray:
		return fitsNot
	}
	if heirs := o.heirsOf(param); heirs != nil {
		return either(heirs[arg], fitsClosely, fitsNot)
	}
	return fitsPerhaps
}

func either(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// heirsOf are the names of the types that derive from one of the folder; nil where it has none of that name.
func (o *overloads) heirsOf(name string) map[string]bool {
	heirs, known := o.heirs[name]
	if known {
		return heirs
	}
	for _, n := range o.ix.definers(name) {
		symbols := o.ix.symbols(n)
		for i := range symbols {
			if s := &symbols[i]; s.Name != name || s.Kind < analysis.Class || s.Kind > analysis.TypeAlias {
				continue
			}
			if heirs == nil {
				heirs = map[string]bool{}
			}
			for _, d := range o.ix.graph.Derived(n, i) {
				heirs[o.ix.symbols(d.File)[d.Symbol].Name] = true
			}
		}
	}
	o.heirs[name] = heirs
	return heirs
}

// boxes is the class of a primitive type's values.
func boxes(primitive string) (class string, ok bool) {
	switch primitive {
	case "int":
		return "Integer", true
	case "char":
		return "Character", true
	case "boolean", "byte", "short", "long", "float", "double":
		return strings.ToUpper(primitive[:1]) + primitive[1:], true
	}
	return "", false
}

// widens is how well a number fits where another kind is asked for.
func widens(arg, param string) int {
	const kinds = "byte  short int   long  float double"
	from, to := strings.Index(kinds, arg), strings.Index(kinds, param)
	if arg == "char" {
		from = strings.Index(kinds, "short")
	}
	if arg == "boolean" || param == "boolean" || param == "char" || to < from {
		return fitsNot
	}
	return either(to == from+len("int   "), fitsClosely, fitsWidened)
}
