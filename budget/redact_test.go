package budget

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// What a candidate hides is hidden in whatever fits, with numbers before lines and without, and ranges are
// those of the file as it is.
func TestRedact(t *testing.T) {
	var b strings.Builder
	var symbols []analysis.Symbol
	for i := range 12 {
		start := uint32(b.Len())
		fmt.Fprintf(&b, "def f%d():\n    key = \"HIDDEN-AND-LONG\"\n    block = \"HIDDEN\nHIDDEN\nHIDDEN\"\n    return %d\n\n", i, i)
		symbols = append(symbols, analysis.Symbol{Name: fmt.Sprint("f", i), Signature: fmt.Sprintf("def f%d()", i), Range: analysis.Span{Start: start, End: uint32(b.Len() - 1)}})
	}
	text := b.String() + "last = \"HIDDEN\nHIDDEN"
	redact := func(text string) string {
		text = strings.ReplaceAll(text, "HIDDEN-AND-LONG", "‹secret: key›")
		return strings.ReplaceAll(strings.ReplaceAll(text, "HIDDEN\nHIDDEN\nHIDDEN", "‹secret: key›\n\n…"), "HIDDEN\nHIDDEN", "‹secret: key›\n…")
	}
	lines := strings.SplitAfter(text, "\n")
	for tokens := 40; tokens < 900; tokens += 7 {
		for _, numbers := range []bool{false, true} {
			r, err := Pack(t.Context(), Request{Limits: Limits{Tokens: tokens, Counter: heuristic(t)}, LineNumbers: numbers, Candidates: []Candidate{{
				Path: "a.py", Tier: TierTarget, Symbols: SymbolsOf(symbols), Load: func() (string, error) { return text, nil }, Redact: func(_ context.Context, text string) (string, error) { return redact(text), nil }}}})
			if err != nil {
				continue // too small for anything
			}
			if strings.Contains(r.Text, "HIDDEN") || r.Stats.TotalEstimatedTokens > tokens {
				t.Fatalf("in %d tokens:\n%s", tokens, r.Text)
			}
			for _, item := range r.Items {
				for _, g := range item.Ranges {
					want := strings.Join(lines[g.FirstLine:g.LastLine+1], "")
					if got := text[g.Span.Start:g.Span.End]; !strings.HasPrefix(want, got) || got == "" {
						t.Fatalf("in %d tokens lines %d-%d are %q", tokens, g.FirstLine, g.LastLine, got)
					}
				}
			}
		}
	}
}

// A line of which only the beginning fits is not cut where what is shown of it differs from what it says.
func TestRedactCut(t *testing.T) {
	redact := func(text string) string { return strings.ReplaceAll(text, "HIDDEN-AND-LONG-INDEED", "‹key›") }
	for _, text := range []string{strings.Repeat("x = 'HIDDEN-AND-LONG-INDEED'; ", 100), strings.Repeat("plain words; ", 100)} {
		cut := 0
		for size := range 900 {
			s := newSource(text, redact(text), heuristic(t))
			s.define(nil, nil, nil)
			content, ranges := s.slice(amount{cost: size * perToken, bytes: size}, sliceMode{cutting: true}).content()
			for _, g := range ranges {
				cut++
				if want := redact(text[g.Span.Start:g.Span.End]); strings.TrimSuffix(content, ellipsis) != want {
					t.Fatalf("of %d bytes %d are shown as %q", size, g.Span.End, content)
				}
			}
		}
		if hidden := text != redact(text); hidden != (cut == 0) {
			t.Errorf("%d cuts of %.20q", cut, text)
		}
	}
}
