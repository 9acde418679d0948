package parse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/contextls/contextls/analysis"
)

// worker is one running process. One goroutine at a time may use it; kill may be called by any.
type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *beginning
	used   time.Time // when it gave its last answer; zero: never. Guarded by the pool's lock

	ended  sync.Once
	killed atomic.Bool
}

func start(command []string) (*worker, error) {
	w := &worker{cmd: exec.Command(command[0], command[1:]...), stderr: &beginning{}}
	w.cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // it does one thing at a time
	w.cmd.Stderr = w.stderr
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.in, w.out = in, bufio.NewReaderSize(out, 1<<16)
	return w, w.cmd.Start()
}

// extract asks for one file's Facts; begun says that the worker had the whole file. A worker that is dead
// afterwards must be forgotten.
func (w *worker) extract(ctx context.Context, id string, src []byte, deadline time.Duration) (facts *analysis.Facts, begun bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	stop := context.AfterFunc(ctx, w.kill)
	err = w.send(id, src)
	var status byte
	var body []byte
	if err == nil {
		begun, status, body, err = w.receive()
	}
	if !stop() && err == nil { // killed, but the answer was there
		w.kill()
		err = ErrTimeout
	}
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, begun, ErrTimeout
	case err != nil:
		w.kill() // so that what it said last is read
		return nil, begun, w.death(begun)
	case status != statusFacts:
		return nil, begun, errors.New(string(body))
	}
	if facts, err = analysis.Decode(body); err != nil {
		w.kill()
	}
	return facts, begun, err
}

// death is what a worker, which is dead now, died of.
func (w *worker) death(begun bool) error {
	switch {
	case !begun || endedByOthers(w.cmd.ProcessState):
		return ErrInterrupted
	case w.stderr.contains("out of memory", "failed to allocate", "cannot allocate"):
		return ErrMemory
	}
	return ErrCrash
}

func (w *worker) send(id string, src []byte) error {
	in := bufio.NewWriterSize(w.in, 1<<16)
	if err := writeFrame(in, []byte(id)); err != nil {
		return err
	}
	if err := writeFrame(in, src); err != nil {
		return err
	}
	return in.Flush()
}

func (w *worker) receive() (begun bool, status byte, body []byte, err error) {
	for status == statusBegun {
		if status, err = w.out.ReadByte(); err != nil {
			return begun, 0, nil, err
		}
		begun = true
	}
	body, err = readFrame(w.out)
	return begun, status, body, err
}

// dead reports whether the process was ended.
func (w *worker) dead() bool { return w.killed.Load() }

// kill ends the process and waits for it.
func (w *worker) kill() {
	w.killed.Store(true)
	w.ended.Do(func() {
		w.in.Close()
		_ = w.cmd.Process.Kill() // it may be dead already
		_ = w.cmd.Wait()         // how it ended is told by what it wrote
	})
}

// beginning keeps the first part of what a worker writes to its standard error, to tell what it died of.
type beginning struct {
	mu   sync.Mutex
	text []byte
}

func (t *beginning) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[:min(len(p), max(0, 4096-len(t.text)))]...)
	return len(p), nil
}

func (t *beginning) contains(any ...string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range any {
		if bytes.Contains(t.text, []byte(s)) {
			return true
		}
	}
	return false
}
