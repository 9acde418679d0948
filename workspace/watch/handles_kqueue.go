//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package watch

import "syscall"

// handleBudget is how many files may be held open to watch them. kqueue takes one for each file of a
// watched directory; the other half is left for all else the program does.
func handleBudget() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 128
	}
	return int(min(uint64(limit.Cur), 1<<16) / 2) // some systems call no limit what is one
}
