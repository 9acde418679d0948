package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// receivers reads off one file what each of its names holds, by what is declared there: it tells the scan for
// references the receivers of members and the names that are local, and the symbols their types. It goes over
// Go's own syntax tree, once; what a syntax error hides from that is left to the scan.
type receivers struct {
	b *syntax.Builder
	*tree
	own    map[string]bool                // names that the file defines at the top level
	scopes []map[string]analysis.TypeExpr // what local names hold, the innermost scope last; a type is an instance of itself
	local  []map[string]analysis.TypeExpr // the fields of struct types that have no name at the top level
	types  map[defined]analysis.TypeExpr  // of symbols
}

// defined is a definition, by its name and where that stands.
type defined struct {
	line uint32
	name string
}

func readReceivers(b *syntax.Builder, t *tree) {
	if t.file == nil {
		return
	}
	r := &receivers{b: b, tree: t, own: map[string]bool{}, types: map[defined]analysis.TypeExpr{}}
	for _, s := range b.Facts().Symbols {
		if s.Container == "" && s.Kind != analysis.Field && s.Kind != analysis.Method {
			r.own[s.Name] = true
		}
	}
	for _, d := range t.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.function(d)
		case *ast.GenDecl:
			r.topLevel(d)
		}
	}
	symbols := b.Facts().Symbols
	for i := range symbols {
		s := &symbols[i]
		s.Type = r.types[defined{s.Line, s.Name}]
		if strings.Contains(string(s.Type), "#") { // local to this reading
			s.Type = ""
		}
		if s.Type == analysis.Unknown {
			s.Type = ""
		}
	}
}

// has notes the type of a symbol.
func (r *receivers) has(name *ast.Ident, t analysis.TypeExpr) {
	r.types[defined{r.b.Line(r.at(name.Pos())), name.Name}] = t
}

func (r *receivers) open()  { r.scopes = append(r.scopes, nil) }
func (r *receivers) close() { r.scopes = r.scopes[:len(r.scopes)-1] }

// declare says what a local name holds from here on.
func (r *receivers) declare(name *ast.Ident, t analysis.TypeExpr) {
	r.b.Local(r.at(name.Pos()))
	if name.Name == "_" {
		return
	}
	scope := &r.scopes[len(r.scopes)-1]
	if *scope == nil {
		*scope = map[string]analysis.TypeExpr{}
	}
	(*scope)[name.Name] = t
}

// find is what a local name holds.
func (r *receivers) find(name string) (t analysis.TypeExpr, local bool) {
	for _, scope := range slices.Backward(r.scopes) {
		if t, local := scope[name]; local {
			return t, true
		}
	}
	return "", false
}

// member notes that a member is named, of a receiver.
func (r *receivers) member(name *ast.Ident, receiver analysis.TypeExpr) {
	if receiver == analysis.Foreign || strings.HasPrefix(string(receiver), "#") || strings.ContainsRune("[(", rune((receiver + "?")[0])) {
		r.b.Local(r.at(name.Pos())) // nobody's that is in the folder
		return
	}
	if receiver == "" || strings.Contains(string(receiver), "#") {
		receiver = analysis.Unknown
	}
	r.b.Receiver(r.at(name.Pos()), string(receiver))
}

func (r *receivers) function(d *ast.FuncDecl) {
	r.open()
	defer r.close()
	if d.Recv != nil {
		for _, f := range d.Recv.List {
			r.receiverParams(f.Type)
		}
		r.params(d.Recv)
	}
	r.has(d.Name, r.signature(d.Type))
	if d.Body != nil {
		r.block(d.Body)
	}
}

// receiverParams declares the type parameters that a receiver names.
func (r *receivers) receiverParams(t ast.Expr) {
	var params []ast.Expr
	switch t := t.(type) {
	case *ast.StarExpr:
		r.receiverParams(t.X)
	case *ast.ParenExpr:
		r.receiverParams(t.X)
	case *ast.IndexExpr:
		params = []ast.Expr{t.Index}
	case *ast.IndexListExpr:
		params = t.Indices
	}
	for _, p := range params {
		if id, ok := p.(*ast.Ident); ok {
			r.declare(id, analysis.Unknown)
		}
	}
}

// signature declares the parameters and results of a function in the current scope; it gives its type.
func (r *receivers) signature(t *ast.FuncType) analysis.TypeExpr {
	r.typeParams(t.TypeParams)
	r.params(t.Params)
	return analysis.Func(r.params(t.Results)...)
}

// typeParams declares type parameters: what is passed for them is not known, but what they must have is.
func (r *receivers) typeParams(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			r.declare(name, analysis.Unknown)
		}
	}
	for _, f := range list.List {
		r.typ(f.Type)
	}
}

// params declares the names of a list; it gives the type of each.
func (r *receivers) params(list *ast.FieldList) (types []analysis.TypeExpr) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		t := r.typ(f.Type)
		for _, name := range f.Names {
			r.declare(name, t)
			types = append(types, t)
		}
		if len(f.Names) == 0 {
			types = append(types, t)
		}
	}
	return types
}

func (r *receivers) topLevel(d *ast.GenDecl) {
	var implied analysis.TypeExpr // of a constant without a value
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			types := r.values(spec)
			if d.Tok == token.CONST && spec.Type == nil && len(spec.Values) == 0 {
				for i := range types {
					types[i] = implied
				}
			} else if len(types) > 0 {
				implied = types[0]
			}
			for i, name := range spec.Names {
				r.has(name, types[i])
			}
		case *ast.TypeSpec:
			r.open()
			r.typeParams(spec.TypeParams)
			r.has(spec.Name, r.definition(spec.Type))
			r.close()
		}
	}
}

// values are the types of the names that a declaration gives values.
func (r *receivers) values(spec *ast.ValueSpec) []analysis.TypeExpr {
	var declared analysis.TypeExpr
	if spec.Type != nil {
		declared = r.typ(spec.Type)
	}
	types := r.assigned(spec.Values, len(spec.Names))
	if spec.Type != nil {
		for i := range types {
			types[i] = declared
		}
	}
	return types
}

// assigned are the types of values for n names.
func (r *receivers) assigned(values []ast.Expr, n int) []analysis.TypeExpr {
	types := make([]analysis.TypeExpr, n)
	if len(values) == 1 && n > 1 {
		types[0] = r.expr(values[0])
		if call, ok := ast.Unparen(values[0]).(*ast.CallExpr); ok {
			for i := range types {
				types[i] = nth(types[0], call, i)
			}
		} else {
			types[1] = analysis.Foreign // v, ok
		}
		return types
	}
	for i, v := range values {
		if t := r.expr(v); i < n {
			types[i] = t
		}
	}
	return types
}

// definition is the type of a defined type: what it has the members of.
func (r *receivers) definition(t ast.Expr) analysis.TypeExpr {
	var bases []string
	switch t := t.(type) {
	case *ast.StructType:
		for _, f := range t.Fields.List {
			typ := r.typ(f.Type)
			for _, name := range f.Names {
				r.has(name, typ)
			}
			if len(f.Names) == 0 {
				bases = append(bases, string(typ))
				if id := typeName(f.Type); id != nil {
					r.has(id, typ)
				}
			}
		}
	case *ast.InterfaceType:
		for _, f := range t.Methods.List {
			fn, isMethod := f.Type.(*ast.FuncType)
			if !isMethod || len(f.Names) == 0 {
				bases = append(bases, string(r.typ(f.Type)))
				continue
			}
			r.open()
			typ := r.signature(fn)
			r.close()
			for _, name := range f.Names {
				r.has(name, typ)
			}
		}
	default:
		return r.typ(t)
	}
	return analysis.TypeExpr(strings.Join(bases, ","))
}

// typeName is the identifier in the type of an embedded field.
func typeName(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	}
	return nil
}
