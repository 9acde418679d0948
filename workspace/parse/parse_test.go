package parse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/contextls/contextls/analysis"
)

const workerEnv = "CONTEXTLS_TEST_WORKER"

// TestMain makes the test's own program the worker, as the product's is.
func TestMain(m *testing.M) {
	if os.Getenv(workerEnv) != "" {
		if err := LimitMemory(512 << 20); err != nil {
			panic(err)
		}
		if err := Work(os.Stdin, os.Stdout, []*analysis.Language{moody()}); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// moody is a language whose extractor does what the source says.
func moody() *analysis.Language {
	return &analysis.Language{ID: "moody", Extract: func(src []byte) (*analysis.Facts, error) {
		switch word, rest, _ := strings.Cut(string(src), " "); word {
		case "hang":
			for i := 0; i >= 0; i++ {
				i &= 1
			}
		case "stop":
			time.Sleep(time.Hour)
		case "nap":
			time.Sleep(50 * time.Millisecond)
		case "crash":
			os.Exit(3)
		case "panic":
			panic("as told")
		case "explode":
			var kept [][]byte
			for {
				block := make([]byte, 64<<20)
				for i := 0; i < len(block); i += 4096 { // untouched pages cost nothing
					block[i] = 1
				}
				kept = append(kept, block)
				if len(kept) > 64 { // 4 GiB: the limit did not hold
					return nil, errors.New("no limit")
				}
			}
		case "fail":
			return nil, errors.New(rest)
		case "priority": // of the thread
			return &analysis.Facts{Language: "moody", Lines: threadPriority()}, nil
		case "give-way":
			for before := threadPriority(); threadPriority() == before && before != leastPriority; {
			}
		case "who":
			return &analysis.Facts{Language: "moody", Lines: uint32(os.Getpid())}, nil
		case "together": // rest names a directory and how many workers are to be at it at the same time
			dir, many, _ := strings.Cut(rest, " ")
			if err := os.WriteFile(fmt.Sprintf("%s/%d", dir, os.Getpid()), nil, 0o600); err != nil {
				return nil, err
			}
			for entries, err := os.ReadDir(dir); err != nil || fmt.Sprint(len(entries)) != many; entries, err = os.ReadDir(dir) {
				time.Sleep(time.Millisecond)
			}
		case "crash-once": // rest names a file that the first try makes
			if f, err := os.OpenFile(rest, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				f.Close()
				os.Exit(3)
			}
		}
		return &analysis.Facts{Language: "moody", Lines: uint32(len(src))}, nil
	}}
}

func pool(t *testing.T, workers int) *Pool {
	t.Helper()
	t.Setenv(workerEnv, "1")
	p := NewPool(Options{Command: []string{os.Args[0]}, Workers: workers, Limit: time.Second,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	t.Cleanup(p.Close)
	return p
}

func TestExtract(t *testing.T) {
	p := pool(t, 2)
	for _, test := range []struct {
		src  string
		want error
	}{
		{"", nil}, {"fine", nil}, {"hang", ErrTimeout}, {"fine again", nil}, {"crash", ErrCrash}, {"panic", ErrCrash},
		{"explode", ErrMemory}, {"crash-once " + t.TempDir() + "/tried", nil}, {"and fine", nil},
	} {
		// To explode, a worker touches half a gigabyte, which takes the system seconds when it is short of memory.
		if p.opts.Limit = time.Hour; test.want == ErrTimeout {
			p.opts.Limit = time.Second
		}
		facts, err := p.Extract(t.Context(), moody(), test.src, func() {})
		if !errors.Is(err, test.want) {
			t.Errorf("%q: error %v, want %v", test.src, err, test.want)
		}
		if test.want == nil {
			if diff := cmp.Diff(&analysis.Facts{Language: "moody", Lines: uint32(len(test.src)), Terms: analysis.Terms([]byte(test.src))}, facts, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q: %s", test.src, diff)
			}
		}
	}
	if _, err := p.Extract(t.Context(), moody(), "fail for this reason", func() {}); err == nil || err.Error() != "for this reason" {
		t.Errorf("error %v, want the extractor's", err)
	}
	if _, err := p.Extract(t.Context(), &analysis.Language{ID: "other"}, "", func() {}); err == nil {
		t.Error("an unknown language has facts")
	}
	// A file that crashes or explodes costs two workers, one that takes too long, or is well the second time, one.
	if u := p.Usage(); u.Most != 2 || u.Alive != 1 || u.Busy != 0 || u.Lost != 8 {
		t.Errorf("usage %+v", u)
	}
}

// What counts is a file's own time, not how busy the machine is.
func TestLimitIsOfProcessorTime(t *testing.T) {
	p := pool(t, 1)
	p.opts.Limit = 20 * time.Millisecond
	if _, err := p.Extract(t.Context(), moody(), "nap", func() {}); err != nil {
		t.Error(err)
	}
	p.stall = 100 * time.Millisecond
	if _, err := p.Extract(t.Context(), moody(), "stop", func() {}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("error %v, want ErrInterrupted", err)
	}
}

// A slow file says so, and holds up no other.
func TestSlowFileStepsAside(t *testing.T) {
	p := pool(t, 1)
	p.opts.Limit, p.stall = time.Hour, time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	slow, done := make(chan struct{}), make(chan error)
	go func() {
		_, err := p.Extract(ctx, moody(), "hang", sync.OnceFunc(func() { close(slow) }))
		done <- err
	}()
	<-slow
	for range 3 {
		if _, err := p.Extract(t.Context(), moody(), "fine", func() {}); err != nil {
			t.Error(err)
		}
	}
	if u := p.Usage(); u.Alive != 2 || u.Busy != 1 {
		t.Errorf("usage %+v", u)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := p.Extract(t.Context(), moody(), "fine", func() {}); err != nil || len(p.slots) != 0 || len(p.spare) != 0 {
		t.Errorf("error %v; %d places are taken", err, len(p.slots)+len(p.spare))
	}
}

func TestExtractMany(t *testing.T) {
	p := pool(t, 2)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				src := strings.Repeat("x", i*1000+j)
				facts, err := p.Extract(context.Background(), moody(), src, func() {})
				if err != nil || facts.Lines != uint32(len(src)) {
					t.Errorf("%d bytes: %v, %v", len(src), facts, err)
				}
			}
		})
	}
	wg.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.running); n > 2 {
		t.Errorf("%d workers run, want at most 2", n)
	}
}

func TestExtractEndsWithItsContext(t *testing.T) {
	p := pool(t, 1)
	p.opts.Limit, p.stall = time.Hour, time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := p.Extract(ctx, moody(), "hang", func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want Canceled", err)
	}
	if _, err := p.Extract(t.Context(), moody(), "fine", func() {}); err != nil {
		t.Errorf("after a cancelled one: %v", err)
	}
}

// startAll has all workers of a pool run.
func startAll(t *testing.T, p *Pool) {
	t.Helper()
	p.opts.Limit, p.stall = time.Minute, time.Hour
	src := fmt.Sprintf("together %s %d", t.TempDir(), p.Workers())
	var wg sync.WaitGroup
	for range p.Workers() {
		wg.Go(func() {
			if _, err := p.Extract(t.Context(), moody(), src, func() {}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// who is the process that answers now.
func who(t *testing.T, p *Pool) int {
	t.Helper()
	facts, err := p.Extract(t.Context(), moody(), "who", func() {})
	if err != nil {
		t.Fatal(err)
	}
	return int(facts.Lines)
}

func TestTheLastUsedWorkerIsUsedNext(t *testing.T) {
	p := pool(t, 4)
	startAll(t, p)
	first := who(t, p)
	for range 8 {
		if got := who(t, p); got != first {
			t.Fatalf("worker %d answers, though %d was used last", got, first)
		}
	}
}

func TestIdleWorkersRetireButTheLastUsed(t *testing.T) {
	p := pool(t, 4)
	p.idle, p.lastIdle = time.Millisecond, time.Hour
	startAll(t, p)
	last := who(t, p)
	awaitWorkers(p, 1)
	time.Sleep(10 * p.idle) // the last one's time is over, too
	if got := who(t, p); got != last {
		t.Errorf("worker %d answers, though %d was used last", got, last)
	}
}

func TestIdleWorkersEndAtOnceButTheLastUsed(t *testing.T) {
	p := pool(t, 4)
	p.EndIdle() // there are none
	startAll(t, p)
	last := who(t, p)
	p.EndIdle()
	if n := p.Usage().Alive; n != 1 {
		t.Errorf("%d workers are alive", n)
	}
	p.EndIdle()
	if got := who(t, p); got != last {
		t.Errorf("worker %d answers, though %d was used last", got, last)
	}
}

func TestTheLastIdleWorkerRetires(t *testing.T) {
	p := pool(t, 4)
	p.idle, p.lastIdle = time.Millisecond, 2*time.Millisecond
	startAll(t, p)
	awaitWorkers(p, 0)
	first := who(t, p) // there is another one when there is work
	awaitWorkers(p, 0)
	if who(t, p) == first {
		t.Error("a worker answers that has ended")
	}
}

// awaitWorkers returns when just so many workers are alive.
func awaitWorkers(p *Pool, most int) {
	for p.Usage().Alive != most {
		time.Sleep(time.Millisecond)
	}
}

// A worker that was killed while it had no work says nothing of the next file, not even of one that is
// tried for the second time already.
func TestDeathAtRestIsNoTry(t *testing.T) {
	p := pool(t, 3)
	startAll(t, p)
	p.mu.Lock()
	for w := range p.running {
		if err := w.cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		if _, err := w.cmd.Process.Wait(); err != nil {
			t.Error(err)
		}
	}
	p.mu.Unlock()
	if _, err := p.Extract(t.Context(), moody(), "fine", func() {}); err != nil {
		t.Error(err)
	}
}

func TestCloseEndsWorkers(t *testing.T) {
	p := pool(t, 1)
	if _, err := p.Extract(t.Context(), moody(), "", func() {}); err != nil {
		t.Fatal(err)
	}
	hanging := make(chan error)
	p.opts.Limit, p.stall = time.Hour, time.Hour
	go func() {
		_, err := p.Extract(context.Background(), moody(), "hang", func() {})
		hanging <- err
	}()
	p.Close()
	if _, err := p.Extract(t.Context(), moody(), "", func() {}); err == nil {
		t.Error("a closed pool extracts")
	}
	if err := <-hanging; err == nil {
		t.Error("what was under way ended well")
	}
}

func TestMissingWorker(t *testing.T) {
	p := NewPool(Options{Command: []string{"/nonexistent/contextls"}, Limit: time.Second, Log: slog.Default()})
	if _, err := p.Extract(t.Context(), moody(), "", func() {}); err == nil || !strings.Contains(err.Error(), "/nonexistent/contextls") {
		t.Errorf("error %v, want one that names the program", err)
	}
}

// FuzzWork shows that a worker ends, without a panic, on any input.
func FuzzWork(f *testing.F) {
	var frame bytes.Buffer
	w := bufio.NewWriter(&frame)
	_ = writeFrame(w, []byte("moody"))
	_ = w.WriteByte(100)
	_ = writeFrame(w, []byte("text"))
	_ = w.Flush()
	f.Add(frame.Bytes())
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	calm := &analysis.Language{ID: "moody", Extract: func(src []byte) (*analysis.Facts, error) { return &analysis.Facts{}, nil }}
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = Work(bytes.NewReader(data), io.Discard, []*analysis.Language{calm})
	})
}
