package golang

import (
	"fmt"
	"go/ast"
	godoc "go/doc"
	"go/parser"
	"go/token"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

// standard are the files of a package of the standard library, by path.
func standard(t *testing.T, dir, pattern string) iter.Seq2[string, []byte] {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", filepath.FromSlash(dir), pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", dir, len(files), err)
	}
	return func(yield func(string, []byte) bool) {
		for _, p := range files {
			src, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(p, src) {
				return
			}
		}
	}
}

// TestGoAstAgrees compares symbols and imports with what go/ast says of some packages of the standard
// library: names, kinds, containers, lines, ranges, and the documentation of functions and types.
func TestGoAstAgrees(t *testing.T) {
	extract := Language().Extract
	symbols := 0
	for _, dir := range []string{"encoding/json", "errors", "go/ast", "iter", "maps", "net/url", "sync/atomic", "text/template", "html/template", "unique"} {
		for p, src := range standard(t, dir, "*.go") {
			facts, err := extract(src)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range facts.Symbols {
				line := fmt.Sprintf("%d %s %s.%s %v %v", s.Line+1, s.Kind, s.Container, s.Name, s.Exported, s.Range)
				if s.Kind == analysis.Function || s.Kind == analysis.Method && strings.HasPrefix(s.Signature, "func") {
					line += " " + begin(s.Doc)
				}
				got = append(got, line)
			}
			for _, i := range facts.Imports {
				got = append(got, fmt.Sprintf("%d import %s %s %v", i.Line+1, i.Specifier, i.Local, i.Star))
			}
			want := astFacts(t, p, src)
			symbols += len(want)
			slices.Sort(got)
			slices.Sort(want)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s/%s (-go/ast +Facts)\n%s", dir, filepath.Base(p), d)
			}
		}
	}
	if symbols < 2000 {
		t.Errorf("only %d symbols compared", symbols)
	}
}

// begin is as much of a sentence as a Doc has even where it is cut, without the brackets of links, which
// go/doc drops.
func begin(sentence string) string {
	sentence = strings.NewReplacer("[", "", "]", "", "…", "").Replace(sentence)
	return sentence[:min(len(sentence), 150)]
}

// astFacts are a file's symbols and imports by go/ast, in the test's notation.
func astFacts(t *testing.T, name string, src []byte) []string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	add := func(name *ast.Ident, kind analysis.Kind, container string, whole ast.Node, doc string) {
		if name.Name == "_" {
			return
		}
		r := analysis.Span{Start: uint32(fset.Position(whole.Pos()).Offset), End: uint32(fset.Position(whole.End()).Offset)}
		line := fmt.Sprintf("%d %s %s.%s %v %v", fset.Position(name.Pos()).Line, kind, container, name.Name, name.IsExported(), r)
		out = append(out, line+doc)
	}
	var members func(typ ast.Expr, container string)
	members = func(typ ast.Expr, container string) {
		var fields []*ast.Field
		kind := analysis.Field
		switch typ := typ.(type) {
		case *ast.StructType:
			fields = typ.Fields.List
		case *ast.InterfaceType:
			fields, kind = typ.Methods.List, analysis.Method
		case *ast.ArrayType:
			members(typ.Elt, container)
		case *ast.MapType:
			members(typ.Value, container)
		case *ast.StarExpr:
			members(typ.X, container)
		}
		for _, f := range fields {
			names := f.Names
			if len(names) == 0 {
				if kind == analysis.Method {
					continue
				}
				names = []*ast.Ident{embeddedName(f.Type)}
			}
			for _, n := range names {
				add(n, kind, container, f, "")
			}
			if len(f.Names) > 0 {
				members(f.Type, container+"."+f.Names[len(f.Names)-1].Name)
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			kind, container := analysis.Function, ""
			if d.Recv != nil {
				kind, container = analysis.Method, embeddedName(d.Recv.List[0].Type).Name
			}
			add(d.Name, kind, container, withoutDoc{d, d.Type.Pos()}, " "+begin(new(godoc.Package).Synopsis(d.Doc.Text())))
		case *ast.GenDecl:
			for _, s := range d.Specs {
				whole := ast.Node(withoutDoc{d, d.TokPos})
				if d.Lparen.IsValid() {
					whole = s
				}
				switch s := s.(type) {
				case *ast.ImportSpec:
					path, _ := strconv.Unquote(s.Path.Value)
					local := ""
					if s.Name != nil && s.Name.Name != "." {
						local = s.Name.Name
					}
					out = append(out, fmt.Sprintf("%d import %s %s %v", fset.Position(s.Path.Pos()).Line, path, local, s.Name != nil && s.Name.Name == "."))
				case *ast.ValueSpec:
					kind := analysis.Variable
					if d.Tok == token.CONST {
						kind = analysis.Constant
					}
					for _, n := range s.Names {
						add(n, kind, "", whole, "")
					}
				case *ast.TypeSpec:
					kind := analysis.TypeAlias
					switch s.Type.(type) {
					case *ast.StructType:
						kind = analysis.Struct
					case *ast.InterfaceType:
						kind = analysis.Interface
					}
					if s.Assign.IsValid() {
						kind = analysis.TypeAlias
					}
					add(s.Name, kind, "", whole, "")
					members(s.Type, s.Name.Name)
				}
			}
		}
	}
	return out
}

// withoutDoc is a declaration from its keyword on.
type withoutDoc struct {
	ast.Node
	from token.Pos
}

func (d withoutDoc) Pos() token.Pos { return d.from }

// embeddedName is the name of the type in a receiver or an embedded field.
func embeddedName(typ ast.Expr) *ast.Ident {
	switch typ := typ.(type) {
	case *ast.Ident:
		return typ
	case *ast.StarExpr:
		return embeddedName(typ.X)
	case *ast.ParenExpr:
		return embeddedName(typ.X)
	case *ast.SelectorExpr:
		return typ.Sel
	case *ast.IndexExpr:
		return embeddedName(typ.X)
	case *ast.IndexListExpr:
		return embeddedName(typ.X)
	}
	return ast.NewIdent("_")
}
