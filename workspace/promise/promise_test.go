package promise

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// Many wait for one computation, and who comes later has its value at once.
func TestOneComputation(t *testing.T) {
	var runs atomic.Int32
	release := make(chan struct{})
	p := New(func(context.Context) (int, error) {
		<-release
		return int(runs.Add(1)), nil
	})
	if _, known := p.Known(); known {
		t.Error("it is known before it is computed")
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if v, err := p.Get(t.Context()); v != 1 || err != nil {
				t.Errorf("got %d, %v", v, err)
			}
		})
	}
	close(release)
	wait.Wait()
	if v, known := p.Known(); v != 1 || !known {
		t.Errorf("known: %d, %v", v, known)
	}
}

// The computation is cancelled with the last who waits, not before; the next one starts it again.
func TestAllLeave(t *testing.T) {
	started, cancelled := make(chan struct{}, 2), make(chan struct{})
	var runs atomic.Int32
	p := New(func(ctx context.Context) (int, error) {
		if runs.Add(1) > 1 {
			return 7, nil
		}
		started <- struct{}{}
		<-ctx.Done()
		close(cancelled)
		return 0, ctx.Err()
	})
	first, leaveFirst := context.WithCancel(t.Context())
	second, leaveSecond := context.WithCancel(t.Context())
	left := make(chan error)
	for _, ctx := range []context.Context{first, second} {
		go func() {
			_, err := p.Get(ctx)
			left <- err
		}()
	}
	<-started
	for { // until both wait
		p.mu.Lock()
		n := p.run.waiting
		p.mu.Unlock()
		if n == 2 {
			break
		}
	}
	leaveFirst()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the first got %v", err)
	}
	select {
	case <-cancelled:
		t.Error("it was cancelled although somebody waits")
	default:
	}
	leaveSecond()
	<-left
	<-cancelled
	if v, err := p.Get(t.Context()); v != 7 || err != nil {
		t.Errorf("afterwards: %d, %v", v, err)
	}
}

// What could not be cancelled is not lost.
func TestLateValueIsKept(t *testing.T) {
	started, release := make(chan struct{}), make(chan struct{})
	var runs atomic.Int32
	p := New(func(context.Context) (int, error) {
		close(started)
		<-release
		return int(runs.Add(1)), nil
	})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		_, _ = p.Get(ctx)
	}()
	<-started
	leave()
	<-left
	close(release)
	if v, err := p.Get(t.Context()); v != 1 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}

// Failures and panics are told to who waits, and not kept.
func TestFailures(t *testing.T) {
	var runs atomic.Int32
	broken := errors.New("broken")
	p := New(func(context.Context) (int, error) {
		switch runs.Add(1) {
		case 1:
			return 0, broken
		case 2:
			panic("odd")
		}
		return 3, nil
	})
	if _, err := p.Get(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	func() {
		defer func() {
			if r := recover(); r != "odd" {
				t.Errorf("the panic is %v", r)
			}
		}()
		_, _ = p.Get(t.Context())
	}()
	if v, err := p.Get(t.Context()); v != 3 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}
