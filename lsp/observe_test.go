package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/lsp/lsptest"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
)

// logged is a log to read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) at(level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: level}))
}

// At the debug level each request is logged, without what was asked or answered.
func TestRequestLog(t *testing.T) {
	t.Parallel()
	root, out := write(t, shop), &logged{}
	s := serveWith(t, root, Options{Log: out.at(slog.LevelDebug)})
	s.Initialize(nil, root)
	s.AwaitIndex(root, "ready")
	r := s.pack(map[string]any{"task": "mention hunter2", "targets": s.target("app.py")})
	wantCode(t, s.Call("context/symbols", map[string]any{"uri": "file:///nowhere"}, nil), -32602)
	text := out.String()
	for _, want := range []string{
		`method=context/pack ms=[0-9.]+ snapshot=` + r.Provenance.Snapshot + ` bytes=[0-9]{3,} stages="queue .*rank .*pack .*encode .*"`,
		`method=context/symbols ms=[0-9.]+ snapshot="" bytes=0 error=-32602`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "hunter2") || strings.Contains(text, "return") {
		t.Errorf("the log quotes\n%s", text)
	}
}

// Who does not debug is told of slow requests only, and what they waited for.
func TestSlowRequests(t *testing.T) {
	for _, tt := range []struct {
		level slog.Level
		took  time.Duration
		want  string // "": nothing
	}{
		{slog.LevelInfo, slow, `level=INFO msg="slow request" method=m ms=1000 snapshot="" bytes=3 stages="queue 1000.0, encode 0.0"`},
		{slog.LevelInfo, slow - 1, ""},
		{slog.LevelWarn, slow, ""},
	} {
		out := &logged{}
		o := &observer{log: out.at(tt.level)}
		o.observe(o.begin(t.Context()), rpc.Observed{Method: "m", Queued: tt.took, Result: 3})
		if got := out.String(); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%v, %v: logged %q, want %q", tt.level, tt.took, got, tt.want)
		}
	}
}

// Where nobody looks, nothing is recorded.
func TestNobodyLooks(t *testing.T) {
	o := &observer{log: slog.New(slog.DiscardHandler)}
	if ctx := o.begin(t.Context()); ctx != t.Context() {
		t.Error("a request is recorded for nobody")
	}
	o.observe(t.Context(), rpc.Observed{Method: "m"})
	if len(o.requests()) > 0 {
		t.Error("a request is kept for nobody")
	}
}

func TestKeptRequests(t *testing.T) {
	o := &observer{log: slog.New(slog.DiscardHandler), keep: true}
	for range keptRequests + 3 {
		o.observe(o.begin(context.Background()), rpc.Observed{Method: strings.Repeat("m", 1000)})
	}
	o.observe(o.begin(context.Background()), rpc.Observed{Method: "last"})
	all := o.requests()
	if len(all) != keptRequests || all[0].Method != "last" || len(all[1].Method) > 200 {
		t.Errorf("kept %d requests, the first %+v", len(all), append(all, debug.Request{})[0])
	}
}

// A client is told of each request as it wishes: first with initialize, then by $/setTrace.
func TestTrace(t *testing.T) {
	t.Parallel()
	root := write(t, shop)
	s := serve(t, root)
	s.Expect("$/logTrace", "context/didChangeIndex")
	s.MustCall("initialize", map[string]any{"trace": "messages", "rootUri": lsptest.URI(root), "capabilities": map[string]any{}}, nil)
	s.Notify("initialized", nil)
	told := func() (trace protocol.LogTrace) {
		s.MustCall("context/rank", map[string]any{"task": "hunter2"}, nil)
		if err := json.Unmarshal(s.Await("$/logTrace", nil).Params, &trace); err != nil {
			t.Fatal(err)
		}
		return trace
	}
	if got := told(); !regexp.MustCompile(`^context/rank \(2\): [0-9.]+ ms, [0-9]+ bytes$`).MatchString(got.Message) || got.Verbose != "" {
		t.Errorf("told %+v", got)
	}
	s.Notify("$/setTrace", map[string]any{"value": "verbose"})
	if got := told(); !regexp.MustCompile(`^snapshot [0-9a-f]+; queue .*rank .*encode [0-9.]+$`).MatchString(got.Verbose) {
		t.Errorf("told %+v", got)
	}
	s.Notify("$/setTrace", map[string]any{"value": "loud"}) // which is none
	told()
	s.Notify("$/setTrace", map[string]any{"value": "off"})
	s.MustCall("context/rank", nil, nil)
	s.MustCall("context/rank", nil, nil)
	if more := s.Inbox("$/logTrace"); len(more) > 0 {
		t.Errorf("told %s", more[0].Params)
	}
}
