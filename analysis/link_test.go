package analysis

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// plain is a language for tests: an import's specifier is a path, and may end in #T for a type's members;
// a directory of files with the same package clause is a package.
func plain() *Language {
	return &Language{ID: "plain", Family: "plain", NewResolver: func(t *Tree) Resolver { return plainResolver{t} }}
}

type plainResolver struct{ tree *Tree }

func (r plainResolver) Resolve(from string, imp *Import) Resolution {
	if full, ok := strings.CutPrefix(imp.Specifier, fullSign); ok { // of a name, with its file
		file, _, _ := strings.Cut(full, fullSign)
		return r.Resolve(from, &Import{Specifier: file})
	}
	if outer, path, ok := strings.Cut(imp.Specifier, "#"); ok {
		res := r.Resolve(from, &Import{Specifier: outer})
		res.Within = path
		return res
	}
	members := map[string][]string{}
	for _, n := range imp.Names {
		if sub := imp.Specifier + "." + n.Name; r.tree.Has(sub) {
			members[n.Name] = []string{sub}
		}
	}
	if r.tree.Has(imp.Specifier) {
		return Resolution{Files: []string{imp.Specifier}, Members: members, Local: path.Base(imp.Specifier)}
	}
	if files := r.tree.Dir(imp.Specifier); len(files) > 0 {
		return Resolution{Files: files, Local: path.Base(imp.Specifier), MustDefine: true}
	}
	return Resolution{Status: Unresolved}
}

func (r plainResolver) Siblings(p string) []string {
	pkg := r.tree.File(p).Facts.Package
	if pkg == "" {
		return nil
	}
	var out []string
	for _, other := range r.tree.Dir(Dir(p)) {
		if f := r.tree.File(other); other != p && f.Facts != nil && f.Facts.Package == pkg {
			out = append(out, other)
		}
	}
	return out
}

func (r plainResolver) ModuleName(p string) string { return p }

// facts reads a description of Facts, a word an item: "package:p", "def:A", "def:A.m", "hide:A" for a
// definition that is not exported, "declare:A" for none at all, "import:file",
// "import:file=local", "from:file:Name", "from:file:Name=local", "reexport:file:Name", "star:file",
// "restar:file", "export:Out=in", and anything else a reference. "type:A" defines a type, "interface:A", "func:A", "method:A.m", "local:f.g" and "namespace:A" what they say, "module:file" that it declares more of a file's module, and "def:x@E" or "type:A@E"
// gives it a type expression. With "places:" all references have places.
func facts(description string) *Facts {
	f := &Facts{Language: "plain"}
	places := false
	for _, word := range strings.Fields(description) {
		key, rest, found := strings.Cut(word, ":")
		a, b, _ := strings.Cut(rest, ":")
		switch {
		case !found:
			q, name := "", word
			if i := strings.LastIndexByte(word, '.'); i >= 0 {
				q, name = word[:i], word[i+1:]
			}
			f.References = append(f.References, Reference{Qualifier: q, Name: name, Count: 1})
		case key == "package":
			f.Package = rest
		case key == "places":
			places = true
		case key == "def" || key == "hide" || key == "declare" || key == "type" || key == "interface" || key == "func" || key == "method" || key == "module" || key == "namespace" || key == "local":
			rest, typ, _ := strings.Cut(rest, "@")
			s := Symbol{Name: rest, Kind: Variable, Type: TypeExpr(typ), Exported: key != "hide", Declared: key == "declare"}
			switch key {
			case "type":
				s.Kind = Class
			case "interface":
				s.Kind = Interface
			case "method":
				s.Kind = Method
			case "module":
				s.Kind, s.Type = Module, TypeExpr(`"`+rest+`"`)
			case "namespace":
				s.Kind = Module
			case "func":
				s.Kind = Function
			case "local":
				s.Kind, s.Exported = LocalFunction, false
			}
			if i := strings.LastIndexByte(rest, '.'); i >= 0 {
				s.Name, s.Container = rest[i+1:], rest[:i]
			}
			f.Symbols = append(f.Symbols, s)
		case key == "import":
			file, local, _ := strings.Cut(rest, "=")
			f.Imports = append(f.Imports, Import{Specifier: file, Local: local})
		case key == "from" || key == "reexport":
			name, local, ok := strings.Cut(b, "=")
			if !ok {
				local = name
			}
			f.Imports = append(f.Imports, Import{Specifier: a, Names: []Binding{{name, local}}, ReExport: key == "reexport"})
		case key == "star" || key == "restar":
			f.Imports = append(f.Imports, Import{Specifier: rest, Star: true, ReExport: key == "restar"})
		case key == "export":
			name, local, _ := strings.Cut(rest, "=")
			f.Exports = append(f.Exports, Export{name, local})
		default:
			panic(word)
		}
	}
	for i := range f.References {
		if places {
			f.Places = append(f.Places, uint32(i))
		}
	}
	return f
}

func tree(lang *Language, texts map[string]string) *Tree {
	var files []File
	for p, text := range texts {
		files = append(files, File{Path: p, Language: lang, Facts: Known(facts(text))})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return NewTree(files)
}

// render lists what was linked: "a -> b: Name Name" for uses, and where each import leads.
func render(g *Graph) string {
	var out strings.Builder
	paths := func(nodes []int32) string {
		var s []string
		for _, n := range nodes {
			s = append(s, g.Path(n))
		}
		return strings.Join(s, ",")
	}
	for n := range int32(g.Len()) {
		for _, l := range g.Imports(n) {
			fmt.Fprintf(&out, "%s imports %s: %s %s\n", g.Path(n), l.Import().Specifier, l.Status, paths(l.Targets()))
			if b := l.Barrels(); len(b) > 0 {
				fmt.Fprintf(&out, "%s passes through %s\n", g.Path(n), paths(b))
			}
		}
		for _, u := range g.Uses(n) {
			fmt.Fprintf(&out, "%s uses %s of %s (%.2f)\n", g.Path(n), useName(u), g.Path(u.File), u.Confidence)
		}
		for _, u := range g.OwnUses(n) {
			fmt.Fprintf(&out, "%s uses its %s (%.2f)\n", g.Path(n), useName(u), u.Confidence)
		}
	}
	return out.String()
}

func useName(u Use) string {
	if u.Container != "" {
		return u.Container + "." + u.Name
	}
	return u.Name
}

func TestLink(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a name taken", map[string]string{"a": "from:b:X X", "b": "def:X", "c": "def:X"},
			"a imports b: resolved b\na uses X of b (1.00)\n"},
		{"a renamed name", map[string]string{"a": "from:b:X=Y Y", "b": "def:X"},
			"a imports b: resolved b\na uses X of b (1.00)\n"},
		{"nothing without an import", map[string]string{"a": "X ?.X", "b": "def:X"}, ""},
		{"nobody means what is local", map[string]string{"a": "star:b X ?.X ?.Y", "b": "local:f.X local:f.Y"}, "a imports b: resolved b\n"},
		{"an own definition hides", map[string]string{"a": "star:b def:X X", "b": "def:X"}, "a imports b: resolved b\n"},
		{"re-exports are followed", map[string]string{"a": "from:b:X X", "b": "reexport:c:Y=X", "c": "restar:d", "d": "def:Y"},
			"a imports b: resolved d\na passes through b\na uses Y of d (1.00)\n" +
				"b imports c: resolved d\nb passes through c\nc imports d: resolved d\n"},
		{"an import is not passed on by itself", map[string]string{"a": "from:b:X X", "b": "from:c:X", "c": "def:X"},
			"a imports b: resolved b\nb imports c: resolved c\n"},
		{"an export of an import is", map[string]string{"a": "from:b:Z Z", "b": "from:c:X export:Z=X", "c": "def:X"},
			"a imports b: resolved c\na passes through b\na uses X of c (1.00)\nb imports c: resolved c\n"},
		{"circles end", map[string]string{"a": "from:b:X from:b:Y", "b": "restar:c restar:d", "c": "restar:b", "d": "def:Y"},
			"a imports b: resolved b\na imports b: resolved d\na passes through b\n" +
				"b imports c: resolved c\nb imports d: resolved d\nc imports b: resolved b\n"},
		{"a module's member", map[string]string{"a": "import:b=m m.X", "b": "def:X"},
			"a imports b: resolved b\na uses X of b (1.00)\n"},
		{"a submodule taken", map[string]string{"a": "from:b:sub sub.X", "b": "", "b.sub": "def:X"},
			"a imports b: resolved b.sub\na passes through b\na uses X of b.sub (1.00)\n"},
		{"a type's member", map[string]string{"a": "from:b:T T.m", "b": "def:T def:T.m"},
			"a imports b: resolved b\na uses m of b (0.70)\n"},
		{"a member of something imported", map[string]string{"a": "from:b:T ?.save", "b": "def:T def:T.save", "c": "def:T.save"},
			"a imports b: resolved b\na uses save of b (0.30)\n"},
		{"a package of files", map[string]string{"a": "import:p p.X", "p/1": "package:p def:X Y", "p/2": "package:p def:Y", "p/3": "package:q def:Y"},
			"a imports p: resolved p/1\na uses X of p/1 (1.00)\np/1 uses Y of p/2 (0.90)\n"},
		{"a package nothing is used of", map[string]string{"a": "import:p", "p/1": "package:p def:X", "p/2": "package:p def:Y"},
			"a imports p: resolved p/1,p/2\n"},
		{"a name taken from a package", map[string]string{"a": "from:p:X X", "p/1": "def:X", "p/2": "def:Y"},
			"a imports p: resolved p/1\na uses X of p/1 (1.00)\n"},
		{"a name of two branches", map[string]string{"a": "from:b:X from:c:Y=X X import:b=m import:c=m m.Z", "b": "def:X def:Z", "c": "def:Y def:Z"},
			"a imports b: resolved b\na imports c: resolved c\na imports b: resolved b\na imports c: resolved c\n" +
				"a uses X of b (0.50)\na uses Z of b (0.50)\na uses X of c (0.50)\na uses Z of c (0.50)\n"},
		{"the same name twice", map[string]string{"a": "from:b:X from:b:X X", "b": "def:X"},
			"a imports b: resolved b\na imports b: resolved b\na uses X of b (1.00)\n"},
		{"a name that the package lacks", map[string]string{"a": "from:p:Z Z", "p/1": "def:X", "p/2": "def:Y"},
			"a imports p: unresolved \n"},
		{"an opened package", map[string]string{"a": "star:p Y", "p/1": "def:X", "p/2": "def:Y"},
			"a imports p: resolved p/2\na uses Y of p/2 (0.80)\n"},
		{"an opened package nothing is used of", map[string]string{"a": "star:p Z", "p/1": "def:X", "p/2": "def:Y"},
			"a imports p: resolved \n"},
		{"an opened file that opens others", map[string]string{"a": "star:b X Z", "b": "restar:c", "c": "restar:b restar:d", "d": "def:X"},
			"a imports b: resolved d\na passes through b\na uses X of d (0.80)\n" +
				"b imports c: resolved c\nc imports b: resolved b\nc imports d: resolved d\n"},
		{"a member taken out of a type", map[string]string{"a": "from:p#T:m m", "p/1": "def:T def:T.m", "p/2": "def:m", "p/3": "def:U def:U.m"},
			"a imports p#T: resolved p/1\na uses m of p/1 (1.00)\n"},
		{"a member of a type in a type", map[string]string{"a": "from:p#T.U:m m", "p/1": "def:T def:T.m", "p/2": "def:T def:T.U def:T.U.m"},
			"a imports p#T.U: resolved p/2\na uses m of p/2 (1.00)\n"},
		{"an inherited member taken out of a type", map[string]string{"a": "from:b#T:m m", "b": "def:T"},
			"a imports b#T: resolved b\na uses m of b (1.00)\n"},
		{"all members of a type", map[string]string{"a": "star:p#T m X U", "p/1": "def:T def:T.m def:X", "p/2": "def:U def:U.m"},
			"a imports p#T: resolved p/1\na uses m of p/1 (0.80)\n"},
		{"members passed on", map[string]string{"a": "star:b m k", "b": "restar:c#T reexport:c#T:k", "c": "def:T def:T.m def:T.k"},
			"a imports b: resolved c\na passes through b\na uses k of c (0.80)\na uses m of c (0.80)\n" +
				"b imports c#T: resolved c\nb imports c#T: resolved c\n"},
		{"a type that is but a name for files", map[string]string{"a": "from:p#Kt:f f from:p#No:g", "p/1": "def:f", "p/2": "def:T"},
			"a imports p#Kt: resolved p/1\na imports p#No: unresolved \na uses f of p/1 (1.00)\n"},
		{"a file that is opened hides nothing", map[string]string{"a": "star:b X Z", "b": "hide:X restar:c", "c": "hide:Z"},
			"a imports b: resolved b,c\na uses X of b (0.80)\na uses Z of c (0.80)\nb imports c: resolved c\n"},
		{"an opened package shows no hidden names", map[string]string{"a": "star:p X Y", "p/1": "hide:X hide:Y", "p/2": "def:X", "p/3": "hide:X"},
			"a imports p: resolved p/2\na uses X of p/2 (0.80)\n"},
		{"a file of a package offers what is in something of its own", map[string]string{"a": "star:p from:p:Y Y m", "p/1": "def:N def:N.m export:m=N", "p/2": "def:X export:Y=X"},
			"a imports p: resolved p/1\na imports p: resolved p/2\na uses m of p/1 (0.80)\na uses Y of p/2 (1.00)\n"},
		{"a package hides nothing from itself", map[string]string{"p/1": "package:p X", "p/2": "package:p hide:X"},
			"p/1 uses X of p/2 (0.90)\n"},
		{"what is declared is implemented where the declaration is seen",
			map[string]string{"a": "star:h X", "h": "declare:X", "i": "star:h def:X", "j": "def:X", "k": "star:h hide:X", "l": "star:h"},
			"a imports h: resolved h\na uses X of h (0.80)\na uses X of i (0.50)\n" +
				"i imports h: resolved h\nk imports h: resolved h\nl imports h: resolved h\n"},
		{"a declaration seen through others", map[string]string{"a": "from:h:X X", "h": "declare:X", "i": "star:j def:X", "j": "restar:h"},
			"a imports h: resolved h\na uses X of h (1.00)\na uses X of i (0.50)\n" +
				"i imports j: resolved j\nj imports h: resolved h\n"},
		{"a declaration of one's own hides nothing", map[string]string{"a": "declare:X star:b X", "b": "def:X"},
			"a imports b: resolved b\na uses X of b (0.80)\n"},
		{"what is declared and defined", map[string]string{"a": "star:h X", "h": "declare:X def:X", "i": "star:h def:X"},
			"a imports h: resolved h\na uses X of h (0.80)\ni imports h: resolved h\n"},
		{"what is declared beside its definition", map[string]string{"a": "star:p X", "p/1": "declare:X", "p/2": "def:X", "i": "star:p/1 def:X"},
			"a imports p: resolved p/1,p/2\na uses X of p/1 (0.40)\na uses X of p/2 (0.40)\ni imports p/1: resolved p/1\n"},
		{"a package that passes on, opened and taken from", map[string]string{"a": "star:p X", "b": "from:p:X X", "p/1": "hide:X restar:c", "p/2": "def:X", "c": "def:Y", "d": "star:p X Y"},
			"a imports p: resolved p/2\na uses X of p/2 (0.80)\nb imports p: resolved p/1,p/2\nb uses X of p/1 (0.50)\nb uses X of p/2 (0.50)\n" +
				"d imports p: resolved c,p/2\nd uses Y of c (0.80)\nd uses X of p/2 (0.80)\np/1 imports c: resolved c\n"},
		{"a member of a known type", map[string]string{"a": "places: from:b:T T.m", "b": "type:T def:T.m type:U def:U.m"},
			"a imports b: resolved b\na uses T.m of b (0.95)\n"},
		{"a member of what a function gives", map[string]string{"a": "places: from:b:New New().m", "b": "from:c:T func:New@(T)", "c": "type:T def:T.m"},
			"a imports b: resolved b\na uses T.m of c (0.95)\nb imports c: resolved c\n"},
		{"its second result", map[string]string{"a": "places: from:b:New New()1.m", "b": "type:T type:U def:T.m def:U.m func:New@(T,U)"},
			"a imports b: resolved b\na uses U.m of b (0.95)\n"},
		{"what a field holds", map[string]string{"a": "places: from:b:T T.f.m T.l[].m", "b": "type:T def:T.f@U def:T.l@[]U type:U def:U.m"},
			"a imports b: resolved b\na uses U.m of b (0.95)\n"},
		{"a member of a base", map[string]string{"a": "places: from:b:T T.m T.own", "b": "from:c:U type:T@U def:T.own", "c": "type:U@V type:V def:V.m def:V.own"},
			"a imports b: resolved b\na uses T.own of b (0.95)\na uses V.m of c (0.95)\nb imports c: resolved c\n"},
		{"no guess for a known type", map[string]string{"a": "places: from:b:T T.none !.none T.f.none", "b": "type:T def:T.f@! type:U def:U.none"},
			"a imports b: resolved b\n"},
		{"a guess for an unknown one", map[string]string{"a": "places: from:b:T from:c:X ?.m ?.k X.m", "b": "type:T def:T.m", "c": "def:X def:V.k"},
			"a imports b: resolved b\na imports c: resolved c\na uses T.m of b (0.30)\na uses V.k of c (0.30)\n"},
		{"a guess needs a name where several types have the member", map[string]string{"a": "places: from:b:T T ?.m ?.k", "b": "type:T def:T.m type:U def:U.m def:U.k type:V def:V.k"},
			"a imports b: resolved b\na uses T of b (1.00)\na uses T.m of b (0.30)\n"},
		{"a member with overloads", map[string]string{"a": "places: from:b:T T.m ?.k", "b": "type:T def:T.m def:T.m def:T.m def:T.k def:T.k"},
			"a imports b: resolved b\na uses T.k of b (0.30)\na uses T.m of b (0.95)\n"},
		{"members in a package", map[string]string{"p/1": "package:p places: T.m T T.k", "p/2": "package:p type:T", "p/3": "package:p def:T.m def:U.k"},
			"p/1 uses T of p/2 (0.90)\np/1 uses T.m of p/3 (0.95)\n"},
		{"its own names", map[string]string{"a": "places: T X T.m type:T def:T.m def:X"},
			"a uses its T (1.00)\na uses its X (1.00)\na uses its T.m (0.95)\n"},
		{"what a type argument has", map[string]string{"a": "places: from:b:List from:b:Box from:c:T List{T}.first.m Box{List{T}}.it.first.m List{T}.all[].m List{T}.first.none",
			"b": "type:List def:List.first@#0 def:List.all@[]#0 type:Box def:Box.it@#0", "c": "type:T def:T.m type:U def:U.m def:U.none"},
			"a imports b: resolved b\na imports b: resolved b\na imports c: resolved c\n" +
				"a uses T.m of c (0.95)\n"},
		{"an argument passed on", map[string]string{"a": "places: from:b:Names from:c:T Names{?,T}.first.m Names{?,T}.two.m", "b": "from:d:U type:Names@List{#1} type:List def:List.first@#0 def:List.two@#1{U}",
			"c": "type:T def:T.m", "d": "type:U def:U.m"},
			"a imports b: resolved b\na imports c: resolved c\na uses T.m of c (0.95)\na uses U.m of d (0.95)\nb imports d: resolved d\n"},
		{"a type argument that is not given", map[string]string{"a": "places: from:b:List List.first.m List.second.m", "b": "type:List def:List.first@#0{U} def:List.second@#1 type:U def:U.m type:V def:V.m"},
			"a imports b: resolved b\na uses U.m of b (0.95)\n"},
		{"arguments without end", map[string]string{"a": "places: from:b:N from:b:T N{T}.m N{T}.n.n.n.n.n.n.m", "b": "type:N@N{N{#0}} def:N.n@N{N{#0}} type:T def:T.m type:U def:U.m"},
			"a imports b: resolved b\na imports b: resolved b\n"},
		{"types in a circle", map[string]string{"a": "places: X.m T.m type:T@U type:U@T def:X@Y.x def:Y@X"}, ""},
		{"an unresolved import", map[string]string{"a": "from:zzz:X X"}, "a imports zzz: unresolved \n"},
		{"itself", map[string]string{"a": "import:a=b b.X def:X"}, "a imports a: resolved a\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, render(Link(nil, tree(plain(), test.files)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDeclaredElsewhere gives types the members that other files declare of them: of a file's module, whatever passes the
// type on, and of a module outside, of whose values no more is known than where they come from.
func TestDeclaredElsewhere(t *testing.T) {
	files := map[string]string{
		"lib":     "type:T def:T.own func:New@(T)",
		"barrel":  "reexport:lib:T reexport:lib:New=make",
		"more":    "from:lib:T module:barrel type:barrel.T@barrel.B def:barrel.T.added@T type:barrel.B def:barrel.B.based",
		"matcher": "type:M def:M.toShine module:vitest type:vitest.Assertion@M module:vue type:vue.Props def:vue.Props.$shop module:vue/types/vue type:vue/types/vue.Vue def:vue/types/vue.Vue.$shop",
		"lent":    "from:other:P module:other type:other.O def:other.O.lent module:gone type:gone.W@P", // what W extends from outside counts as nothing
		"asks":    "places: from:other:P P.lent",                                                       // whoever asked before
		"user":    "places: from:gone:Q Q.lent from:barrel:make make().added make().added.own make().based from:vitest:expect expect().not.toShine expect().toDim from:@vue/test-utils:mount mount().vm.$shop from:vuex:store store.$shop from:vue-demi:h h().toShine",
	}
	want := "user uses T.own of lib (0.95)\nuser uses vue.Props.$shop of matcher (0.95)\n" +
		"user uses M.toShine of matcher (0.95)\nuser uses barrel.T.added of more (0.95)\nuser uses barrel.B.based of more (0.95)\n"
	var got strings.Builder
	for line := range strings.Lines(render(Link(nil, tree(plain(), files)))) {
		if strings.HasPrefix(line, "user uses") {
			got.WriteString(line)
		}
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestRareNamesBindMore(t *testing.T) {
	files := map[string]string{"a": "from:b:Rare Rare from:c:get get", "b": "def:Rare", "c": "def:get"}
	for i := range 50 {
		files[fmt.Sprintf("d%02d", i)] = "def:get"
	}
	g := Link(nil, tree(plain(), files))
	out := g.Out(0)
	if len(out) != 2 || out[0].Weight <= out[1].Weight {
		t.Errorf("edges %v: the first should weigh more", out)
	}
}

// TestIncrementalLinkIsLink shows that after any edits, linking on top of the state before gives what
// linking from nothing gives: links, edges and definers.
func TestIncrementalLinkIsLink(t *testing.T) {
	lang := plain()
	paths := []string{"a", "b", "b.X", "c", "p/1", "p/2", "p/3", "p/4", "q/1"}
	words := []string{"def:X", "local:T.X", "local:X.m", "hide:X", "hide:Y", "declare:X", "declare:Y", "def:Y", "def:T", "def:T.m", "def:T.X", "from:b:X", "from:c:X=Y", "reexport:c:X", "reexport:b:Y",
		"restar:a", "restar:b", "restar:c", "star:b", "star:p", "restar:q", "from:p#T:X", "star:p#T", "restar:b#T", "restar:p#T", "import:b=k", "reexport:c#T:m", "m", "from:p:X", "from:p:Y=X", "import:p", "import:c=k", "import:b.X=z", "export:X=Y", "export:Y=X",
		"package:p", "package:q", "X", "Y", "k.X", "p.X", "?.m", "X.m", "z.Y", "k.T.m",
		"places:", "type:T", "type:T@X", "type:X@k.Y,T", "type:Y@p.T", "def:X@T", "def:X@Y()", "def:Y@[]X", "func:Y@(T,X)", "func:X@(k.Y)", "def:T.m@X", "def:T.X@Y[]", "def:T.m@T.X()", "X().m", "Y[].X", "Y()1.m", "T.m.X", "T.X.m.X", "k.X().m",
		"module:b", "type:b.T@X", "def:b.T.z@T", "type:b.X", "def:b.X.m@Y", "T.z", "X.z.m", "module:gone", "type:gone.W@T", "def:gone.W.m", "from:gone:Q", "Q.m", "Q().z.m",
		`type:T@\b\X`, `def:X@\c\T`, `\b\X.m`}
	checkIncremental(t, lang, paths, words)
}

// TestIncrementalIncludes edits files of whose imports nothing but names is asked.
func TestIncrementalIncludes(t *testing.T) {
	lang := plain()
	lang.Included = true
	paths := []string{"a", "b", "c", "p/1", "q/1"}
	words := []string{"def:X", "local:T.X", "local:X.Y", "hide:X", "declare:X", "def:Y", "declare:Y", "hide:Y", "def:T", "def:T.m", "def:T.X", "def:Z", "restar:a", "restar:b", "restar:c", "star:b",
		"restar:p/1", "restar:q/1", "X", "Y", "Z", "T", "?.m", "?.X", "X.m", "T.m"}
	checkIncremental(t, lang, paths, words)
}

// TestIncrementalDependencies edits files that answers depend on in less usual ways.
func TestIncrementalDependencies(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		path  string
		after string // of the file of that path
	}{
		{"two modules of one name", map[string]string{"a": "", "z": "", "f": "import:z=k import:a=k def:v@k.T", "u": "places: from:f:v v.m"}, "a", "type:T def:T.m"},
		{"the second of them", map[string]string{"a": "", "z": "", "f": "import:z=k import:a=k def:v@k.T", "u": "places: from:f:v v.m"}, "z", "type:T def:T.m"},
		{"a type's members passed on", map[string]string{"d/a": "type:T def:T.x", "d/b": "", "f": "restar:d#T", "u": "from:f:y y"}, "d/b", "type:T def:T.y"},
		{"and by a variable", map[string]string{"d/a": "type:T def:T.x", "d/b": "", "f": "restar:d#T", "g": "from:f:y def:v@y", "u": "places: from:g:v v.m"}, "d/b", "type:T type:T.y def:T.y.m"},
		{"to who takes all", map[string]string{"d/a": "type:T def:T.x", "d/b": "", "f": "restar:d#T", "u": "star:f y"}, "d/b", "type:T def:T.y"},
		{"a type by its full name", map[string]string{"a": "type:T", "f": `type:S@\a\T`, "u": "places: from:f:S S.m"}, "a", "type:T def:T.m"},
		{"and one that is there by then", map[string]string{"a": "", "u": `places: \a\T.m`}, "a", "type:T def:T.m"},
		{"a type's module passed on by a module", map[string]string{"a": "from:p#T:X", "p/1": "restar:b#T", "b": "hide:X"}, "b", "hide:X type:T"},
		{"of a type that nobody defined", map[string]string{"d/a": "", "d/b": "", "f": "restar:d#T", "u": "from:f:y y"}, "d/b", "type:T def:T.y"},
		// of the names that are others after these, the user knows none
		{"a type that another file calls otherwise", map[string]string{"a": "type:B def:B.m type:X", "f": "from:a:X=L def:v@L", "u": "places: from:f:v v.m"}, "a", "type:B def:B.m type:X@B"},
		{"a type that a full name is of", map[string]string{"a": "type:B def:B.m type:X", "f": `type:S@\a\X`, "u": "places: from:f:S S.m"}, "a", "type:B def:B.m type:X@B"},
		{"a type that its file offers by another name", map[string]string{"a": "type:B def:B.m type:X export:E=X", "u": "places: from:a:E E.m"}, "a", "type:B def:B.m type:X@B export:E=X"},
		{"a name that is passed on as another", map[string]string{"a": "", "f": "reexport:a:X=R", "u": "from:f:R R"}, "a", "def:X"},
		{"a type in a module", map[string]string{"a": "", "u": "import:a=k k.T.m"}, "a", "def:T"},
		{"a type in a module taken out of another", map[string]string{"b.X": "", "b": "", "u": "from:b:X X.T.m"}, "b.X", "def:T"},
		{"bases", map[string]string{"a": "from:c:A type:B", "c": "type:A def:A.m", "f": "from:a:B type:S@B", "u": "from:f:S type:U@S m"}, "a", "from:c:A type:B@A"},
		{"bases that are called otherwise", map[string]string{"a": "", "c": "type:L def:L.m", "f": "from:a:B=L star:c type:S@L", "u": "from:f:S type:U@S m"}, "a", "def:B"},
		{"a function that is something itself", map[string]string{"a": "def:F type:T def:T.z", "u": "places: from:a:F F.z"}, "a", "def:F type:T def:T.z def:F.y"},
		{"a namespace that a file is", map[string]string{"a": "def:N def:N.x export:default=N", "u": "from:a:x x"}, "a", "namespace:N def:N.x export:default=N"},
		{"an interface of one method", map[string]string{"a": "type:T def:T.m interface:I method:I.f@(?)(T)", "u": "places: from:a:I I@0.m"}, "a", "type:T def:T.m interface:I method:I.f@(?)(T) method:I.g"},
	} {
		lang := plain()
		lang.Bare, lang.Functional = strings.HasPrefix(c.name, "bases"), true
		before := tree(lang, c.files)
		files := slices.Clone(before.Files())
		for i, f := range files {
			if f.Path == c.path {
				files[i] = &File{Path: f.Path, Language: f.Language, Facts: Known(facts(c.after))}
			}
		}
		after := before.With(files)
		prev, fresh := Link(nil, before), render(Link(nil, after))
		if render(prev) == fresh {
			t.Errorf("%s: the edit changes nothing", c.name)
		}
		if diff := cmp.Diff(fresh, render(Link(prev, after))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestLinkedAnew shows who is linked anew after an edit: who asks for what is another then, of C's headers however much that is.
func TestLinkedAnew(t *testing.T) {
	many := "def:X"
	for i := range 2 * mostAsked {
		many += fmt.Sprint(" def:M", i)
	}
	for _, c := range []struct {
		name        string
		included    bool
		files       map[string]string
		path, after string // of a file that changes, or is new
		want        []string
	}{
		{"a name that one asks for", false, map[string]string{"a": "def:X", "u": "star:a X Y", "v": "star:a X"}, "a", "def:X def:Y", []string{"a", "u"}},
		{"an export", false, map[string]string{"a": "def:X", "u": "from:a:E E", "v": "from:a:X X"}, "a", "def:X export:E=X", []string{"a", "u"}},
		{"more than is looked up", false, map[string]string{"a": "def:X", "u": "star:a X", "v": "X"}, "a", many, []string{"a", "u"}},
		{"as much, in a header", true, map[string]string{"a": "def:X", "u": "star:a X M7", "v": "star:a X"}, "a", many, []string{"a", "u"}},
		{"a file of a package", false, map[string]string{"p/1": "def:X", "p/2": "def:Z", "u": "import:p=k k.X k.Y", "v": "import:p=k k.X"}, "p/3", "def:Y", []string{"p/3", "u"}},
		{"a package that has not what is taken", false, map[string]string{"p/1": "def:X", "p/2": "def:Z", "u": "from:p:Q", "v": "star:u", "w": "from:p:Y Y"}, "p/3", "def:Y", []string{"p/3", "w"}},
	} {
		lang := plain()
		lang.Included = c.included
		before := tree(lang, c.files)
		prev := Link(nil, before)
		files := slices.DeleteFunc(slices.Clone(before.Files()), func(f *File) bool { return f.Path == c.path })
		files = append(files, &File{Path: c.path, Language: lang, Facts: Known(facts(c.after))})
		slices.SortFunc(files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
		g := Link(prev, before.With(files))
		from, _ := g.Moved(prev)
		var got []string
		for n := range int32(g.Len()) {
			if from[n] < 0 || !g.SameUses(n, prev, from[n]) {
				got = append(got, g.Path(n))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q are linked anew, want %q", c.name, got, c.want)
		}
	}
}

// TestConsulting shows that few files are found as many are: as a look at each file finds them.
func TestConsulting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, count := range []int{0, 1, fewFiles - 1, fewFiles, fewFiles + 1, 60} {
		some := make([]bool, 200)
		for _, f := range r.Perm(len(some))[:count] {
			some[f] = true
		}
		consults := consulting(some)
		for range 200 {
			l, want := links{consulted: []int32{int32(r.IntN(200))}}, false
			for range r.IntN(3) {
				l.sets = append(l.sets, newFileSet([]int32{int32(r.IntN(200)), int32(r.IntN(200)), int32(r.IntN(200))}))
			}
			for _, s := range append(l.sets, newFileSet(l.consulted)) {
				want = want || slices.ContainsFunc(s.files, func(f int32) bool { return some[f] })
			}
			if got := consults(&l); got != want {
				t.Fatalf("%d files: %t", count, got)
			}
		}
	}
}

// TestIncrementalDeclarations changes how a file that sees a declaration defines it, and has a file come and go that it sees it by.
func TestIncrementalDeclarations(t *testing.T) {
	lang := plain()
	ways := []string{"star:b def:X", "star:b hide:X", "star:b declare:X", "star:b def:X.m", "def:X", "star:d def:X", ""}
	rest := tree(lang, map[string]string{"a": "star:b X", "b": "declare:X", "c": "", "d": "restar:b"})
	way := map[string]*File{}
	for _, c := range ways {
		way[c] = &File{Path: "c", Language: lang, Facts: Known(facts(c))}
	}
	state := func(c string, d bool) *Tree { // in which only c is read anew
		files := slices.Clone(rest.Files())
		if files[2] = way[c]; !d {
			files = files[:3]
		}
		return rest.With(files)
	}
	different := map[string]bool{}
	for i := range 4 * len(ways) * len(ways) {
		before, after, had, has := ways[i/4/len(ways)], ways[i/4%len(ways)], i&1 != 0, i&2 != 0
		fresh := render(Link(nil, state(after, has)))
		different[fresh] = true
		if diff := cmp.Diff(fresh, render(Link(Link(nil, state(before, had)), state(after, has)))); diff != "" {
			t.Errorf("from %q to %q, d there before: %t, after: %t: %s", before, after, had, has, diff)
		}
	}
	if len(different) < 3 {
		t.Errorf("only %d different graphs", len(different))
	}
}

// checkIncremental edits files of some words, and compares what is linked after each edit with what linking from nothing gives.
func checkIncremental(t *testing.T, lang *Language, paths, words []string) {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 9).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		state, texts := map[string]File{}, map[string]string{}
		var g *Graph
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			for range rapid.IntRange(1, 3).Draw(t, "edits") {
				p := rapid.SampledFrom(paths).Draw(t, "path")
				switch rapid.IntRange(0, 5).Draw(t, "what") {
				case 0:
					delete(state, p)
					continue
				case 1, 2, 3: // one word more
					texts[p] += " " + rapid.SampledFrom(words).Draw(t, "word")
				default:
					texts[p] = text.Draw(t, "text")
				}
				state[p] = File{Path: p, Language: lang, Facts: Known(facts(texts[p]))}
			}
			var files []File
			for _, p := range paths {
				if f, ok := state[p]; ok {
					files = append(files, f)
				}
			}
			tr := NewTree(files)
			prev := g
			g = Link(prev, tr)
			fresh := Link(nil, tr)
			if diff := cmp.Diff(render(fresh), render(g)); diff != "" {
				t.Fatal(diff)
			}
			for n := range int32(g.Len()) {
				if diff := cmp.Diff(fresh.Out(n), g.Out(n)); diff != "" {
					t.Fatalf("edges out of %s: %s", g.Path(n), diff)
				}
				if diff := cmp.Diff(fresh.In(n), g.In(n)); diff != "" {
					t.Fatalf("edges into %s: %s", g.Path(n), diff)
				}
			}
			if diff := cmp.Diff([]any{definersOf(fresh), fresh.augmenting}, []any{definersOf(g), g.augmenting}); diff != "" {
				t.Fatal(diff)
			}
			if prev != nil {
				checkMoved(t, prev, g)
			}
			if rapid.Bool().Draw(t, "kept") { // the next linking is on top of what was kept
				g = kept(t, g)
			}
		}
	})
}

func TestSameEdges(t *testing.T) {
	lang := plain()
	first := Link(nil, tree(lang, map[string]string{"a": "from:b:X X", "b": "def:X"}))
	for _, c := range []struct {
		of   string
		a    string
		more string // another file
		want bool
	}{
		{"a word that is nothing", "from:b:X X word", "", true},
		{"a definition that nobody uses", "from:b:X X def:Z", "", true},
		{"an import that goes", "X", "", false},
		{"a file that comes", "from:b:X X", "c", false},
	} {
		files := map[string]string{"a": c.a, "b": "def:X"}
		if c.more != "" {
			files[c.more] = ""
		}
		g := Link(first, tree(lang, files))
		if got := g.SameEdges(first); got != c.want {
			t.Errorf("%s: the edges are the same: %v", c.of, got)
		}
	}
}

// TestManyNames changes more names than are kept apart from those of the graph before, few at a time and all at once.
func TestManyNames(t *testing.T) {
	names := func(from, to int) string {
		var text strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&text, "def:n%d ", i)
		}
		return text.String()
	}
	files := map[string]string{"b": names(0, 3*leastLater), "c": "from:b:n7 n7"}
	g := Link(nil, tree(plain(), files))
	for i, a := range []string{names(0, 10), names(5, leastLater/2), names(0, leastLater), "", names(leastLater, 3*leastLater), names(7, 8), "n7"} {
		files["a"] = a
		if i == 5 {
			delete(files, "b")
		}
		tr := tree(plain(), files)
		g = Link(g, tr)
		fresh := Link(nil, tr)
		if diff := cmp.Diff([]any{definersOf(fresh), fresh.augmenting}, []any{definersOf(g), g.augmenting}); diff != "" {
			t.Fatalf("step %d: %s", i, diff)
		}
		if diff := cmp.Diff(fresh.in, g.in); diff != "" {
			t.Fatalf("step %d: %s", i, diff)
		}
	}
}

// definersOf are the definers of each name that has any.
func definersOf(g *Graph) map[string][]int32 {
	all := map[string][]int32{}
	for n := range g.nodes {
		if f := g.nodes[n].file.Facts.Get(); f != nil {
			for i := range f.Symbols {
				name := f.Symbols[i].Name
				all[name] = g.Definers(name)
				if len(all[name]) != g.definers.count(name) || !slices.Equal(all[name], g.definers.all().of(name)) {
					all[name] = append(slices.Clone(all[name]), -1)
				}
			}
		}
	}
	for name, files := range g.definers.later {
		if len(files) > 0 && all[name] == nil {
			all[name] = files // which nobody defines
		}
	}
	names := g.definers.all()
	if len(names.names) != len(all) {
		all["names"] = []int32{int32(len(names.names))}
	}
	return all
}

// checkMoved shows that what is said to be the same in two graphs is.
func checkMoved(t *rapid.T, prev, g *Graph) {
	from, to := g.Moved(prev)
	for n, old := range from {
		if old < 0 {
			continue
		}
		if to[old] != int32(n) || g.Path(int32(n)) != prev.Path(old) {
			t.Fatalf("%s is said to be %s", g.Path(int32(n)), prev.Path(old))
		}
		if g.SameUses(int32(n), prev, old) {
			uses := slices.Clone(prev.Uses(old))
			for i := range uses {
				uses[i].File = to[uses[i].File]
			}
			if diff := cmp.Diff(uses, g.Uses(int32(n)), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("uses of %s: %s", g.Path(int32(n)), diff)
			}
		}
	}
}

// TestIncrementalTypes changes types, bases and results of a few files that use each other's members, one by one:
// linking on top of the state before gives what linking from nothing gives.
func TestIncrementalTypes(t *testing.T) {
	lang := plain()
	parts := map[string][]string{ // of each file: what it always says, and what may change
		"a":   {"places: from:b:New from:b:G from:c:T New().m New().f.m T.m T.f.m T.k New()[].m k.x.m import:c=k G{T}.g.m G{k.T}.m G{G{T}}.g.g.m G.g.m", "", "star:d x.m", "from:d:x x.m"},
		"b":   {"from:c:T from:c:U from:d:V", "func:New@(T)", "func:New@(U)", "func:New@(V)", "func:New@([]T)", "func:New@(?)", "def:New@V", "from:d:New", "type:G def:G.g@#0", "type:G@#0", "type:G@G{G{#0}} def:G.g@#0{V}", "func:New@(G{T})"},
		"c":   {"from:d:V type:T def:T.m", "type:U", "type:U@T", "type:U@V def:U.k", "def:T.f@U def:x@T", "def:T.f@V def:T.k def:x@T.f", "def:x@V.m"},
		"d":   {"type:V", "def:V.m", "def:V.k@V def:V.f@V", "def:x@V def:V.m", "from:c:T func:New@(T) export:x=New", "type:V@k.T import:c=k"},
		"e":   {"places: from:b:New from:c:T from:gone:Q New().z.m T.y Q.m Q().z.y", "", "from:d:x x.y", "from:d:V V.y"},
		"f":   {"from:d:V", "module:c type:c.T def:c.T.y", "module:b type:b.T@V", "module:c type:c.T@V type:c.U def:c.U.z@V", "module:gone type:gone.W@V def:gone.W.y", "module:d type:d.V def:d.V.y"},
		"p/1": {"package:p places: W.m W.f.m", "W", "from:c:T T.m"},
		"p/2": {"package:p", "type:W", "type:W@X", "type:W def:W.f@X"},
		"p/3": {"package:p", "type:X def:X.m", "def:W.m", "def:W.f@X", "from:c:T type:X@T"},
	}
	paths := slices.Sorted(maps.Keys(parts))
	rapid.Check(t, func(t *rapid.T) {
		state := map[string]File{}
		var g *Graph
		for range rapid.IntRange(2, 10).Draw(t, "rounds") {
			p := rapid.SampledFrom(paths).Draw(t, "path")
			for _, q := range paths {
				if _, known := state[q]; q == p || !known {
					text := parts[q][0] + " " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts[q][1:]), 1, 2).Draw(t, "text"), " ")
					state[q] = File{Path: q, Language: lang, Facts: Known(facts(text))}
				}
			}
			var files []File
			for _, p := range paths {
				files = append(files, state[p])
			}
			tr := NewTree(files)
			g = Link(g, tr)
			if diff := cmp.Diff(render(Link(nil, tr)), render(g)); diff != "" {
				t.Fatal(diff)
			}
			if rapid.Bool().Draw(t, "kept") {
				g = kept(t, g)
			}
		}
	})
}

func TestIsManifest(t *testing.T) {
	l := &Language{Manifests: []string{"go.mod", "tsconfig*.json", "requirements/*.txt"}}
	for p, want := range map[string]bool{
		"go.mod": true, "a/b/go.mod": true, "go.mod/x": false, "a/tsconfig.app.json": true,
		"requirements/x.txt": true, "a/requirements/x.txt": true, "x.txt": false, "requirements/a/x.txt": false,
	} {
		if l.IsManifest(p) != want {
			t.Errorf("IsManifest(%q) = %v", p, !want)
		}
	}
}

// BenchmarkLinkNamespace links a module of many files that see each other and open one another's names, as
// those of a C# or Swift project do: the time should grow with the files, not with their square.
func BenchmarkLinkNamespace(b *testing.B) {
	for _, n := range []int{500, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			texts := map[string]string{}
			for i := range n {
				texts[fmt.Sprintf("p/%04d", i)] = fmt.Sprintf("star:p def:T%d def:T%d.m T%d T%d ?.m Console missing", i, i, (i+1)%n, (i*7)%n)
			}
			shared := plain()
			shared.NewResolver = func(t *Tree) Resolver { return namespace{plainResolver{t}} }
			t := tree(shared, texts)
			for b.Loop() {
				Link(nil, t)
			}
		})
	}
}

// namespace is a resolver whose files all see each other.
type namespace struct{ plainResolver }

func (r namespace) Siblings(p string) []string { return r.tree.Dir(Dir(p)) }

// BenchmarkLinkHeaders links files that open modules of two files each, as C's headers with their sources
// are, which open one another: most names that are looked up are none of theirs.
func BenchmarkLinkHeaders(b *testing.B) {
	const modules, users = 100, 300
	texts := map[string]string{}
	for i := range modules {
		header := fmt.Sprintf("declare:f%d def:T%d", i, i)
		for next := i + 1; next < min(i+4, modules); next++ {
			header += fmt.Sprintf(" restar:m%d", next)
		}
		texts[fmt.Sprintf("m%d/1", i)] = header
		texts[fmt.Sprintf("m%d/2", i)] = fmt.Sprintf("star:m%d def:f%d T%d", i, i, min(i+20, modules-1))
	}
	for i := range users {
		text := fmt.Sprintf("star:m%d star:m%d", i%10, 10+i%10)
		for name := range 40 {
			text += fmt.Sprintf(" missing%d T%d", name, (i+name)%modules)
		}
		texts[fmt.Sprintf("u%03d", i)] = text
	}
	t := tree(plain(), texts)
	for b.Loop() {
		Link(nil, t)
	}
}

func TestConfidenceOfEdges(t *testing.T) {
	lang := plain()
	lang.NewResolver = func(t *Tree) Resolver { return either{plainResolver{t}} }
	g := Link(nil, tree(lang, map[string]string{
		"a": "from:b:X X", "b": "def:X",
		"c": "from:b:T ?.save from:d:T", "d": "def:T def:T.save",
		"p/1": "package:p Y", "p/2": "package:p def:Y", "p/3": "package:p def:Y",
		"e": "import:either",
	}))
	for _, test := range []struct {
		from, to string
		want     float64
	}{
		{"a", "b", 1}, {"c", "d", 1}, {"p/1", "p/2", 0.45}, {"e", "a", 0.5}, {"e", "b", 0.5}, {"a", "d", 0},
	} {
		n, _ := g.Node(test.from)
		to, _ := g.Node(test.to)
		if got := g.Confidence(n, to); got != test.want {
			t.Errorf("%s → %s: %v, want %v", test.from, test.to, got, test.want)
		}
	}
	for n := range int32(g.Len()) {
		for _, e := range g.Out(n) {
			if c := g.Confidence(n, e.To); c <= 0 || c > 1 {
				t.Errorf("%s → %s: %v", g.Path(n), g.Path(e.To), c)
			}
		}
	}
}

// either is a resolver for which one specifier is ambiguous.
type either struct{ plainResolver }

func (r either) Resolve(from string, imp *Import) Resolution {
	if imp.Specifier == "either" {
		return Resolution{Status: Ambiguous, Files: []string{"a", "b"}}
	}
	return r.plainResolver.Resolve(from, imp)
}
