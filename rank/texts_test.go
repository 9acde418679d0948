package rank

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// randomText has words, names, numbers and signs, in lines of all ends.
func randomText(r *rand.Rand, most int) string {
	parts := []string{"openFile", "read_all", "x", "42", " ", ".", "(", "é", "\n", "\n", "\r\n", "open", "openFile = 1"}
	var b strings.Builder
	for range r.IntN(most) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

// Words and names of any lines are those that reading just these lines finds, whatever was read before.
func TestTextLines(t *testing.T) {
	texts := NewTexts()
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 0))
		text := randomText(r, 60)
		all := slices.Collect(strings.Lines(text))
		first := r.IntN(len(all) + 1)
		last := first + r.IntN(len(all)+2) - 1
		part := ""
		if first < len(all) {
			part = strings.Join(all[first:max(first, min(last+1, len(all)))], "")
		}
		var words, names, gotNames []uint32
		analysis.Words(part, func(w string) { words = append(words, analysis.HashWord(w)) })
		eachName(part, func(s string) {
			if h := analysis.HashName(s); !slices.Contains(names, h) {
				names = append(names, h)
			}
		})
		l := texts.read(t.Context(), text, &analysis.Lexis{})
		l.eachNameIn(first, last, func(h uint32) { gotNames = append(gotNames, h) })
		if got := l.wordsIn(first, last); !slices.Equal(got, words) || !slices.Equal(gotNames, names) {
			t.Fatalf("seed %d, lines %d to %d of %q: words %x, want %x; names %x, want %x", seed, first, last, text, got, words, gotNames, names)
		}
	}
}

// A line that a text has twice cannot be told from the other one.
func TestLineHashes(t *testing.T) {
	l := NewTexts().read(t.Context(), "same line\nother line\n  same line\n}\nsame line", &analysis.Lexis{})
	if want := []uint32{0, analysis.HashLine("other line"), 0, 0, 0}; !slices.Equal(l.hashes, want) {
		t.Errorf("got %x, want %x", l.hashes, want)
	}
}

func TestTextsForget(t *testing.T) {
	texts := NewTexts()
	text := func(i int) string { return strings.Repeat(fmt.Sprintf("name%d word%d\n", i, i), 20_000) }
	if a, b := texts.read(t.Context(), text(0), &analysis.Lexis{}), texts.read(t.Context(), text(0), &analysis.Lexis{}); a != b {
		t.Error("a text is read twice")
	}
	for i := range 50 {
		texts.read(t.Context(), text(i), &analysis.Lexis{})
	}
	if texts.size > keptWords || texts.known.Len() == 0 {
		t.Errorf("%d words of %d texts are kept", texts.size, texts.known.Len())
	}
	last := texts.read(t.Context(), text(49), &analysis.Lexis{})
	if texts.Forget(); texts.size != 0 || texts.known.Len() != 0 {
		t.Errorf("%d words of %d texts are kept when all is forgotten", texts.size, texts.known.Len())
	}
	if again := texts.read(t.Context(), text(49), &analysis.Lexis{}); again == last || !slices.Equal(again.words, last.words) {
		t.Error("a text that was forgotten is not read again")
	}
}

func TestEachName(t *testing.T) {
	var names []string
	eachName("a_12 = b.c(\"d e\") + 1234 + name9 élan", func(s string) { names = append(names, s) })
	if got := strings.Join(names, " "); got != "a_12 name9 élan" {
		t.Errorf("got %q", got)
	}
}

// Data and generated code are read in part, and nothing is remembered of a text that there was no time for.
func TestTextsReadInPart(t *testing.T) {
	texts := NewTexts()
	for name, text := range map[string]string{
		"one line":   strings.Repeat("some words ", 10*mostRead/11),
		"many lines": strings.Repeat("some words\n", 10*mostRead/11),
	} {
		if l := texts.read(t.Context(), text, &analysis.Lexis{}); len(l.words) == 0 || 5*len(l.words) > mostRead {
			t.Errorf("%s: %d words are read", name, len(l.words))
		}
	}
	late, cancel := context.WithCancel(t.Context())
	cancel()
	const text = "some words\n"
	if l := texts.read(late, text, &analysis.Lexis{}); len(l.words) > 0 {
		t.Errorf("%d words are read when there is no time", len(l.words))
	}
	if l := texts.read(t.Context(), text, &analysis.Lexis{}); len(l.words) == 0 {
		t.Error("the text is remembered without its words")
	}
}
