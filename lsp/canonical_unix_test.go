//go:build unix

package lsp

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
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

// A document that is opened through a link is the file that the link leads to, in every request about it.
func TestDocumentsSeeThroughLinks(t *testing.T) {
	t.Parallel()
	root := write(t, shop)
	folder := filepath.Join(write(t, ""), "folder")
	for name, to := range map[string]string{filepath.Join(root, "alias"): "store", folder: root} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, opened := range []string{root, folder} { // the folder itself may be opened through a link
		s := serve(t, opened)
		s.Initialize(nil, opened)
		for _, name := range []string{filepath.Join(opened, "alias", "user.py"), filepath.Join(root, "store", "user.py"), filepath.Join(folder, "alias", "user.py")} {
			s.Open(lsptest.URI(name), "python", 1, "class Opened:\n    pass\n")
			s.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": lsptest.URI(name), "version": 2},
				"contentChanges": []any{map[string]any{"range": map[string]any{"start": pos(0, 6), "end": pos(0, 12)}, "text": "Changed"}}})
			r := s.pack(map[string]any{"targets": []any{map[string]any{"uri": lsptest.URI(name)}}})
			if item := r.item("store/user.py"); item == nil || !strings.HasPrefix(item.Content, "class Changed:") || len(r.Provenance.Versions) != 1 {
				t.Errorf("%s of %s: %+v of %v", name, opened, item, r.Provenance.Versions)
			}
			for _, name := range []string{root, folder} { // so may the folder be named
				r := s.pack(map[string]any{"workspaceFolder": lsptest.URI(name)})
				if r.Provenance.Folder != lsptest.URI(opened) {
					t.Errorf("the folder %s of %s is %s", name, opened, r.Provenance.Folder)
				}
			}
			var lenses []json.RawMessage
			s.MustCall("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": lsptest.URI(name)}}, &lenses)
			if len(lenses) == 0 {
				t.Errorf("%s of %s has no code lens", name, opened)
			}
			s.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": lsptest.URI(name)}})
		}
	}
}

// On the read loop one file of a request is looked for; to follow the links of thousands takes seconds.
func TestLinksAreFollowedInTheBackground(t *testing.T) {
	t.Parallel()
	root := write(t, shop)
	session := workspace.NewSession(workspace.Options{Languages: []*analysis.Language{miniPython()}, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(session.Close)
	if _, err := session.AddFolder(root); err != nil {
		t.Fatal(err)
	}
	s := &server{session: session, roots: []string{root}}
	ran := false
	handle := onFolder(s, func(context.Context, asked, *protocol.PackParams) (any, error) {
		ran = true
		return nil, nil
	})
	target := func(path string) string { return `{"uri":"` + lsptest.URI(filepath.Join(root, path)) + `"}` }
	for _, c := range []struct {
		targets   string
		now, late string // the error's beginning
	}{
		{target("app.py") + "," + target("store/user.py"), "", ""},
		{target("app.py") + "," + target("../elsewhere.py"), "", "targets[1].uri"},
		{target("../elsewhere.py") + "," + target("app.py"), "targets[0].uri", ""},
	} {
		ran = false
		answer, err := handle([]byte(`{"targets":[` + c.targets + `]}`))
		if (err != nil) != (c.now != "") || err != nil && !strings.HasPrefix(err.Error(), c.now) {
			t.Errorf("%s: on the read loop %v, want %q", c.targets, err, c.now)
		}
		if err != nil {
			continue
		}
		if _, err = answer(t.Context()); (err != nil) != (c.late != "") || err != nil && !strings.HasPrefix(err.Error(), c.late) || ran != (err == nil) {
			t.Errorf("%s: in the background %v, want %q", c.targets, err, c.late)
		}
	}
}
