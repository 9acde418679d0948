package syntax

import (
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

func TestRootsOf(t *testing.T) {
	for query, want := range map[string]string{
		`(comment) @comment`: "comment @comment",
		`; (no) "this"
			[(import_statement) (call function: (identifier) @f)] @import`: "import_statement call @import",
		`(a (b "c" @c)? . (_) @d) @a.b-c "x" @x`:                `a @a.b-c, x @x`,
		`[[(a) "b"] (c !name)]`:                                 `a b c`,
		`[(a) "b"] @c (d) [(e) @e (f)] @g (h "i") @i (j) @k @l`: `a b @c, d, e f @g, h @i, j`,
		`(_ (a))`:                  "all",
		`_ @any`:                   "all",
		`((comment) . (function))`: "all",
		`(comment)+ @comments`:     "all",
		`name: (identifier)`:       "all",
		`(a) "\""`:                 "all",
	} {
		patterns, ok := terms(query)
		var all []string
		for _, p := range patterns {
			var one []string
			for _, k := range p.kinds() {
				ok = ok && !k.group && !p.many && !p.optional
				one = append(one, strings.TrimSpace(k.named+" "+k.literal))
			}
			if len(p.captures) == 1 {
				one = append(one, "@"+p.captures[0])
			}
			all = append(all, strings.Join(one, " "))
		}
		got := strings.Join(all, ", ")
		if !ok {
			got = "all"
		}
		if got != want {
			t.Errorf("%s begins with %s, not %s", query, got, want)
		}
	}
}

func TestRootsOfSupertypes(t *testing.T) {
	python := sitter.NewLanguage(tspython.Language())
	if newRoots(`(expression) @e`, python, []string{"e"}) != nil { // nodes of any kind of expression are such, by other names
		t.Error("matches begin with any expression")
	}
	var names []string
	for i, begins := range newRoots(`(call) "def"`, python, nil).begins {
		if begins != 0 {
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
		[(call function: (_) @f) (lambda body: (_) @body)] "def" @def
		(call function: (identifier) @callee arguments: (argument_list . (string) @first)) (interpolation (call (_) (argument_list (string) @in)))
		[(function_definition (parameters (default_parameter)) body: (block (_) @statement)) (class_definition (argument_list))] @whole
		(function_definition (block [(return_statement (string)) (pass_statement)] @only)) (block (class_definition)+ @classes (comment)? @last) (ERROR) @e`
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
