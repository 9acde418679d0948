//go:build unix

package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
)

// Scopes hold for files, not for the ways to them.
func TestScopesSeeThroughLinks(t *testing.T) {
	t.Parallel()
	root, outside := write(t, shop), write(t, "-- secret.py --\nx = 1\n")
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("store", "alias")
	link("store/user.py", "person.py")
	link(outside, "out")
	another := filepath.Join(write(t, ""), "another")
	if err := os.Symlink(root, another); err != nil {
		t.Fatal(err)
	}
	s := serve(t, root)
	s.Initialize(nil, root)
	for _, c := range []struct {
		uri, path string
		excluded  string // with the scope below
	}{
		{s.uri("store/user.py"), "store/user.py", "outside_scope"},
		{s.uri("tests/../store/user.py"), "store/user.py", "outside_scope"},
		{lsptest.URI(root) + "/tests/%2e%2e/store/user.py", "store/user.py", "outside_scope"},
		{s.uri("alias/user.py"), "store/user.py", "outside_scope"},
		{s.uri("alias/unwritten.py"), "store/unwritten.py", "outside_scope"},
		{s.uri("person.py"), "store/user.py", "outside_scope"},
		{lsptest.URI(filepath.Join(another, "store", "user.py")), "store/user.py", "outside_scope"},
		{s.uri("app.py"), "app.py", ""},
		{s.uri("out/secret.py"), "", "outside_folder"},
		{s.uri("alias/../app.py"), "app.py", ""}, // as editors and RFC 3986 have it
	} {
		r := s.pack(map[string]any{"targets": []map[string]any{{"uri": c.uri}}})
		if c.path != "" && (len(r.Items) == 0 || r.Items[0].Path != c.path || r.Items[0].Relationship != "target") {
			t.Errorf("%s leads to %+v, want %s", c.uri, r.Items, c.path)
		}
		r = s.pack(map[string]any{"targets": []map[string]any{{"uri": c.uri}}, "scope": map[string]any{"exclude": []string{"store/u*"}}})
		why := ""
		for _, x := range r.Excluded {
			if x.Path == c.path || c.path == "" && strings.HasSuffix(x.Path, "secret.py") {
				why = x.Reason
			}
		}
		if why != c.excluded {
			t.Errorf("%s is left out because of %q, want %q", c.uri, why, c.excluded)
		}
		for _, item := range r.Items {
			if strings.HasPrefix(item.Path, "store/u") || strings.Contains(item.Content, "x = 1") {
				t.Errorf("%s brings in %s", c.uri, item.Path)
			}
		}
	}
}
