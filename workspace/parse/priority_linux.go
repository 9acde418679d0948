package parse

import (
	"runtime"
	"sync"
	"syscall"
)

// givesWay is by how much the nice value of a thread rises that is at a slow file: it gets about a tenth of a processor
// that somebody else wants. The highest is 19.
const givesWay = 10

// thread is the one that extracts.
type thread struct {
	mu      sync.Mutex
	id      int
	slow    int // the nice value that it has when it gives way
	lowered bool
	busy    bool
}

// holdThread binds the goroutine to its thread.
func holdThread() *thread {
	runtime.LockOSThread()
	t := &thread{id: syscall.Gettid(), slow: givesWay}
	if left, err := syscall.Getpriority(syscall.PRIO_PROCESS, t.id); err == nil { // Linux answers 20 - nice
		t.slow = min(20-left+givesWay, 19)
	}
	return t
}

// work says that the thread is at a file, or that it is no more.
func (t *thread) work(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy = on
}

// giveWay lowers the thread's priority if it is at a file.
func (t *thread) giveWay() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy && syscall.Setpriority(syscall.PRIO_PROCESS, t.id, t.slow) == nil {
		t.lowered = true
	}
}

// spent reports whether the thread's priority was lowered, which only the privileged may raise again: it is to end with
// its goroutine.
func (t *thread) spent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lowered
}
