package golang

import (
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// longest is how many bytes of a type or a value a signature shows.
const longest = 80

// elide is a type or a value as one line. Of what is longer, and of literals over several lines, the
// beginning is kept: it names the literal's type or the function called.
func elide(b *syntax.Builder, s analysis.Span) string {
	text := b.Text(s)
	first, _, wrapped := strings.Cut(text, "\n")
	if !wrapped || len(text) <= 4*longest && !strings.ContainsAny(text, "{`") {
		if line := b.Signature(s.Start, s.End); len(line) <= longest {
			return line
		}
	}
	line := b.Signature(s.Start, s.Start+uint32(len(first)))
	if len(line) > longest {
		end := longest
		for !utf8.RuneStart(line[end]) {
			end--
		}
		line = line[:end]
	}
	line = strings.TrimSpace(line)
	for i, open := range []string{"(", "{", "["} {
		if strings.HasSuffix(line, open) {
			return line + "…" + ")}]"[i:i+1]
		}
	}
	return line + "…"
}
