package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// expr is what an expression holds, and notes the members that it names.
func (r *receivers) expr(e ast.Expr) analysis.TypeExpr {
	switch e := e.(type) {
	case *ast.Ident:
		return r.name(e)
	case *ast.SelectorExpr:
		t := r.expr(e.X)
		if fields, ok := r.fieldsOf(t); ok {
			r.b.Local(r.at(e.Sel.Pos()))
			return fields[e.Sel.Name]
		}
		r.member(e.Sel, t)
		return t.Member(e.Sel.Name)
	case *ast.CallExpr:
		return r.call(e)
	case *ast.CompositeLit:
		if e.Type != nil {
			return r.literal(e, r.typ(e.Type))
		}
		return r.literal(e, analysis.Unknown)
	case *ast.UnaryExpr:
		t := r.expr(e.X)
		switch e.Op {
		case token.ARROW:
			return t.Element()
		case token.NOT:
			return analysis.Foreign
		}
		return t
	case *ast.BinaryExpr:
		x, y := r.expr(e.X), r.expr(e.Y)
		switch {
		case e.Op.Precedence() <= token.EQL.Precedence():
			return analysis.Foreign
		case x == analysis.Foreign && e.Op != token.SHL && e.Op != token.SHR:
			return y
		}
		return x
	case *ast.ParenExpr:
		return r.expr(e.X)
	case *ast.StarExpr:
		return r.expr(e.X)
	case *ast.IndexExpr:
		t := r.expr(e.X)
		r.expr(e.Index)
		return t.Element()
	case *ast.IndexListExpr:
		for _, x := range e.Indices {
			r.typ(x)
		}
		return r.expr(e.X)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.Low, e.High, e.Max} {
			r.expr(x)
		}
		return r.expr(e.X)
	case *ast.TypeAssertExpr:
		t := r.expr(e.X)
		if e.Type != nil {
			return r.typ(e.Type)
		}
		return t
	case *ast.FuncLit:
		r.open()
		defer r.close()
		t := r.signature(e.Type)
		r.block(e.Body)
		return t
	case *ast.BasicLit:
		return analysis.Foreign
	case *ast.KeyValueExpr:
		r.expr(e.Key)
		return r.expr(e.Value)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return r.typ(e)
	}
	return analysis.Unknown
}

// name is what a name holds. One of the top level stands for itself.
func (r *receivers) name(id *ast.Ident) analysis.TypeExpr {
	if t, local := r.find(id.Name); local {
		r.b.Local(r.at(id.Pos()))
		return t
	}
	if predeclared(id.Name) && !r.own[id.Name] {
		return analysis.Foreign
	}
	return analysis.TypeExpr(id.Name)
}

// call is what a call gives first.
func (r *receivers) call(e *ast.CallExpr) analysis.TypeExpr {
	t := analysis.Unknown
	builtin, isName := e.Fun.(*ast.Ident)
	if isName {
		_, local := r.find(builtin.Name)
		isName = !local && !r.own[builtin.Name]
	}
	if isName && (builtin.Name == "new" || builtin.Name == "make") && len(e.Args) > 0 {
		t = r.typ(e.Args[0])
		for _, x := range e.Args[1:] {
			r.expr(x)
		}
		return t
	}
	if isName {
		switch builtin.Name {
		case "append":
			for i, x := range e.Args {
				if arg := r.expr(x); i == 0 {
					t = arg
				}
			}
			return t
		case "len", "cap", "copy", "panic", "recover", "delete", "close", "print", "println":
			for _, x := range e.Args {
				r.expr(x)
			}
			return analysis.Foreign
		}
	}
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		t = r.typ(fun) // a conversion
	case *ast.StarExpr:
		t = r.typ(fun.X)
	default:
		t = r.expr(fun)
		if !strings.HasPrefix(string(t), "#") {
			t = t.Result(0)
		}
	}
	for i, x := range e.Args {
		arg := r.expr(x)
		if i == 0 && (t == "sync.OnceValue()" || t == "sync.OnceValues()") { // they pass their argument on
			t = arg
		}
	}
	return t
}

// nth is the nth result of a call of which the first is known.
func nth(first analysis.TypeExpr, call *ast.CallExpr, n int) analysis.TypeExpr {
	if n == 0 {
		return first
	}
	if called, ok := strings.CutSuffix(string(first), "()"); ok {
		return analysis.TypeExpr(called).Result(n)
	}
	if _, ok := call.Fun.(*ast.FuncLit); !ok && first == analysis.Foreign {
		return analysis.Foreign
	}
	return analysis.Unknown
}
