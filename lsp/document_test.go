package lsp

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

// text is what a pack shows of a target.
func (s session) text(rel string) string {
	s.t.Helper()
	r := s.pack(map[string]any{"targets": s.target(rel)})
	item := r.item(rel)
	if item == nil {
		s.t.Fatalf("%s is not in the pack: %+v", rel, r.Excluded)
	}
	return item.Content
}

func TestOutOfSync(t *testing.T) {
	t.Parallel()
	const onDisk = "-- a.py --\nprint(1)\n"
	change := func(version any, rest string) string {
		v, _ := json.Marshal(version)
		return `{"textDocument":{"uri":"URI","version":` + string(v) + `},"contentChanges":` + rest + `}`
	}
	for _, tt := range []struct{ name, params, reason string }{
		{"earlier version", change(6, `[{"text":"z"}]`), "version 6 came after version 7"},
		{"same version", change(7, `[{"text":"z"}]`), "version 7 came after version 7"},
		{"backward range", change(8, `[{"range":{"start":{"line":0,"character":1},"end":{"line":0,"character":0}},"text":"z"}]`), "ends before it starts"},
		{"negative line", change(8, `[{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":0}},"text":"z"}]`), "could not be read"},
		{"no text", change(8, `[{"text":7}]`), "could not be read"},
		{"version of a wrong type", change("x", `[{"text":"z"}]`), "could not be read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := edit(t, onDisk)
			s.Expect("window/logMessage")
			a := s.uri("a.py")
			s.Open(a, "python", 7, "open")
			s.Notify("textDocument/didChange", json.RawMessage(strings.ReplaceAll(tt.params, "URI", a)))
			said := s.Await("window/logMessage", nil)
			if !strings.Contains(string(said.Params), tt.reason) || !strings.Contains(string(said.Params), "a.py") {
				t.Errorf("said %s", said.Params)
			}
			index := s.AwaitIndex(s.root, "degraded")
			if len(index.Reasons) != 1 || !strings.Contains(index.Reasons[0], "a.py is out of sync") {
				t.Errorf("the reasons are %q", index.Reasons)
			}
			if got := s.text("a.py"); got != "print(1)\n" {
				t.Errorf("out of sync, and the text is %q", got)
			}
			s.Change(a, 9, lsptest.Edit{All: true, Text: "late"})
			if got := s.text("a.py"); got != "print(1)\n" {
				t.Errorf("after a change while out of sync the text is %q", got)
			}
			var stats protocol.StatsResult
			s.MustCall("context/stats", nil, &stats)
			if f := stats.Folders[0]; f.State != "degraded" || len(f.Degraded) != 1 {
				t.Errorf("stats says %s, %q", f.State, f.Degraded)
			}
			s.Open(a, "python", 1, "again")
			s.Change(a, 2, lsptest.Edit{Range: [4]int{0, 5, 0, 5}, Text: "!"})
			if got := s.text("a.py"); got != "again!" {
				t.Errorf("reopened, and the text is %q", got)
			}
			s.AwaitIndex(s.root, "ready")
		})
	}
}

// Documents of other schemes stand for no file, whatever their path.
func TestOtherSchemes(t *testing.T) {
	s := edit(t, "-- a.py --\ndisk\n")
	path := s.path("a.py")
	for _, uri := range []string{"untitled:" + path, "git:" + path + "?x", "vscode-notebook-cell:" + path + "#1", "untitled:a.py", ""} {
		s.Open(uri, "python", 1, "wrong")
		s.Change(uri, 2, lsptest.Edit{All: true, Text: "wrong"})
		s.Save(uri)
		if got := s.text("a.py"); got != "disk\n" {
			t.Errorf("%s shadows the file: %q", uri, got)
		}
		s.CloseDocument(uri)
	}
	s.Open("file://"+strings.ReplaceAll(path, "a.py", "%61.py"), "python", 1, "the same file")
	if got := s.text("a.py"); got != "the same file" {
		t.Errorf("another spelling of the URI is another file: %q", got)
	}
}

func TestChangesOnDisk(t *testing.T) {
	s := edit(t, "-- a.py --\none\n-- b.py --\n")
	a := s.path("a.py")
	put(t, a, "two\n")
	s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.uri("a.py"), "type": 2}}})
	if got := s.text("a.py"); got != "two\n" {
		t.Errorf("after a watched change: %q", got)
	}
	put(t, s.path("c.py"), "from a import x\n")
	s.Notify("workspace/didCreateFiles", map[string]any{"files": []any{map[string]any{"uri": s.uri("c.py")}}})
	if r := s.pack(map[string]any{"targets": s.target("c.py")}); r.item("a.py") == nil {
		t.Error("a created file's import is not followed")
	}
	if err := os.Rename(a, s.path("d.py")); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": s.uri("a.py"), "newUri": s.uri("d.py")}}})
	if got := s.text("d.py"); got != "two\n" {
		t.Errorf("after a rename: %q", got)
	}
	if r := s.pack(map[string]any{"targets": s.target("a.py")}); !strings.Contains(r.item("a.py").Reasons[0], "does not exist") {
		t.Errorf("the old name is still there: %+v", r.item("a.py"))
	}
	if err := os.Remove(s.path("d.py")); err != nil {
		t.Fatal(err)
	}
	s.Notify("workspace/didDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": s.uri("d.py")}}})
	var stats protocol.StatsResult
	s.MustCall("context/stats", nil, &stats)
	s.pack(nil) // waits until the deletion is taken in
	s.MustCall("context/stats", nil, &stats)
	if n := stats.Folders[0].Nodes; n != 2 {
		t.Errorf("%d nodes are left, want 2", n)
	}

	s.Open(s.uri("b.py"), "python", 1, "open")
	put(t, s.path("b.py"), "saved by somebody else\n")
	s.Save(s.uri("b.py"))
	if got := s.text("b.py"); got != "open" {
		t.Errorf("the disk beats the open text: %q", got)
	}
	s.CloseDocument(s.uri("b.py"))
	if got := s.text("b.py"); got != "saved by somebody else\n" {
		t.Errorf("after closing: %q", got)
	}
}

// Notifications that make no sense are survived.
func TestOddNotifications(t *testing.T) {
	s := edit(t, "-- a.py --\ndisk\n")
	s.Expect("window/logMessage") // of the document that is opened on the way
	for _, method := range []string{"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
		"workspace/didChangeWatchedFiles", "workspace/didRenameFiles", "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration"} {
		for _, params := range []any{nil, []int{1}, map[string]any{"textDocument": 7, "files": 7, "event": 7, "settings": 7},
			map[string]any{"textDocument": map[string]any{"uri": s.uri("never-opened.py"), "version": 1}, "contentChanges": []any{map[string]any{"text": "x"}}}} {
			s.Notify(method, params)
		}
	}
	if got := s.text("a.py"); got != "disk\n" {
		t.Errorf("got %q", got)
	}
}

// A carriage return that ends a line is shown as \n, and stays what it is for the edits that follow.
func TestEditsOfBareCarriageReturns(t *testing.T) {
	t.Parallel()
	s := edit(t, "-- a.py --\nprint(1)\n")
	a := s.uri("a.py")
	s.Open(a, "python", 1, "def a():\r    pass\rdef b():\r    pass")
	if got := s.text("a.py"); got != "def a():\n    pass\ndef b():\n    pass" {
		t.Errorf("the text is %q", got)
	}
	s.Change(a, 2, lsptest.Edit{Range: [4]int{1, 0, 1, 0}, Text: "\n"}) // the line's end is \r\n now
	s.Change(a, 3, lsptest.Edit{Range: [4]int{1, 4, 1, 4}, Text: "# "})
	if got := s.text("a.py"); got != "def a():\r\n    # pass\ndef b():\n    pass" {
		t.Errorf("after an edit the text is %q", got)
	}
}
