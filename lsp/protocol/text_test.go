package protocol

import (
	"strings"
	"testing"
	"unicode/utf8"

	lsp "go.lsp.dev/protocol"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/lsp/lsptest"
)

func pos(line, character uint32) lsp.Position {
	return lsp.Position{Line: line, Character: character}
}

func TestOffset(t *testing.T) {
	const text = "a😀b\r\nc\rd\n\né"
	tests := []struct {
		name             string
		pos              lsp.Position
		utf16, utf8, u32 string // what follows the position, in each encoding
	}{
		{"start", pos(0, 0), text, text, text},
		{"before the pair", pos(0, 1), text[1:], text[1:], text[1:]},
		{"inside the pair, inside the rune, behind it", pos(0, 2), text[1:], text[1:], text[5:]},
		{"behind the pair, inside the rune, end of line", pos(0, 3), text[5:], text[1:], text[6:]},
		{"end of line, inside the rune, clamped", pos(0, 4), text[6:], text[1:], text[6:]},
		{"never inside CRLF", pos(0, 7), text[6:], text[6:], text[6:]},
		{"far behind the line's end", pos(0, 4000000000), text[6:], text[6:], text[6:]},
		{"after CRLF", pos(1, 0), text[8:], text[8:], text[8:]},
		{"before a lone CR", pos(1, 9), text[9:], text[9:], text[9:]},
		{"after a lone CR", pos(2, 0), text[10:], text[10:], text[10:]},
		{"empty line", pos(3, 5), text[12:], text[12:], text[12:]},
		{"last line", pos(4, 0), "é", "é", "é"},
		{"inside a two-byte rune only in UTF-8", pos(4, 1), "", "é", ""},
		{"behind the last line", pos(5, 0), "", "", ""},
		{"far behind the last line", pos(4000000000, 1), "", "", ""},
	}
	for _, tt := range tests {
		for enc, want := range map[Encoding]string{UTF16: tt.utf16, UTF8: tt.utf8, UTF32: tt.u32} {
			if got := NewMapper(text, enc).Offset(tt.pos); text[got:] != want {
				t.Errorf("%s (%s): before %q, want before %q", tt.name, enc.Kind(), text[got:], want)
			}
		}
	}
}

func TestNegotiate(t *testing.T) {
	for _, tt := range []struct {
		offered []string
		want    Encoding
	}{
		{nil, UTF16},
		{[]string{"utf-8", "utf-16", "utf-32"}, UTF16},
		{[]string{"utf-8"}, UTF8},
		{[]string{"utf-32", "utf-8"}, UTF32},
		{[]string{"utf-7", "utf-8"}, UTF8},
		{[]string{"utf-7"}, UTF16},
	} {
		if got := Negotiate(tt.offered); got != tt.want {
			t.Errorf("Negotiate(%q) = %s, want %s", tt.offered, got.Kind(), tt.want.Kind())
		}
	}
}

func TestApplyRefusesBackwardRange(t *testing.T) {
	r := lsp.Range{Start: pos(0, 2), End: pos(0, 1)}
	if _, err := Apply("abc", []Change{{Range: &r, Text: "x"}}, UTF16); err == nil || !strings.Contains(err.Error(), "contentChanges[0].range") {
		t.Errorf("got %v", err)
	}
}

// naive edits as the specification says it.
func naive(text string, c Change, enc Encoding) string {
	if c.Range == nil {
		return c.Text
	}
	start, end := c.Range.Start, c.Range.End
	return lsptest.Apply(text, lsptest.Edit{Range: [4]int{int(start.Line), int(start.Character), int(end.Line), int(end.Character)}, Text: c.Text},
		string(enc.Kind()))
}

func naiveOffset(text string, p lsp.Position, enc Encoding) int {
	return lsptest.Offset(text, int(p.Line), int(p.Character), string(enc.Kind()))
}

func texts() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", "bc", "é", "€", "😀", "\r", "\n", "\r\n", "\t", ""})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 24).Draw(t, "pieces"), "")
	})
}

func TestApplyIsTheNaiveWay(t *testing.T) {
	position := rapid.Custom(func(t *rapid.T) lsp.Position {
		return pos(rapid.Uint32Range(0, 8).Draw(t, "line"), rapid.Uint32Range(0, 8).Draw(t, "character"))
	})
	rapid.Check(t, func(t *rapid.T) {
		enc := rapid.SampledFrom([]Encoding{UTF16, UTF8, UTF32}).Draw(t, "encoding")
		text := texts().Draw(t, "text")
		want := text
		var changes []Change
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			c := Change{Text: texts().Draw(t, "new text")}
			if rapid.IntRange(0, 9).Draw(t, "whole") > 0 {
				c.Range = &lsp.Range{Start: position.Draw(t, "start"), End: position.Draw(t, "end")}
				if naiveOffset(want, c.Range.Start, enc) > naiveOffset(want, c.Range.End, enc) {
					c.Range.Start, c.Range.End = c.Range.End, c.Range.Start
				}
			}
			changes = append(changes, c)
			want = naive(want, c, enc)
		}
		got, err := Apply(text, changes, enc)
		if err != nil || got != want {
			t.Fatalf("got %q, %v\nwant %q", got, err, want)
		}
	})
}

// A position leads to an offset and back, except where it was clamped.
func TestPositionAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		enc := rapid.SampledFrom([]Encoding{UTF16, UTF8, UTF32}).Draw(t, "encoding")
		text := texts().Draw(t, "text")
		for i := range len(text) + 1 {
			if i < len(text) && !utf8.RuneStart(text[i]) || i > 0 && i < len(text) && text[i-1:i+1] == "\r\n" {
				continue
			}
			p := NewMapper(text, enc).Position(i)
			if back := NewMapper(text, enc).Offset(p); back != i {
				t.Fatalf("%q: offset %d is position %v is offset %d", text, i, p, back)
			}
			if naive := naiveOffset(text, p, enc); naive != i {
				t.Fatalf("%q: offset %d is position %v, where the naive way finds %d", text, i, p, naive)
			}
		}
	})
}

func FuzzApply(f *testing.F) {
	f.Add("a\r\nb😀\rc", "x\n", uint32(0), uint32(1), uint32(1), uint32(2), uint8(0))
	f.Add("\xff\xf0\n", "\r", uint32(9), uint32(9), uint32(9), uint32(9), uint8(1))
	f.Fuzz(func(t *testing.T, text, s string, l1, c1, l2, c2 uint32, e uint8) {
		enc := Encoding(e % 3)
		r := lsp.Range{Start: pos(l1, c1), End: pos(l2, c2)}
		got, err := Apply(text, []Change{{Range: &r, Text: s}}, enc)
		if err != nil {
			return
		}
		m := NewMapper(text, enc)
		if start, end := m.Offset(r.Start), m.Offset(r.End); got != text[:start]+s+text[end:] {
			t.Errorf("got %q", got)
		}
		if utf8.ValidString(text) && utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("valid text became invalid: %q", got)
		}
	})
}

func BenchmarkKeystroke(b *testing.B) {
	text := strings.Repeat(strings.Repeat("x", 39)+"\n", 25_000) // 1 MB
	r := lsp.Range{Start: pos(24_000, 10), End: pos(24_000, 10)}
	for b.Loop() {
		if _, err := Apply(text, []Change{{Range: &r, Text: "y"}}, UTF16); err != nil {
			b.Fatal(err)
		}
	}
}
