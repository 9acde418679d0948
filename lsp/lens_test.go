package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
)

func (s session) lenses(rel string) (lenses []lens) {
	s.t.Helper()
	s.MustCall("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": s.uri(rel)}}, &lenses)
	return lenses
}

func TestCodeLenses(t *testing.T) {
	t.Parallel()
	s := serve(t, write(t, shop))
	s.Expect("context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"codeLens": map[string]any{"topPercent": 50}}}, nil)
	s.Notify("initialized", nil)
	lenses := s.lenses("store/cart.py")
	var got []string
	for _, l := range lenses {
		got = append(got, fmt.Sprintf("%d:%d %s", l.Range.Start.Line, l.Range.Start.Character, l.Command.Title))
		if l.Command.Command != "contextls.showImportance" || l.Command.Arguments[0].URI != s.uri("store/cart.py") || l.Range.Start != l.Range.End {
			t.Errorf("a lens is %+v", l)
		}
	}
	if len(got) != 3 || got[0] != "0:0 file rank 1 of 5 · top 20 % · imported by 2 files · imports 1 file" ||
		!strings.HasPrefix(got[1], "2:0 definition rank ") || *lenses[1].Command.Arguments[0].Symbol != "Cart" {
		t.Errorf("the lenses are %q", got)
	}
	for _, rel := range []string{"README.md", "nothing.py", ".env", "../outside.py"} {
		if l := s.lenses(rel); l == nil || len(l) > 0 {
			t.Errorf("%s has the lenses %+v", rel, l)
		}
	}
	for _, uri := range []string{"untitled:x", "", "git:" + s.path("app.py")} {
		var l []lens
		s.MustCall("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &l)
		if len(l) > 0 {
			t.Errorf("%q has the lenses %+v", uri, l)
		}
	}
	// What a person has typed counts: the definition moves down.
	s.Open(s.uri("store/cart.py"), "python", 1, "\n\n\nclass Cart:\n    def add(self):\n        pass\n")
	if l := s.lenses("store/cart.py"); len(l) != 2 || l[1].Range.Start != pos(3, 0) {
		t.Errorf("after an edit: %+v", l)
	}

	s.Expect("window/showMessage")
	var explained protocol.ExplainResult
	s.MustCall("workspace/executeCommand", map[string]any{"command": lenses[0].Command.Command, "arguments": lenses[0].Command.Arguments}, &explained)
	if explained.File.Path != "store/cart.py" {
		t.Errorf("the command gave %+v", explained)
	}
	if said := s.Await("window/showMessage", nil); !strings.Contains(string(said.Params), "store/cart.py") {
		t.Errorf("the command showed %s", said.Params)
	}
}

// What the file's lens counts are files, as many as context/imports names, however many lines import them.
func TestLensCounts(t *testing.T) {
	t.Parallel()
	s := edit(t, `
-- a.py --
from b import one, two
from b import three
from c import four
import elsewhere
-- b.py --
from c import four
def one():
    pass
-- c.py --
from a import x
from b import one
import b
def four():
    pass
-- d.py --
from b import two
from b import one
`)
	for _, rel := range []string{"a.py", "b.py", "c.py", "d.py"} {
		var found protocol.ImportsResult
		s.MustCall("context/imports", map[string]any{"uri": s.uri(rel), "direction": "both"}, &found)
		importers, imported := map[protocol.FileURI]bool{}, map[protocol.FileURI]bool{}
		for _, e := range found.Edges {
			if e.Importer != s.uri(rel) {
				importers[e.Importer] = true
			} else if e.Imported != nil {
				imported[*e.Imported] = true
			}
		}
		want := fmt.Sprintf(" · imported by %s · imports %s", files(len(importers)), files(len(imported)))
		if got := s.lenses(rel)[0].Command.Title; !strings.HasPrefix(got, "file rank ") || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want %q", rel, got, want)
		}
	}
}

// A field has no lens, however important it is.
func TestLensOfFields(t *testing.T) {
	t.Parallel()
	l := miniPython()
	l.Extract = func(src []byte) (*analysis.Facts, error) {
		f, err := extractPython(src)
		for i := range f.Symbols {
			if f.Symbols[i].Name == "total" {
				f.Symbols[i].Kind = analysis.Field
			}
		}
		return f, err
	}
	s := serve(t, write(t, "-- cart.py --\nclass Cart:\n    pass\ndef total():\n    pass\n-- app.py --\nfrom cart import Cart, total\nuse(Cart, total)\n"), l)
	s.Expect("context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"rootUri": lsptest.URI(s.root),
		"initializationOptions": map[string]any{"codeLens": map[string]any{"topPercent": 100}}}, nil)
	s.Notify("initialized", nil)
	lenses := s.lenses("cart.py")
	if len(lenses) != 2 || *lenses[1].Command.Arguments[0].Symbol != "Cart" {
		t.Errorf("the lenses are %+v", lenses)
	}
}

func TestLensSettings(t *testing.T) {
	t.Parallel()
	many := "-- hub.py --\n"
	for i := range 30 {
		many += fmt.Sprintf("def f%d():\n    pass\n", i)
	}
	for i := range 30 {
		many += fmt.Sprintf("-- user%d.py --\nfrom hub import f%d\n\n%s", i, i, strings.Repeat(fmt.Sprintf("f%d()\n", i), i+1))
	}
	for settings, want := range map[string]int{
		`{}`:                                     1 + 6, // a fifth of 30
		`{"topPercent":100}`:                     1 + 12,
		`{"topPercent":100,"maxPerFile":20}`:     1 + 20,
		`{"file":false,"topPercent":10}`:         3,
		`{"definitions":false}`:                  1,
		`{"definitions":false,"file":false}`:     0,
		`{"definitions":"yes","maxPerFile":"x"}`: 1 + 6,
	} {
		s := serve(t, write(t, many))
		s.Expect("context/didChangeIndex", "window/showMessage")
		s.MustCall("initialize", map[string]any{"rootUri": lsptest.URI(s.root),
			"initializationOptions": map[string]any{"codeLens": json.RawMessage(settings)}}, nil)
		s.Notify("initialized", nil)
		if got := len(s.lenses("hub.py")); got != want {
			t.Errorf("%s: %d lenses, want %d", settings, got, want)
		}
	}
}

// Where the client can be told to ask again, it has no lenses while the folder is indexed, and is told
// when they are there, and once after many edits.
func TestLensRefresh(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := serve(t, write(t, shop+"-- slow.py --\nstuck\n"), stuckPython(release))
	refreshed := make(chan struct{}, 100)
	s.Handle("workspace/codeLens/refresh", func(params json.RawMessage) (any, *lsptest.Error) {
		refreshed <- struct{}{}
		return nil, nil
	})
	s.Initialize(map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}}, s.root)
	if l := s.lenses("store/cart.py"); len(l) > 0 {
		t.Errorf("while indexing there are the lenses %+v", l)
	}
	close(release)
	<-refreshed
	if l := s.lenses("store/cart.py"); len(l) == 0 {
		t.Errorf("when told to ask again there are the lenses %+v", l)
	}
	s.Open(s.uri("app.py"), "python", 1, "")
	for version := range 50 {
		s.Change(s.uri("app.py"), version+2, lsptest.Edit{Text: "x"})
	}
	<-refreshed
	if n := len(refreshed); n > 0 {
		t.Errorf("told %d times more than once", n)
	}
}

// A request for code lenses that names no document is wrong, one for a document that is no file has none.
func TestLensesOfNothing(t *testing.T) {
	t.Parallel()
	s := edit(t, shop)
	for params, problem := range map[string]string{
		`{}`: "textDocument.uri: it is missing", `null`: "textDocument.uri: it is missing", `[]`: "textDocument.uri: it is missing",
		`{"textDocument":{}}`:        "textDocument.uri: it is missing",
		`{"textDocument":{"uri":7}}`: "textDocument.uri: 7 is not a string", `{"textDocument":null}`: "textDocument.uri: it is missing",
		`{"textDocument":{"uri":"untitled:1"}}`: "", `{"textDocument":{"uri":""}}`: "", `{"textDocument":{"uri":"git:/a.py"}}`: "",
	} {
		err := s.Call("textDocument/codeLens", json.RawMessage(params), nil)
		if problem != "" {
			wantCode(t, err, -32602, problem)
		} else if err != nil {
			t.Errorf("%s: %v", params, err)
		}
	}
}

func TestLensTitles(t *testing.T) {
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 999: "999 files", 1005: "1,005 files", 1234567: "1,234,567 files"} {
		if got := files(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	if got := place(1005, 20011, 6); got != "rank 1,005 of 20,011 · top 6 %" {
		t.Error(got)
	}
}
