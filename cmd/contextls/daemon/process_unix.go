//go:build !windows

package daemon

import (
	"os"
	"os/exec"
	"syscall"
)

// Start starts a program as the daemon of a place: away from this process' terminal and directory, with its errors in
// the place's log. It does not wait until somebody can connect.
func (p Place) Start(program string, args ...string) error {
	if err := p.own(); err != nil {
		return err
	}
	log, err := os.OpenFile(p.Log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(program, args...)
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait() // while this process lives, so that none is left dead
	return nil
}

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

func ownedByUser(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}
