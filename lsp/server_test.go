package lsp

import (
	gocmp "cmp"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	lsp "go.lsp.dev/protocol"
	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// shop is a small repository.
const shop = `
-- app.py --
from store.cart import Cart, total
from store.user import User
import os

def main():
    """Runs the shop."""
    cart = Cart()
    user = User()
    return total(cart)
-- store/cart.py --
from store.price import price

class Cart:
    """What a customer wants to buy."""
    def add(self, item):
        self.items.append(item)

def total(cart):
    """Sums the prices up."""
    return sum(price(i) for i in cart.items)
-- store/price.py --
from store.missing import rates

def price(item):
    return item.price * rates()
-- store/user.py --
class User:
    def name(self):
        return self.first
-- tests/test_cart.py --
from store.cart import Cart

def test_add():
    Cart().add(1)
-- README.md --
# Shop
-- .env --
PASSWORD=hunter2
-- .gitignore --
*.log
-- debug.log --
noise
`

// write writes a txtar archive into a new directory.
func write(t testing.TB, archive string) (root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return root
}

func put(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func pos(line, character uint32) lsp.Position { return lsp.Position{Line: line, Character: character} }

// session is an editor at a served workspace.
type session struct {
	*lsptest.Editor
	t    testing.TB
	root string
	code chan int // Serve's exit code
}

// serve starts the server, and an editor that is connected to it.
func serve(t testing.TB, root string, languages ...*analysis.Language) session {
	return serveWith(t, root, Options{Workspace: workspace.Options{Languages: languages}})
}

// serveWith is serve with options; those that every test needs are filled in.
func serveWith(t testing.TB, root string, o Options) session {
	client, server := lsptest.Pipe()
	o.Version, o.Log = "test", gocmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Workspace.Languages == nil {
		o.Workspace.Languages = []*analysis.Language{miniPython()}
	}
	s := session{lsptest.New(t, client), t, root, make(chan int, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.code <- Serve(context.Background(), server, o)
	}()
	t.Cleanup(func() {
		client.Close()
		<-ended
	})
	return s
}

// edit serves a repository to a plain editor, and waits until it is indexed.
func edit(t testing.TB, archive string) session {
	t.Helper()
	s := serve(t, write(t, archive))
	s.Initialize(nil, s.root)
	s.MustCall("context/rank", nil, nil)
	return s
}

func (s session) path(rel string) string { return filepath.Join(s.root, filepath.FromSlash(rel)) }
func (s session) uri(rel string) string  { return lsptest.URI(s.path(rel)) }

func (s session) target(rel string) []map[string]any { return []map[string]any{{"uri": s.uri(rel)}} }

// packed is a pack as it came over the wire.
type packed struct{ protocol.PackResult }

func (s session) pack(params map[string]any) (r packed) {
	s.t.Helper()
	s.MustCall("context/pack", params, &r.PackResult)
	return r
}

// item is the pack's item for a path, nil if there is none.
func (r packed) item(path string) *protocol.PackItem {
	i := slices.IndexFunc(r.Items, func(i protocol.PackItem) bool { return i.Path == path })
	if i < 0 {
		return nil
	}
	return &r.Items[i]
}

func TestInitialize(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	result := s.Initialize(nil, s.root)
	if result.ServerInfo.Name != "contextls" || result.ServerInfo.Version != "test" {
		t.Errorf("serverInfo is %+v", result.ServerInfo)
	}
	got := map[string]string{}
	for name, raw := range result.Capabilities {
		got[name] = string(raw)
	}
	methods := strings.Fields("analyzeTask compress dependencies explain explore impact importChain imports pack providers query rank repoMap scan skeleton source stats symbols")
	list := func(prefix string) string { return `"` + prefix + strings.Join(methods, `","`+prefix) + `"` }
	files := `{"filters":[{"scheme":"file","pattern":{"glob":"**"}}]}`
	want := map[string]string{
		"positionEncoding":       `"utf-16"`,
		"textDocumentSync":       `{"openClose":true,"change":2,"save":true}`,
		"codeLensProvider":       `{}`,
		"executeCommandProvider": `{"commands":["contextls.showImportance",` + list("contextls.") + `]}`,
		"workspace": `{"workspaceFolders":{"supported":true,"changeNotifications":true},"fileOperations":{"didCreate":` + files +
			`,"didRename":` + files + `,"didDelete":` + files + `}}`,
		"experimental": `{"contextProtocol":1,"contextMethods":[` + list("context/") + `]}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("capabilities (-want +got):\n%s", diff)
	}
	s.AwaitIndex(s.root, "ready")
	s.Shutdown()
	if code := <-s.code; code != 0 {
		t.Errorf("exit code %d after shutdown and exit", code)
	}
}

func TestNegotiatedEncodings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		offered   []string
		want      string
		character int // of the end of the pair in "😀x"
	}{
		{nil, "utf-16", 2},
		{[]string{"utf-8"}, "utf-8", 4},
		{[]string{"utf-32"}, "utf-32", 1},
		{[]string{"utf-8", "utf-16"}, "utf-16", 2},
	} {
		s := serve(t, write(t, shop))
		result := s.Initialize(map[string]any{"general": map[string]any{"positionEncodings": tt.offered}}, s.root)
		if got := string(result.Capabilities["positionEncoding"]); got != `"`+tt.want+`"` {
			t.Errorf("%v: negotiated %s", tt.offered, got)
		}
		s.Open(s.uri("app.py"), "python", 1, "a\r\n😀x\rlast")
		s.Change(s.uri("app.py"), 2, lsptest.Edit{Range: [4]int{1, tt.character, 2, 0}, Text: "y\n"})
		r := s.pack(map[string]any{"targets": s.target("app.py")})
		if got := r.item("app.py").Content; got != "a\r\n😀y\nlast" {
			t.Errorf("%s: the text became %q", tt.want, got)
		}
	}
}

// No client is refused for what it sends with initialize.
func TestLenientInitialize(t *testing.T) {
	root := write(t, shop)
	for _, params := range []string{
		`{"processId":null,"rootUri":"` + lsptest.URI(root) + `","capabilities":[],"trace":null}`,
		`{"processId":1.0,"rootPath":` + quote(root) + `,"capabilities":{"workspace":null,"general":{"positionEncodings":null}},"clientInfo":{"name":"x","version":null}}`,
		`{"workspaceFolders":[{"uri":"` + lsptest.URI(root) + `"},{"uri":"vscode-vfs://x/y"},{},7],"rootUri":null}`,
		`{"workspaceFolders":null,"rootUri":"` + lsptest.URI(root) + `/sub/../"}`,
	} {
		s := serve(t, root)
		s.Expect("context/didChangeIndex")
		s.Frame(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":` + params + `}`)
		s.Notify("initialized", nil)
		if r := s.pack(map[string]any{"targets": s.target("app.py")}); r.item("store/cart.py") == nil {
			t.Errorf("%s: no folder was opened", params)
		}
	}
	s := serve(t, root)
	s.MustCall("initialize", nil, nil)
	s.Notify("initialized", nil)
	wantCode(t, s.Call("context/pack", nil, nil), -32803, "no workspace folder")
	wantCode(t, s.Call("context/symbols", map[string]any{"uri": s.uri("app.py")}, nil), -32602, "uri", "no workspace folder")
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	if len(stats.Folders) != 0 {
		t.Errorf("stats of no folder: %+v", stats)
	}
}

// wantCode fails the test unless err has this code and mentions the words.
func wantCode(t testing.TB, err *lsptest.Error, code int, words ...string) {
	t.Helper()
	lsptest.CheckError(t, err, code, words...)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	t.Run("end of input", func(t *testing.T) {
		s := edit(t, shop)
		s.Close()
		if code := <-s.code; code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("exit without shutdown", func(t *testing.T) {
		s := edit(t, shop)
		s.Notify("exit", nil)
		if code := <-s.code; code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
}

// What a person does: edit without saving, and ask.
func TestPackOfAnUnsavedEdit(t *testing.T) {
	s := edit(t, shop)
	cart := s.uri("store/cart.py")
	text := "from store.user import User\n\ndef total(cart):\n    return User()\n"
	s.Open(cart, "python", 1, "x")
	s.Change(cart, 5, lsptest.Edit{All: true, Text: text})
	r := s.pack(map[string]any{"targets": s.target("store/cart.py")})
	target, user := r.item("store/cart.py"), r.item("store/user.py")
	if target == nil || target.Content != text || target.Version == nil || *target.Version != 5 {
		t.Errorf("the target is %+v", target)
	}
	if user == nil || user.Relationship != "direct_import" || user.Representation != "full" || user.Version != nil {
		t.Errorf("the new import is %+v", user)
	}
	if v := r.Provenance.Versions; len(v) != 1 || v[cart] != 5 {
		t.Errorf("the versions are %v", v)
	}
	if !strings.Contains(r.Text, text) {
		t.Errorf("the text lacks the edit:\n%s", r.Text)
	}
	s.CloseDocument(cart)
	r = s.pack(map[string]any{"targets": s.target("store/cart.py")})
	if target := r.item("store/cart.py"); !strings.Contains(target.Content, "class Cart") || target.Version != nil {
		t.Errorf("after closing, the target is %+v", target)
	}
}

// A request is answered for the state it met, whatever is edited meanwhile.
func TestSnapshotOfARequest(t *testing.T) {
	s := edit(t, shop)
	app := s.uri("app.py")
	s.Open(app, "python", 0, "")
	for version := 1; version <= 30; version++ {
		s.Change(app, version, lsptest.Edit{All: true, Text: strings.Repeat("x", version)})
		p := s.Start("context/pack", map[string]any{"targets": s.target("app.py")})
		s.Change(app, version+100*version, lsptest.Edit{All: true, Text: "later"})
		s.Open(app, "python", version, "")
		var r packed
		if err := p.Wait(&r); err != nil {
			t.Fatal(err)
		}
		if got := r.item("app.py").Content; got != strings.Repeat("x", version) {
			t.Fatalf("the request met version %d and saw %q", version, got)
		}
	}
}

func TestSameStateSameBytes(t *testing.T) {
	s := edit(t, shop)
	for method, params := range map[string]any{
		"context/pack":    map[string]any{"targets": s.target("app.py"), "task": "sum prices"},
		"context/repoMap": nil,
		"context/rank":    map[string]any{"task": "cart"},
		"context/stats":   nil,
	} {
		var first, second json.RawMessage
		s.MustCall(method, params, &first)
		s.MustCall(method, params, &second)
		if a, b := withoutTime(first), withoutTime(second); a != b {
			t.Errorf("%s gave\n%s\nand then\n%s", method, a, b)
		}
	}
}

// withoutTime blanks the one field that may differ.
func withoutTime(raw []byte) string {
	s := string(raw)
	for {
		i := strings.Index(s, `"builtAt":"`)
		if i < 0 {
			return s
		}
		end := i + len(`"builtAt":"`) + strings.IndexByte(s[i+len(`"builtAt":"`):], '"')
		s = s[:i] + s[end:]
	}
}
