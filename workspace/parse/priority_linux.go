package parse

import (
	"runtime"
	"sync"
	"syscall"
)

// givesWay is how much less than others a thread gets that is at a slow file: about a tenth of a processor that
// somebody else wants.
const givesWay = 10

// thread is the one that extracts.
type thread struct {
	mu      sync.Mutex
	id      int
	lowered bool
	busy    bool
}

// holdThread binds the goroutine to its thread.
func holdThread() *thread {
	runtime.LockOSThread()
	return &thread{id: syscall.Gettid()}
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
	if t.busy && syscall.Setpriority(syscall.PRIO_PROCESS, t.id, givesWay) == nil {
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
