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
	if m := l.Find(usr, false, "main.c", &analysis.Import{Specifier: "<tea.h>"}, analysis.Package{Name: "tea.h"}); len(m.Files) > 0 {
		t.Errorf("in the folder: %v", m.Files)
	}
	for p, want := range map[string]bool{"include/tea.h": true, "include": true, "local/include/x/y.h": true, "share/x": false, "includes/x": false, "local/bin/x": false} {
		if l.Owns(p, true) != want || l.Owns(p, false) {
			t.Errorf("%s is a package manager's: %v", p, !want)
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
			got = fmt.Sprint(*p)
		}
		if got != want {
			t.Errorf("%s is of %s, want %s", spec, got, want)
		}
	}
}
