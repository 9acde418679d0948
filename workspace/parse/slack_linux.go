package parse

import (
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// slack is by how much the sleep of a worker's threads may be longer than was asked for. Go's runtime looks after a program that is
// in C again and again for 20 µs, which costs as much as 4 in 100 of what it does there; no clock in a worker is as fine as this.
const slack = 2 * time.Millisecond

// startLax starts a process whose threads have that slack: they take it over from the one that starts them.
func startLax(cmd *exec.Cmd) error {
	const setTimerSlack = 29 // PR_SET_TIMERSLACK; 0: what this thread has begun with
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	set := func(d time.Duration) { _, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setTimerSlack, uintptr(d), 0) }
	set(slack) // where it cannot be, a worker costs what it did
	defer set(0)
	return cmd.Start()
}
