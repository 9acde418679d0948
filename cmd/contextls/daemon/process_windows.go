package daemon

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// detached are ways to start a process away from this one's console, the best first: it gets a console that nobody sees,
// and that what it starts will have as well. It outlives the job of this process, where that allows it.
func detached() []*syscall.SysProcAttr {
	const detached = windows.CREATE_NO_WINDOW | windows.CREATE_NEW_PROCESS_GROUP
	return []*syscall.SysProcAttr{{CreationFlags: detached | windows.CREATE_BREAKAWAY_FROM_JOB}, {CreationFlags: detached}}
}

// lockedByte is what is locked of a file: far behind what is in it, for others cannot read what is locked.
const lockedByte = 1 << 30

// takeLock takes the lock that a file stands for, until the file is closed or the process ends, however it does.
func takeLock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	const lockExclusively, failAtOnce = windows.LOCKFILE_EXCLUSIVE_LOCK, windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), lockExclusively|failAtOnce, 0, 1, 0, &windows.Overlapped{Offset: lockedByte})
	if err != nil {
		f.Close()
		if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
			err = ErrRunning
		}
		return nil, err
	}
	return f, nil
}
