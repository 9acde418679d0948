package workspace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/secret"
	"github.com/contextls/contextls/workspace/secret/secrettest"
)

// passwords are the Facts of a text of so many secrets, each in a definition, between two definitions without one.
func passwords(n int) (text string, facts *analysis.Facts, plants []secrettest.Plant) {
	var b strings.Builder
	facts = &analysis.Facts{}
	define := func(name, line string) {
		start := b.Len()
		b.WriteString(line)
		facts.Symbols = append(facts.Symbols, analysis.Symbol{Name: name, Signature: line, Doc: "Of " + line, Range: analysis.Span{Start: uint32(start), End: uint32(b.Len())}})
		b.WriteString("\n")
	}
	define("first", "def first(a, b)")
	b.WriteString(strings.Repeat("#\n", nearSymbol))
	plants = secrettest.Plants(3, n)
	for i, p := range plants {
		define(fmt.Sprintf("p%d", i), p.Line)
	}
	b.WriteString(strings.Repeat("#\n", nearSymbol))
	define("last", "def last(a, b)")
	return b.String(), facts, plants
}

// Signatures hide secrets however many a file has; what is far from them is as it is.
func TestRedactFacts(t *testing.T) {
	for _, n := range []int{3, mostNear / 2, 5 * mostNear} {
		text, facts, plants := passwords(n)
		e := extracted{facts: facts}
		e.redact(secret.Read(text))
		if len(e.secrets) < n*9/10 { // some stand so close that they are one
			t.Errorf("%d of %d secrets are found", len(e.secrets), n)
		}
		for i, s := range facts.Symbols {
			if i == 0 || i == n+1 {
				if s.Signature != fmt.Sprintf("def %s(a, b)", s.Name) || s.Doc != "Of "+s.Signature {
					t.Errorf("of %d secrets, %s is %q, %q", n, s.Name, s.Signature, s.Doc)
				}
				continue
			}
			if part := plants[i-1].Leaked(s.Signature + "\n" + s.Doc); part != "" {
				t.Errorf("of %d secrets, %q is left in %q, %q", n, part, s.Signature, s.Doc)
			}
			if s.Name != fmt.Sprintf("p%d", i-1) || n <= mostNear && !strings.Contains(s.Doc, "Of ") {
				t.Errorf("of %d secrets, definition %d is %q, %q", n, i, s.Name, s.Doc)
			}
		}
	}
}

// BenchmarkRedactFacts is linear in the number of secrets.
func BenchmarkRedactFacts(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		text, facts, _ := passwords(n)
		read := secret.Read(text)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				e := extracted{facts: &analysis.Facts{Symbols: append([]analysis.Symbol{}, facts.Symbols...)}}
				e.redact(read)
			}
		})
	}
}
