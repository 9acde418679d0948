package lang_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang"
)

// What is kept of a lock file says the same versions as all of it, and nothing of what it is long by.
func TestCondense(t *testing.T) {
	const sum = "sha512-Zm9vYmFyYmF6"
	bound := func(names ...string) (all []analysis.Binding) {
		for _, name := range names {
			all = append(all, analysis.Binding{Name: name, Local: name})
		}
		return all
	}
	for _, c := range []struct {
		language, manifest, declares, lock, text, from string
		imp                                            analysis.Import
		want                                           string
	}{
		{"javascript", "package.json", `{"dependencies": {"tea": "^1.0.0"}}`, "package-lock.json",
			`{"lockfileVersion": 3, "packages": {"": {"name": "shop", "dependencies": {"tea": "^1.0.0"}}, "node_modules/tea": {"version": "1.2.0", "integrity": "` + sum + `"}}}`,
			"a.js", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"javascript", "package.json", `{"dependencies": {"tea": "^1.0.0"}}`, "pnpm-lock.yaml",
			"importers:\n  .:\n    dependencies:\n      tea:\n        specifier: ^1.0.0\n        version: 1.2.0\n\npackages:\n  tea@1.2.0:\n    resolution: {integrity: " + sum + "}\n",
			"a.js", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"javascript", "package.json", `{"dependencies": {"tea": "^1.0.0"}}`, "yarn.lock",
			"tea@^1.0.0:\n  version \"1.2.0\"\n  integrity " + sum + "\n  dependencies:\n    cup \"^2\"\n", "a.js", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"python", "pyproject.toml", "[project]\nname = \"shop\"\ndependencies = [\"tea\"]\n", "poetry.lock",
			"[[package]]\nname = \"tea\"\nversion = \"1.2.0\"\nfiles = [\n    {file = \"tea.whl\", hash = \"" + sum + "\"},\n]\n", "a.py", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"python", "pyproject.toml", "[project]\nname = \"shop\"\ndependencies = [\"tea\"]\n", "Pipfile.lock",
			`{"_meta": {"hash": {"sha256": "` + sum + `"}}, "default": {"tea": {"version": "==1.2.0", "hashes": ["` + sum + `"]}}}`, "a.py", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"rust", "Cargo.toml", "[package]\nname = \"shop\"\n[dependencies]\ntea = \"1\"\n", "Cargo.lock",
			"[[package]]\nname = \"tea\"\nversion = \"1.2.0\"\nsource = \"registry+https://example.com/index\"\nchecksum = \"" + sum + "\"\n", "src/lib.rs", analysis.Import{Specifier: "tea"}, "tea 1.2.0"},
		{"php", "composer.json", `{"require": {"acme/tea": "^1"}}`, "composer.lock",
			`{"packages": [{"name": "acme/tea", "version": "1.2.0", "dist": {"shasum": "` + sum + `"}, "autoload": {"psr-4": {"Acme\\Tea\\": "src"}}, "extra": []}]}`,
			"a.php", analysis.Import{Specifier: `Acme\Tea`, Names: bound("Pot")}, "acme/tea 1.2.0"},
	} {
		l := lang.All()[slices.IndexFunc(lang.All(), func(l *analysis.Language) bool { return l.ID == c.language })]
		short := l.Condense[c.lock]([]byte(c.text))
		if strings.Contains(string(short), sum) || len(short) >= len(c.text) {
			t.Errorf("%s: %d bytes of %d are kept: %s", c.lock, len(short), len(c.text), short)
		}
		for _, text := range [][]byte{[]byte(c.text), short, l.Condense[c.lock](short)} {
			facts, err := l.Extract(nil)
			if err != nil {
				t.Fatal(err)
			}
			files := []analysis.File{{Path: c.manifest, Manifest: []byte(c.declares)}, {Path: c.lock, Manifest: text}, {Path: c.from, Language: l, Facts: analysis.Known(facts)}}
			slices.SortFunc(files, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
			p := l.NewResolver(analysis.NewTree(files)).Resolve(c.from, &c.imp).Package
			if p == nil || p.Name+" "+p.Version != c.want {
				t.Errorf("%s: an import leads to %+v, want %s, by %s", c.lock, p, c.want, text)
			}
		}
		if short := l.Condense[c.lock]([]byte("{ <")); short == nil {
			t.Errorf("%s: what is damaged is no manifest", c.lock)
		}
	}
}
