package syntax

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"github.com/contextls/contextls/analysis"
)

// small is enough of Python to exercise what this package does for every language.
func small() *Grammar[struct{}] {
	return &Grammar[struct{}]{
		ID:       "small",
		Language: func() *sitter.Language { return sitter.NewLanguage(tspython.Language()) },
		Query: `
			(comment) @comment
			(string) @opaque
			(interpolation) @code
			(import_from_statement module_name: (dotted_name) @module name: (dotted_name) @taken)
			(class_definition name: (identifier) @name body: (block) @body) @definition.class
			(function_definition name: (identifier) @name body: (block) @body) @definition.function`,
		Separators: []string{"."},
		Keywords:   []string{"def", "class", "return", "from", "import", "if", "for", "in"},
		Self:       []string{"self"},
		Read: func(b *Builder, _ *struct{}, m Match) {
			if module, ok := m.Span("module"); ok {
				taken, _ := m.Span("taken")
				b.Import(analysis.Import{Specifier: b.Text(module), Names: []analysis.Binding{{Name: b.Text(taken), Local: b.Text(taken)}}, Line: b.Line(module.Start)})
				return
			}
			kind, whole, _ := m.First("definition.")
			name, _ := m.Span("name")
			body, _ := m.Span("body")
			s := analysis.Symbol{Name: b.Text(name), Kind: analysis.Function, Range: whole, Line: b.Line(name.Start),
				Signature: b.Signature(whole.Start, body.Start), Doc: b.Doc(whole.Start)}
			if kind == "class" {
				s.Kind = analysis.Class
			}
			b.Add(s)
		},
	}
}

func extract(t *testing.T, src string) *analysis.Facts {
	t.Helper()
	f, err := small().Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// refs are a file's references as "qualifier.name*count", sorted.
func refs(f *analysis.Facts) []string {
	var out []string
	for _, r := range f.References {
		s := r.Name
		if r.Qualifier != "" {
			s = r.Qualifier + "." + s
		}
		if r.Count > 1 {
			s += fmt.Sprintf("*%d", r.Count)
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func TestReferences(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"bare", "x = load(path)", "x load path"},
		{"definition is none", "def load(path):\n  return path\nload(1)", "load path*2"},
		{"imported module", "from app import models\nmodels.User.objects.get()", "app models*2 models.User models.User.objects models.User.objects.get"},
		{"unknown receiver", "user.name.first", "user ?.name ?.first"},
		{"call chain", "open().read()", "open ?.read"},
		{"string receiver", "','.join(parts)", "parts ?.join"},
		{"self", "self.name", "self.name"},
		{"strings and comments", "a = 'b.c' # d.e", "a"},
		{"interpolation", "a = f'b {c.d} {e}'", "a c e ?.d"},
		{"nested interpolation", "f'{f\"{x}\"} y'", "x"},
		{"keywords", "for x in y: return z", "x y z"},
		{"keyword as a member", "m.import_().if_", "m ?.import_ ?.if_"},
		{"numbers", "(1.5).real + 0x1F", "?.real"},
		{"ellipsis", "x[..., y]", "x y"},
		{"wrapped chain", "(query\n  .filter(a)\n  .order())", "query a ?.filter ?.order"},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := set(strings.Fields(test.want))
			got := set(refs(extract(t, test.src)))
			for s := range got {
				if !want[s] {
					t.Errorf("unexpected %s", s)
				}
			}
			for s := range want {
				if !got[s] {
					t.Errorf("missing %s", s)
				}
			}
		})
	}
}

// TestNames shows that a grammar says which signs belong to its names.
func TestNames(t *testing.T) {
	for _, test := range []struct{ start, inside, end, src, want string }{
		{"", "", "", "a.b?(c!)", "a ?.b c"},
		{"", "", "?!", "a.b?(c!)", "a ?.b? c!"},
		{"", "", "?!", "a!=b?c:d", "a b? c d"},
		{"", "", "?!", "a?", "a?"},
		{"", "'", "", "x' y'z' w", "x' y'z' w"},
		{"", "", "", "a.@b @ c", "a b c"},
		{"@", "", "", "a.@b @ c @@d", "?.@b a c @d"},
	} {
		g := small()
		g.Query, g.NameStart, g.NameInside, g.NameEnd = "(comment) @comment", test.start, test.inside, test.end
		f, err := g.Extract([]byte(test.src))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Fields(test.want)
		slices.Sort(want)
		if got := refs(f); !slices.Equal(got, want) {
			t.Errorf("%s with %q before, %q inside and %q at the end: got %v, want %v", test.src, test.start, test.inside, test.end, got, want)
		}
	}
}

// TestRefers shows that a grammar that notes references itself is the only one who does.
func TestRefers(t *testing.T) {
	g := small()
	g.Refers, g.Finish = true, func(b *Builder, _ *struct{}) {
		b.Refer("q", "lib::f")
		b.Refer("", "my-func")
		b.Refer("q", "lib::f")
	}
	f, err := g.Extract([]byte("other.name()"))
	if err != nil {
		t.Fatal(err)
	}
	if got := refs(f); !slices.Equal(got, []string{"my-func", "q.lib::f*2"}) {
		t.Errorf("got %v", got)
	}
}

// TestState shows that each file begins with a state of its own, which its matches share.
func TestState(t *testing.T) {
	g := &Grammar[[]string]{
		ID:       "small",
		Language: small().Language,
		Query:    "(identifier) @name",
		State:    func(b *Builder) *[]string { return &[]string{fmt.Sprint(len(b.Src()), " bytes")} },
		Read:     func(b *Builder, seen *[]string, m Match) { *seen = append(*seen, b.Text(m.captures[0].Span)) },
		Finish:   func(b *Builder, seen *[]string) { b.SetPackage(strings.Join(*seen, ", ")) },
	}
	read := func(src, want string) {
		t.Helper()
		f, err := g.Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if f.Package != want {
			t.Errorf("%s: got %s, want %s", src, f.Package, want)
		}
	}
	read("a + b", "5 bytes, a, b")
	read("c", "1 bytes, c")
	g.State = nil
	read("d", "d")
	read("1", "")
}

// TestLoneCarriageReturn shows that a signature and a doc are one line to whoever draws them.
func TestLoneCarriageReturn(t *testing.T) {
	f := extract(t, "# one\rtwo\ndef f(a='x\ry'):\n  pass\n")
	if s := f.Symbols[0]; s.Signature != "def f(a='x y'):" || s.Doc != "one two" {
		t.Errorf("got %q, %q", s.Signature, s.Doc)
	}
}

func TestSymbols(t *testing.T) {
	f := extract(t, `# not this

# Opens a thing.
# And more.
class A(Base,
        metaclass=M,):  # why
    def f(self, a = "x  y", # a comment
          *, b: int = 1) -> None:
        return 1

    class Inner:
        def g(self): pass
`)
	var got strings.Builder
	for _, s := range f.Symbols {
		fmt.Fprintf(&got, "%d %s %s|%s|%s|%s\n", s.Line, s.Kind, s.Container, s.Name, s.Signature, s.Doc)
	}
	want := `4 class |A|class A(Base, metaclass=M):|Opens a thing.
6 function A|f|def f(self, a = "x  y", *, b: int = 1) -> None:|
10 class A|Inner|class Inner:|
11 function A.Inner|g|def g(self):|
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if f.Lines != 11+1 {
		t.Errorf("%d lines, want 12", f.Lines)
	}
}

// TestDeepNesting shows that containers do not grow with the depth without end.
func TestDeepNesting(t *testing.T) {
	var src strings.Builder
	for i := range 200 {
		fmt.Fprintf(&src, "%sclass A%s:\n", strings.Repeat(" ", i), strings.Repeat("b", 50))
	}
	symbols := extract(t, src.String()).Symbols
	for i, s := range symbols {
		if len(s.Container) > longPath || i > 0 && i < 19 && strings.Count(s.Container, ".") != i-1 {
			t.Fatalf("symbol %d is in %q", i, s.Container)
		}
	}
	if len(symbols) != 200 {
		t.Errorf("%d symbols", len(symbols))
	}
}

func TestGenerated(t *testing.T) {
	for src, want := range map[string]bool{
		"# Code generated by x. DO NOT EDIT.\nx = 1\n": true,
		"x = 'DO NOT EDIT'\n":                          false,
		"# @generated\n":                               true,
		strings.Repeat("x=1;", 2000):                   true,
		strings.Repeat("x = 1\n", 2000):                false,
	} {
		if got := extract(t, src).Generated; got != want {
			t.Errorf("Generated = %v for %.40q", got, src)
		}
	}
}

func TestSyntaxErrorKeepsNeighbours(t *testing.T) {
	f := extract(t, "def a(): pass\n\ndef b(: :)\n\ndef c(): pass\n")
	if len(f.Problems) == 0 {
		t.Error("a syntax error went unmentioned")
	}
	names := map[string]bool{}
	for _, s := range f.Symbols {
		names[s.Name] = true
	}
	if !names["a"] || !names["c"] {
		t.Errorf("symbols around the error were lost: %v", names)
	}
}

func TestConcurrentExtraction(t *testing.T) {
	g := small()
	src := []byte(strings.Repeat("def f(a):\n  return a.b('c')\n", 50))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 5 {
				if f, err := g.Extract(src); err != nil || len(f.Symbols) != 50 {
					t.Errorf("got %v, %v", f, err)
				}
			}
		})
	}
	wg.Wait()
}

// FuzzExtract shows that whatever the bytes, every range that comes out lies inside them.
func FuzzExtract(f *testing.F) {
	f.Add([]byte("def f(a='x'):\n  # c\n  return f'{a.b}'\n"))
	f.Add([]byte("class A(\\\n B):\n  'doc'\n"))
	f.Add([]byte("\x00\xff'''"))
	g := small()
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 4096 {
			return
		}
		facts, err := g.Extract(src)
		if err != nil {
			return
		}
		for _, s := range facts.Symbols {
			if s.Range.Start > s.Range.End || int(s.Range.End) > len(src) || s.Line >= max(facts.Lines, 1) {
				t.Errorf("%q: range %v, line %d of %d", s.Name, s.Range, s.Line, facts.Lines)
			}
			if strings.ContainsAny(s.Signature, "\r\n") {
				t.Errorf("signature of several lines: %q", s.Signature)
			}
		}
		for _, r := range facts.References {
			if !bytes.Contains(src, []byte(r.Name)) {
				t.Errorf("reference %q is not in the text", r.Name)
			}
		}
	})
}

func TestSentence(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for text, want := range map[string]string{
		"One. Two.":                        "One.",
		"One\nof two. More.":               "One of two.",
		"One\n\ntwo.":                      "One",
		"Up to 0.5, e.g. here. More.":      "Up to 0.5, e.g. here.",
		"By J. Doe. More.":                 "By J. Doe.",
		"Really? Yes.":                     "Really?",
		"一つ。二つ。":                           "一つ。",
		"Copyright (C) 2020\nMore.":        "",
		"```\ncode\n```\nMore.":            "",
		"-----\nOne.\n-----":               "One.",
		"#region A\nOne.":                  "One.",
		"Title\n=====\nText.":              "Title",
		"Either:\n- this\n- that":          "Either:",
		"One\n@param x Two.":               "One",
		"@param x Two.":                    "",
		"Output:\nA(b)":                    "Output:",
		"Steps\n1. this\n2. that":          "Steps",
		"One\nTODO: two":                   "One",
		": one\n: two":                     ": one two",
		".. versionadded:: 8.0\n  One.":    "One.",
		"One\n.. note::\n  Two.":           "One",
		".. code-block:: python\n\n  f()":  "",
		long:                               strings.TrimSpace(long[:199]) + "…",
		strings.Repeat("é", 150):           strings.Repeat("é", 100) + "…",
		"x" + strings.Repeat("é", 150):     "x" + strings.Repeat("é", 99) + "…",
		"[`A`], [`B`] and\n[`C`]  errors.": "[`A`], [`B`] and [`C`] errors.",
	} {
		if got := Sentence(strings.Split(text, "\n")); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestBuiltins shows that a type of the language is a reference only where the file says it is another one.
func TestBuiltins(t *testing.T) {
	for src, want := range map[string]string{
		"x = list(y)":                        "x y",
		"from app import list\nx = list(y)":  "app list*2 x y",
		"x = m.list(y)":                      "?.list m x y",
		"class list:\n  pass\nx = list(y)\n": "list pass x y",
	} {
		g := small()
		g.Builtins = []string{"list"}
		f, err := g.Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(refs(f), " "); got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}
