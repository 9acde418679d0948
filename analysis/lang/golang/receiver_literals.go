package golang

import (
	"go/ast"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// literal is a composite literal of a type; what stands in it without a type has that of the elements.
func (r *receivers) literal(e *ast.CompositeLit, t analysis.TypeExpr) analysis.TypeExpr {
	fields, isLocal := r.fieldsOf(t)
	collection := strings.HasPrefix(string(t), "[")
	for _, x := range e.Elts {
		kv, keyed := x.(*ast.KeyValueExpr)
		if !keyed {
			r.element(x, t.Element())
			continue
		}
		value := t.Element()
		key, isName := kv.Key.(*ast.Ident)
		switch {
		case isName && isLocal:
			r.b.Local(r.at(key.Pos()))
			value = fields[key.Name]
		case isName && isForeign(e.Type) && !ast.IsExported(key.Name): // no field that could be set here
			r.element(key, t.Key())
		case isName && !collection:
			if _, local := r.find(key.Name); local && t == analysis.Unknown {
				r.b.Local(r.at(key.Pos()))
			} else {
				r.member(key, t)
			}
		default:
			r.element(kv.Key, t.Key())
		}
		r.element(kv.Value, value)
	}
	return t
}

// isForeign reports whether a type is another package's.
func isForeign(t ast.Expr) bool {
	_, ok := t.(*ast.SelectorExpr)
	return ok
}

// element is an expression in a composite literal, whose type may have been left out.
func (r *receivers) element(e ast.Expr, t analysis.TypeExpr) {
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
		r.literal(lit, t)
		return
	}
	r.expr(e)
}
