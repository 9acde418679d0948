package protocol

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wireType is a type as it goes over the wire: an object, or an alias of one of Go's own types.
type wireType struct {
	name, doc string // doc without the name at its beginning
	methods   []method
	fields    []wireField
	alias     string   // the type that an alias stands for; "" for an object
	values    []string // all that an alias can have; none: not listed
}

// wireField is a field of an object; what it embeds is in its place.
type wireField struct {
	name, doc string
	optional  bool
	expr      ast.Expr
	values    []string // as in wireType
}

// method is a custom request or notification that a type belongs to, as its comment says.
type method struct {
	name string
	role role
}

type role uint8

const (
	parameters role = iota
	answer
	notification
)

// wireTypes reads the types of the package, and their comments, from its source.
func wireTypes(t *testing.T) map[string]wireType {
	t.Helper()
	specs := map[string]*ast.TypeSpec{}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				for _, s := range d.Specs {
					s := s.(*ast.TypeSpec)
					if !d.Lparen.IsValid() {
						s.Doc = d.Doc
					}
					specs[s.Name.Name] = s
				}
			}
		}
	}
	types := map[string]wireType{}
	for name, s := range specs {
		w := wireType{name: name}
		comment := commentOf(s.Doc, s.Comment)
		w.doc, w.values = splitValues(regexp.MustCompile(`^`+name+` (is|are) `).ReplaceAllString(comment, ""))
		switch e := s.Type.(type) {
		case *ast.StructType:
			w.methods, w.fields = methodsOf(w.doc), fieldsOf(t, e, specs)
		case *ast.Ident:
			w.alias = e.Name
		}
		types[name] = w
	}
	return types
}

// fieldsOf are the fields that have a name on the wire, those of embedded types among them.
func fieldsOf(t *testing.T, s *ast.StructType, specs map[string]*ast.TypeSpec) (fields []wireField) {
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 {
			fields = append(fields, fieldsOf(t, specs[f.Type.(*ast.Ident).Name].Type.(*ast.StructType), specs)...)
			continue
		}
		if f.Tag == nil {
			continue
		}
		tag, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			t.Fatal(err)
		}
		name, option, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(tag, `json:"`), `"`), ",")
		w := wireField{name: name, optional: option == "omitzero", expr: f.Type}
		w.doc, w.values = splitValues(commentOf(f.Doc, f.Comment))
		fields = append(fields, w)
	}
	return fields
}

func commentOf(groups ...*ast.CommentGroup) string {
	var all []string
	for _, g := range groups {
		all = append(all, strings.Fields(g.Text())...)
	}
	return strings.Join(all, " ")
}

var oneOf = regexp.MustCompile(`(?:^|\. )[Oo]ne of: (.*)$`)

// splitValues takes the list of a type's values from the end of its comment.
func splitValues(comment string) (doc string, values []string) {
	at := oneOf.FindStringSubmatchIndex(comment)
	if at == nil {
		return strings.TrimSuffix(comment, "."), nil
	}
	return comment[:at[0]], strings.Split(comment[at[2]:at[3]], ", ")
}

var (
	ofMethod   = regexp.MustCompile(`^the (parameters of|answer to|parameters of the notification) context/`)
	methodName = regexp.MustCompile(`context/\w+`)
)

// methodsOf are the methods that a comment names where it says what the type is.
func methodsOf(doc string) (all []method) {
	m := ofMethod.FindStringSubmatch(doc)
	if m == nil {
		return nil
	}
	r := map[string]role{"parameters of": parameters, "answer to": answer, "parameters of the notification": notification}[m[1]]
	for _, name := range methodName.FindAllString(doc, -1) {
		all = append(all, method{name, r})
	}
	return all
}

// reachable are the names of the types that methods need, and of those that these need.
func reachable(types map[string]wireType) map[string]bool {
	found := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		w, known := types[name]
		if !known || found[name] {
			return
		}
		found[name] = true
		for _, f := range w.fields {
			ast.Inspect(f.expr, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					visit(id.Name)
				}
				return true
			})
		}
	}
	for name, w := range types {
		if len(w.methods) > 0 {
			visit(name)
		}
	}
	return found
}

// requests are the names of the parameters' and the answer's type by method. A request that lacks one of
// them fails the test.
func requests(t *testing.T, types map[string]wireType) map[string][2]string {
	t.Helper()
	all := map[string][2]string{}
	for name, w := range types {
		for _, m := range w.methods {
			if m.role != notification {
				pair := all[m.name]
				pair[m.role] = name
				all[m.name] = pair
			}
		}
	}
	for method, pair := range all {
		if pair[parameters] == "" || pair[answer] == "" {
			t.Errorf("%s has the types %q: their comments have to name it", method, pair)
		}
	}
	return all
}

// A comment says everything that is not in the type.
func TestWireTypes(t *testing.T) {
	types := wireTypes(t)
	n := notation{own: map[string]string{"int": "number"}, record: "%s→%s", null: "null", or: "|"}
	if got := types["PackParams"]; len(got.methods) != 1 || got.methods[0] != (method{"context/pack", parameters}) {
		t.Errorf("PackParams belong to %v", got.methods)
	}
	var got []string
	for _, name := range []string{"ImportEdge", "ScanParams", "Property"} {
		for _, f := range types[name].fields {
			got = append(got, fmt.Sprintf("%s.%s:%v:%s", name, f.name, f.optional, n.typeOf(f)))
		}
	}
	for _, want := range []string{"ImportEdge.imported:false:FileURI|null", "ScanParams.mode:true:'full'|'incremental'",
		"ScanParams.workspaceFolder:true:FileURI", "Property.minimum:true:number", "ImportEdge.status:false:ImportStatus"} {
		if !slices.Contains(got, want) {
			t.Errorf("there is no %s in %v", want, got)
		}
	}
	if all := slices.Sorted(maps.Keys(requests(t, types))); len(all) == 0 || !slices.Contains(all, "context/impact") {
		t.Errorf("the requests are %v", all)
	}
	if found := reachable(types); found["Change"] || found["ExportFile"] || !found["ImportCounts"] {
		t.Errorf("methods need %v", slices.Sorted(maps.Keys(found)))
	}
}
