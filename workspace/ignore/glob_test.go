package ignore

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// slow is what a glob means, written down without any thought for speed.
func slow(g glob, s string) bool {
	known := map[[2]int]bool{}
	var at func(p, i int) bool
	at = func(p, i int) bool {
		if p == len(g) {
			return i == len(s)
		}
		key := [2]int{p, i}
		if answer, ok := known[key]; ok {
			return answer
		}
		known[key] = false
		answer := false
		switch t := &g[p]; t.op {
		case opStar:
			answer = at(p+1, i) || i < len(s) && s[i] != '/' && at(p, i+1)
		case opRest:
			answer = at(p+1, i) || i < len(s) && at(p, i+1)
		case opDirs:
			answer = at(p+1, i)
			for j := i; j < len(s) && !answer; j++ {
				answer = s[j] == '/' && at(p+1, j+1)
			}
		default:
			answer = i < len(s) && t.matches(s[i]) && at(p+1, i+1)
		}
		known[key] = answer
		return answer
	}
	return at(0, 0)
}

func TestGreedyMatchIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "/", "*", "**", "/**/", "**/", "?", "[ab]", `\/`, `\a`}), 1, 9).Draw(t, "pattern"), "")
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "/"}), 0, 14).Draw(t, "text"), "")
		g := compileGlob(pattern, false)
		if got, want := g.match(text), slow(g, text); got != want {
			t.Fatalf("%q against %q: %v, should be %v", pattern, text, got, want)
		}
	})
}

// A matcher that backtracks into every star would not come back from these.
func TestPathologicalPatterns(t *testing.T) {
	long := strings.Repeat("a", 4000)
	deep := strings.Repeat("a/", 2000)
	for _, c := range []struct{ pattern, text string }{
		{strings.Repeat("*a", 1000) + "b", long},
		{strings.Repeat("*", 2000) + "b", long},
		{strings.Repeat("**/", 600) + "b", deep + "a"},
		{strings.Repeat("**/a*", 400) + "b", deep + "a"},
		{"x/" + strings.Repeat("**/*a*/", 400) + "b", "x/" + deep + "a"},
		{strings.Repeat("[[:alnum:]]*", 300) + "-", long},
		{strings.Repeat("?*", 1000) + "/", deep},
	} {
		p, ok := parsePattern(c.pattern, false)
		if !ok {
			t.Fatalf("%.40q… is refused", c.pattern)
		}
		if p.matches(c.text, c.text[strings.LastIndexByte(c.text, '/')+1:]) {
			t.Errorf("%.40q… matches %.20q…", c.pattern, c.text)
		}
	}
}

// FuzzRules feeds any bytes as an ignore file: no panic, the index of literal patterns answers as the
// plain list does, and the greedy matcher as the definition.
func FuzzRules(f *testing.F) {
	f.Add([]byte("*.log\n!keep.log\n/build/\n**/x/[a-c]?\n"), "a/x/b1.log", true, false)
	f.Add([]byte("[[:alpha:]]*\\ \n\xef\xbb\xbf#\n!\n/\n\\\n[\n"), "src/ ", false, true)
	f.Add([]byte("foo**/bar\r\n*\x00a\n[z-"), "foobar", false, false)
	f.Fuzz(func(t *testing.T, text []byte, path string, dir, fold bool) {
		if len(text) > 120 || len(path) > 60 { // the slow definition is very slow
			return
		}
		r := compile(text, fold)
		asked := path
		if fold {
			asked = lowerASCII(path)
		}
		base := asked[strings.LastIndexByte(asked, '/')+1:]
		want := -1
		for i := range r.patterns {
			p := &r.patterns[i]
			if p.glob != nil {
				rest, ok := strings.CutPrefix(asked, p.text)
				if !p.path {
					rest, ok = base, true
				}
				if ok && p.glob.match(rest) != slow(p.glob, rest) {
					t.Fatalf("line %q against %q: the greedy matcher is wrong", p.source, rest)
				}
			}
			if (dir || !p.dirOnly) && p.matches(asked, base) {
				want = i
			}
		}
		if got := r.match(path, dir); got != want {
			t.Fatalf("%q against %q: pattern %d decides, should be %d", text, path, got, want)
		}
		if g, err := CompileGlobs(strings.Split(string(text), "\n"), fold); err == nil {
			g.Match(path)
		}
	})
}
