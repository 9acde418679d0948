//go:build !windows

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp/lsptest"
)

// editor is an editor with a server that tells what is unsaved in a directory, and how to kill that.
func editor(t *testing.T, remote, dir string) (e *lsptest.Editor, kill func()) {
	t.Helper()
	e, kill, _ = attachedTo(t, remote, dir, nil)
	e.Initialize(nil, dir)
	return e, kill
}

// Agents and shell commands see what editors have and did not save, of two editors the later text, and an editor sees
// its own.
func TestUnsavedIsSeen(t *testing.T) {
	dir, remote := shop(t), remote(t)
	price := filepath.Join(dir, "store", "price.py")
	saved := ask(t, remote, dir, "", "skeleton", "--file=store/price.py").timeless()
	contains(t, saved.out, "def price(item)")

	one, kill := editor(t, remote, dir)
	two, _ := editor(t, remote, filepath.Join(dir, "store"))
	for i, e := range []*lsptest.Editor{one, two} {
		e.Open(lsptest.URI(price), "python", 7, "def of_"+[]string{"one", "two"}[i]+"(item):\n    return 1\n")
		e.MustCall("context/stats", map[string]any{}, nil) // it is taken in
	}
	one.Change(lsptest.URI(price), 8, lsptest.Edit{Text: "def of_one_again(item):\n    return 1\n", All: true})
	var symbols struct{ Symbols []struct{ Name string } }
	for i, e := range []*lsptest.Editor{one, two} {
		e.MustCall("context/symbols", map[string]any{"uri": lsptest.URI(price)}, &symbols)
		if want := []string{"of_one_again", "of_two"}[i]; len(symbols.Symbols) != 1 || symbols.Symbols[0].Name != want {
			t.Errorf("editor %d sees %+v", i, symbols)
		}
	}

	seen := func(want string, args ...string) {
		t.Helper()
		for range 2 {
			got := ask(t, remote, dir, "", append([]string{"skeleton", "--file=store/price.py"}, args...)...)
			contains(t, got.out, want)
			if told := strings.Contains(got.err, "not saved of store/price.py"); told != (want != "def price(item)") {
				t.Errorf("it says %q", got.err)
			}
		}
	}
	eventually(t, "both are asked", func() bool {
		sockets, _ := filepath.Glob(filepath.Join(remote, "*.editor"))
		return len(sockets) == 2
	})
	seen("def of_one_again(item)")
	seen("def price(item)", "--saved")
	if got := ask(t, "off", dir, "", "skeleton", "--file=store/price.py").timeless(); got != saved {
		t.Errorf("turned off, it sees %+v", got)
	}

	var pack struct {
		Provenance struct {
			Unsaved  []string
			Versions map[string]int
		}
	}
	if err := json.Unmarshal([]byte(ask(t, remote, dir, "", "pack", "--format=json").out), &pack); err != nil {
		t.Fatal(err)
	}
	if p := pack.Provenance; len(p.Unsaved) != 1 || p.Unsaved[0] != lsptest.URI(price) || p.Versions[lsptest.URI(price)] != 8 {
		t.Errorf("provenance %+v", p)
	}

	kill()
	eventually(t, "the editor is gone", func() bool {
		return strings.Contains(ask(t, remote, dir, "", "skeleton", "--file=store/price.py").out, "def of_two(item)")
	})
	if err := os.WriteFile(price, []byte("def of_two(item):\n    return 1\n"), 0o666); err != nil { // it is saved
		t.Fatal(err)
	}
	if got := ask(t, remote, dir, "", "skeleton", "--file=store/price.py"); strings.Contains(got.err, "not saved") {
		t.Errorf("what is saved is told as unsaved: %+v", got)
	}
}

// What the daemon answers to an agent is what is answered in process, whether the daemon was there, has to be started
// or was killed; and what is not saved is in it.
func TestMCPInDaemon(t *testing.T) {
	dir, remote := shop(t), remote(t)
	connect := func(remote string) *mcp.ClientSession {
		return connectTo(t, contextls(t, t.TempDir(), "mcp", "--remote="+remote, dir), versions()[0], offeringNothing())
	}
	here, there := connect("off"), connect(remote)
	same := func() {
		t.Helper()
		for _, c := range []struct {
			tool      string
			arguments map[string]any
		}{
			{"pack", map[string]any{"task": "Round the sum", "targets": []string{"store/cart.py:total"}}},
			{"pack", map[string]any{"targets": []string{"store/cart.py:nothing"}}},
			{"repo_map", nil},
			{"search", map[string]any{"query": "price <item>", "detail": "source"}},
			{"impact", map[string]any{"file": "store/price.py", "symbol": "price"}},
			{"impact", map[string]any{"file": "nowhere.py"}},
			{"explore", map[string]any{"requests": []any{map[string]any{"provider": "read_file", "params": map[string]any{"path": "app.py"}}}}},
		} {
			var answers []string
			for _, session := range []*mcp.ClientSession{here, there} {
				_, result := call(t, session, c.tool, c.arguments)
				text, err := json.Marshal(result)
				if err != nil {
					t.Fatal(err)
				}
				answers = append(answers, string(text))
			}
			if answers[0] != answers[1] {
				t.Errorf("%s %v: in process, and in the daemon:\n%s", c.tool, c.arguments, strings.Join(answers, "\n"))
			}
		}
	}
	same()
	for _, pid := range daemons(t, remote) {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	same()
	if n := len(daemons(t, remote)); n != 1 {
		t.Errorf("%d daemons", n)
	}

	e, _ := editor(t, remote, dir)
	e.Open(lsptest.URI(filepath.Join(dir, "store", "price.py")), "python", 2, "def of_editor(item):\n    return 1\n")
	e.MustCall("context/stats", map[string]any{}, nil) // it is taken in
	eventually(t, "the editor is asked", func() bool {
		text, _ := call(t, there, "search", map[string]any{"query": "of_editor"})
		return strings.Contains(text, "store/price.py:1 def of_editor(item)") && strings.Contains(text, "not saved: store/price.py")
	})
	e.CloseDocument(lsptest.URI(filepath.Join(dir, "store", "price.py")))
	e.MustCall("context/stats", map[string]any{}, nil)
	same()
}
