//go:build linux || darwin

package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// place is a place of a test's own.
func place(t *testing.T) Place {
	t.Helper()
	dir, err := os.MkdirTemp("", "place") // a test's own directories have names that are too long for sockets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p, err := At(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// serve has a daemon answer calls at a place until the test ends.
func serve(t *testing.T, p Place, answer func(context.Context, Request) int) {
	t.Helper()
	l, err := Listen(p, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		l.Serve(ctx, time.Hour, answer)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
}

func TestAsk(t *testing.T) {
	p := place(t)
	serve(t, p, func(_ context.Context, r Request) int {
		in, err := io.ReadAll(r.In)
		fmt.Fprintf(r.Out, "%q %s %v %d %v", r.Args, r.Dir, r.Terminal, len(in), err)
		fmt.Fprint(r.Err, "warning")
		return 3
	})
	var out, errs bytes.Buffer
	code, err := p.Ask(t.Context(), Call{Args: []string{"pack", "--task", "ä\n"}, Dir: "/shop"},
		Streams{strings.NewReader(strings.Repeat("x", 1<<20)), &out, &errs}, nil)
	if err != nil || code != 3 || out.String() != `["pack" "--task" "ä\n"] /shop false 1048576 <nil>` || errs.String() != "warning" {
		t.Errorf("%d, %v: %q, %q", code, err, &out, &errs)
	}
	if running, err := p.Running(t.Context()); !running || err != nil {
		t.Errorf("it does not run: %v", err)
	}
	if _, err := Listen(p, slog.New(slog.DiscardHandler)); !errors.Is(err, ErrRunning) {
		t.Errorf("a second daemon: %v", err)
	}
}

// Nothing is printed of an answer that does not come to its end, but what came before its input.
func TestLost(t *testing.T) {
	p := place(t)
	panics := make(chan bool, 1)
	serve(t, p, func(_ context.Context, r Request) int {
		defer func() { panics <- true }()
		if r.Args[0] == "much" {
			fmt.Fprint(r.Out, strings.Repeat("x", mostHeld+1))
		}
		if r.Args[0] == "input" {
			fmt.Fprint(r.Out, "one\ntwo\n")
			r.In.Read(make([]byte, 1))
		}
		fmt.Fprint(r.Out, "three\n")
		panic("oh")
	})
	for name, want := range map[string]struct {
		out    string
		lines  int
		broken bool
	}{"no input": {"", 0, false}, "input": {"one\ntwo\n", 2, false}, "much": {strings.Repeat("x", mostHeld+1), 0, true}} {
		var out, errs bytes.Buffer
		_, err := p.Ask(t.Context(), Call{Args: []string{name}}, Streams{strings.NewReader("input"), &out, &errs}, nil)
		var lost *Lost
		if !errors.As(err, &lost) || lost.Lines != want.lines || lost.Broken != want.broken || out.String() != want.out {
			t.Errorf("%s: %v, %+v, %d bytes of output", name, err, lost, out.Len())
		}
		<-panics
	}
}

// An answer that nobody waits for is given up.
func TestNobodyWaits(t *testing.T) {
	p := place(t)
	began, ended := make(chan bool), make(chan bool)
	serve(t, p, func(ctx context.Context, _ Request) int {
		began <- true
		<-ctx.Done()
		ended <- true
		return 0
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := p.Ask(ctx, Call{}, Streams{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-ended
}

func TestNoPlace(t *testing.T) {
	p := place(t)
	if running, err := p.Running(t.Context()); running || err != nil {
		t.Errorf("one runs, %v", err)
	}
	if _, err := p.Ask(t.Context(), Call{}, Streams{}, nil); !errors.As(err, new(*Lost)) {
		t.Errorf("without a daemon: %v", err)
	}
	if _, err := p.Ask(t.Context(), Call{}, Streams{}, func() error { return io.ErrClosedPipe }); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("one that cannot be started: %v", err)
	}
	if err := os.Chmod(p.Dir, 0o750); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(p, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "may be used by others") {
		t.Errorf("a directory that others may use: %v", err)
	}
	for _, dir := range []string{"here", filepath.Join(p.Dir, strings.Repeat("x", 100))} {
		if _, err := At(dir, "test"); err == nil {
			t.Errorf("%s is a place", dir)
		}
	}
}

// A daemon that hangs is not waited for long, and no other one is started.
func TestHangingDaemon(t *testing.T) {
	p := place(t)
	l, err := net.Listen("unix", p.Socket())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = p.Ask(t.Context(), Call{}, Streams{}, func() error {
		t.Error("another one is started")
		return nil
	})
	if !errors.As(err, new(*Lost)) || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.Ask(ctx, Call{}, Streams{}, nil); err == nil {
		t.Error("it answers")
	}
}
