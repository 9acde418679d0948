package ignore

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ask answers for a path as a scan does: from the folder down, until something is ignored.
func ask(set *Set, files map[string]string, p string) string {
	in := func(dir string) (found []File) {
		for _, name := range ruleFiles {
			if text, ok := files[path.Join(dir, name)]; ok {
				found = append(found, File{name, []byte(text)})
			}
		}
		return found
	}
	d := set.Root(in("")...)
	isDir := strings.HasSuffix(p, "/")
	parts := strings.Split(strings.TrimSuffix(p, "/"), "/")
	for i, name := range parts {
		if reason := d.Ignored(name, isDir || i < len(parts)-1); reason != "" {
			return reason
		}
		if i < len(parts)-1 {
			d = d.Enter(name, in(strings.Join(parts[:i+1], "/"))...)
		}
	}
	return ""
}

func TestReasons(t *testing.T) {
	files := map[string]string{
		".gitignore":         "*.log\nout/\n/secret.txt\n!important.log\ntrap.txt\nshown/\n",
		"src/.gitignore":     "!debug.log\ngen_*\n",
		".ignore":            "docs/\n!shown/\n!trap.txt\n",
		"src/.ignore":        "gen_kept\n!gen_shown\n",
		".cursorignore":      "*.csv\n!trap.txt\n!*.log\n",
		"src/.cursorignore":  "!kept.csv\nprompts/\n",
		".aiignore":          "src/kept2.csv\ntrap.txt\n",
		"src/.clineignore":   "/only-here.txt\n",
		"other/.gitignore.x": "*\n",
	}
	set := NewSet(Options{Settings: globs(t, "*.min.js", "tmp/")})
	for _, c := range []struct{ path, want string }{
		{"a.log", "ignored: .gitignore"},
		{"important.log", ""},
		{"src/a.log", "ignored: .gitignore"},
		{"src/debug.log", ""},
		{"src/x/debug.log", ""},
		{"out", ""}, // a file of that name
		{"out/", "ignored: .gitignore"},
		{"out/important.log", "ignored: .gitignore"}, // below what is ignored nothing comes back
		{"secret.txt", "ignored: .gitignore"},
		{"src/secret.txt", ""},
		{"src/gen_a", "ignored: src/.gitignore"},
		{"docs/a.md", "ignored: .ignore"},
		{"src/gen_kept", "ignored: src/.gitignore"},
		{"src/gen_shown", ""},              // .ignore shows what .gitignore hides
		{"shown/x.txt", ""},                // … and directories too
		{"trap.txt", "ignored: .aiignore"}, // an AI-ignore file can hide it again
		{"a.csv", "ignored: .cursorignore"},
		{"src/kept.csv", ""}, // a ! takes back a pattern of the same kind of file
		{"src/kept2.csv", "ignored: .aiignore"},
		{"src/prompts/a", "ignored: src/.cursorignore"},
		{"src/only-here.txt", "ignored: src/.clineignore"},
		{"src/x/only-here.txt", ""},
		{"a.min.js", "ignored: settings (*.min.js)"},
		{"tmp/x/y", "ignored: settings (tmp/)"},
		{"node_modules/x/y.js", "ignored: default (node_modules)"},
		{"a/b.egg-info/PKG-INFO", "ignored: default (*.egg-info)"},
		{".git", "ignored: default (.git)"},
		{".git/config", "ignored: default (.git)"},
		{"vendor", ""}, // a file
		{"vendor/", "ignored: default (vendor)"},
		{"other/a", ""},
	} {
		if got := ask(set, files, c.path); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}

// Whatever stands in the AI-ignore files, they only ever add to what is ignored.
func TestAIIgnoreFilesOnlyHide(t *testing.T) {
	set := NewSet(Options{})
	for _, name := range ruleFiles[2:] {
		files := map[string]string{".gitignore": "a\nb/\n", name: "!a\n!b/\n!*\n!node_modules/\nc\n"}
		for p, want := range map[string]string{
			"a": "ignored: .gitignore", "b/x": "ignored: .gitignore", "c": "ignored: " + name,
			"node_modules/x": "ignored: default (node_modules)", "d": "",
		} {
			if got := ask(set, files, p); got != want {
				t.Errorf("%s, with %s: %q, want %q", p, name, got, want)
			}
		}
	}
}

func TestTrackedBuildDirectories(t *testing.T) {
	set := NewSet(Options{Tracked: []string{"src/go/build/build.go", "build/ci/run.sh", "vendor/x/x.go", "a/dist", "node_modules/x.js"}})
	for p, want := range map[string]string{
		"src/go/build/new.go": "",
		"build/ci/run.sh":     "",
		"build/out.bin":       "",
		"src/build/x":         "ignored: default (build)",
		"build/target/x":      "ignored: default (target)",
		"dist/x":              "ignored: default (dist)",
		"a/dist":              "", // a file
		"vendor/x/x.go":       "ignored: default (vendor)",
		"node_modules/x.js":   "ignored: default (node_modules)",
	} {
		if got := ask(set, nil, p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

func TestSkipListOfSettings(t *testing.T) {
	set := NewSet(Options{Skip: []string{"third_*", "/x/"}, FoldCase: true})
	for p, want := range map[string]string{
		"node_modules/x": "", "third_party/x": "ignored: default (third_*)", "a/X/y": "ignored: default (x)",
		".git/x": "ignored: default (.git)",
	} {
		if got := ask(set, nil, p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
	if got := ask(NewSet(Options{Skip: []string{}}), nil, "vendor/x"); got != "" {
		t.Errorf("an empty list still skips: %q", got)
	}
}

// A folder below the top of its repository obeys the files above it, but is itself never ignored.
func TestRulesFromOutside(t *testing.T) {
	set := NewSet(Options{Outer: []Outer{
		{Name: "core.excludesFile", Below: "packages/app", Text: []byte("*~\nlib/*.tmp\n")},
		{Name: ".git/info/exclude", Below: "packages/app", Text: []byte("/packages/app/local\n!keep~\n")},
		{Name: "../../.gitignore", Below: "packages/app", Text: []byte("packages/*/out\npackages/\n*.log\n")},
		{Name: "../.gitignore", Below: "app", Text: []byte("/app/gen\n!x.log\n")},
		{Name: "../../.aiignore", Below: "packages/app", Text: []byte("packages/app/private/\n!*.log")},
	}})
	files := map[string]string{"sub/.gitignore": "/here\n!y.log\n"}
	for p, want := range map[string]string{
		"a~":         "ignored: core.excludesFile",
		"keep~":      "",
		"lib/a.tmp":  "",
		"local":      "ignored: .git/info/exclude",
		"sub/local":  "",
		"out":        "ignored: ../../.gitignore",
		"sub/out":    "",
		"gen":        "ignored: ../.gitignore",
		"a.log":      "ignored: ../../.gitignore",
		"x.log":      "",
		"sub/y.log":  "",
		"sub/here":   "ignored: sub/.gitignore",
		"private/a":  "ignored: ../../.aiignore",
		"sub/a/here": "",
	} {
		if got := ask(set, files, p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

func globs(t testing.TB, patterns ...string) *Globs {
	t.Helper()
	g, err := CompileGlobs(patterns, false)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGlobs(t *testing.T) {
	paths := []string{"README.md", "a.go", "docs/a.md", "docs/x/b.md", "src/a.go", "src/a_test.go", "src/docs/c.md", "src/gen/a.go", "src/gen/keep.go"}
	for _, c := range []struct {
		globs string
		want  string
	}{
		{"docs/", "docs/a.md docs/x/b.md src/docs/c.md"},
		{"/docs/", "docs/a.md docs/x/b.md"},
		{"./docs", "docs/a.md docs/x/b.md"},
		{"docs/*.md", "docs/a.md"},
		{"src/**", "src/a.go src/a_test.go src/docs/c.md src/gen/a.go src/gen/keep.go"},
		{"*.go !*_test.go", "a.go src/a.go src/gen/a.go src/gen/keep.go"},
		{"src/ !src/gen/ src/gen/keep.go", "src/a.go src/a_test.go src/docs/c.md src/gen/keep.go"},
		{"!src/ *.md", "README.md docs/a.md docs/x/b.md src/docs/c.md"},
		{"**/a.go", "a.go src/a.go src/gen/a.go"},
		{"/a.go", "a.go"},
		{"nothing", ""},
		{"", ""},
	} {
		g := globs(t, strings.Fields(c.globs)...)
		var got []string
		for _, p := range paths {
			if g.Match(p) {
				got = append(got, p)
			}
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s:\n%s", c.globs, diff)
		}
	}
	if g := globs(t, "docs/"); g.Match("docs") || !g.Match("docs/") {
		t.Error("a directory is told by its slash")
	}
}

func TestGlobsOfSettingsReachBelowNegation(t *testing.T) {
	set := NewSet(Options{Settings: globs(t, "gen/", "!gen/keep.go")})
	for p, want := range map[string]string{"gen/a.go": "ignored: settings (gen/)", "gen/keep.go": "", "gen/": ""} {
		if got := ask(set, nil, p); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

func TestMalformedGlobs(t *testing.T) {
	for _, glob := range []string{"", "!", "/", "a[b", `a\`, "[[:bogus:]]", "   ", strings.Repeat("a", maxLine+1)} {
		if _, err := CompileGlobs([]string{"ok", glob}, false); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", glob)) {
			t.Errorf("%.20q: error %v does not name it", glob, err)
		}
	}
}

func TestIsRule(t *testing.T) {
	if !IsRule(".gitignore") || !IsRule(".llmignore") || IsRule("gitignore") || IsRule("") {
		t.Error("IsRule")
	}
	if !slices.Contains(DefaultSkip(), "node_modules") {
		t.Error("DefaultSkip")
	}
}

// BenchmarkIgnored asks about the entries of a large tree with ordinary ignore files.
func BenchmarkIgnored(b *testing.B) {
	set := NewSet(Options{Settings: globs(b, "*.min.js", "testdata/huge/"), Outer: []Outer{
		{Name: "core.excludesFile", Text: []byte("*~\n.DS_Store\n*.swp\n.idea/\n")}, {Name: ".git/info/exclude", Text: []byte("/scratch\n")}}})
	text := "*.py[cod]\n*$py.class\n*.so\n.Python\neggs/\nlib64/\nparts/\nsdist/\nwheels/\n*.egg\nMANIFEST\n*.manifest\n*.spec\npip-log.txt\n" +
		"htmlcov/\n.tox/\n.nox/\n.coverage\n.coverage.*\n.cache\nnosetests.xml\ncoverage.xml\n*.cover\n*.mo\n*.pot\n*.log\nlocal_settings.py\n" +
		"docs/_build/\n/site\n.ipynb_checkpoints\n.env\nenv/\n*.sage.py\n!keep.log\n**/fixtures/*.bin\nnpm-debug.log*\n.yarn/*\n!.yarn/patches\n"
	d := set.Root(File{".gitignore", []byte(text)}, File{".cursorignore", []byte("*.csv\n*.sql\n")})
	for _, name := range []string{"packages", "app", "src"} {
		d = d.Enter(name)
	}
	d = d.Enter("views", File{".gitignore", []byte("*.generated.ts\n/tmp\n")})
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprintf("component_%d.view.tsx", i)
	}
	for i := 0; b.Loop(); i++ {
		if d.Ignored(names[i%len(names)], false) != "" {
			b.Fatal("ignored")
		}
	}
}
