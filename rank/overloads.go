package rank

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// overload is one of several definitions of one name in one type, of which a place means those that it fits best: where
// languages choose by what they are given (Java Language Specification, 15.12.2), by how many arguments there are and, as far
// as the text tells, of which types.
type overload struct {
	symbol *analysis.Symbol
	params []string // their types, without arguments and packages
	many   bool     // the last takes any number
}

// overloads are those that share a name; the first is the one that is asked about.
type overloads struct {
	ix    *Index
	all   []overload
	heirs map[string]map[string]bool // by a type of the folder, what derives from it; nil for another type
}

// overloadsOf are a definition, first, and those that share its name; nil where there is but one, or where the language has none.
func (ix *Index) overloadsOf(of Definition) *overloads {
	file, s := ix.graph.File(of.Node), ix.symbol(of)
	if !file.Language.Overloads || s.Container == "" {
		return nil
	}
	all := []overload{newOverload(s)}
	symbols := ix.symbols(of.Node)
	for i := range symbols {
		if other := &symbols[i]; i != of.Symbol && other.Name == s.Name && other.Container == s.Container {
			all = append(all, newOverload(other))
		}
	}
	if len(all) == 1 {
		return nil
	}
	return &overloads{ix: ix, all: all, heirs: map[string]map[string]bool{}}
}

func newOverload(s *analysis.Symbol) overload {
	o := overload{symbol: s}
	if s.Kind != analysis.Method {
		return o
	}
	_, behind, found := strings.Cut(s.Signature, s.Name+"(")
	if !found {
		return o
	}
	for _, param := range arguments(behind) {
		typ := typeBefore(strings.TrimSpace(param))
		if of, many := strings.CutSuffix(typ, "..."); many {
			typ, o.many = of, true
		}
		o.params = append(o.params, typ)
	}
	return o
}

// means reports whether a place of a definition's name may mean the first of its overloads: none of the others fits it better.
func (f *useFinder) means(o *overloads, place analysis.Span) bool {
	if o == nil {
		return true
	}
	after := strings.TrimLeft(f.text[place.End:], blank)
	if types, _, found := strings.Cut(after, "("); found && strings.HasPrefix(types, "<") && strings.HasSuffix(types, ">") { // new List<A>()
		after = after[len(types):]
	}
	called := strings.HasPrefix(after, "(")
	named := strings.HasSuffix(strings.TrimRight(f.text[:place.Start], blank), "::")
	var args []string
	if called {
		args = f.types(after[1:], place)
	}
	first := 0
	for i := range o.all {
		fit := 0
		switch one := &o.all[i]; {
		case called || named:
			if one.symbol.Kind == analysis.Method {
				fit = 1
			}
			if called && fit > 0 {
				fit += o.fit(one, args)
			}
		case one.symbol.Kind != analysis.Method:
			fit = 1
		}
		if i == 0 {
			first = fit
		} else if fit > first {
			return false
		}
	}
	return true
}

// types are those of the arguments in a text up to the bracket that closes it.
func (f *useFinder) types(text string, place analysis.Span) (all []string) {
	for _, arg := range arguments(text) {
		all = append(all, f.typeOf(strings.TrimSpace(arg), place))
	}
	return all
}

// fit is how well arguments of some types, "" for unknown ones, fit the parameters; 0: not at all.
func (o *overloads) fit(one *overload, args []string) (fit int) {
	if len(args) != len(one.params) && (!one.many || len(args) < len(one.params)-1) {
		return 0
	}
	for i, arg := range args {
		param := one.params[min(i, len(one.params)-1)]
		if one.many && i == len(one.params)-1 && len(args) == len(one.params) && arg == param+"[]" {
			param = arg
		}
		part := o.fits(arg, param)
		if part == 0 {
			return 0
		}
		fit += 2 * part
	}
	fit += 2
	if one.many { // what takes any number is asked last
		fit--
	}
	return fit
}

// fits is how well a value of a type fits a parameter of another, from 4, the same, to 0, not at all.
func (o *overloads) fits(arg, param string) int {
	argBox, argIsPrimitive := boxes(arg)
	box, paramIsPrimitive := boxes(param)
	any := param == "Object" || len(param) == 1
	switch {
	case arg == param:
		return 4
	case arg == "":
		return 2
	case arg == "null":
		return boolean(!paramIsPrimitive, 2)
	case arg == lambdaType:
		return boolean(!paramIsPrimitive && !any && param != "String" && param != "Class" && !strings.HasSuffix(param, "[]"), 2)
	case argIsPrimitive && paramIsPrimitive:
		return widens(arg, param)
	case argIsPrimitive:
		return boolean(param == argBox, 2) + boolean(any || param == "Number", 1)
	case paramIsPrimitive:
		return boolean(arg == box, 2)
	case any:
		return 1
	case arg == "String":
		return boolean(param == "CharSequence", 3) + boolean(param == "Comparable" || param == "Serializable", 1)
	case arg == "Class":
		return boolean(param == "Type", 3)
	case strings.HasSuffix(arg, "[]") != strings.HasSuffix(param, "[]"), param == "String":
		return 0
	}
	if heirs := o.heirsOf(param); heirs != nil {
		return boolean(heirs[arg], 3)
	}
	return 2 // it may derive from it
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

func boolean(is bool, worth int) int {
	if is {
		return worth
	}
	return 0
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
		return 0
	}
	return boolean(to == from+6, 3) + boolean(to != from+6, 2)
}
