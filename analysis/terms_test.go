package analysis

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"session":               "session",
		"open_session":          "open session open_session",
		"SecureCookieSession":   "Secure Cookie Session SecureCookieSession",
		"HTTPServer":            "HTTP Server HTTPServer",
		"parseHTTP":             "parse HTTP parseHTTP",
		"MAX_SIZE":              "MAX SIZE MAX_SIZE",
		"__init__":              "init",
		"utf8":                  "utf8",
		"sha256sum":             "sha256 sum sha256sum",
		"a = b + 1":             "",
		"x1":                    "x1",
		"größe":                 "größe",
		"IDs":                   "ID IDs",
		"userIDs":               "user ID userIDs",
		"URLsOf":                "URL Of URLsOf",
		"DNS_NAMEs":             "DNS NAME DNS_NAMEs",
		"getAs":                 "get As getAs",
		"isOS":                  "is OS isOS",
		"404, 65535":            "404 65535",
		"12 123456 4_04 40x":    "",
		"a_long":                "long a_long",
		strings.Repeat("x", 65): "",
	} {
		var got []string
		Words(text, func(w string) { got = append(got, w) })
		if strings.Join(got, " ") != want {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
}

// Words that are read in passing are those that reading parts finds.
func TestPlainWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zA-Z]{0,4}[_0-9é.]?|[a-z]{60,66}| )*`).Draw(t, "text")
		var got, want []string
		Words(text, func(w string) { got = append(got, w) })
		for _, id := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == ' ' }) {
			identifier(id, func(w string) { want = append(want, w) })
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
		HashWords(text, func(hash uint32, at int) {
			if len(want) == 0 || HashWord(want[0]) != hash || !strings.Contains(strings.FieldsFunc(text[at:], func(r rune) bool { return r == '.' || r == ' ' })[0], want[0]) {
				t.Fatalf("%q: another hash at %d than that of %q", text, at, want)
			}
			want = want[1:]
		})
		if len(want) > 0 {
			t.Fatalf("%q: no hash of %q", text, want)
		}
	})
}

// Identifiers that stand in a text again count as often as they stand there.
func TestTermsCountWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.StringMatching(`[a-cA-C_0-1é]{1,5}`), 1, 100).Draw(t, "identifiers")
		text := strings.Join(append(ids, ids...), " ")
		want, got := map[uint32]uint32{}, map[uint32]uint32{}
		Words(text, func(w string) { want[HashWord(w)]++ })
		for _, term := range Terms([]byte(text)) {
			got[term.Hash] += term.Count
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}

func TestTermsCountAndSort(t *testing.T) {
	terms := Terms([]byte("Open open OPEN close"))
	if !slices.IsSortedFunc(terms, func(a, b Term) int { return int(int64(a.Hash) - int64(b.Hash)) }) {
		t.Error("terms are not sorted by hash")
	}
	want := map[uint32]uint32{HashWord("open"): 3, HashWord("close"): 1}
	for _, term := range terms {
		if want[term.Hash] != term.Count {
			t.Errorf("term %x counted %d times, want %d", term.Hash, term.Count, want[term.Hash])
		}
	}
	if len(terms) != len(want) {
		t.Errorf("%d terms, want %d", len(terms), len(want))
	}
}

// However many words there are, each is counted once and for all.
func TestManyTerms(t *testing.T) {
	var text strings.Builder
	want := map[uint32]uint32{}
	for i := range 20_000 {
		word := fmt.Sprintf("w%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		text.WriteString(word + " ")
		want[HashWord(word)]++
	}
	got := map[uint32]uint32{}
	for _, term := range Terms([]byte(text.String())) {
		got[term.Hash] += term.Count
	}
	if !maps.Equal(got, want) {
		t.Errorf("%d terms, want %d", len(got), len(want))
	}
}

func BenchmarkTerms(b *testing.B) {
	text := []byte(strings.Repeat("func (s *Server) handleOpen(ctx context.Context, req *openRequest) error {\n", 200))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Terms(text)
	}
}
