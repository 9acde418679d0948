package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/lsp/debug"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
)

const (
	// slow is from when on a request is worth a line in the log of one who does not debug.
	slow = time.Second

	keptRequests = 100 // for the debug page

	stageQueue  = "queue"  // waiting for a turn, before the engine's stages
	stageEncode = "encode" // writing the result, after them
)

// observer tells of requests, once each is done: to the log, to a client that traces, and to the debug page.
// It knows methods, times and sizes, and nothing of what was asked or answered.
type observer struct {
	log    *slog.Logger
	notify func(method string, params any) // the client
	keep   bool                            // there is a debug page
	trace  atomic.Int32                    // what the client wants to be told: a traceLevel

	mu     sync.Mutex
	recent []debug.Request // the oldest first
}

// traceLevel is a TraceValue of LSP.
type traceLevel int32

const (
	traceOff traceLevel = iota
	traceMessages
	traceVerbose
)

// setTrace takes in a TraceValue. It reports whether that is one.
func (o *observer) setTrace(value string) bool {
	level, known := map[string]traceLevel{"off": traceOff, "messages": traceMessages, "verbose": traceVerbose}[value]
	if known {
		o.trace.Store(int32(level))
	}
	return known
}

// begin has a request recorded where somebody will look at it.
func (o *observer) begin(ctx context.Context) context.Context {
	if !o.keep && traceLevel(o.trace.Load()) == traceOff && !o.log.Enabled(ctx, slog.LevelInfo) {
		return ctx
	}
	return engine.WithTrace(ctx, &engine.Trace{})
}

// observe tells of a request that is done.
func (o *observer) observe(ctx context.Context, r rpc.Observed) {
	t := engine.TraceOf(ctx)
	if t == nil {
		return
	}
	request := debug.Request{
		Time: time.Now(), ID: short(r.ID), Method: short(r.Method), Took: r.Queued + r.Ran, Snapshot: t.Snapshot(), Bytes: r.Result, Code: int(r.Code),
	}
	request.Stages = append(request.Stages, debug.Stage{Name: stageQueue, Took: r.Queued})
	for _, s := range t.Stages() {
		request.Stages = append(request.Stages, debug.Stage(s))
	}
	request.Stages = append(request.Stages, debug.Stage{Name: stageEncode, Took: r.Encode})
	o.write(ctx, &request)
	o.tell(&request)
	if !o.keep {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.recent) == keptRequests {
		o.recent = append(o.recent[:0], o.recent[1:]...)
	}
	o.recent = append(o.recent, request)
}

// write logs a request: a slow one with what it waited for.
func (o *observer) write(ctx context.Context, r *debug.Request) {
	level, text := slog.LevelDebug, "request"
	attrs := []slog.Attr{slog.String("method", r.Method), slog.Float64("ms", math.Round(milliseconds(r.Took)*10)/10), slog.String("snapshot", r.Snapshot), slog.Int("bytes", r.Bytes)}
	if r.Code != 0 {
		attrs = append(attrs, slog.Int("error", r.Code))
	}
	if r.Took >= slow {
		level, text = slog.LevelInfo, "slow request"
	}
	if o.log.Enabled(ctx, slog.LevelDebug) || r.Took >= slow {
		attrs = append(attrs, slog.String("stages", stages(r)))
	}
	o.log.LogAttrs(ctx, level, text, attrs...)
}

// tell sends a request to a client that traces.
func (o *observer) tell(r *debug.Request) {
	level := traceLevel(o.trace.Load())
	if level == traceOff {
		return
	}
	n := protocol.LogTrace{Message: fmt.Sprintf("%s (%s): %s ms, %d bytes", r.Method, r.ID, ms(r.Took), r.Bytes)}
	if r.Code != 0 {
		n.Message += fmt.Sprintf(", error %d", r.Code)
	}
	if level == traceVerbose {
		n.Verbose = fmt.Sprintf("snapshot %s; %s", r.Snapshot, stages(r))
	}
	o.notify("$/logTrace", n)
}

// requests are the last requests, the newest first.
func (o *observer) requests() []debug.Request {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := make([]debug.Request, len(o.recent))
	for i, r := range o.recent {
		all[len(all)-1-i] = r
	}
	return all
}

// stages are a request's stages with their times in ms.
func stages(r *debug.Request) string {
	var parts []string
	for _, s := range r.Stages {
		parts = append(parts, s.Name+" "+ms(s.Took))
	}
	return strings.Join(parts, ", ")
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", milliseconds(d)) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// short is a name that the client chose, as long as a name may be.
func short(name string) string {
	const most = 100
	if len(name) > most {
		return strings.ToValidUTF8(name[:most], "") + "…"
	}
	return name
}

// setTrace answers $/setTrace.
func (s *server) setTrace(params []byte) {
	p, ok := parse[struct {
		Value string `json:"value"`
	}](s, "$/setTrace", params)
	if ok && !s.observer.setTrace(p.Value) {
		s.log.Warn("an unknown trace value", "value", p.Value)
	}
}
