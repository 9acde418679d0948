package ecmascript

import (
	"slices"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
)

// Where nothing is installed, a lock file says which version is meant.
func TestLocked(t *testing.T) {
	manifest := []byte(`{"dependencies": {"tea": "^1.0.0", "@me/cup": "~2", "own": "workspace:*", "milk": "npm:@soy/milk@^3"}}`)
	for _, tt := range []struct{ file, lock, want, deep string }{ // of tea, @me/cup, own and milk
		{"package-lock.json", `{"lockfileVersion": 3, "packages": {"": {"version": "0.1.0"}, "node_modules/tea": {"version": "1.2.0"},
			"node_modules/@me/cup": {"version": "2.3.0"}, "node_modules/own": {"resolved": "own", "link": true}, "own": {"name": "own", "version": "0.1.0"},
			"node_modules/milk": {"name": "@soy/milk", "version": "3.1.0"}, "deep/node_modules/tea": {"version": "1.9.0"}}}`, "1.2.0 2.3.0  ", "1.9.0 2.3.0  "},
		{"npm-shrinkwrap.json", `{"lockfileVersion": 1, "dependencies": {"tea": {"version": "1.2.0", "requires": {"x": "1"}}, "own": {"version": "file:own"}}}`, "1.2.0   ", "1.2.0   "},
		{"package-lock.json", `{"packages": {`, "   ", "   "},
		{"yarn.lock", "# yarn lockfile v1\n\n\n\"@me/cup@~2\":\n  version \"2.3.0\"\n  dependencies:\n    version \"^9.0.0\"\n\ntea@^0.9, tea@^1.0.0:\n  version \"1.2.0\"\n\n\"milk@npm:@soy/milk@^3\":\n  version \"3.1.0\"\n", "1.2.0 2.3.0  ", "1.2.0 2.3.0  "},
		{"yarn.lock", "__metadata:\n  version: 8\n\n\"tea@npm:^0.9, tea@npm:^1.0.0\":\n  version: 1.2.0\n  resolution: \"tea@npm:1.2.0\"\n\n\"own@workspace:*, own@workspace:own\":\n  version: 0.0.0-use.local\n", "1.2.0   ", "1.2.0   "},
		{"pnpm-lock.yaml", "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      '@me/cup':\n        specifier: ~2\n        version: 2.3.0(tea@1.2.0)\n      own:\n        specifier: workspace:*\n        version: link:own\n    devDependencies:\n      tea:\n        specifier: ^1.0.0\n        version: 1.2.0\n\n  deep:\n    dependencies:\n      tea:\n        specifier: ^1.0.0\n        version: 1.9.0\n\npackages:\n\n  dependencies:\n    tea: 7.0.0\n", "1.2.0 2.3.0  ", "1.9.0 2.3.0  "},
		{"pnpm-lock.yaml", "lockfileVersion: 5.4\n\nspecifiers:\n  tea: ^1.0.0\n\ndependencies:\n  '@me/cup': 2.3.0_tea@1.2.0\n  tea: 1.2.0\n  milk: /@soy/milk/3.1.0\n", "1.2.0 2.3.0  ", "1.2.0 2.3.0  "},
	} {
		files := []analysis.File{{Path: "deep/src/a.ts"}, {Path: "package.json", Manifest: manifest}, {Path: tt.file, Manifest: []byte(tt.lock)}}
		slices.SortFunc(files, func(a, b analysis.File) int { return strings.Compare(a.Path, b.Path) })
		r := newResolver(analysis.NewTree(files))
		versions := func(from string) (all string) {
			for i, name := range []string{"tea", "@me/cup", "own", "milk/sub"} {
				if i > 0 {
					all += " "
				}
				all += r.Resolve(from, &analysis.Import{Specifier: name}).Package.Version
			}
			return all
		}
		if got := versions("a.ts"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.lock, got, tt.want)
		}
		if got := versions("deep/src/a.ts"); got != tt.deep {
			t.Errorf("%s: in a directory %q, want %q", tt.lock, got, tt.deep)
		}
	}
}
