package budget

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// A definition too long for one screen is cut at blank lines and between blocks, into parts that compete by themselves; so is what
// documents it, where that takes more than a few lines.
func TestParts(t *testing.T) {
	const line, blank = "    x = 1\n", "\n"
	above := func(lines int) string { return "/**\n" + strings.Repeat(" * Says it.\n", lines-2) + " */\n" }
	below := func(lines int) string {
		return "    \"\"\"Says it.\n" + strings.Repeat("    And more.\n", lines-2) + "    \"\"\"\n"
	}
	for _, c := range []struct {
		name, text string
		title      int // its line
		lengths    []int
	}{
		{"short", strings.Repeat(line, 30), 0, []int{30}},
		{"blank lines", strings.Repeat(strings.Repeat(line, 11)+blank, 4), 0, []int{12, 12, 24}},
		{"none", strings.Repeat(line, 45), 0, []int{20, 25}},
		{"blank lines too near to each other", strings.Repeat(strings.Repeat(line, 4)+blank, 8), 0, []int{20, 20}},
		{"blocks", "def f():\n" + strings.Repeat("    if x:\n"+strings.Repeat("        y = 1\n", 9), 4), 0, []int{11, 20, 10}},
		{"ends of blocks", strings.Repeat("  if x; then\n"+strings.Repeat("    y=1\n", 14)+"  fi\n", 3), 0, []int{16, 16, 16}},
		{"what goes on", strings.Repeat("  if (x) {\n"+strings.Repeat("    y();\n", 8)+"  } else {\n"+strings.Repeat("    z();\n", 7)+"  }\n", 2), 0, []int{18, 18}},
		{"fields of documentation", "def f():\n    \"\"\"Says it.\n\n" + strings.Repeat("    :param x: it\n"+strings.Repeat("              is.\n", 8), 3) + "    \"\"\"\n" + line, 0, []int{12, 19, 1}},
		{"a short comment above", above(4) + strings.Repeat(line, 10), 4, []int{14}},
		{"a comment above", above(6) + strings.Repeat(line, 10), 6, []int{6, 10}},
		{"a long comment above", above(40) + strings.Repeat(line, 10), 40, []int{20, 20, 10}},
		{"paragraphs of a comment", strings.Repeat(strings.Repeat("// Says it.\n", 11)+"//\n", 4) + line, 48, []int{12, 12, 24, 1}},
		{"decorators above", strings.Repeat("@cached\n", 6) + strings.Repeat(line, 10), 6, []int{16}},
		{"a short docstring", "def f():\n" + below(4) + strings.Repeat(line, 10), 0, []int{15}},
		{"a docstring of one line", "def f():\n    \"\"\"Says it.\"\"\"\n" + strings.Repeat(line, 10), 0, []int{12}},
		{"a docstring", "def f():\n" + below(6) + blank + strings.Repeat(line, 10), 0, []int{8, 10}},
		{"a docstring below parameters", "def f(\n    a,\n    b,\n):\n" + below(6) + strings.Repeat(line, 10), 0, []int{10, 10}},
		{"nothing but a docstring", "def f():\n" + below(6), 0, []int{7}},
		{"a docstring that does not end", "def f():\n    \"\"\"Says it.\n" + strings.Repeat(line, 10), 0, []int{12}},
		{"a long string", "def f():\n" + strings.Repeat(line, 8) + below(6) + line, 0, []int{16}},
	} {
		s := newSource(c.text, c.text, heuristic(t))
		var lengths []int
		next := 0
		for _, p := range s.parts(&block{last: s.lines() - 1}, lineSpan{c.title, c.title}) {
			if p.first != next {
				t.Errorf("%s: a part begins in line %d, not %d", c.name, p.first, next)
			}
			lengths, next = append(lengths, p.last-p.first+1), p.last+1
		}
		if !slices.Equal(lengths, c.lengths) || next != s.lines() {
			t.Errorf("%s: parts of %v lines, want %v", c.name, lengths, c.lengths)
		}
	}
}

// A part of a long definition comes with the line that says which one it is, and not with that of the comment above it;
// a part of what stands between definitions comes with none.
func TestPartsSayWhatTheyArePartsOf(t *testing.T) {
	text := "\"\"\"The shop.\"\"\"\n" + strings.Repeat("x = 1\n", 39) + "\n" + strings.Repeat("# What it is for.\n", 25) + "def act(self):\n" + strings.Repeat("    x = 1\n", 40)
	symbols := symbolsOf(text[strings.Index(text, "# What"):])
	symbols = slices.DeleteFunc(symbols, func(s analysis.Symbol) bool { return s.Name != "act" })
	from := uint32(strings.Index(text, "def act"))
	symbols[0].Range, symbols[0].Line = analysis.Span{Start: from, End: uint32(len(text))}, uint32(strings.Count(text[:from], "\n"))
	e := &entry{Candidate: &Candidate{Symbols: SymbolsOf(symbols)}, text: text}
	w := &viewer{deadline: deadline{ctx: t.Context()}, counter: heuristic(t)}
	w.cut(e)
	passages, _ := e.passages()
	title := lineSpan{int(symbols[0].Line), int(symbols[0].Line)}
	for _, p := range passages {
		var want []lineSpan
		if p.symbol != nil && (p.last < title.first || title.last < p.first) {
			want = []lineSpan{title}
		}
		if !slices.Equal(p.heads, want) {
			t.Errorf("lines %d–%d come with %v, want %v", p.first, p.last, p.heads, want)
		}
	}
	if len(passages) < 5 {
		t.Errorf("%d passages: the test tests little", len(passages))
	}
}
