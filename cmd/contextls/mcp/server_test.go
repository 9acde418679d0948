package mcp

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

const patience = 2 * time.Minute

// serve is a server without settings, and a client that is connected to it.
func serve(t *testing.T, read workspace.Options, options *mcp.ClientOptions, version string, roots ...string) (*Server, *mcp.ClientSession) {
	t.Helper()
	read.Log = slog.New(slog.DiscardHandler)
	s := New(Options{Version: "test", Workspace: read, Settings: func(string) settings.Values { return settings.Default() }})
	t.Cleanup(s.Close)
	if len(roots) > 0 {
		if err := s.Open(roots); err != nil {
			t.Fatal(err)
		}
	}
	there, here := mcp.NewInMemoryTransports()
	go s.Run(t.Context(), there)
	options.Capabilities = &mcp.ClientCapabilities{} // no roots and the like
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, options)
	session, err := client.Connect(t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	return s, session
}

// shop is a project of one file.
func shop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	for name, text := range map[string]string{".git/HEAD": "ref: refs/heads/main\n", "price.py": "def price(item):\n    return item.price\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A client connects and asks for nothing: the folder is opened all the same.
func TestStartsAtOnce(t *testing.T) {
	t.Chdir(shop(t))
	for _, version := range []string{"2025-06-18", "2026-07-28"} {
		s, _ := serve(t, workspace.Options{}, &mcp.ClientOptions{}, version)
		for end := time.Now().Add(patience); !s.located(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: the folder is not opened", version)
			}
		}
	}
}

// The first file's reading waits: the server answers, a call waits, tells how far it is, and can be
// cancelled.
func TestIndexesInTheBackground(t *testing.T) {
	read := make(chan struct{})
	slow := &analysis.Language{ID: "python", Extensions: []string{".py"}, Extract: func([]byte) (*analysis.Facts, error) {
		<-read
		return &analysis.Facts{Symbols: []analysis.Symbol{{Name: "price", Kind: analysis.Function, Signature: "def price(item)", Exported: true}}}, nil
	}}
	progress := make(chan string, 100)
	options := &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, p *mcp.ProgressNotificationClientRequest) {
		progress <- p.Params.Message
	}}
	_, session := serve(t, workspace.Options{Languages: []*analysis.Language{slow}}, options, "2025-06-18", shop(t))
	if tools, err := session.ListTools(t.Context(), nil); err != nil || len(tools.Tools) != 5 {
		t.Fatalf("%v, %+v", err, tools)
	}

	params := &mcp.CallToolParams{Name: "repo_map"}
	params.SetProgressToken("indexing")
	ctx, cancel := context.WithCancel(t.Context())
	cancelled := make(chan error)
	go func() {
		_, err := session.CallTool(ctx, params)
		cancelled <- err
	}()
	if message := <-progress; message != "indexing" {
		t.Errorf("progress %q", message)
	}
	cancel()
	if err := <-cancelled; err == nil {
		t.Error("a cancelled call succeeds")
	}
	close(read)
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "repo_map"})
	if err != nil {
		t.Fatal(err)
	}
	if text := result.Content[0].(*mcp.TextContent).Text; !strings.Contains(text, "│def price(item)") {
		t.Errorf("afterwards: %q", text)
	}
}
