package rank

import (
	"strings"
	"testing"
)

// A path in a language's own library names a file of that library alone, and none that only ends alike.
func TestLibraryPaths(t *testing.T) {
	g := plainGraph(map[string]string{
		"app/compat/json/decoder.py": "def a", "Lib/email/parser.py": "def b", "src/net/http/server.go": "def c", "go/src/shop/cart.go": "def d",
	})
	ix := NewIndex(nil, g, nil)
	for text, want := range map[string]string{
		"/usr/lib/python3.8/json/decoder.py":               "",
		"C:\\Python38\\lib\\json\\decoder.py":              "",
		"/usr/lib/ruby/3.1.0/json/decoder.py":              "",
		"/rustc/0fd4a2e8/json/decoder.py":                  "",
		"/usr/lib/python3.8/site-packages/json/decoder.py": "app/compat/json/decoder.py",
		"/usr/lib/python3.8/email/parser.py":               "Lib/email/parser.py",
		"/usr/local/go/src/net/http/server.go":             "src/net/http/server.go",
		"/home/x/go/src/a.com/net/http/server.go":          "src/net/http/server.go",
		"/usr/local/go/src/http/server.go":                 "",
		"go/src/shop/cart.go":                              "go/src/shop/cart.go",
		"/usr/local/go/src/a/shop/cart.go":                 "",
	} {
		var got []string
		for _, m := range ix.Mentions(ix.Read("at " + text)) {
			got = append(got, g.Path(m.Node))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s names %q, want %q", text, got, want)
		}
	}
}
