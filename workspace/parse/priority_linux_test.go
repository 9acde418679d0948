package parse

import (
	"syscall"
	"testing"
	"time"
)

// leastPriority is that of a thread that cannot give way any more.
const leastPriority = 1

// threadPriority is larger where more time is given.
func threadPriority() uint32 {
	priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		panic(err)
	}
	return uint32(priority)
}

// A worker at a slow file gives way to others, and is as quick as before with the next one.
func TestSlowFileGivesWay(t *testing.T) {
	p := pool(t, 1)
	p.opts.Limit = 5 * time.Second
	priority := func() uint32 {
		facts, err := p.Extract(t.Context(), moody(), "priority", func() {})
		if err != nil {
			t.Fatal(err)
		}
		return facts.Lines
	}
	before := priority()
	if _, err := p.Extract(t.Context(), moody(), "give-way", func() {}); err != nil { // it ends when it has
		t.Fatal(err)
	}
	if after := priority(); after != before || p.Usage().Lost > 0 {
		t.Errorf("the priority is %d after a slow file, %d before, and %d workers are lost", after, before, p.Usage().Lost)
	}
}
