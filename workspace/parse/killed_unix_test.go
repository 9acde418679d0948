//go:build unix

package parse

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"
)

// signal sends a signal to each worker that has not ended.
func (p *Pool) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.running {
		if err := w.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Error(err)
		}
	}
}

// stopAll stops each worker, and waits until it is: a signal is only on its way when it is sent, and a busy machine lets a worker
// answer before.
func (p *Pool) stopAll(t *testing.T) {
	t.Helper()
	p.signal(t, syscall.SIGSTOP)
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.running {
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(w.cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
			t.Fatalf("a worker's state is %v, error %v", status, err)
		}
	}
}

// A worker that dies with the file in its pipe never had it, however many do so one after the other.
func TestDeathBeforeTheFileIsNoTry(t *testing.T) {
	p := pool(t, 4)
	startAll(t, p)
	p.stopAll(t)
	done := make(chan error)
	go func() {
		_, err := p.Extract(t.Context(), moody(), "fine", func() {})
		done <- err
	}()
	for lost := range 4 {
		for u := p.Usage(); u.Lost < lost || u.Busy == 0; u = p.Usage() {
			select {
			case err := <-done:
				t.Fatalf("after %d lost workers: %v", u.Lost, err)
			case <-time.After(time.Millisecond):
			}
		}
		time.Sleep(10 * time.Millisecond) // so that the file is on its way
		p.mu.Lock()
		for w := range p.running { // the one that is not at rest
			busy := true
			for _, resting := range p.resting {
				busy = busy && resting != w
			}
			if busy {
				if err := w.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Error(err)
				}
			}
		}
		p.mu.Unlock()
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A worker that is killed at work says nothing of the file either; that there is none to do it is not remembered.
func TestKilledAtWorkIsInterrupted(t *testing.T) {
	p := pool(t, 1)
	p.opts.Limit, p.stall = time.Hour, time.Hour
	done := make(chan error)
	go func() {
		_, err := p.Extract(t.Context(), moody(), "hang", func() {})
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != ErrInterrupted || AtFault(err) {
				t.Errorf("error %v", err)
			}
			return
		case <-time.After(10 * time.Millisecond):
			p.signal(t, syscall.SIGKILL)
		}
	}
}
