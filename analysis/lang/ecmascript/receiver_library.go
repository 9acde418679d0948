package ecmascript

import "github.com/contextls/contextls/analysis"

// viewLibrary reports whether a specifier is that of React, or of what is written like it.
func viewLibrary(specifier string) bool {
	switch specifier {
	case "react", "preact", "preact/hooks", "preact/compat", "mobx-react", "mobx-react-lite":
		return true
	}
	return false
}

// viewImports are what a file calls the functions of such libraries, and the libraries themselves: theirs is "".
func viewImports(imports []analysis.Import) map[string]string {
	names := map[string]string{}
	for i := range imports {
		if !viewLibrary(imports[i].Specifier) {
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

// viewFunction is the function of such a library that a call is of, "" for another call.
func (r *receivers) viewFunction(name string, receiver, callee analysis.TypeExpr) string {
	if function, known := r.views[string(callee)]; known {
		return function
	}
	if function, known := r.views[string(receiver)]; known && function == "" {
		return name
	}
	return ""
}

// viewTakes is what the nth value is to be that such a function is given, by its type arguments and the values before.
func viewTakes(function string, n int, types, values []analysis.TypeExpr) (e expected) {
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

// viewCall is what such a function gives, by the type arguments and the values that it is given; "" where that is not known.
func (r *receivers) viewCall(function string, types, values []analysis.TypeExpr) analysis.TypeExpr {
	of := func(list []analysis.TypeExpr, n int) analysis.TypeExpr {
		if n < len(list) {
			return clean(list[n])
		}
		return ""
	}
	value := of(values, 0)
	held := of(types, 0)
	if held == "" {
		held = value
		if gives := value.Result(0); function == "useState" && len(value) > 0 && value[0] == '(' {
			held = gives
		}
	}
	switch function {
	case "useState":
		return r.literal(map[string]analysis.TypeExpr{"0": held, "1": analysis.Func(analysis.Foreign).Taking(held)})
	case "useRef", "createRef":
		return r.literal(map[string]analysis.TypeExpr{"current": held})
	case "useMemo":
		return value.Result(0)
	case "useCallback", "memo", "observer":
		return value
	case "createContext":
		return analysis.Collection("", held)
	case "useContext":
		return value.Element()
	case "forwardRef":
		if props := of(types, 1); props != "" {
			return analysis.Func(analysis.Foreign).Taking(props)
		}
		return value
	}
	return ""
}
