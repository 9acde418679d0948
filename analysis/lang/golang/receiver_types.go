package golang

import (
	"go/ast"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// predeclared are the types of the language.
func predeclared(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16", "int32",
		"int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "true", "false", "iota", "nil":
		return true
	}
	return false
}

// fieldsOf are the fields of a struct type without a name at the top level.
func (r *receivers) fieldsOf(t analysis.TypeExpr) (map[string]analysis.TypeExpr, bool) {
	number, ok := strings.CutPrefix(string(t), "#")
	i, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, false
	}
	return r.local[i], true
}

// typ is what an instance of a type is.
func (r *receivers) typ(e ast.Expr) analysis.TypeExpr {
	switch e := e.(type) {
	case *ast.Ident:
		return r.name(e)
	case *ast.SelectorExpr:
		return r.expr(e)
	case *ast.StarExpr:
		return r.typ(e.X)
	case *ast.ParenExpr:
		return r.typ(e.X)
	case *ast.ArrayType:
		r.expr(e.Len)
		return analysis.Collection("", r.typ(e.Elt))
	case *ast.Ellipsis:
		return analysis.Collection("", r.typ(e.Elt))
	case *ast.MapType:
		return analysis.Collection(r.typ(e.Key), r.typ(e.Value))
	case *ast.ChanType:
		t := r.typ(e.Value)
		return analysis.Collection(t, t)
	case *ast.FuncType:
		r.open()
		defer r.close()
		return r.signature(e)
	case *ast.InterfaceType:
		for _, f := range e.Methods.List {
			r.typ(f.Type)
		}
		return analysis.Foreign
	case *ast.StructType:
		fields := map[string]analysis.TypeExpr{}
		for _, f := range e.Fields.List {
			t := r.typ(f.Type)
			for _, name := range f.Names {
				fields[name.Name] = t
				if len(r.scopes) == 0 {
					r.has(name, t) // of a variable
				}
			}
			if id := typeName(f.Type); len(f.Names) == 0 && id != nil {
				fields[id.Name] = t
			}
		}
		r.local = append(r.local, fields)
		return analysis.TypeExpr("#" + strconv.Itoa(len(r.local)-1))
	case *ast.IndexExpr:
		return r.instance(e.X, e.Index)
	case *ast.IndexListExpr:
		return r.instance(e.X, e.Indices...)
	case *ast.UnaryExpr: // ~T
		return r.typ(e.X)
	case *ast.BinaryExpr:
		r.typ(e.X)
		r.typ(e.Y)
	}
	return analysis.Unknown
}

// instance is a generic type with its arguments. Of those only what an iterator gives is kept.
func (r *receivers) instance(generic ast.Expr, args ...ast.Expr) analysis.TypeExpr {
	var types []analysis.TypeExpr
	for _, a := range args {
		types = append(types, r.typ(a))
	}
	t := r.typ(generic)
	switch {
	case t == "iter.Seq" && len(types) == 1:
		return analysis.Collection(types[0], analysis.Unknown)
	case t == "iter.Seq2" && len(types) == 2:
		return analysis.Collection(types[0], types[1])
	}
	return t
}
