package parse

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
)

// The reasons for which a file has no Facts, as they appear in lists of what was left out.
var (
	ErrTimeout = errors.New("parse_timeout")
	ErrMemory  = errors.New("parse_memory")
	ErrCrash   = errors.New("parse_crashed")

	// ErrInterrupted is not the file's fault: workers died before they had it, were killed, or do not start.
	// Who is told so is to try again later.
	ErrInterrupted = errors.New("parse_interrupted")
)

// AtFault reports whether an error of Extract is the fault of the source: it would come again.
func AtFault(err error) bool {
	return !errors.Is(err, ErrInterrupted) && !errors.Is(err, errClosed) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// Costly reports whether an error of Extract, for which the source is at fault, cost so much that it is worth remembering.
func Costly(err error) bool {
	return errors.Is(err, ErrTimeout) || errors.Is(err, ErrMemory) || errors.Is(err, ErrCrash)
}

// tries is how often a file may crash a worker or take its memory: the first death may have been the machine's
// doing. It is also how many new workers may be lost to others. Processor time is used up once.
const tries = 2

// stallFactor is how many times its processor time a file may take by the clock, on a busy machine to which it gives way, before
// the worker is taken for stopped.
const stallFactor = 100

// When workers die before they have done anything, no more are started for a while: firstPause, and twice
// as long each time, up to lastPause.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 30 * time.Second
)

// A worker that has no work for idleTime ends, and so does the one that was used last after lastIdleTime: a new one takes some
// 50 ms with the first file, which whoever types would notice, but not who comes back to it.
const (
	idleTime     = 10 * time.Second
	lastIdleTime = 30 * time.Second
)

// Options say how files are parsed.
type Options struct {
	Command []string      // starts a worker: program and arguments; empty: parse in this process
	Workers int           // how many at most; at least 1
	Limit   time.Duration // of processor time, for one file
	Log     *slog.Logger
}

// Pool extracts Facts in up to Workers processes, started when needed.
type Pool struct {
	opts  Options
	slots chan struct{} // holds a token for each extraction under way…
	spare chan struct{} // …but one slow one, which holds this
	stall time.Duration

	idle, lastIdle time.Duration

	mu      sync.Mutex
	running map[*worker]bool // all of them
	resting []*worker        // those without work, the last used last
	closed  bool

	retirement *time.Timer // calls retire when the first of resting is to go; nil before there was any

	lost  int       // workers that a file or the machine has ended so far
	unfit int       // workers in a row that did not start, or died before they had their first file
	pause time.Time // until then none is started
}

// Usage is what the workers of a pool are doing.
type Usage struct {
	Most  int // how many there may be
	Alive int
	Busy  int // of those alive
	Lost  int // how many died of a file, or otherwise before their time, so far
}

// Usage is what the workers are doing now.
func (p *Pool) Usage() Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Usage{Most: p.opts.Workers, Alive: len(p.running), Busy: len(p.running) - len(p.resting), Lost: p.lost}
}

// NewPool makes a pool; Close ends its workers.
func NewPool(opts Options) *Pool {
	opts.Workers = max(opts.Workers, 1)
	return &Pool{opts: opts, slots: make(chan struct{}, opts.Workers), spare: make(chan struct{}, 1),
		stall: stallFactor * opts.Limit, idle: idleTime, lastIdle: lastIdleTime, running: map[*worker]bool{}}
}

// Workers is how many files can be extracted at a time.
func (p *Pool) Workers() int { return p.opts.Workers }

// Extract reads the Facts off a source. The error is ErrTimeout, ErrMemory, ErrCrash or the extractor's
// own, which are the file's fault; or it wraps ErrInterrupted, or is the context's. If it takes long, slow is
// called, perhaps more than once; from then on it takes no other extraction's place, unless one is slow already.
func (p *Pool) Extract(ctx context.Context, lang *analysis.Language, src string, slow func()) (*analysis.Facts, error) {
	facts, _, err := p.ExtractEncoded(ctx, lang, src, slow)
	return facts, err
}

// ExtractEncoded is Extract, and gives with the Facts what analysis.Encode makes of them, where a worker has done so.
func (p *Pool) ExtractEncoded(ctx context.Context, lang *analysis.Language, src string, slow func()) (facts *analysis.Facts, encoded []byte, err error) {
	if len(p.opts.Command) == 0 {
		facts, err = lang.Read([]byte(src))
		return facts, nil, err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	held := p.slots
	defer func() { <-held }()
	aside := func() {
		slow()
		if held == p.spare {
			return
		}
		select {
		case p.spare <- struct{}{}:
			<-held
			held = p.spare
		default:
		}
	}
	r := request{language: lang.ID, src: src, limit: p.opts.Limit, stall: p.stall}
	for try, interrupted := 1, 0; ; {
		w, err := p.take()
		if err != nil {
			return nil, nil, err
		}
		rested := !w.used.IsZero()
		facts, encoded, begun, err := w.extract(ctx, r, aside)
		if !w.dead() {
			p.rest(w)
			return facts, encoded, err
		}
		p.forget(w)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		p.mourn(rested || begun)
		p.opts.Log.Debug("a parse worker was lost", "language", lang.ID, "bytes", len(src), "reason", err)
		switch {
		case err == ErrInterrupted && rested: // those that still rest may be dead, too
		case err == ErrInterrupted:
			if interrupted++; interrupted == tries {
				return nil, nil, err
			}
		case err == ErrTimeout || try == tries:
			return nil, nil, err
		default:
			try++
		}
	}
}

// mourn counts a worker that was lost; fit says that it had begun with some file.
func (p *Pool) mourn(fit bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lost++
	if !fit {
		p.failedToStart()
	}
}

// failedToStart counts a worker that was never of use. It needs the lock.
func (p *Pool) failedToStart() {
	if p.unfit++; p.unfit >= tries {
		p.pause = time.Now().Add(min(firstPause<<min(p.unfit-tries, 16), lastPause))
	}
}

// Close ends all workers. Extractions under way fail.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed, p.resting = true, nil
	var ending sync.WaitGroup
	for w := range p.running {
		ending.Go(w.kill)
	}
	p.mu.Unlock()
	ending.Wait()
}

var errClosed = errors.New("parse workers are closed")

// take gives the worker that was used last, whose caches are warm, or a new one.
func (p *Pool) take() (*worker, error) {
	p.mu.Lock()
	closed, pausing := p.closed, time.Now().Before(p.pause)
	if n := len(p.resting); n > 0 && !closed {
		w := p.resting[n-1]
		p.resting = p.resting[:n-1]
		p.mu.Unlock()
		return w, nil
	}
	p.mu.Unlock()
	if closed {
		return nil, errClosed
	}
	if pausing {
		return nil, fmt.Errorf("%w: parse workers do not start", ErrInterrupted)
	}
	w, err := start(p.opts.Command)
	if err != nil {
		p.mu.Lock()
		p.failedToStart()
		p.mu.Unlock()
		return nil, fmt.Errorf("%w: parse worker %s: %w", ErrInterrupted, p.opts.Command[0], err)
	}
	p.mu.Lock()
	closed = p.closed
	if !closed {
		p.running[w] = true
	}
	p.mu.Unlock()
	if closed {
		w.kill()
		return nil, errClosed
	}
	return w, nil
}
