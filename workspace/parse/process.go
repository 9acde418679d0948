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
	toIn   *bufio.Writer // to in
	out    *bufio.Reader
	stderr *beginning
	ready  bool      // it has said so
	used   time.Time // when it gave its last answer; zero: never. Guarded by the pool's lock

	decoder *analysis.Decoder

	ended  sync.Once
	killed atomic.Bool
}

func start(command []string) (*worker, error) {
	w := &worker{cmd: exec.Command(command[0], command[1:]...), stderr: &beginning{}, decoder: analysis.NewDecoder()}
	w.cmd.Env = append(os.Environ(), "GOMAXPROCS=1", // it does one thing at a time
		"MALLOC_TRIM_THRESHOLD_=4194304", "MALLOC_TOP_PAD_=524288") // glibc would give back and take anew some pages with each tree
	w.cmd.Stderr = w.stderr
	in, err := w.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.in, w.toIn, w.out = in, bufio.NewWriterSize(in, 1<<16), bufio.NewReaderSize(out, 1<<16)
	return w, startLax(w.cmd)
}

// extract asks for one file's Facts, which it gives encoded, too, and calls slow where that takes long; begun says that the worker was ready, and
// was sent the whole file. A worker that is dead afterwards must be forgotten.
func (w *worker) extract(ctx context.Context, r request, slow func()) (facts *analysis.Facts, encoded []byte, begun bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.stall)
	defer cancel()
	stop := context.AfterFunc(ctx, w.kill)
	err = w.send(r)
	var status byte
	var body []byte
	if err == nil {
		status, body, err = w.receive(slow)
		begun = w.ready
	}
	if !stop() && err == nil { // killed, but the answer was there
		w.kill()
		err = ErrInterrupted
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, nil, begun, ErrInterrupted
	case err == ErrTimeout:
		w.kill()
		return nil, nil, begun, err
	case err != nil:
		w.kill() // so that what it said last is read
		return nil, nil, begun, w.death(begun)
	case status != statusFacts:
		return nil, nil, begun, errors.New(string(body))
	}
	if facts, err = w.decoder.Decode(body); err != nil {
		w.kill()
	}
	return facts, body, begun, err
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

// request is a file whose Facts are wanted.
type request struct {
	language string
	src      string
	limit    time.Duration // of processor time
	stall    time.Duration // after which the machine, not the file, is what takes so long
}

func (w *worker) send(r request) error {
	in := w.toIn // whose errors Flush tells
	writeString(in, r.language)
	writeNumber(in, uint64(r.limit.Milliseconds()))
	writeString(in, r.src)
	return in.Flush()
}

func (w *worker) receive(slow func()) (status byte, body []byte, err error) {
	for status < statusFacts {
		if status, err = w.out.ReadByte(); err != nil {
			return 0, nil, err
		}
		switch status {
		case statusReady:
			w.ready = true
		case statusSlow:
			slow()
		case statusTimeout:
			return status, nil, ErrTimeout
		}
	}
	body, err = readFrame(w.out)
	return status, body, err
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
