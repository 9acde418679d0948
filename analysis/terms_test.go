package analysis

import (
	"slices"
	"strings"
	"testing"
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
		"IDs":                   "Ds IDs",
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

func BenchmarkTerms(b *testing.B) {
	text := []byte(strings.Repeat("func (s *Server) handleOpen(ctx context.Context, req *openRequest) error {\n", 200))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Terms(text)
	}
}
