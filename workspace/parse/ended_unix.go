//go:build !windows

package parse

import (
	"os"
	"syscall"
)

// endedByOthers reports whether a process was ended by somebody else: by a signal that no program sends
// itself for what it does wrong.
func endedByOthers(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false
	}
	switch status.Signal() {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		return true
	}
	return false
}
