package lsp

import "syscall"

// alive reports whether a process runs.
func alive(pid int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED // it is there, and not ours
	}
	defer syscall.CloseHandle(process)
	state, err := syscall.WaitForSingleObject(process, 0)
	return err != nil || state == syscall.WAIT_TIMEOUT
}
