package bpe

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/tiktoken-go/tokenizer/codec"
)

type pairOf struct {
	ours   *Encoding
	theirs *codec.Codec
}

// both are our encodings and the library's that they are to be like.
func both(t testing.TB) map[string]pairOf {
	t.Helper()
	o, err := O200kBase()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Cl100kBase()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]pairOf{"o200k_base": {o, codec.NewO200kBase()}, "cl100k_base": {c, codec.NewCl100kBase()}}
}

// The files have all that the library has.
func TestVocabularies(t *testing.T) {
	for name, e := range both(t) {
		for token, rank := range e.ours.ranks {
			if theirs, err := e.theirs.Decode([]uint{uint(rank)}); err != nil || theirs != token {
				t.Fatalf("%s: %d is %q, and for the library %q, %v", name, rank, token, theirs, err)
			}
		}
		if theirs, err := e.theirs.Decode([]uint{uint(len(e.ours.ranks))}); err == nil {
			t.Errorf("%s: the library has %q, too", name, theirs)
		}
	}
}

// Pieces of texts that are hard to split or to merge, alone and after one another.
var hard = []string{
	"", "a", "A", "é", "É", "ǅ", "ʰ", "漢", "字", "\u0301", "\u0308", "1", "Ⅷ", "١", " ", "  ", "\t", "\n", "\r\n", "\r", "\u00a0", "\u2028", "\u0085", "\u3000", "\u200b",
	"'s", "'S", "'ſ", "'ll", "'LL", "'Ve", "'re", "'x", "'", "’s", "/", "//", "\\", "_", "__init__", "->", "::", "{}", ");", "...", "…", "😀", "👩‍💻", "�",
	"hello", "Hello", "HELLO", "camelCase", "HTTPServer", "getURL2", "x86_64", "0123456789", "3.14159", "antidisestablishmentarianism", "Straße", "naïve", "日本語テキスト",
	"def f(self):\n    return self.x\n", "\n\n\n", " \n \n", "\t\t\treturn", "<|endoftext|>", "https://example.com/a/b?c=d", "ABCdefGHI", "\u0301ABC", "ʰABC", "Aʰ", "K", "ﬁ",
}

// wrong is where the library does not do what its own expressions say: \s*[\r\n]+ takes blank lines with spaces in them at
// once, and no character is dropped.
var wrong = regexp.MustCompile(`\x7f|[\r\n][\t\v\f \x{85}\x{a0}\p{Z}]+[\r\n]`)

// What OpenAI's own tokenizer gives.
func TestWhereTheLibraryIsWrong(t *testing.T) {
	for name, e := range both(t) {
		for text, want := range map[string][]string{
			" \n \n":    {" \n \n"},
			"a\x7fb":    {"a", "\x7f", "b"},
			"a \n \n b": {"a", " \n \n", " b"},
			"  \n\t\n":  {"  \n", "\t\n"}, // one piece, no token
		} {
			got := e.ours.Tokens(text)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q: %q, want %q", name, text, got, want)
			}
		}
	}
}

func compare(t *testing.T, encodings map[string]pairOf, text string) {
	t.Helper()
	for name, e := range encodings {
		if wrong.MatchString(text) {
			if got := strings.Join(e.ours.Tokens(text), ""); got != text {
				t.Fatalf("%s: %q became %q", name, text, got)
			}
			continue
		}
		_, want, err := e.theirs.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, e.ours.Tokens(text)); diff != "" {
			t.Fatalf("%s: %q: %s", name, text, diff)
		}
		if n := e.ours.Count(text); n != len(want) {
			t.Fatalf("%s: %q has %d tokens, counted %d", name, text, len(want), n)
		}
	}
}

func TestAsTheLibrary(t *testing.T) {
	encodings := both(t)
	check := func(text string) { t.Helper(); compare(t, encodings, text) }
	for _, a := range hard {
		check(a)
		for _, b := range hard {
			check(a + b)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(hard[r.IntN(len(hard))])
		}
		check(b.String())
	}
	for range 20 { // pieces long enough for a heap
		word := make([]byte, 90+r.IntN(400))
		for i := range word {
			word[i] = "abcdeinorst"[r.IntN(11)]
		}
		check(string(word))
		check(strings.Repeat(string(word[:1+r.IntN(4)]), 200))
	}
	for _, file := range []string{"*.go", "../*.md", "../render/*.go"} {
		files, err := filepath.Glob(file)
		if err != nil || len(files) == 0 {
			t.Fatal(file, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			check(string(text))
		}
	}
}

func FuzzAsTheLibrary(f *testing.F) {
	encodings := both(f)
	for _, text := range hard {
		f.Add(text)
	}
	f.Add("\xff'\xfes\xc3")
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) {
			compare(t, encodings, text)
			return
		}
		for name, e := range encodings {
			if got := strings.Join(e.ours.Tokens(text), ""); got != text {
				t.Errorf("%s: %q became %q", name, text, got)
			}
		}
	})
}

func BenchmarkCount(b *testing.B) {
	text, err := os.ReadFile("merge.go")
	if err != nil {
		b.Fatal(err)
	}
	for name, e := range both(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				e.ours.Count(string(text))
			}
		})
	}
}
