package ecmascript

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func TestLayout(t *testing.T) {
	folder := fstest.MapFS{}
	for p, text := range map[string]string{
		"fields/package.json":       `{"version": "1.0.0", "main": "./lib/main.js", "typings": "lib/main.d.ts"}`,
		"fields/lib/main.d.ts":      ``,
		"fields/lib/main.js":        ``,
		"fields/lib/deep.d.ts":      ``,
		"exports/package.json":      `{"version": "2.0.0", "exports": {".": {"import": {"default": "./m.mjs"}}, "./sub": {"types": "./types/sub.d.ts"}}}`,
		"exports/m.mjs":             ``,
		"exports/m.d.mts":           ``,
		"exports/types/sub.d.ts":    ``,
		"plain/package.json":        `{"version": "3.0.0"}`,
		"plain/index.js":            ``,
		"@types/plain/package.json": `{"version": "2.9.1", "types": "index.d.ts"}`,
		"@types/plain/index.d.ts":   ``,
		"script/package.json":       `{"version": "4.0.0", "main": "x"}`,
		"script/x.js":               ``,
		"@me/own/package.json":      `{"version": "5.0.0", "types": "../../../src/a.ts"}`,
		"@me/own/index.d.ts":        ``,
		"typed/package.json":        `{"version": "6.0.0"}`,
		"typed/index.d.ts":          ``,
	} {
		folder["node_modules/"+p] = &fstest.MapFile{Data: []byte(text)}
	}
	folder["sub/node_modules/typed/package.json"] = &fstest.MapFile{Data: []byte(`{"version": "7.0.0"}`)}
	folder["sub/node_modules/typed/index.d.ts"] = &fstest.MapFile{}
	l := layout()
	for _, tt := range []struct{ from, spec, want string }{
		{"src/a.ts", "fields", "1.0.0 fields/lib/main.d.ts"},
		{"src/a.ts", "fields/lib/deep", "1.0.0 fields/lib/deep.d.ts"},
		{"src/a.ts", "exports", "2.0.0 exports/m.d.mts"},
		{"src/a.ts", "exports/sub", "2.0.0 exports/types/sub.d.ts"},
		{"src/a.ts", "plain", "3.0.0 @types/plain/index.d.ts"},
		{"src/a.ts", "script", "4.0.0 script/x.js"},
		{"src/a.ts", "@me/own", "5.0.0 @me/own/index.d.ts"},
		{"src/a.ts", "typed", "6.0.0 typed/index.d.ts"},
		{"sub/a.ts", "typed", "7.0.0 sub typed/index.d.ts"},
		{"src/a.ts", "nothing", ""},
		{"src/a.ts", "fields/../../src/a", ""},
		{"node_modules/fields/lib/main.d.ts", "./deep", " fields/lib/deep.d.ts"},
		{"node_modules/fields/lib/main.d.ts", "typed", "6.0.0 typed/index.d.ts"},
	} {
		find := l.Find(folder, false, tt.from, &analysis.Import{Specifier: tt.spec}, analysis.Package{})
		if strings.HasPrefix(tt.from, "node_modules/") {
			find = l.Follow(folder, tt.from, &analysis.Import{Specifier: tt.spec})
		}
		got := ""
		if len(find.Files) > 0 {
			got = find.Package.Version + " " + strings.TrimPrefix(strings.Replace(find.Files[0], "sub/node_modules/", "sub ", 1), "node_modules/")
		}
		if got != tt.want || len(find.Files) > 1 {
			t.Errorf("%s of %s: %q in %v, want %q", tt.spec, tt.from, got, find.Files, tt.want)
		}
	}
	r := newResolver(analysis.NewTree([]analysis.File{
		{Path: "package.json", Manifest: []byte(`{"dependencies": {"@me/own": "^5.0.0"}}`)}, {Path: "src/a.ts"},
	}))
	if got := r.Resolve("src/a.ts", &analysis.Import{Specifier: "@me/own/sub"}).Package; *got != (analysis.Package{Ecosystem: "npm", Name: "@me/own"}) {
		t.Errorf("the package is %+v", got)
	}
}
