package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"
)

// The caps on requests: so many run at once, and so many more wait for their turn; what comes on top
// is refused.
const (
	maxRunning = 64
	maxWaiting = 1024
)

// requestFailed is LSP's code for a request that is right and still has no answer.
const requestFailed jsonrpc2.Code = -32803

const requestCancelled jsonrpc2.Code = -32800

// A handler's kind is its type. The parameters are borrowed: valid until the handler returns.
type (
	// change is a notification's handler. It runs on the read loop, in wire order, changes the server's
	// state, and waits for nothing.
	change func(params []byte)
	// query is a request's handler. It runs on the read loop too, where it decodes the parameters and
	// takes the snapshot; the answer it returns is made in the background, from these alone.
	query  func(params []byte) (answer, error)
	answer func(ctx context.Context) (any, error)
)

// phase is where the session stands; only the read loop looks at it.
type phase uint8

const (
	uninitialized phase = iota
	running
	shutDown
)

// dispatcher takes messages off the connection: it keeps their order, the session's lifecycle and the
// caps, and turns whatever goes wrong into an answer.
type dispatcher struct {
	log     *slog.Logger
	changes map[string]change
	queries map[string]query

	phase phase
	exit  chan struct{} // closed by the exit notification
	clean bool          // exit came after shutdown. To be read after exit is closed.

	slots    chan struct{}
	inFlight atomic.Int32 // requests whose answer has not been sent
	cancel   func(jsonrpc2.ID)
}

func newDispatcher(log *slog.Logger) *dispatcher {
	return &dispatcher{
		log:     log,
		changes: map[string]change{},
		queries: map[string]query{},
		exit:    make(chan struct{}),
		slots:   make(chan struct{}, maxRunning),
		cancel:  func(jsonrpc2.ID) {},
	}
}

// handler is the function to give to jsonrpc2.Conn.Go. It never returns an error for a notification:
// that would end the connection.
func (d *dispatcher) handler() jsonrpc2.Handler {
	var requests jsonrpc2.Handler
	requests, d.cancel = jsonrpc2.CancelHandler(d.request)
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if !req.IsCall() {
			d.notification(req.Method(), req.Params())
			return nil, nil
		}
		d.inFlight.Add(1)
		context.AfterFunc(ctx, func() { d.inFlight.Add(-1) }) // it ends when the answer has been sent
		return requests(ctx, req)
	}
}

func (d *dispatcher) notification(method string, params []byte) {
	defer func() {
		if r := recover(); r != nil {
			d.log.Error("a notification's handler panicked", "method", method, "panic", r, "stack", string(debug.Stack()))
		}
	}()
	switch handle := d.changes[method]; {
	case method == "exit":
		select {
		case <-d.exit:
		default:
			d.clean = d.phase == shutDown
			close(d.exit)
		}
	case method == "$/cancelRequest":
		d.cancelRequest(params)
	case d.phase == running && handle != nil:
		handle(params)
	case d.phase == running && !strings.HasPrefix(method, "$/"):
		d.log.Debug("ignored a notification", "method", method)
	}
}

func (d *dispatcher) cancelRequest(params []byte) {
	var p struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(params, &p, wireJSON) != nil {
		return
	}
	switch id := p.ID.(type) {
	case float64:
		d.cancel(jsonrpc2.NewNumberID(int64(id)))
	case string:
		d.cancel(jsonrpc2.NewStringID(id))
	}
}

func (d *dispatcher) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	method := strings.Clone(req.Method())
	run, err := d.accept(method, req.Params())
	jsonrpc2.Async(ctx) // from here on the read loop goes on, and the parameters are not ours any more
	if err == nil {
		var result any
		if result, err = d.run(ctx, method, run); err == nil {
			return result, nil
		}
	}
	return nil, wireError(ctx, err)
}

// accept does the part of a request that belongs on the read loop.
func (d *dispatcher) accept(method string, params []byte) (run answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			run, err = nil, d.panicked(method, r)
		}
	}()
	handle := d.queries[method]
	switch {
	case d.phase == uninitialized && method != "initialize":
		return nil, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s before initialize", method)
	case d.phase == shutDown:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s after shutdown", method)
	case d.phase == running && method == "initialize":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a second initialize")
	case method == "shutdown":
		d.phase = shutDown
		return func(context.Context) (any, error) { return nil, nil }, nil
	case handle == nil:
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "no method %q", method)
	}
	run, err = handle(params)
	if err == nil && method == "initialize" {
		d.phase = running
	}
	return run, err
}

// run makes the answer when it is its turn.
func (d *dispatcher) run(ctx context.Context, method string, run answer) (result any, err error) {
	if d.inFlight.Load() > maxRunning+maxWaiting {
		return nil, jsonrpc2.Errorf(requestFailed, "%d requests are under way already", maxRunning+maxWaiting)
	}
	select {
	case d.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-d.slots }()
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, d.panicked(method, r)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return run(ctx)
}

func (d *dispatcher) panicked(method string, r any) error {
	d.log.Error("a request's handler panicked", "method", method, "panic", r, "stack", string(debug.Stack()))
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed: %v", method, r)
}

// drain waits until every request's answer has been sent, at most so long.
func (d *dispatcher) drain(limit time.Duration) {
	for end := time.Now().Add(limit); d.inFlight.Load() > 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
}

// wireError gives an error its code. What has none is a failure of this request.
func wireError(ctx context.Context, err error) error {
	var coded *jsonrpc2.Error
	var bad *paramError
	switch {
	case errors.As(err, &coded):
		return coded
	case errors.As(err, &bad):
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, bad.Error())
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return jsonrpc2.NewError(requestCancelled, "cancelled")
	default:
		return jsonrpc2.NewError(requestFailed, fmt.Sprint(err))
	}
}
