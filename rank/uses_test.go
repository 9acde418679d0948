package rank

import (
	"fmt"
	"strings"
	"testing"
)

func TestUses(t *testing.T) {
	folder := map[string]string{
		"store":     "def Store\n def save\n  connect\n def load\n  self.save\ndef connect\n connect\ndef lone\n // lone \"lone\"\n",
		"app":       "import store Store connect\ndef open\n Store connect\n .load // connect\ndef connected\n",
		"stranger":  "def far\n connect\n",
		"two":       "def Cat\n def call\ndef Dog\n def call\n  self.call\n",
		"caller":    "import two Cat\ndef shout\n Cat.call\n .call\n",
		"pkg/log":   "def Log\n def flush\n",
		"pkg/user":  "def user\n Log\nLog\n",
		"pkg/guess": "def guess\n it.flush\n",
	}
	g := linked(folder)
	ix := NewIndex(nil, g, nil)
	for of, want := range map[string]string{
		"store:connect":    "app:3 in open 1, store:3 in save 1, store:7 in connect 1",
		"store:lone":       "", // in a comment or a string
		"store:Store.save": "store:5 in load 0.7",
		"store:Store.load": "app:4 in open 0.3",
		"store:Store":      "app:3 in open 1",
		"two:Cat.call":     "caller:3 in shout 0.7, caller:4 in shout 0.3", // the file names Cat alone
		"two:Dog.call":     "two:5 in call 0.7",
		"pkg/log:Log":      "pkg/user:2 in user 0.9, pkg/user:3 in nothing 0.9",
	} {
		var got []string
		for _, u := range ix.Uses(definition(t, g, of), func(n int32) (string, error) { return folder[g.Path(n)], nil }) {
			in := "nothing"
			if u.In != WholeFile {
				in = g.File(u.Node).Facts.Get().Symbols[u.In].Name
			}
			line := 1 + strings.Count(folder[g.Path(u.Node)][:u.Span.Start], "\n")
			got = append(got, fmt.Sprintf("%s:%d in %s %.2g", g.Path(u.Node), line, in, u.Confidence))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("uses of %s:\n got %s\nwant %s", of, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	for _, tt := range []struct{ fence, text, code string }{
		{"python", "a('b', f'c{d}e') # f\n\"\"\"g\nh\"\"\" i", "a f d i"},
		{"python", "it's a", "it s a"}, // closed by nothing
		{"rust", "a<'b>(c: &'d e) '\\'' f // g", "a b c d e f"},
		{"typescript", "a(`b ${c({d})} e`) /* f\n */ g", "a c d g"},
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
		prose := readProse(tt.text, tt.fence)
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
		for _, fence := range []string{"csharp", "typescript", "kotlin", "cpp", "rust", "ruby", "bash", "python"} {
			text := strings.Repeat(opened, 300) + " name"
			last := 0
			for _, p := range readProse(text, fence) {
				if int(p.Start) < last || p.End <= p.Start || int(p.End) > len(text) {
					t.Fatalf("%s %q: %v behind %d", fence, opened, p, last)
				}
				last = int(p.End)
			}
		}
	}
}
