package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"
)

// ErrRunning says that a daemon is there already.
var ErrRunning = errors.New("a daemon is running already")

// Request is a call as the daemon has it.
type Request struct {
	Call
	In       io.Reader // asks whoever called for input; of a session, what comes
	Out, Err io.Writer
	Session  bool
}

// Listener is the daemon's end of a place.
type Listener struct {
	listener net.Listener
	lock     *os.File
	log      *slog.Logger
}

// Listen makes this process the daemon of a place. The error is ErrRunning where there is one.
func Listen(p Place, log *slog.Logger) (*Listener, error) {
	if err := p.own(); err != nil {
		return nil, err
	}
	lock, err := takeLock(p.lock())
	if err != nil {
		return nil, err
	}
	_ = lock.Truncate(0)
	fmt.Fprintln(lock, os.Getpid()) // for people
	_ = os.Remove(p.Socket())       // of a daemon that was killed…
	_ = os.Truncate(p.Log(), 0)     // …or not
	l, err := listen(p.Socket())
	if err != nil {
		lock.Close()
		return nil, err
	}
	return &Listener{l, lock, log}, nil
}

// firstFrame is how long somebody may take to say what the call is.
const firstFrame = 10 * time.Second

// lastFrame is how long somebody may take who does not read to learn how it ended.
const lastFrame = 10 * time.Second

// Serve answers calls until ctx ends or there was none for as long as idle, and gives the place up. It waits for the
// answers under way.
func (l *Listener) Serve(ctx context.Context, idle time.Duration, answer func(context.Context, Request) (exitCode int)) {
	ctx, cancel := context.WithCancel(ctx)
	defer l.lock.Close()
	defer cancel()
	defer context.AfterFunc(ctx, func() { l.listener.Close() })() // which removes the socket
	var calls sync.WaitGroup
	defer calls.Wait()
	rest := newRest(idle, func() { l.listener.Close() })
	for {
		conn, err := l.listener.Accept()
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, net.ErrClosed) {
				l.log.Error("no more calls are taken", "reason", err)
			}
			l.listener.Close()
			return
		}
		rest.begin()
		calls.Go(func() {
			defer rest.end()
			defer conn.Close()
			if err := l.serve(ctx, newLink(conn), answer); err != nil {
				l.log.Warn("a call was not answered", "reason", err)
			}
		})
	}
}

// serve answers the call of one connection.
func (l *Listener) serve(ctx context.Context, link *link, answer func(context.Context, Request) int) (err error) {
	defer func() {
		if value := recover(); value != nil { // whoever called answers in process
			err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	if err := checkPeer(link.Conn); err != nil {
		return err
	}
	if err := link.send(frameHello, nil); err != nil {
		return err
	}
	if err := link.SetReadDeadline(time.Now().Add(firstFrame)); err != nil {
		return err
	}
	k, call, err := link.receiveCall()
	if errors.Is(err, io.EOF) { // somebody who only wanted to know whether we are here
		return nil
	}
	if err != nil {
		return err
	}
	if err := link.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := Request{Call: call, Out: sender{link, frameOut}, Err: sender{link, frameErr}, Session: k == frameAttach}
	if r.Session {
		r.In = &attached{link: link}
	} else {
		in := newInput(link)
		r.In = in
		go func() {
			defer cancel() // nobody waits for the answer any more
			in.receive()
		}()
	}
	go link.keepTelling(ctx)
	code := answer(ctx, r)
	if ctx.Err() != nil {
		return nil
	}
	err = link.SetWriteDeadline(time.Now().Add(lastFrame))
	if r.Session {
		_ = link.send(frameExit, []byte{byte(code)}) // most are gone by then
	}
	if r.Session || err != nil {
		return err
	}
	return link.send(frameExit, []byte{byte(code)})
}

// keepTelling says every so often that the daemon lives.
func (l *link) keepTelling(ctx context.Context) {
	tick := time.NewTicker(helloEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if l.send(frameHello, nil) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// rest calls quit after some time without a call.
type rest struct {
	after time.Duration
	quit  func()

	mu    sync.Mutex
	calls int
	timer *time.Timer
}

func newRest(after time.Duration, quit func()) *rest {
	r := &rest{after: after, quit: quit}
	r.timer = time.AfterFunc(after, r.look)
	return r
}

func (r *rest) look() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == 0 {
		r.quit()
	}
}

func (r *rest) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	r.timer.Stop()
}

func (r *rest) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls--; r.calls == 0 {
		r.timer.Reset(r.after)
	}
}
