//go:build !windows

package daemon

import (
	"os"
	"syscall"
)

// detached are ways to start a process away from this one's terminal.
func detached() []*syscall.SysProcAttr { return []*syscall.SysProcAttr{{Setsid: true}} }

// takeLock takes the lock that a file stands for, until the file is closed or the process ends, however it does.
func takeLock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if err == syscall.EWOULDBLOCK {
			err = ErrRunning
		}
		return nil, err
	}
	return f, nil
}
