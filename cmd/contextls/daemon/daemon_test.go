//go:build linux || darwin || windows

package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
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

// What an editor publishes is seen as long as it lives, and what a killed one left behind goes.
func TestUnsaved(t *testing.T) {
	p := place(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	asked := filepath.Join(p.Dir, "shop")
	go func() {
		ended <- Publish(ctx, p.Dir, func(dir string) []Text { return []Text{{Path: filepath.Join(dir, "cart.py"), Text: "total = 0\n"}} })
	}()
	var texts []Text
	for len(texts) == 0 {
		texts = Unsaved(t.Context(), p.Dir, asked)
	}
	if len(texts) != 1 || texts[0].Path != filepath.Join(asked, "cart.py") {
		t.Errorf("%+v", texts)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	killed := filepath.Join(p.Dir, "1-00"+editorSuffix)
	leaveSocket(t, killed)
	if texts := Unsaved(t.Context(), p.Dir, asked); len(texts) != 0 {
		t.Errorf("of editors that are gone: %+v", texts)
	}
	if left, _ := filepath.Glob(filepath.Join(p.Dir, "*")); len(left) != 0 {
		t.Errorf("it leaves %q", left)
	}
}

func TestNoPlace(t *testing.T) {
	p := place(t)
	if running, err := p.Running(t.Context()); running || err != nil {
		t.Errorf("one runs, %v", err)
	}
	if _, err := p.Ask(t.Context(), Call{}, Streams{}, nil); !errors.As(err, new(*Lost)) {
		t.Errorf("without a daemon: %v", err)
	}
	if _, err := p.Ask(t.Context(), Call{}, Streams{}, func() (<-chan struct{}, error) { return nil, io.ErrClosedPipe }); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("one that cannot be started: %v", err)
	}
	if runtime.GOOS != "windows" { // where pipes lie in no directory
		if err := os.Chmod(p.Dir, 0o750); err != nil {
			t.Fatal(err)
		}
		if _, err := Listen(p, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "may be used by others") {
			t.Errorf("a directory that others may use: %v", err)
		}
	}
	for _, dir := range []string{"here", filepath.Join(p.Dir, strings.Repeat("x", longestSocket))} {
		if _, err := At(dir, "test"); err == nil {
			t.Errorf("%s is a place", dir)
		}
	}
}

// Of many callers that find no daemon one starts it, however long that takes; one that ends at once is started again.
func TestStartedOnce(t *testing.T) {
	p := place(t)
	var starts atomic.Int32
	start := func() (<-chan struct{}, error) {
		ended := make(chan struct{})
		if starts.Add(1) == 1 {
			close(ended)
			return ended, nil
		}
		time.AfterFunc(2*startAgain, func() { serve(t, p, func(context.Context, Request) int { return 3 }) })
		return ended, nil
	}
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			if code, err := p.Ask(t.Context(), Call{}, Streams{}, start); code != 3 || err != nil {
				t.Errorf("%d, %v", code, err)
			}
		})
	}
	callers.Wait()
	if n := starts.Load(); n != 2 {
		t.Errorf("it is started %d times", n)
	}
}

// A daemon that hangs is not waited for long, and no other one is started.
func TestHangingDaemon(t *testing.T) {
	p := place(t)
	l, err := listen(p.Socket())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = p.Ask(t.Context(), Call{}, Streams{}, func() (<-chan struct{}, error) {
		t.Error("another one is started")
		return nil, nil
	})
	if !errors.As(err, new(*Lost)) || !timedOut(err) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.Ask(ctx, Call{}, Streams{}, nil); err == nil {
		t.Error("it answers")
	}
}
