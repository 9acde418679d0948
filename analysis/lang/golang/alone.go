package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// tree is what Go's own parser makes of a file; nil where it makes nothing of it.
type tree struct {
	file *ast.File
	base token.Pos
}

func (t *tree) at(p token.Pos) uint32 { return uint32(p - t.base) }

func (t *tree) span(from, to token.Pos) analysis.Span {
	return analysis.Span{Start: t.at(from), End: t.at(to)}
}

// readAlone reads a file by Go's own parser, which has to read it for the receivers anyway and takes a fifth of the time. What has
// errors is left to the grammar, which makes more of that, and so is what the two may see differently.
func readAlone(src []byte, found func(...syntax.Capture)) (*tree, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution|parser.AllErrors) // as far as it gets
	if file == nil || fset.File(file.FileStart) == nil {
		return &tree{}, false
	}
	t := &tree{file, token.Pos(fset.File(file.FileStart).Base())}
	if err != nil || bytes.HasPrefix(src, []byte("\ufeff")) {
		return t, false
	}
	lexical(src, found)
	d := treeReader{tree: t, src: src, found: found, whole: true}
	d.node("package", file.Name)
	d.node("name", file.Name)
	d.end()
	for _, decl := range file.Decls {
		ast.Inspect(decl, d.visit)
	}
	return t, d.whole
}

// lexical finds the comments and strings of a source without errors.
func lexical(src []byte, found func(...syntax.Capture)) {
	one := make([]syntax.Capture, 1)
	for at := 0; at < len(src); at++ {
		c, from, name := src[at], at, "opaque"
		switch {
		case c == '"' || c == '\'':
			for at++; src[at] != c; at++ {
				if src[at] == '\\' {
					at++
				}
			}
		case c == '`':
			at += 1 + bytes.IndexByte(src[at+1:], '`')
		case c == '/' && src[at+1] == '*':
			name = "comment"
			at += 3 + bytes.Index(src[at+2:], []byte("*/"))
		case c == '/' && src[at+1] == '/':
			name = "comment"
			if n := bytes.IndexByte(src[at:], '\n'); n >= 0 {
				at += n - 1
			} else {
				at = len(src) - 1
			}
		default:
			continue
		}
		one[0] = syntax.Capture{Name: name, Span: analysis.Span{Start: uint32(from), End: uint32(at + 1)}}
		found(one...)
	}
}

// treeReader finds in a tree what the query finds.
type treeReader struct {
	*tree
	src      []byte
	found    func(...syntax.Capture)
	captures []syntax.Capture // of the match at hand
	whole    bool             // it would be the same
}

func (d *treeReader) add(name string, s analysis.Span) {
	d.captures = append(d.captures, syntax.Capture{Name: name, Span: s})
}

func (d *treeReader) node(name string, n ast.Node) { d.add(name, d.span(n.Pos(), n.End())) }

// end ends the match at hand.
func (d *treeReader) end() {
	d.found(d.captures...)
	d.captures = d.captures[:0]
}

// list adds nodes that stand side by side, from an offset on. The query may take a comment between them for one.
func list[N ast.Node](d *treeReader, from token.Pos, name string, nodes []N) (end token.Pos) {
	for _, n := range nodes {
		d.whole = d.whole && bytes.IndexByte(d.src[d.at(from):d.at(n.Pos())], '/') < 0
		d.node(name, n)
		from = n.End()
	}
	return from
}

func (d *treeReader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		d.function(n)
	case *ast.GenDecl:
		for _, s := range n.Specs {
			d.spec(n, s)
		}
	case *ast.StructType:
		for _, f := range n.Fields.List {
			d.field(f)
		}
	case *ast.InterfaceType:
		for _, f := range n.Methods.List {
			if len(f.Names) > 0 {
				d.node("name", f.Names[0])
				d.node("definition.method", f)
				d.end()
			}
		}
	}
	return true
}

func (d *treeReader) function(f *ast.FuncDecl) {
	if f.Recv != nil {
		if len(f.Recv.List) != 1 {
			d.whole = false
			return
		}
		d.node("receiver", f.Recv.List[0].Type)
	}
	d.node("name", f.Name)
	if f.Body != nil {
		d.node("body", f.Body)
	}
	d.add("definition.func", d.span(f.Type.Func, f.End()))
	d.end()
}

func (d *treeReader) spec(decl *ast.GenDecl, spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.ImportSpec:
		if s.Name != nil {
			d.node("local", s.Name)
			d.node("name", s.Name)
		}
		d.node("path", s.Path)
		d.end()
		return
	case *ast.TypeSpec:
		d.node("name", s.Name)
		d.node("type", s.Type)
		d.add("definition.type", d.span(s.Name.Pos(), s.End()))
	case *ast.ValueSpec:
		at := list(d, s.Pos(), "name", s.Names)
		if s.Type != nil {
			at = list(d, at, "type", []ast.Expr{s.Type})
		}
		list(d, at, "value", s.Values)
		d.node("definition."+decl.Tok.String(), s)
	}
	d.add("declaration", d.span(decl.TokPos, decl.End()))
	d.end()
}

func (d *treeReader) field(f *ast.Field) {
	if len(f.Names) == 0 {
		typ := f.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		d.node("embedded", typ)
	} else {
		list(d, list(d, f.Pos(), "name", f.Names), "type", []ast.Expr{f.Type})
	}
	d.node("definition.field", f)
	d.end()
}
