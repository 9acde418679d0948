//go:build unix

package kept

import (
	"os"
	"syscall"
)

// tryLock locks a file for this process until it is closed; it fails at once where another process has it.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
