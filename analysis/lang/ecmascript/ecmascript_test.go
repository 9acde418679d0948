package ecmascript

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestFacts(t *testing.T)   { langtest.Facts(t, Languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, Languages(), "testdata/resolve") }

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"src/a.test.ts": true, "a.spec.jsx": true, "src/__tests__/a.ts": true, "test/a.js": true, "x/tests/y/a.js": true,
		"e2e/a.ts": true, "src/a.cy.tsx": true, "src/app.e2e-spec.ts": true, "cypress/a.ts": true, "spec/a.ts": true, "src/a-test.js": true, "a_test.ts": true, "dts-test/a.ts": true, "src/a.test-d.ts": true, "src/a.ts": false, "src/test.ts": false, "testing/a.ts": false, "latest/spec.ts": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%q) = %v", p, got)
		}
	}
}

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"\xef\xbb\xbf{\"a\":1}":                        `{"a":1}`,
		`{"a": [1, 2,], /* , } */ "b": {"c": 1,},}`:    `{"a":[1,2],"b":{"c":1}}`,
		"{\"a\": \"//\", // x\n\"b\": \"/* \\\" */\"}": `{"a":"//","b":"/* \" */"}`,
		`{"a": 1} // to the end`:                       `{"a":1}`,
		`{"a": "," }`:                                  `{"a":","}`,
		`{"a": 1 /* open`:                              `null`,
		`[1]`:                                          `null`,
		``:                                             `null`,
		`{"a": "open`:                                  `null`,
	} {
		got, err := json.Marshal(decode([]byte(text)))
		if err != nil || string(got) != want {
			t.Errorf("decode(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
}

// What is plain JSON already must stay as it is.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"a": ["x, ]", {"b": "//"}], "c": "/*"}`))
	f.Add([]byte(`{"\\": "\"", "a": [1 , ] /`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got := decode(text)
		var want map[string]any
		if json.Unmarshal(text, &want) == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("decode(%q) = %v, want %v", text, got, want)
		}
	})
}

func TestPattern(t *testing.T) {
	for text, want := range map[string]string{
		"a":                            "/a",
		"{}":                           "",
		"{ a, b }":                     "a/a b/b",
		"{ a: x, 'b-c': y, [k]: z }":   "a/x b-c/y [k]/z",
		"{ a = 1, b = f(1, 2), c }":    "a/a b/b c/c",
		"{ a: { b, c: [d] }, e }":      "a/b a/d e/e",
		"{ a: { b } = {}, ...rest }":   "a/b /rest",
		"[a, , b = [1, 2], ...c]":      "/a /b /c",
		"[{ a }, [b]]":                 "a/a /b",
		"{ a = '},', b = { x: 1 }, c}": "a/a b/b c/c",
		"{ a: ":                        "",
		"{ : }":                        "",
		"[":                            "",
	} {
		var got []string
		for _, b := range pattern(text) {
			got = append(got, b.Name+"/"+b.Local)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("pattern(%q) = %q, want %q", text, s, want)
		}
	}
}

func TestPnpmPackages(t *testing.T) {
	for text, want := range map[string]string{
		"packages:\n  - a/*\n  - 'b'   # c\n\n  # d\n  - \"!e\"\nother:\n  - f\n": "[a/* b !e]",
		"packages: ['a', b/**]\n":        "[a b/**]",
		"packages:\n- a\r\n- b\r\n":      "[a b]",
		"catalog:\n  packages-like: 1\n": "[]",
		"":                               "[]",
	} {
		if got := fmt.Sprint(pnpmPackages([]byte(text))); got != want {
			t.Errorf("pnpmPackages(%q) = %s, want %s", text, got, want)
		}
	}
}

// A glob means what the regular expression means that is made of it piece by piece.
func TestGlob(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		segment := rapid.SampledFrom([]string{"a", "ab", "*", "**", "a*", "?b"})
		pattern := strings.Join(rapid.SliceOfN(segment, 1, 5).Draw(t, "pattern"), "/")
		name := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab", "abb"}), 1, 5).Draw(t, "name"), "/")
		re := "^"
		for _, s := range strings.Split(pattern, "/") {
			if s == "**" {
				re += "(?:[^/]+/)*"
				continue
			}
			re += strings.NewReplacer("*", "[^/]*", "?", "[^/]").Replace(s) + "/"
		}
		want := regexp.MustCompile(re + "$").MatchString(name + "/")
		if got := newGlob("", pattern).match(strings.Split(name, "/")); got != want {
			t.Fatalf("%s on %s is %v, want %v", pattern, name, got, want)
		}
	})
}

// Whatever the bytes are, Facts keep their promises, and the same bytes give the same Facts.
func FuzzExtract(f *testing.F) {
	archives, err := filepath.Glob("testdata/facts/*.txtar")
	if err != nil || len(archives) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, a := range archives {
		archive, err := txtar.ParseFile(a)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(file.Data)
			f.Add(file.Data[:len(file.Data)*2/3])
		}
	}
	f.Add([]byte("class A {\n  close(this.items.push(item) }\n}\n"))
	languages := Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, l := range languages {
			facts, err := l.Extract(src)
			if err != nil {
				continue // too slow
			}
			langtest.Check(t, l.ID, src, facts)
			if again, err := l.Extract(src); err == nil && !reflect.DeepEqual(facts, again) {
				t.Errorf("%s: a second extraction differs", l.ID)
			}
		}
	})
}

// A package.json or tsconfig.json that makes no sense, or leads in circles, must not take the resolver
// along.
func TestOddManifests(t *testing.T) {
	odd := []string{
		``, `null`, `[]`, `{`, `"text"`,
		`{"name": 1, "main": {}, "exports": 7, "imports": [], "dependencies": [], "workspaces": {"packages": 1}}`,
		`{"name": "p", "main": "../../..", "exports": {".": {".": {"import": [[null, 1, "../x"]]}}, "./*": {"import": "*"}}}`,
		`{"name": "p", "main": "..", "exports": ["./a", {"default": "./"}], "imports": {"#x": "#x", "#y": "p"}}`,
		`{"extends": ["./tsconfig.json", 1, "p", "."], "references": [{"path": "."}, 1, {}], "files": 1, "include": [1, ".", ".."]}`,
		`{"compilerOptions": {"baseUrl": "../../..", "paths": {"*": ["*", 1], "": [], "**": "x"}}, "include": ["**/**/*", ""]}`,
	}
	bases := []string{"package.json", "tsconfig.json", "pnpm-workspace.yaml", "jsconfig.json"}
	specs := []string{"p", "p/x", "p/", "#x", "#y", "./", "..", "../../../..", "/", "*", "x", "@", "@/", "?", "./?raw"}
	rapid.Check(t, func(t *rapid.T) {
		var files []analysis.File
		for _, dir := range []string{"", "a/", "a/b/"} {
			manifests := []analysis.File{{Path: dir + "index.ts"}}
			for _, base := range bases {
				manifests = append(manifests, analysis.File{Path: dir + base, Manifest: []byte(rapid.SampledFrom(odd).Draw(t, dir+base))})
			}
			files = append(files, manifests...)
		}
		r := newResolver(analysis.NewTree(sortedFiles(files)))
		for _, spec := range specs {
			for _, f := range files {
				res := r.Resolve(f.Path, &analysis.Import{Specifier: spec})
				if (res.Status == analysis.Resolved || res.Status == analysis.Ambiguous) != (len(res.Files) > 0) {
					t.Fatalf("%s from %s is %v with files %v", spec, f.Path, res.Status, res.Files)
				}
			}
		}
	})
}

func sortedFiles(files []analysis.File) []analysis.File {
	slices.SortFunc(files, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// A file belongs to the first project that has it of those that the nearest one refers to, in whatever
// circles and however far away.
func TestReferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const projects = 14
		refers := make([][]int, projects)
		var files []analysis.File
		for p := range projects {
			refers[p] = rapid.SliceOfN(rapid.IntRange(0, projects-1), 0, 3).Draw(t, fmt.Sprint(p))
			if p+1 < projects && rapid.Bool().Draw(t, "chained") {
				refers[p] = append(refers[p], p+1)
			}
			var references []string
			for _, to := range refers[p] {
				references = append(references, fmt.Sprintf(`{"path": "../p%d"}`, to))
			}
			files = append(files,
				analysis.File{Path: fmt.Sprintf("p%d/tsconfig.json", p), Manifest: fmt.Appendf(nil,
					`{"include": ["../p0/f%d.ts"], "compilerOptions": {"paths": {"x": ["./x.ts"]}}, "references": [%s]}`,
					p%7, strings.Join(references, ","))},
				analysis.File{Path: fmt.Sprintf("p%d/x.ts", p)})
		}
		r := newResolver(analysis.NewTree(sortedFiles(files)))
		for _, f := range []int{3, 4, 3, 6} { // one asked for again
			want := 0 // the nearest, where none has it
			for _, p := range reachable(refers) {
				if p%7 == f {
					want = p
					break
				}
			}
			got := r.Resolve(fmt.Sprintf("p0/f%d.ts", f), &analysis.Import{Specifier: "x"}).Files
			if len(got) != 1 || got[0] != fmt.Sprintf("p%d/x.ts", want) {
				t.Fatalf("f%d.ts belongs to %v, want p%d", f, got, want)
			}
		}
	})
}

// reachable are the numbers that one comes to from 0, in the order in which one comes to them.
func reachable(refers [][]int) (order []int) {
	for stack := []int{0}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if slices.Contains(order, p) {
			continue
		}
		order = append(order, p)
		for _, next := range slices.Backward(refers[p]) {
			stack = append(stack, next)
		}
	}
	return order
}
