package workspace

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/parse"
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
		if found := redact(facts, secret.Read(text)); len(found) < n*9/10 { // some stand so close that they are one
			t.Errorf("%d of %d secrets are found", len(found), n)
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

// So do the titles of tests.
func TestRedactTitles(t *testing.T) {
	for _, n := range []int{3, 5 * mostNear} {
		text, facts, plants := passwords(n)
		for i := range plants {
			s := &facts.Symbols[i+1]
			s.Kind, s.Name, s.Container = analysis.TitledTest, analysis.TestName("it", plants[i].Line), "describe "+plants[i].Line
		}
		redact(facts, secret.Read(text))
		for i, p := range plants {
			s := facts.Symbols[i+1]
			if part := p.Leaked(s.QualifiedName() + "\n" + s.Signature); part != "" {
				t.Errorf("of %d secrets, %q is left in %q, %q", n, part, s.QualifiedName(), s.Signature)
			}
			if !strings.HasPrefix(s.Name, "it") {
				t.Errorf("a test is called %q", s.Name)
			}
		}
	}
}

// What was typed is remembered as far as it takes little memory, the last of it at least.
func TestOldFactsAreForgotten(t *testing.T) {
	symbols := 1000
	lang := &analysis.Language{ID: "plain", Extract: func([]byte) (*analysis.Facts, error) {
		return &analysis.Facts{Language: "plain", Symbols: make([]analysis.Symbol, symbols)}, nil
	}}
	c := newFactCache(parse.NewPool(parse.Options{Log: slog.New(slog.DiscardHandler)}))
	get := func(i int) *analysis.LazyFacts {
		text := fmt.Sprint(i)
		return c.get(t.Context(), source{language: lang, hash: hashOf([]byte(text)), text: text}, func() {}).facts
	}
	first := get(0)
	if get(0) != first {
		t.Error("nothing is remembered")
	}
	for i := range 100 {
		get(i)
	}
	if n := c.count(); n < 10 || n > keptFacts/symbols/100 {
		t.Errorf("%d of 100 are remembered", n)
	}
	if get(0) == first {
		t.Error("the oldest is remembered")
	}
	symbols = keptFacts / 100 // each takes more
	large := get(-1)
	if c.count() != 1 || get(-1) != large {
		t.Errorf("%d are remembered with one that is too large", c.count())
	}
}

// BenchmarkRedactFacts is linear in the number of secrets.
func BenchmarkRedactFacts(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		text, facts, _ := passwords(n)
		read := secret.Read(text)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				redact(&analysis.Facts{Symbols: append([]analysis.Symbol{}, facts.Symbols...)}, read)
			}
		})
	}
}

// Who reads a content that another one is just reading waits, and takes what that comes to; where it was interrupted, the next one tries.
func TestExtractedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, let := 0, make(chan struct{})
		lang := &analysis.Language{ID: "plain", Extract: func([]byte) (*analysis.Facts, error) {
			n++
			if <-let; n == 1 {
				return nil, parse.ErrInterrupted
			}
			return &analysis.Facts{Language: "plain"}, nil
		}}
		c := newFactCache(parse.NewPool(parse.Options{Log: slog.New(slog.DiscardHandler)}))
		got := make([]extracted, 6)
		ctx, leave := context.WithCancel(t.Context())
		get := func(i int, ctx context.Context) {
			go func() { got[i] = c.get(ctx, source{language: lang, text: "x", keep: true}, func() {}) }()
			synctest.Wait()
		}
		for i := range 5 {
			get(i, t.Context())
		}
		get(5, ctx)
		leave()
		synctest.Wait()
		if !errors.Is(got[5].err, context.Canceled) {
			t.Errorf("who leaves waits: %v", got[5].err)
		}
		close(let)
		synctest.Wait()
		if n != 2 || got[0].err == nil {
			t.Errorf("it was extracted %d times, the first time with %v", n, got[0].err)
		}
		for _, e := range got[2:5] {
			if e.facts == nil || e.facts != got[1].facts {
				t.Errorf("%+v, not what the second came to", e)
			}
		}
	})
}
