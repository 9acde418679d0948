package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// A daemon that was started is looked for every startLook, up to startLimit: it starts in some ten milliseconds, or
// when a busy machine lets it.
const (
	startLook  = 5 * time.Millisecond
	startLimit = 10 * time.Second
)

// helloLimit is how long a daemon may take to greet: it does nothing before.
const helloLimit = 5 * time.Second

// dial connects to the daemon; start starts one where there is none.
func (p Place) dial(ctx context.Context, start func() error) (*link, error) {
	if err := p.own(); err != nil {
		return nil, err
	}
	l, err := p.connect(ctx)
	if err == nil || start == nil || errors.Is(err, os.ErrDeadlineExceeded) { // it hangs: another one would not get its place
		return l, err
	}
	if err := start(); err != nil {
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		if l, err = p.connect(ctx); err == nil {
			return l, nil
		}
		select {
		case <-time.After(startLook):
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

// connect connects to the daemon that there is.
func (p Place) connect(ctx context.Context) (*link, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", p.Socket())
	if err != nil {
		return nil, err
	}
	l := newLink(conn)
	if err = l.greeted(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return l, nil
}

// greeted makes sure that the other end is this user's daemon.
func (l *link) greeted(ctx context.Context) error {
	if err := checkPeer(l.Conn); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { l.Close() })()
	if err := l.SetReadDeadline(time.Now().Add(helloLimit)); err != nil {
		return err
	}
	k, _, err := l.receive()
	if err == nil && k != frameHello {
		err = fmt.Errorf("a frame %q instead of a greeting", k)
	}
	return err
}

// Running reports whether a daemon is there. It starts none. The error says why there can be none.
func (p Place) Running(ctx context.Context) (bool, error) {
	if err := p.own(); err != nil {
		return false, err
	}
	l, err := p.connect(ctx)
	if err != nil {
		return false, nil
	}
	l.Close()
	return true, nil
}
