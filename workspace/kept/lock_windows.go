package kept

import (
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks a file for this process until it is closed; it fails at once where another process has it.
func tryLock(f *os.File) error {
	const lockExclusively, failAtOnce = windows.LOCKFILE_EXCLUSIVE_LOCK, windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(f.Fd()), lockExclusively|failAtOnce, 0, 1, 0, new(windows.Overlapped))
}
