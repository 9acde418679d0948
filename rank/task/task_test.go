package task

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReadFindsPaths(t *testing.T) {
	for text, want := range map[string]string{
		"Fix src/app.py and lib/x.ts:12, please.":               "src/app.py lib/x.ts:12",
		`  File "/home/me/proj/flask/app.py", line 2292, in f`:  "/home/me/proj/flask/app.py:2292",
		"\t/go/src/x/gin.go:12 +0x1d":                           "/go/src/x/gin.go:12",
		"    at render (/srv/app/view.tsx:10:3)":                "/srv/app/view.tsx:10",
		"    at src/a.mjs:7":                                    "src/a.mjs:7",
		`C:\proj\src\main.go:3: undefined: x`:                   "/proj/src/main.go:3",
		"see https://github.com/o/r/blob/main/src/a.go#L14-L20": "src/a.go:14",
		"see https://example.com/docs/index.html":               "",
		"the file `config.toml` and \"a/b.json\"":               "config.toml a/b.json",
		"read and/or write 1/2 of it, e.g. np.array":            "",
		"in packages/core/src there is ./util.js":               "packages/core/src util.js",
		"app.py, app.py:5 and app.py:9":                         "app.py:5",
		"foo.py:bar is no line":                                 "",
	} {
		var got []string
		for _, p := range Read(text).Paths {
			s := p.Path
			if p.Line > 0 {
				s = fmt.Sprintf("%s:%d", s, p.Line)
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("paths of %q: %q, want %q", text, got, want)
		}
	}
}

func TestReadFindsSymbols(t *testing.T) {
	for text, want := range map[string]string{
		"`Session` must be closed":                     "Session",
		"call open_session() in MyApp":                 "open_session MyApp",
		"flask.sessions.Session.open fails":            "flask.sessions.Session.open",
		"std::vec::Vec and Foo#bar":                    "std.vec.Vec Foo.bar",
		"it calls render (twice) and close()":          "close",
		"when the Blueprint is registered":             "Blueprint",
		"Blueprint is first. Session is next.":         "", // they begin sentences
		"e.g. i.e. etc.":                               "",
		"the API and the HTTP server":                  "",
		"_private_name __init__ x":                     "_private_name",
		"```\nfoo.bar(baz)\nx = some_name\n```\nprose": "foo.bar some_name",
		"“MAX_SIZE” — it’s wrong":                      "MAX_SIZE",
		"<!-- Do not\ntouch my_form -->\nreal_name":    "real_name",
		"T\n- [x] my_form\n* [ ] I've seen my_faq":     "",
		"T\n## Which parts?\n- [ ] a_b\n\n* [X] c_d":   "c_d",             // they answer the question
		"T\n- [ ] add my_form\n- [x](a_c) [ ] a_b":     "my_form a_c a_b", // the second is a link
		"getUserName of @app.route":                    "getUserName app.route",
		"c.ClientIP() of `w.Header`, p.m. and a.b":     "ClientIP Header", // a letter is a variable
		"`redirect/2` of My.Web.scope/2, 1/2 and/or 3": "redirect My.Web.scope",
		"`--once`, --all and `--dryRun`":               "dryRun",
		"src/shop-server(openCart+0x1d)[0x55aa]":       "openCart",
		"`save!` or is_new? Is `new`? my_f?x=1 a_b!=c": "save! is_new? new my_f a_b",
	} {
		var got []string
		for _, s := range Read(text).Symbols {
			got = append(got, s.FullName()+s.Mark)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("symbols of %q: %q, want %q", text, got, want)
		}
	}
}

func TestReadFindsPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"`bind:this` and --no-ignore-vcs":             "bind this|no ignore vcs",
		"`--max-depth=3`, `Content-Type`: x":          "max depth|Content Type",
		"well-known, fix:that, `well` known-to":       "",
		"`utf-8`, `a.py:f`, `std::vec`, `--all` or -": "",
		"```\n`data-raw`\n```":                        "",
	} {
		var got []string
		for _, p := range Read(text).Phrases {
			got = append(got, strings.Join(p.Words, " "))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("phrases of %q: %q, want %q", text, got, want)
		}
	}
}

func TestReadTakesNoRowOfNamesForOne(t *testing.T) {
	for names, want := range map[int]int{maxQualifiers + 1: 1, maxQualifiers + 2: 0, 40_000: 0} {
		if got := Read(strings.Repeat("ab.", names-1) + "cd").Symbols; len(got) != want {
			t.Errorf("of a row of %d names %d were taken for one, want %d", names, len(got), want)
		}
	}
}

func TestReadHasAnEnd(t *testing.T) {
	pad := strings.Repeat("x\n", maxBytes/2)
	if paths := Read("first.go\n" + pad + "last.go").Paths; len(paths) != 1 || paths[0].Path != "first.go" {
		t.Errorf("paths: %v", paths)
	}
}

func TestReadWeighsWords(t *testing.T) {
	task := Read("Quick fix\n\nMake the loader load.\n\nThe parser, the parser! `encoder` says \"overflow here\".\n\n```\nsetup\n```\nValueError: broken pipe\n")
	weight := map[string]float64{}
	for _, w := range task.Words {
		weight[w.Text] = w.Weight
	}
	order := []string{"encoder", "overflow", "loader", "setup"} // inline, quoted, prose, fenced
	if !slices.IsSortedFunc(order, func(a, b string) int {
		if weight[a] > weight[b] {
			return -1
		}
		return 1
	}) || weight["setup"] == 0 {
		t.Errorf("weights %v, want them to fall in the order %q", weight, order)
	}
	if weight["broken"] != weight["overflow"] {
		t.Errorf("an error's message weighs %g, a quoted one %g", weight["broken"], weight["overflow"])
	}
	if flag := Read("Title\n\nIt ignores --strict here").Words; flag[1].Text != "strict" || flag[1].Weight != wordWeights[inline] {
		t.Errorf("a flag among %v", flag)
	}
	if weight["quick"] != titleWeight*weight["loader"] {
		t.Errorf("a word of the title weighs %g, one below %g", weight["quick"], weight["loader"])
	}
	if !(weight["parser"] > weight["loader"]) {
		t.Errorf("a word said twice weighs %g, one said once %g", weight["parser"], weight["loader"])
	}
	for _, w := range []string{"the", "make", "here's"} {
		if weight[w] != 0 {
			t.Errorf("stop word %q weighs %g", w, weight[w])
		}
	}
	if !slices.IsSortedFunc(task.Words, func(a, b Word) int {
		if a.Weight > b.Weight || a.Weight == b.Weight && a.Text < b.Text {
			return -1
		}
		return 1
	}) {
		t.Errorf("words are not in order: %v", task.Words)
	}
}

func TestReadPassesOverHeadings(t *testing.T) {
	words := func(task string) (all []string) {
		for _, w := range Read(task).Words {
			all = append(all, w.Text)
		}
		slices.Sort(all)
		return all
	}
	for _, c := range [][2]string{
		{"# Broken cache\n\n### Environment\nlinux\n", "broken cache linux"},
		{"Broken cache\n\n**Describe the feature:**\nfaster", "broken cache faster"},
		{"Broken cache\n\n## Rewrite `load_once`\n", "broken cache load load_once once"}, // names count wherever they stand
		{"Broken cache\n\n**urgent** matter, **really**", "broken cache matter really urgent"},
		{"Broken cache\n\n#hashtag #define\n", "broken cache define hashtag"},
		{"Broken cache\n```\n# comment\n```\n", "broken cache comment"},
	} {
		if got := strings.Join(words(c[0]), " "); got != c[1] {
			t.Errorf("words of %q: %q, want %q", c[0], got, c[1])
		}
	}
	if paths := Read("Title\n\n## src/app.py\n").Paths; len(paths) != 1 || paths[0].Path != "src/app.py" {
		t.Errorf("paths in a heading: %v", paths)
	}
}

func TestReadKnowsTests(t *testing.T) {
	for text, want := range map[string]bool{
		"Add tests for the parser":                true,
		"\nImprove coverage of x":                 true,
		"Fix the parser\n\nThe tests fail.":       false,
		"Fix the latest release":                  false,
		"`test_parse` fails":                      true,
		"Fix failing latest test release":         false,
		"Fix the test client's redirects":         false,
		"Add a flag for tests":                    false,
		"Add a test command":                      false,
		"Make errors like those of a test":        false,
		"Flaky test TestOpenClose":                true,
		"Flaky test `openClose` on Windows":       true,
		"The parser test fails":                   true,
		"Fix the failing tests":                   true,
		"test: cover closing":                     true,
		"Broken parser_test.go":                   true,
		"src/a.spec.ts hangs":                     true,
		"Speed up spec in CI":                     true,
		"Testing module leaks":                    false,
		"Parser broken\n```\npytest tests\n```\n": false,
	} {
		if got := Read(text).Tests; got != want {
			t.Errorf("%q is about tests: %t, want %t", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("Fix `a.b` in src/x.py:3\n```\n  File \"y.py\", line 4\n```")
	f.Add("<!-- \n C:\\x\\ ::a #L1 ://blob/ \"`")
	f.Add("a.b..c ./ ../ :: .:. #")
	f.Fuzz(func(t *testing.T, text string) {
		task := Read(text)
		for _, p := range task.Paths {
			if p.Path == "" || p.Line < 0 || p.Weight <= 0 || p.Weight > 1 {
				t.Errorf("path %+v", p)
			}
		}
		for _, s := range task.Symbols {
			if s.Name == "" || strings.Contains(s.Name, ".") || s.Weight <= 0 || s.Weight > 1 {
				t.Errorf("symbol %+v", s)
			}
		}
		for _, w := range task.Words {
			if w.Text == "" || !(w.Weight > 0) {
				t.Errorf("word %+v", w)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := "Sessions time out too early when `wordaa3` is called by wordab1.wordba2 in pkg003/f0000312.\n\n" +
		"ValueError: wordca5 of wordac7 must not be wordbb1\n\nExpected the session to live as long as worda12 says, but wordaa0 ends it.\n"
	text = strings.Repeat(text, 100<<10/len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Read(text)
	}
}

func TestCertain(t *testing.T) {
	for text, want := range map[string]bool{
		"call `Session`":           true,
		"call open_session":        true,
		"```\nopen_session()\n```": true,
		"when the Blueprint opens": false,
	} {
		symbols := Read(text).Symbols
		if len(symbols) != 1 || symbols[0].Certain() != want {
			t.Errorf("%q: %v, want one symbol that is certain: %t", text, symbols, want)
		}
	}
}
