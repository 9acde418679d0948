//go:build cgo

package rank

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang"
)

// byFence is the language of a fence.
func byFence(t *testing.T, fence string) *analysis.Language {
	t.Helper()
	all := lang.All()
	i := slices.IndexFunc(all, func(l *analysis.Language) bool { return l.Fence == fence })
	if i < 0 {
		t.Fatalf("no language is fenced as %q", fence)
	}
	return all[i]
}

func TestProse(t *testing.T) {
	for _, tt := range []struct{ fence, text, code string }{
		{"python", "a('b', f'c{d}e') # f\n\"\"\"g\nh\"\"\" i", "a f d i"},
		{"python", "it's a", "it s a"}, // closed by nothing
		{"rust", "a<'b>(c: &'d e) '\\'' f // g", "a b c d e f"},
		{"ts", "a(`b ${c({d})} e`) /* f\n */ g", "a c d g"},
		{"ruby", "a \"b #{c} d\" # e", "a c"},
		{"csharp", "a @\"b \"\"\" c @\"d\ne /*\" f $@\"g {h} {{i}}\" @$\"\"\"j\" k @\"l", "a c f $ h $ k l"},
		{"cpp", "a R\"(b\"c\\)\" d u8R\"x(e)\" )x\" f XR\"g\" R\"(h", "a R d u8R f XR R h"},
		{"rust", "a r\"b\\\" c br##\"d\"# e\"## f r#\"g", "a r c br f r g"},
		{"rust", "a /*! `b/** c **/d` e */ f \"g \\\nh\" i // `j\nk // `l\nm", "a f i k m"},
		{"kotlin", "a /* b /* c */ d */ `e` f \"\"\"g\nh\"\"\" i", "a e f i"},
		{"ocaml", "a (* b (* c *) d *) \"e\nf\" g '\"' h", "a g h"},
		{"java", "a /* b /* c */ d `e\n f", "a d e f"},
		{"lua", "a --[[ b\n ]] c -- d", "a c"},
		{"bash", "a \"b $(c d) e\"", "a c d"},
		{"sql", "a 'b' -- c\n\"d\"", "a d"},
		{"markdown", "a's b <!-- c -->", "a s b"},
	} {
		var code []string
		prose := readProse(tt.text, &byFence(t, tt.fence).Lexis)
		eachIdentifier(tt.text, func(start, end int) {
			if !prose.has(start) {
				code = append(code, tt.text[start:end])
			}
		})
		if got := strings.Join(code, " "); got != tt.code {
			t.Errorf("%s %q: got %q, want %q", tt.fence, tt.text, got, tt.code)
		}
	}
}

// Strings in the holes of strings, none of which ends, are not tried again for each one around them.
func TestProseWithoutEnd(t *testing.T) {
	for _, opened := range []string{`"${`, "`${", `"#{`, `"$(`, `$"{`, `$@"{`, `@$"{`, `f"{`, `"""`, `R"x(`, `r#"`, `@"`, "/*", "'"} {
		for _, fence := range []string{"csharp", "ts", "kotlin", "cpp", "rust", "ruby", "bash", "python"} {
			text := strings.Repeat(opened, 300) + " name"
			last := 0
			for _, p := range readProse(text, &byFence(t, fence).Lexis) {
				if int(p.Start) < last || p.End <= p.Start || int(p.End) > len(text) {
					t.Fatalf("%s %q: %v behind %d", fence, opened, p, last)
				}
				last = int(p.End)
			}
		}
	}
}
