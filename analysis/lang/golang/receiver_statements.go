package golang

import (
	"go/ast"
	"go/token"

	"github.com/contextls/contextls/analysis"
)

func (r *receivers) block(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	r.open()
	defer r.close()
	r.statements(b.List)
}

func (r *receivers) statements(list []ast.Stmt) {
	for _, s := range list {
		r.statement(s)
	}
}

// statement goes over a statement and declares what it declares in the current scope.
func (r *receivers) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ExprStmt:
		r.expr(s.X)
	case *ast.AssignStmt:
		r.assign(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			r.declaration(d)
		}
	case *ast.BlockStmt:
		r.block(s)
	case *ast.IfStmt:
		r.open()
		defer r.close()
		r.statement(s.Init)
		r.expr(s.Cond)
		r.block(s.Body)
		r.statement(s.Else)
	case *ast.ForStmt:
		r.open()
		defer r.close()
		r.statement(s.Init)
		r.expr(s.Cond)
		r.statement(s.Post)
		r.block(s.Body)
	case *ast.RangeStmt:
		r.open()
		defer r.close()
		r.loop(s)
		r.block(s.Body)
	case *ast.SwitchStmt:
		r.open()
		defer r.close()
		r.statement(s.Init)
		r.expr(s.Tag)
		r.block(s.Body)
	case *ast.TypeSwitchStmt:
		r.typeSwitch(s)
	case *ast.SelectStmt:
		r.block(s.Body)
	case *ast.CaseClause:
		r.open()
		defer r.close()
		for _, x := range s.List {
			r.expr(x)
		}
		r.statements(s.Body)
	case *ast.CommClause:
		r.open()
		defer r.close()
		r.statement(s.Comm)
		r.statements(s.Body)
	case *ast.LabeledStmt:
		r.b.Local(r.at(s.Label.Pos()))
		r.statement(s.Stmt)
	case *ast.BranchStmt:
		if s.Label != nil {
			r.b.Local(r.at(s.Label.Pos()))
		}
	case *ast.GoStmt:
		r.expr(s.Call)
	case *ast.DeferStmt:
		r.expr(s.Call)
	case *ast.ReturnStmt:
		for _, x := range s.Results {
			r.expr(x)
		}
	case *ast.SendStmt:
		r.expr(s.Chan)
		r.expr(s.Value)
	case *ast.IncDecStmt:
		r.expr(s.X)
	}
}

func (r *receivers) assign(s *ast.AssignStmt) {
	types := r.assigned(s.Rhs, len(s.Lhs))
	for i, x := range s.Lhs {
		id, isName := x.(*ast.Ident)
		if s.Tok != token.DEFINE || !isName {
			r.expr(x)
			continue
		}
		if r.scopes[len(r.scopes)-1][id.Name] != "" { // of this very scope: assigned to
			r.b.Local(r.at(id.Pos()))
			continue
		}
		t := types[i]
		if t == "" {
			t = analysis.Unknown
		}
		r.declare(id, t)
	}
}

// declaration declares what a declaration in a function does.
func (r *receivers) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			types := r.values(spec)
			for i, name := range spec.Names {
				r.declare(name, types[i])
			}
		case *ast.TypeSpec:
			if r.own[spec.Name.Name] { // a missing brace drew it in
				r.definition(spec.Type)
				continue
			}
			r.declare(spec.Name, analysis.Foreign) // it may speak of itself
			r.open()
			r.typeParams(spec.TypeParams)
			t := r.typ(spec.Type)
			r.close()
			r.declare(spec.Name, t)
		}
	}
}

// loop declares the variables of a loop.
func (r *receivers) loop(s *ast.RangeStmt) {
	t := r.expr(s.X)
	for i, x := range []ast.Expr{s.Key, s.Value} {
		id, isName := x.(*ast.Ident)
		switch {
		case x == nil:
		case s.Tok != token.DEFINE || !isName:
			r.expr(x)
		case i == 0:
			r.declare(id, t.Key())
		default:
			r.declare(id, t.Element())
		}
	}
}

// typeSwitch declares the variable of a type switch in each of its clauses, which knows its type.
func (r *receivers) typeSwitch(s *ast.TypeSwitchStmt) {
	r.open()
	defer r.close()
	r.statement(s.Init)
	var name *ast.Ident
	t := analysis.Unknown
	switch x := s.Assign.(type) {
	case *ast.ExprStmt:
		r.expr(x.X)
	case *ast.AssignStmt:
		if len(x.Lhs) == 1 && len(x.Rhs) == 1 {
			name, _ = x.Lhs[0].(*ast.Ident)
			t = r.expr(x.Rhs[0])
		}
	}
	for _, clause := range s.Body.List {
		c, ok := clause.(*ast.CaseClause)
		if !ok {
			continue
		}
		r.open()
		narrowed := t
		for _, x := range c.List {
			if one := r.typ(x); len(c.List) == 1 {
				narrowed = one
			}
		}
		if name != nil {
			r.declare(name, narrowed)
		}
		r.statements(c.Body)
		r.close()
	}
}
