package rank

import (
	"slices"
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
	named := f.language().Functional && strings.HasSuffix(strings.TrimRight(f.text[:place.Start], blank), "::")
	var args []string
	if called {
		args = f.types(after[1:], place)
	}
	fixed := called && slices.ContainsFunc(o.all, func(one overload) bool { return !one.many && o.surely(&one, args) })
	first := 0
	for i := range o.all {
		fit := 0
		switch one := &o.all[i]; {
		case called || named:
			if one.symbol.Kind == analysis.Method {
				fit = 1
			}
			if called && fit > 0 && !(fixed && one.many) { // what takes any number is asked last
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
		typ := f.typeOf(strings.TrimSpace(arg), place)
		if typ != "" && f.isLocalType(typ) { // of which is not known what it derives from
			typ = ""
		}
		all = append(all, typ)
	}
	return all
}

// isLocalType reports whether a name is that of a type that the text defines in a function, for which there is no symbol, or of a
// type parameter.
func (f *useFinder) isLocalType(name string) (is bool) {
	if is, known := f.locals[name]; known {
		return is
	}
	for _, kind := range []string{" class ", " record ", " enum ", " interface "} {
		_, behind, defines := strings.Cut(f.text, kind+name)
		is = is || defines && (behind == "" || !identifierByte(behind[0]))
	}
	is = is && !slices.ContainsFunc(f.ix.symbols(f.n), func(s analysis.Symbol) bool {
		return s.Name == name && s.Kind >= analysis.Class && s.Kind <= analysis.TypeAlias
	}) || len(name) == 1
	if f.locals == nil {
		f.locals = map[string]bool{}
	}
	f.locals[name] = is
	return is
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
		if part == fitsNot {
			return 0
		}
		fit += part
	}
	return fit + 1
}

// surely reports whether it is known that arguments fit the parameters.
func (o *overloads) surely(one *overload, args []string) bool {
	for i, arg := range args {
		if i < len(one.params) && o.fits(arg, one.params[i]) == fitsPerhaps {
			return false
		}
	}
	return o.fit(one, args) > 0
}
