package syntax

import (
	"maps"
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

func TestRootNames(t *testing.T) {
	for query, want := range map[string]string{
		`(comment) @comment`: "comment",
		`; (no) "this"
			[(import_statement) (call function: (identifier) @f)] @import`: "call import_statement",
		`(a (b "c" @c)? . (_) @d) @a.b-c "x" @x`: `"x" a`,
		`[[(a) "b"] (c !name)]`:                  `"b" a c`,
		`(_ (a))`:                                "all",
		`_ @any`:                                 "all",
		`((comment) . (function))`:               "all",
		`(comment)+ @comments`:                   "all",
		`name: (identifier)`:                     "all",
		`(a) "\""`:                               "all",
	} {
		named, literal, ok := rootNames(query)
		got := "all"
		if ok {
			for name := range literal {
				named[`"`+name+`"`] = true
			}
			got = strings.Join(slices.Sorted(maps.Keys(named)), " ")
		}
		if got != want {
			t.Errorf("%s begins with %s, not %s", query, got, want)
		}
	}
}

func TestRootsOfSupertypes(t *testing.T) {
	python := sitter.NewLanguage(tspython.Language())
	if roots(`(expression) @e`, python) != nil { // nodes of any kind of expression are such, by other names
		t.Error("matches begin with any expression")
	}
	var names []string
	for i, is := range roots(`(call) "def"`, python) {
		if is {
			names = append(names, python.SymbolName(sitter.Symbol(i)))
		}
	}
	slices.Sort(names)
	if got := strings.Join(slices.Compact(names), " "); got != "call def" {
		t.Errorf("got %s", got)
	}
}

// What is found from each node is what a search of the whole tree finds.
func TestMatchesFromRoots(t *testing.T) {
	src := []byte("@a\nclass A(B):\n    def f(self, x=(lambda: 'y')):\n        class C:\n            def g(): return f'{h(\"i\")}' # z\n    (((\ndef k(): pass\n")
	const query = `(comment) @comment (string) @s (decorated_definition definition: (_ name: (identifier) @name) @d)
		(class_definition name: (identifier) @name body: (block (_)* @in))  (function_definition name: (identifier) @name ":" @p)
		[(call function: (_) @f) (lambda body: (_) @body)] "def" @def (ERROR) @e`
	g := &Grammar[struct{}]{Query: query, Language: small().Language}
	c, err := g.compile()
	if err != nil {
		t.Fatal(err)
	}
	if c.roots != nil {
		t.Fatal("errors are no kind of node")
	}
	g = &Grammar[struct{}]{Query: strings.TrimSuffix(query, "(ERROR) @e"), Language: small().Language}
	if c, err = g.compile(); err != nil || c.roots == nil {
		t.Fatal(err, c)
	}
	found := func() (all []string) {
		if _, ok := eachMatch(c, src, func(pattern int, captures []Capture) {
			m := string(rune('0' + pattern))
			for _, one := range captures {
				m += " " + one.Name + " " + string(src[one.Span.Start:one.Span.End])
			}
			all = append(all, m)
		}); !ok {
			t.Fatal("no time")
		}
		slices.Sort(all)
		return all
	}
	some := found()
	c.roots = nil
	if all := found(); len(all) < 10 || !slices.Equal(some, all) {
		t.Errorf("from roots\n%s\nof all\n%s", strings.Join(some, "\n"), strings.Join(all, "\n"))
	}
}
