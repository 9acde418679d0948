package golang

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func TestPackageOfImport(t *testing.T) {
	lang := Language()
	mod := "module example.com/app\nrequire (\n\texample.com/Tea v1.4.0\n\texample.com/Tea/deep v0.1.0\n\texample.com/forked v1.0.0\n\texample.com/near v1.0.0\n)\n" +
		"replace example.com/forked => example.com/fork v2.0.0+incompatible\nreplace example.com/near => ../near\n"
	r := newResolver(analysis.NewTree([]analysis.File{
		{Path: "go.mod", Manifest: []byte(mod)},
		{Path: "main.go", Language: lang, Facts: analysis.Known(&analysis.Facts{Package: "main"})},
	}))
	for spec, want := range map[string]string{
		"example.com/Tea":           "example.com/Tea v1.4.0 ",
		"example.com/Tea/pot":       "example.com/Tea v1.4.0 ",
		"example.com/Tea/deep/pot":  "example.com/Tea/deep v0.1.0 ",
		"example.com/forked/pot":    "example.com/fork v2.0.0+incompatible example.com/forked",
		"example.com/near":          "example.com/near  ",
		"fmt":                       "none",
		"example.com/nobody/has/it": "none",
	} {
		got := "none"
		if p := r.Resolve("main.go", &analysis.Import{Specifier: spec}).Package; p != nil {
			got = fmt.Sprintf("%s %s %s", p.Name, p.Version, p.As)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", spec, got, want)
		}
	}
}

// Of a package with hundreds of files for systems and processors those count that are for the most usual ones, and those
// that have no such counterpart.
func TestOnePlatform(t *testing.T) {
	few := []string{"unix/a.go", "unix/a_amd64.go", "unix/a_arm64.go"}
	if got, left := onePlatform(few); left || len(got) != 3 {
		t.Errorf("of a few files these are left: %q", got)
	}
	many := slices.Clone(few)
	for i := range manyFiles {
		many = append(many, fmt.Sprintf("unix/b%03d_darwin.go", i))
	}
	many = append(many, "unix/c_s390x.go", "unix/z_darwin_amd64.go", "unix/z_linux.go", "unix/z_linux_386.go", "unix/z_linux_amd64.go", "unix/z_zos_s390x.go")
	got, left := onePlatform(many)
	if want := slices.Concat(many[:2], many[3:3+manyFiles], []string{"unix/c_s390x.go", "unix/z_linux.go", "unix/z_linux_amd64.go"}); !left || !slices.Equal(got, want) {
		t.Errorf("of many files these are left: %q", got)
	}
}

func TestLayout(t *testing.T) {
	l := layout()
	folder := fstest.MapFS{"vendor/example.com/Tea/pot/pot.go": {}, "vendor/example.com/Tea/pot/pot_test.go": {}, "sub/vendor/example.com/Tea/pot/own.go": {}}
	cache := fstest.MapFS{"example.com/!tea@v1.4.0/pot/pot.go": {}, "example.com/!tea@v1.4.0/pot/_x.go": {}, "example.com/!tea@v1.4.0/pot/README": {},
		"example.com/fork@v2.0.0+incompatible/pot/fork.go": {}}
	tea := analysis.Package{Ecosystem: "go", Name: "example.com/Tea", Version: "v1.4.0"}
	fork := analysis.Package{Ecosystem: "go", Name: "example.com/fork", Version: "v2.0.0+incompatible", As: "example.com/forked"}
	for _, tt := range []struct {
		from, spec string
		p          analysis.Package
		folder     string
		cache      string
	}{
		{"main.go", "example.com/Tea/pot", tea, "[vendor/example.com/Tea/pot/pot.go]", "[example.com/!tea@v1.4.0/pot/pot.go]"},
		{"sub/x/main.go", "example.com/Tea/pot", tea, "[sub/vendor/example.com/Tea/pot/own.go]", "[example.com/!tea@v1.4.0/pot/pot.go]"},
		{"main.go", "example.com/Tea", tea, "[]", "[]"},
		{"main.go", "example.com/forked/pot", fork, "[]", "[example.com/fork@v2.0.0+incompatible/pot/fork.go]"},
		{"main.go", "example.com/Tea/pot", analysis.Package{Name: "example.com/Tea"}, "[vendor/example.com/Tea/pot/pot.go]", "[]"},
		{"main.go", "example.com/Tea/../../example.com/fork@v2.0.0+incompatible/pot", analysis.Package{Name: "example.com/Tea", Version: "v1.4.0"}, "[]", "[]"},
	} {
		imp := &analysis.Import{Specifier: tt.spec}
		if got := fmt.Sprint(l.Find(folder, false, tt.from, imp, tt.p).Files); got != tt.folder {
			t.Errorf("%s of %s in the folder: %s", tt.spec, tt.from, got)
		}
		if got := fmt.Sprint(l.Find(cache, true, tt.from, imp, tt.p).Files); got != tt.cache {
			t.Errorf("%s of %s in the cache: %s", tt.spec, tt.from, got)
		}
	}
	outside := &analysis.Import{Specifier: "example.com/near/pot"}
	if m := l.Find(folder, false, "main.go", outside, analysis.Package{Name: "example.com/near", Source: "../near"}); fmt.Sprint(m.Files, m.Refused) != "[] [../near]" {
		t.Errorf("outside of the folder: %+v", m)
	}
	for p, want := range map[string]bool{"vendor/x": true, "a/vendor/x": true, "vendored/x": false, "src": false} {
		if l.Owns(p, false) != want {
			t.Errorf("%s in a folder", p)
		}
	}
	for p, want := range map[string]bool{"example.com/x@v1.0.0": true, "cache/download/x": false, "cache": false} {
		if l.Owns(p, true) != want {
			t.Errorf("%s in the cache", p)
		}
	}
	for _, tt := range []struct {
		environment map[string]string
		want        string
	}{
		{map[string]string{"GOMODCACHE": "/m", "GOPATH": "/g"}, "[/m]"},
		{map[string]string{"GOPATH": "/g:/h", "HOME": "/home/me"}, "[/g/pkg/mod]"},
		{map[string]string{"GOPATH": `C:\g;D:\h`}, `[C:\g/pkg/mod]`},
		{map[string]string{"HOME": "/home/me"}, "[/home/me/go/pkg/mod]"},
		{nil, "[]"},
	} {
		if got := fmt.Sprint(l.Shared(func(key string) string { return tt.environment[key] })); got != tt.want {
			t.Errorf("%v: %s", tt.environment, got)
		}
	}
}
