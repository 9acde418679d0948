package lsptest

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

// URI is a path's file: URI.
func URI(path string) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// Capabilities are a modern editor's. What they promise has to be handled or expected.
func Capabilities() map[string]any {
	return map[string]any{
		"workspace": map[string]any{
			"configuration":    true,
			"workspaceFolders": true,
			"codeLens":         map[string]any{"refreshSupport": true},
		},
		"window": map[string]any{"workDoneProgress": true},
	}
}

// Initialize opens folders with initialize and initialized, and returns initialize's result.
func (e *Editor) Initialize(capabilities map[string]any, roots ...string) (result struct {
	Capabilities map[string]json.RawMessage `json:"capabilities"`
	ServerInfo   struct{ Name, Version string }
}) {
	e.t.Helper()
	folders := []map[string]string{}
	for _, r := range roots {
		folders = append(folders, map[string]string{"uri": URI(r), "name": filepath.Base(r)})
	}
	if capabilities == nil {
		capabilities = map[string]any{}
	}
	e.Expect("context/didChangeIndex")
	e.MustCall("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities, "workspaceFolders": folders}, &result)
	e.Notify("initialized", map[string]any{})
	return result
}

// Index is what context/didChangeIndex says.
type Index struct {
	Folder, State, Snapshot string
	Files                   int
	Percentage              *int
	Reasons                 []string
}

// AwaitIndex waits until a folder is said to be in a state.
func (e *Editor) AwaitIndex(root, state string) (index Index) {
	e.t.Helper()
	e.Await("context/didChangeIndex", func(m Message) bool {
		index = Index{}
		if err := json.Unmarshal(m.Params, &index); err != nil {
			e.t.Errorf("context/didChangeIndex %s: %v", m.Params, err)
		}
		return index.Folder == URI(root) && index.State == state
	})
	return index
}

// Open opens a document.
func (e *Editor) Open(uri, languageID string, version int, text string) {
	e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": languageID, "version": version, "text": text}})
}

// Edit is one change: the text between two positions is replaced. Without positions all of it is.
type Edit struct {
	Range [4]int // line and character of the start, and of the end
	Text  string
	All   bool
}

// Change changes a document.
func (e *Editor) Change(uri string, version int, edits ...Edit) {
	changes := []map[string]any{}
	for _, c := range edits {
		change := map[string]any{"text": c.Text}
		if !c.All {
			change["range"] = map[string]any{
				"start": map[string]int{"line": c.Range[0], "character": c.Range[1]},
				"end":   map[string]int{"line": c.Range[2], "character": c.Range[3]},
			}
		}
		changes = append(changes, change)
	}
	e.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes})
}

// Save says that a document was saved.
func (e *Editor) Save(uri string) { e.document("textDocument/didSave", uri) }

// CloseDocument closes a document.
func (e *Editor) CloseDocument(uri string) { e.document("textDocument/didClose", uri) }

func (e *Editor) document(method, uri string) {
	e.Notify(method, map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// Shutdown ends the session as the protocol wants it.
func (e *Editor) Shutdown() {
	e.t.Helper()
	e.MustCall("shutdown", nil, nil)
	e.Notify("exit", nil)
}
