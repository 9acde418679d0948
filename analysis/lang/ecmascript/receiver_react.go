package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// isReact reports whether a specifier is that of React, or of what is written like it.
func isReact(specifier string) bool {
	switch specifier {
	case "react", "preact", "preact/hooks", "preact/compat", "mobx-react", "mobx-react-lite":
		return true
	}
	return false
}

// reactImports are what a file calls the functions of such libraries, and the libraries themselves: theirs is "".
func reactImports(imports []analysis.Import) map[string]string {
	names := map[string]string{}
	for i := range imports {
		if !isReact(imports[i].Specifier) {
			continue
		}
		for _, n := range imports[i].Names {
			if n.Name == "default" {
				n.Name = ""
			}
			names[n.Local] = n.Name
		}
		if imports[i].Local != "" {
			names[imports[i].Local] = ""
		}
	}
	return names
}

// reactName is the function of such a library that a call is of, "" for another call.
func (r *receivers) reactName(name string, receiver, callee analysis.TypeExpr) string {
	if function, known := r.react[string(callee)]; known {
		return function
	}
	if function, known := r.react[string(receiver)]; known && function == "" {
		return name
	}
	return ""
}

// isComponent reports whether a type of such a library is that of a component, which takes what its first argument says.
func isComponent(name string) bool {
	switch name {
	case "FC", "FunctionComponent", "VFC", "ComponentType", "ForwardRefRenderFunction":
		return true
	}
	return false
}

// reactTakes is what the nth value is to be that such a function is given, by its type arguments and the values before.
func reactTakes(function string, n int, types, values []analysis.TypeExpr) (e expected) {
	switch {
	case function == "createElement" && n == 1 && len(values) > 0:
		e.typ = clean(values[0]).Param(0)
	case n > 0 || len(types) == 0:
	case function == "forwardRef" && len(types) > 1:
		e.params = []analysis.TypeExpr{clean(types[1]), clean(types[0])}
	case function == "memo":
		e.params = []analysis.TypeExpr{clean(types[0])}
	case function == "useState" || function == "useRef" || function == "createContext":
		e.typ = clean(types[0])
	}
	return e
}

// reactCall is what such a function gives, by the type arguments and the values that it is given; "" where that is not known.
func (r *receivers) reactCall(function string, types, values []analysis.TypeExpr) analysis.TypeExpr {
	of := func(list []analysis.TypeExpr, n int) analysis.TypeExpr {
		if n < len(list) {
			return list[n]
		}
		return ""
	}
	value := of(values, 0)
	held := of(types, 0)
	switch {
	case held != "":
	case function == "useState" && strings.HasPrefix(string(value), "("):
		held = value.Result(0)
	default:
		held = value
	}
	switch function {
	case "useState":
		return r.literal(map[string]analysis.TypeExpr{"0": held, "1": analysis.Func(analysis.Foreign).Taking(clean(held))})
	case "useRef", "createRef":
		return r.literal(map[string]analysis.TypeExpr{"current": held})
	case "useMemo":
		return clean(value).Result(0)
	case "useCallback", "memo", "observer":
		return value
	case "createContext": // which is nothing but that it holds one
		return analysis.Collection("", clean(held))
	case "useContext":
		return clean(value).Element()
	case "forwardRef":
		if props := of(types, 1); props != "" {
			return analysis.Func(analysis.Foreign).Taking(clean(props))
		}
		return value
	}
	return ""
}
