package include

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/contextls/contextls/analysis"
)

func TestLayout(t *testing.T) {
	usr := fstest.MapFS{}
	for _, p := range []string{"include/tea.h", "local/include/tea.h", "include/pot/pot.h", "include/pot/lid.h", "include/pot/impl/x.h", "include/glib-2.0/glib.h", "include/glib-2.0/glib/gtypes.h",
		"include/one/twice.h", "include/two/twice.h", "include/x86_64-linux-gnu/sized.h", "include/other/sized.h", "include/stdio.h", "include/arpa/inet.h", "share/private.h"} {
		usr[p] = &fstest.MapFile{}
	}
	l := Layout()
	for _, tt := range []struct{ from, spec, want string }{
		{"", "tea.h", "[local/include/tea.h]"},
		{"", "pot/pot.h", "[include/pot/pot.h]"},
		{"", "glib.h", "[include/glib-2.0/glib.h]"}, // as its flags have it
		{"", "twice.h", "[]"},
		{"", "sized.h", "[include/x86_64-linux-gnu/sized.h]"},
		{"", "../share/private.h", "[]"},
		{"", "none.h", "[]"},
		{"", "inet.h", "[]"}, // the system's, and by another path
		{"include/pot/pot.h", "lid.h", "[include/pot/lid.h]"},
		{"include/pot/impl/x.h", "lid.h", "[include/pot/lid.h]"},
		{"include/pot/pot.h", "<tea.h>", "[local/include/tea.h]"},
		{"include/glib-2.0/glib.h", "<glib/gtypes.h>", "[include/glib-2.0/glib/gtypes.h]"},
		{"include/pot/pot.h", "<stdio.h>", "[]"},
		{"include/pot/pot.h", "<sys/types.h>", "[]"},
	} {
		imp := &analysis.Import{Specifier: tt.spec, Star: true}
		m := l.Find(usr, true, "main.c", imp, analysis.Package{Name: tt.spec})
		if tt.from != "" {
			m = l.Follow(usr, tt.from, imp)
		}
		if got := fmt.Sprint(m.Files); got != tt.want || !m.Loose {
			t.Errorf("%s of %q: %s, want %s", tt.spec, tt.from, got, tt.want)
		}
	}
	folder := fstest.MapFS{}
	for _, p := range []string{"build/_deps/cup-src/include/cup.h", "build/made/cup.h", "app/vcpkg_installed/x64-linux/include/pot/pot.h", "p/abc/p/include/cup.h", "lib/tea/include/tea.h"} {
		folder[p] = &fstest.MapFile{}
	}
	for _, tt := range []struct {
		shared           bool
		spec, dirs, want string
	}{
		{false, "cup.h", "./build/made\n./build/_deps/cup-src/include", "[build/_deps/cup-src/include/cup.h] refused []"},
		{false, "cup.h", "./build/made\n/opt/x/include\n/home/me/.conan2/p/abc/p/include", "[] refused [/opt/x/include]"},
		{false, "pot/pot.h", "", "[app/vcpkg_installed/x64-linux/include/pot/pot.h] refused []"},
		{true, "cup.h", "/opt/x/include\n/home/me/.conan2/p/abc/p/include", "[p/abc/p/include/cup.h] refused []"},
		{true, "tea.h", "/usr/lib/tea/include", "[lib/tea/include/tea.h] refused []"},
		{true, "tea.h", "/opt/lib/tea/include", "[] refused []"},
		{true, "cup.h", "./p/abc/p/include", "[] refused []"},
		{true, "cup.h", "/home/me/.conan2/p/abc/p/include/../../../../x\n/usr/../p", "[] refused []"},
	} {
		m := l.Find(folder, tt.shared, "app/src/main.c", &analysis.Import{Specifier: tt.spec, Star: true}, analysis.Package{Name: tt.spec, As: tt.dirs})
		if got := fmt.Sprintf("%v refused %v", m.Files, m.Refused); got != tt.want {
			t.Errorf("%s in %q: %s, want %s", tt.spec, tt.dirs, got, tt.want)
		}
	}
	if m := l.Find(usr, false, "main.c", &analysis.Import{Specifier: "<tea.h>"}, analysis.Package{Name: "tea.h"}); len(m.Files) > 0 {
		t.Errorf("in the folder: %v", m.Files)
	}
	for p, want := range map[string]bool{"include/tea.h": true, "include": true, "local/include/x/y.h": true, "share/x": false, "includes/x": false, "local/bin/x": false} {
		if l.Owns(p, true) != want || l.Owns(p, false) {
			t.Errorf("%s is a package manager's: %v", p, !want)
		}
	}
}

// Links of Homebrew's lead to its cellar.
func TestOwns(t *testing.T) {
	for _, p := range []string{"Cellar/tea/1.0/include/tea.h", "opt/tea/include/tea.h", "local/Cellar/tea/1.0/include/tea.h", "p/b/x/p/include/tea.h", "data/tea/1/_/_/package/x/include/tea.h", "installed/x64-linux/include/tea.h"} {
		if !owns(p, true) || owns(p, false) {
			t.Errorf("%s is no package manager's, or one's in the folder", p)
		}
	}
}

// Commands say in which directories outside of the folder's files a header may lie.
func TestElsewhere(t *testing.T) {
	database := []byte(`[{"directory": "/w/build", "file": "../a.c", "command": "cc -I/opt/x/include -isystem /home/me/.conan2/p/a/p/include -I../src -I../../out -Imade -c ../a.c"},
		{"directory": "/w/build", "file": "../b.c", "arguments": ["cc", "-I", "/opt/y", "-c", "../b.c"]}]`)
	for _, text := range [][]byte{database, Condense()["compile_commands.json"](database)} {
		r := NewResolver(analysis.NewTree([]analysis.File{{Path: "a.c"}, {Path: "b.c"}, {Path: "build/compile_commands.json", Manifest: text}, {Path: "c.h"}, {Path: "src/x.h"}}))
		for from, want := range map[string]string{"a.c": "/opt/x/include\n/home/me/.conan2/p/a/p/include\n/out\n./build/made", "b.c": "/opt/y",
			"c.h": "./build/made\n/home/me/.conan2/p/a/p/include\n/opt/x/include\n/opt/y\n/out"} {
			if got := r.Resolve(from, &analysis.Import{Specifier: "<tea.h>", Star: true}).Package.As; got != want {
				t.Errorf("%s: %q, want %q", from, got, want)
			}
		}
		if res := r.Resolve("a.c", &analysis.Import{Specifier: "x.h", Star: true}); len(res.Files) != 1 {
			t.Errorf("in the folder: %+v", res)
		}
	}
}

// What is not in the folder may lead to the system's headers, but for those that every program has.
func TestPackageOfInclude(t *testing.T) {
	r := NewResolver(analysis.NewTree([]analysis.File{{Path: "main.c"}, {Path: "own.h"}}))
	for spec, want := range map[string]string{"<zlib.h>": "{system zlib.h  }", "openssl/ssl.h": "{system openssl/ssl.h  }", "<stdio.h>": "<nil>", "<sys/socket.h>": "<nil>",
		"own.h": "<nil>", "<vector>": "<nil>", "<../x.h>": "<nil>"} {
		got := "<nil>"
		if p := r.Resolve("main.c", &analysis.Import{Specifier: spec, Star: true}).Package; p != nil {
			got = fmt.Sprintf("{%s %s %s %s}", p.Ecosystem, p.Name, p.Version, p.As)
		}
		if got != want {
			t.Errorf("%s is of %s, want %s", spec, got, want)
		}
	}
}
