package promise

import (
	"context"
	"sync"
)

// Promise is a value that is computed when it is first asked for. It is safe for concurrent use.
type Promise[T any] struct {
	compute func(context.Context) (T, error)

	mu  sync.Mutex
	run *run[T] // under way, or done well; nil before the first and after a failure
}

// run is one computation.
type run[T any] struct {
	cancel    context.CancelFunc
	waiting   int  // guarded by the promise's lock
	abandoned bool // all who waited have left; likewise

	done     chan struct{} // closed at the end; the fields below are not written after that
	value    T
	err      error
	panicked any
}

// New promises what compute makes.
func New[T any](compute func(context.Context) (T, error)) *Promise[T] {
	return &Promise[T]{compute: compute}
}

// Get is the value. The error is that of computing it, or ctx's. A panic in the computation is one in
// each Get that waited for it.
func (p *Promise[T]) Get(ctx context.Context) (T, error) {
	for {
		r := p.join()
		select {
		case <-r.done:
		case <-ctx.Done():
			p.leave(r)
			var none T
			return none, ctx.Err()
		}
		p.mu.Lock()
		again := r.err != nil && r.abandoned
		p.mu.Unlock()
		switch {
		case r.panicked != nil:
			panic(r.panicked)
		case !again: // else others had it cancelled, before this one came
			return r.value, r.err
		}
	}
}

// Known is the value if it has been computed.
func (p *Promise[T]) Known() (value T, known bool) {
	p.mu.Lock()
	r := p.run
	p.mu.Unlock()
	if r == nil {
		return value, false
	}
	select {
	case <-r.done:
		return r.value, r.err == nil && r.panicked == nil
	default:
		return value, false
	}
}

// join waits with the others for the computation, which it starts if there is none.
func (p *Promise[T]) join() *run[T] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.run == nil {
		ctx, cancel := context.WithCancel(context.Background())
		p.run = &run[T]{cancel: cancel, done: make(chan struct{})}
		go p.carryOut(ctx, p.run)
	}
	p.run.waiting++
	return p.run
}

// leave does not wait any more.
func (p *Promise[T]) leave(r *run[T]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.waiting--; r.waiting == 0 {
		r.abandoned = true
		r.cancel()
	}
}

func (p *Promise[T]) carryOut(ctx context.Context, r *run[T]) {
	defer r.cancel()
	defer close(r.done)
	defer func() {
		r.panicked = recover()
		if r.err != nil || r.panicked != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.run = nil
		}
	}()
	r.value, r.err = p.compute(ctx)
}
