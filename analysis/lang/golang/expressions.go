package golang

import (
	"go/ast"
	"go/token"
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

// element is an expression in a composite literal, whose type may have been left out.
func (r *receivers) element(e ast.Expr, t analysis.TypeExpr) {
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
		r.literal(lit, t)
		return
	}
	r.expr(e)
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
