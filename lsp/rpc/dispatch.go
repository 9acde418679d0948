package rpc

import (
	"context"
	"fmt"
	"log/slog"
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

// phase is where the session stands; only the read loop looks at it.
type phase uint8

const (
	uninitialized phase = iota
	running
	shutDown
)

// dispatcher takes messages off the connection: it keeps their order, the session's life cycle and the
// caps, and turns whatever goes wrong into an answer.
type dispatcher struct {
	Handlers
	log    *slog.Logger
	encode func(any) ([]byte, error)

	begin    func(context.Context) context.Context
	observe  func(context.Context, Observed)
	panicked func(method string, value any)

	phase phase
	exit  chan struct{} // closed by the exit notification
	clean bool          // exit came after shutdown. To be read after exit is closed.

	slots    chan struct{}
	inFlight atomic.Int32 // requests whose answer has not been sent
	cancel   func(jsonrpc2.ID)
	unsent   *backlog
}

func newDispatcher(h Handlers, c *Conn) *dispatcher {
	return &dispatcher{
		Handlers: h, log: c.log, encode: c.encode, begin: c.begin, observe: c.observe, panicked: c.panicked,
		exit:  make(chan struct{}),
		slots: make(chan struct{}, maxRunning), unsent: &c.stream.unsent,
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
		result, err := requests(ctx, req)
		raw, _ := result.(jsonrpc2.RawMessage)
		d.unsent.made(len(raw))
		context.AfterFunc(ctx, func() { d.unsent.sent(len(raw)) })
		return result, err
	}
}

func (d *dispatcher) notification(method string, params []byte) {
	defer func() {
		if r := recover(); r != nil {
			d.panicked(method, r)
		}
	}()
	switch handle := d.Changes[method]; {
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
	case d.phase == running && !strings.HasPrefix(method, "$/"): // those may be ignored
		d.log.Debug("ignored a notification", "method", method)
	}
}

func (d *dispatcher) cancelRequest(params []byte) {
	var p struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(params, &p, lenient) != nil {
		return
	}
	switch id := p.ID.(type) {
	case float64:
		d.cancel(jsonrpc2.NewNumberID(int64(id)))
	case string:
		d.cancel(jsonrpc2.NewStringID(id))
	}
}

// request makes the answer to a request, and has it observed.
func (d *dispatcher) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	o := Observed{ID: fmt.Sprint(req.ID()), Method: strings.Clone(req.Method()), Params: len(req.Params())}
	ctx = d.begin(ctx)
	start := time.Now()
	answer, err := d.accept(o.Method, req.Params())
	// This is on the read loop, too: later than that, a request that has come since would count.
	if err == nil && d.inFlight.Load() > maxRunning+maxWaiting {
		err = jsonrpc2.Errorf(RequestFailed, "%d requests are under way already", maxRunning+maxWaiting)
	}
	accepted := time.Now()
	o.Ran = accepted.Sub(start)
	jsonrpc2.Async(ctx) // from here on the read loop goes on, and the parameters are not ours any more

	var result jsonrpc2.RawMessage
	if err == nil {
		err = d.takeTurn(ctx)
		turn := time.Now()
		o.Queued = turn.Sub(accepted)
		if err == nil {
			result, err = d.run(ctx, &o, answer)
			o.Ran += time.Since(turn)
		}
	}
	if err != nil {
		coded := wireError(ctx, err)
		o.Code = coded.Code
		d.observe(ctx, o)
		return nil, coded
	}
	o.Result = len(result)
	d.observe(ctx, o)
	return result, nil
}

// accept does the part of a request that belongs on the read loop.
func (d *dispatcher) accept(method string, params []byte) (answer Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			answer, err = nil, d.failed(method, r)
		}
	}()
	handle := d.Queries[method]
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
	answer, err = handle(params)
	if err == nil && method == "initialize" {
		d.phase = running
	}
	return answer, err
}

// takeTurn waits until a request may run; without an error, run has to follow.
func (d *dispatcher) takeTurn(ctx context.Context) error {
	select {
	case d.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run makes a result and writes it, and ends the request's turn.
func (d *dispatcher) run(ctx context.Context, o *Observed, answer Answer) (raw []byte, err error) {
	defer func() { <-d.slots }()
	defer func() {
		if r := recover(); r != nil {
			raw, err = nil, d.failed(o.Method, r)
		}
	}()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	result, err := answer(ctx)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	raw, err = d.encode(result)
	o.Encode = time.Since(start)
	return raw, err
}

// failed is the error of a request whose handler has panicked.
func (d *dispatcher) failed(method string, r any) error {
	d.panicked(method, r)
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed: %v", method, r)
}

// drain waits until every request's answer has been sent, at most so long.
func (d *dispatcher) drain(limit time.Duration) {
	for end := time.Now().Add(limit); d.inFlight.Load() > 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
}
