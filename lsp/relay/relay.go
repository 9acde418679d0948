package relay

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/rpc"
)

// Session is the editor's end of a session with a server. Reading ends with io.EOF where the server has ended it, and with another
// error where it was lost.
type Session interface {
	io.ReadWriteCloser
	CloseWrite() error // the editor sends no more
}

// Options say how messages are relayed.
type Options struct {
	Log *slog.Logger

	// Open begins another session where one was lost; apart says that it is to be in this process.
	Open func(ctx context.Context, apart bool) (Session, error)
}

const (
	// mostLost is how many sessions may be lost one after the other before one has answered anything, or with the same
	// request under way. Then the next one is in this process.
	mostLost = 3

	// endLimit is how long a session may take to end when the editor is gone: it gives answers that are under way a second.
	endLimit = 2 * time.Second
)

// relay is what stands between an editor and its session. One goroutine, Serve's, sends to sessions and opens them; each
// session has one that receives from it.
type relay struct {
	opts   Options
	log    *slog.Logger
	editor *rpc.Frames
	state  state // Serve's goroutine's, but for the encoding

	shutdown, exit bool // were sent; Serve's goroutine's
	generation     int  // of sessions; the same

	mu         sync.Mutex
	pending    map[jsonrpc2.ID]*request
	asked      map[jsonrpc2.ID]question // what the present session has asked the editor, by the ID that the editor knows
	shown      map[string]bool          // tokens of progress that the editor sees going on
	arrived    int                      // requests so far
	asking     int64                    // the last of those IDs
	lost       int                      // sessions one after the other, without an answer
	registered bool                     // the editor was asked to register what a server asks for at its start
}

// request is one of the editor's that is not answered yet.
type request struct {
	number    int
	method    string
	message   []byte
	cancelled bool
	lost      int // sessions that it was under way in
}

// question is a session's request to the editor.
type question struct {
	id     jsonrpc2.ID // the session's
	method string
}

// link is one session, and what is received from it.
type link struct {
	frames  *rpc.Frames
	session Session
	apart   bool          // it is this process' own
	ended   chan struct{} // closed when nothing more comes; err may be read then
	err     error
}

// Serve relays the messages of an editor and a session until one of them ends it, or the context. The exit code is that of a server:
// 0 after shutdown and exit, else 1. It closes both.
func Serve(ctx context.Context, editor io.ReadWriteCloser, first Session, opts Options) (exitCode int) {
	r := &relay{opts: opts, log: opts.Log, editor: rpc.NewFrames(editor, opts.Log), state: newState(), pending: map[jsonrpc2.ID]*request{},
		asked: map[jsonrpc2.ID]question{}, shown: map[string]bool{}}
	defer r.editor.Close()
	l := r.link(first, false)
	defer func() { l.session.Close() }()
	messages := r.listen(ctx)
	for {
		select {
		case m, ok := <-messages:
			if !ok {
				_ = l.session.CloseWrite()
				return r.leave(l)
			}
			if r.send(l, m); r.exit {
				return r.leave(l)
			}
		case <-l.ended:
			switch {
			case errors.Is(l.err, io.EOF):
				return r.exitCode()
			case r.shutdown:
				return r.afterShutdown(messages)
			}
			next, err := r.replace(ctx, l)
			if err != nil {
				r.log.Error("there is no server any more", "reason", err)
				return 1
			}
			l = next
		case <-ctx.Done():
			return 1
		}
	}
}

// listen gives what the editor sends, until it is gone.
func (r *relay) listen(ctx context.Context) <-chan []byte {
	messages := make(chan []byte)
	go func() {
		defer close(messages)
		for {
			m, err := r.editor.Read()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					r.log.Error("the connection broke", "reason", err)
				}
				return
			}
			select {
			case messages <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	return messages
}

// leave waits for the end of a session that the editor has left.
func (r *relay) leave(l *link) (exitCode int) {
	select {
	case <-l.ended:
	case <-time.After(endLimit):
	}
	return r.exitCode()
}

func (r *relay) exitCode() int {
	if r.shutdown && r.exit {
		return 0
	}
	return 1
}

// afterShutdown answers the editor where the session was lost after it was told to shut down: nothing is to be lost any more.
func (r *relay) afterShutdown(messages <-chan []byte) (exitCode int) {
	for _, p := range r.takePending() {
		if p.method == "shutdown" {
			r.answer(p.id, nil, nil)
		} else {
			r.answer(p.id, nil, afterShutdown(p.method))
		}
	}
	for m := range messages {
		switch m, _ := jsonrpc2.DecodeMessage(m); m := m.(type) {
		case *jsonrpc2.Call:
			r.answer(m.ID(), nil, afterShutdown(m.Method()))
		case *jsonrpc2.Notification:
			if m.Method() == "exit" {
				r.exit = true
				return r.exitCode()
			}
		}
	}
	return r.exitCode()
}

func afterShutdown(method string) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s after shutdown", method)
}

// answer answers a request of the editor's; no result is null.
func (r *relay) answer(id jsonrpc2.ID, result jsonrpc2.RawMessage, err error) {
	_ = r.editor.Write(jsonrpc2.AppendMessage(nil, jsonrpc2.NewResponse(id, result, err))) // if it is gone, reading tells
}

// link begins to receive from a session.
func (r *relay) link(s Session, apart bool) *link {
	l := &link{frames: rpc.NewFrames(s, r.log), session: s, apart: apart, ended: make(chan struct{})}
	r.generation++
	go func() {
		defer close(l.ended)
		for {
			m, err := l.frames.Next()
			if err != nil {
				l.err = err
				s.Close() // so that nobody waits to send
				return
			}
			if m = r.receive(l, m); m != nil {
				_ = r.editor.Write(m) // if it is gone, reading tells
			}
		}
	}()
	return l
}
