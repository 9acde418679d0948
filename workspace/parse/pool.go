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
	"os/exec"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
)

// The reasons for which a file has no Facts, as they appear in lists of what was left out.
var (
	ErrTimeout = errors.New("parse_timeout")
	ErrMemory  = errors.New("parse_memory")
	ErrCrash   = errors.New("parse_crashed")
)

// tries is how often a file may cost a worker: the first death may have been the machine's doing, so
// that the second time it gets twice the time.
const tries = 2

// idle is how long a worker beyond the first waits for work before it gives its memory back.
const idle = 10 * time.Second

// Options say how files are parsed.
type Options struct {
	Command  []string      // starts a worker: program and arguments; empty: parse in this process
	Workers  int           // how many at most; at least 1
	Deadline time.Duration // for one file
	Log      *slog.Logger
}

// Pool extracts Facts in up to Workers processes, started when needed.
type Pool struct {
	opts Options
	free chan *worker // one token a worker; nil: not started

	mu      sync.Mutex
	running map[*worker]bool
	closed  bool
}

// NewPool makes a pool; Close ends its workers.
func NewPool(opts Options) *Pool {
	opts.Workers = max(opts.Workers, 1)
	p := &Pool{opts: opts, free: make(chan *worker, opts.Workers), running: map[*worker]bool{}}
	for range opts.Workers {
		p.free <- nil
	}
	return p
}

// Workers is how many files can be extracted at a time.
func (p *Pool) Workers() int { return p.opts.Workers }

// Extract reads the Facts off a source. The error is ErrTimeout, ErrMemory or ErrCrash, the
// extractor's own, or the context's.
func (p *Pool) Extract(ctx context.Context, lang *analysis.Language, src []byte) (*analysis.Facts, error) {
	if len(p.opts.Command) == 0 {
		return lang.Extract(src)
	}
	var err error
	for try := range time.Duration(tries) {
		var w *worker
		select {
		case w = <-p.free:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if w, err = p.ready(w); err != nil {
			p.free <- nil
			return nil, err
		}
		facts, failure, alive := w.extract(ctx, lang.ID, src, (1+try)*p.opts.Deadline)
		if alive {
			w.rest(p)
			return facts, failure
		}
		p.forget(w)
		p.free <- nil
		if err = failure; ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.opts.Log.Debug("a parse worker was lost", "language", lang.ID, "bytes", len(src), "reason", err)
	}
	return nil, err
}

// Close ends all workers. Extractions under way fail.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for w := range p.running {
		w.kill()
	}
}

// ready gives a running worker for a token.
func (p *Pool) ready(w *worker) (*worker, error) {
	if w != nil && w.wake() {
		return w, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errors.New("parse workers are closed")
	}
	w, err := start(p.opts.Command)
	if err != nil {
		return nil, fmt.Errorf("parse worker %s: %w", p.opts.Command[0], err)
	}
	p.running[w] = true
	return w, nil
}

// forget reaps a worker that is to be no more.
func (p *Pool) forget(w *worker) {
	w.kill()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, w)
}

// worker is one running process.
type worker struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *beginning
	dead   sync.Once

	mu    sync.Mutex
	timer *time.Timer // ends an idle worker
	gone  bool
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

// extract asks for one file's Facts. A worker that is not alive any more must be forgotten.
func (w *worker) extract(ctx context.Context, id string, src []byte, deadline time.Duration) (facts *analysis.Facts, err error, alive bool) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	stop := context.AfterFunc(ctx, w.kill)
	status, body, err := w.ask(id, src)
	if !stop() && err == nil { // killed, but the answer was there
		w.kill()
		err = ErrTimeout
	}
	switch {
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, ErrTimeout, false
	case err != nil:
		w.kill() // so that what it said last is read
		if w.stderr.contains("out of memory", "failed to allocate", "cannot allocate") {
			return nil, ErrMemory, false
		}
		return nil, ErrCrash, false
	case status != statusFacts:
		return nil, errors.New(string(body)), true
	}
	facts, err = analysis.Decode(body)
	return facts, err, err == nil
}

func (w *worker) ask(id string, src []byte) (status byte, body []byte, err error) {
	in := bufio.NewWriterSize(w.in, 1<<16)
	if err := writeFrame(in, []byte(id)); err != nil {
		return 0, nil, err
	}
	if err := writeFrame(in, src); err != nil {
		return 0, nil, err
	}
	if err := in.Flush(); err != nil {
		return 0, nil, err
	}
	if status, err = w.out.ReadByte(); err != nil {
		return 0, nil, err
	}
	body, err = readFrame(w.out)
	return status, body, err
}

// rest gives a worker back. The last free one stays ready; the others end when nothing comes.
func (w *worker) rest(p *Pool) {
	p.mu.Lock()
	several := len(p.running) > 1
	p.mu.Unlock()
	if several {
		w.mu.Lock()
		w.timer = time.AfterFunc(idle, func() {
			w.mu.Lock()
			w.gone = true
			w.mu.Unlock()
			p.forget(w)
		})
		w.mu.Unlock()
	}
	p.free <- w
}

// wake says whether a resting worker is still there, and keeps it.
func (w *worker) wake() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil && !w.timer.Stop() {
		w.gone = true
	}
	w.timer = nil
	return !w.gone
}

// kill ends the process and waits for it.
func (w *worker) kill() {
	w.dead.Do(func() {
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
