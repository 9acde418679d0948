package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// helloLimit is how long a daemon may take to greet: it does nothing before.
const helloLimit = 5 * time.Second

// dial connects to the daemon; start starts one where there is none.
func (p Place) dial(ctx context.Context, start Starter) (*link, error) {
	if err := p.own(); err != nil {
		return nil, err
	}
	l, err := p.connect(ctx)
	if err == nil || start == nil || timedOut(err) { // it hangs: another one would not get its place
		return l, err
	}
	return p.startAndConnect(ctx, start)
}

func timedOut(err error) bool {
	var timer net.Error
	return errors.As(err, &timer) && timer.Timeout()
}

// connect connects to the daemon that there is.
func (p Place) connect(ctx context.Context) (*link, error) {
	conn, err := dial(ctx, p.Socket())
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

// ErrSilent says that a daemon is there and does not answer: it was stopped, or its disk hangs.
var ErrSilent = errors.New("the daemon does not answer")

// Running reports whether a daemon is there. It starts none. The error is ErrSilent, with the process, or says why there can be none.
func (p Place) Running(ctx context.Context) (bool, error) {
	if err := p.own(); err != nil {
		return false, err
	}
	l, err := p.connect(ctx)
	if timedOut(err) {
		pid, _ := os.ReadFile(p.lock()) // which some systems do not give to others
		return true, fmt.Errorf("%w; its process is %s", ErrSilent, cmp.Or(strings.TrimSpace(string(pid)), "not known"))
	}
	if err != nil {
		return false, nil
	}
	l.Close()
	return true, nil
}
