package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// large is a repository of 2,000 modules in layers: each imports some of the layer below.
func large(b testing.TB) (root, target string) {
	root = b.TempDir()
	for i := range 2000 {
		var text strings.Builder
		for k := range 5 {
			if i >= 200 {
				fmt.Fprintf(&text, "from m%d import f%d\n", i-200+(i*k)%97, k)
			}
		}
		for k := range 20 {
			fmt.Fprintf(&text, "def f%d(argument_%d, other_%d):\n    \"\"\"Does %d.\"\"\"\n    return f%d(argument_%d) + %d\n\n", k, i, k, i*k, (k+1)%5, i, k)
		}
		put(b, filepath.Join(root, fmt.Sprintf("m%d.py", i)), text.String())
	}
	return root, filepath.Join(root, "m1234.py")
}

func indexed(b testing.TB, root string) (*workspace.Session, *workspace.Folder) {
	s := workspace.NewSession(workspace.Options{Languages: []*analysis.Language{miniPython()}, Log: slog.New(slog.DiscardHandler)})
	b.Cleanup(s.Close)
	f, err := s.AddFolder(root)
	if err != nil {
		b.Fatal(err)
	}
	if err := f.Ready(context.Background()); err != nil {
		b.Fatal(err)
	}
	return s, f
}

func BenchmarkPack(b *testing.B) {
	root, target := large(b)
	s, f := indexed(b, root)
	e := engine.New(settings.Default())
	request := engine.PackRequest{Targets: engine.Targets([]string{target})}
	pack := func(b *testing.B) {
		if _, err := e.Pack(context.Background(), f.Snapshot(), request); err != nil {
			b.Fatal(err)
		}
	}
	pack(b)
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			pack(b)
		}
	})
	version := int32(0)
	b.Run("after an edit that adds an import", func(b *testing.B) {
		for b.Loop() {
			version++
			s.Open(target, "python", version, fmt.Sprintf("from m%d import f1\n\ndef g():\n    return f1()\n", version%1000))
			pack(b)
		}
	})
	b.Run("repository map", func(b *testing.B) {
		for b.Loop() {
			if _, err := e.Map(context.Background(), f.Snapshot(), engine.MapRequest{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkDidChange is how long a keystroke in a file of 100 kB keeps the read loop.
func BenchmarkDidChange(b *testing.B) {
	root, target := large(b)
	session, _ := indexed(b, root)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	log := slog.New(slog.DiscardHandler)
	r, w := io.Pipe()
	defer w.Close()
	conn := rpc.New(struct {
		io.Reader
		io.WriteCloser
	}{r, w}, rpc.Options{Log: log, Encode: JSON})
	s := &server{ctx: ctx, log: log, client: client{conn}, engine: engine.New(settings.Default()), session: session,
		documents: map[string]*document{}}
	s.lens = newDebouncer(lensEvery, func() {})
	s.index = newNotifier(ctx, func(*workspace.Folder) {})
	uri, _ := json.Marshal(protocol.URI(target))
	text, _ := json.Marshal(strings.Repeat("x = 'a line of forty characters or so'\n", 2500))
	s.didOpen(fmt.Appendf(nil, `{"textDocument":{"uri":%s,"languageId":"python","version":0,"text":%s}}`, uri, text))
	version := 0
	for b.Loop() {
		version++
		s.didChange(fmt.Appendf(nil, `{"textDocument":{"uri":%s,"version":%d},"contentChanges":[
			{"range":{"start":{"line":2000,"character":3},"end":{"line":2000,"character":3}},"text":"y"}]}`, uri, version))
	}
	if doc := s.documents[target]; doc.version != int32(version) || doc.desynced != "" {
		b.Errorf("the document is %+v", doc)
	}
}
