package lsp

import (
	"io"
	"os"
	"syscall"
)

// dialPipe opens the pipe for overlapped I/O: on any other handle a read that waits blocks all writes.
func dialPipe(name string) (io.ReadWriteCloser, error) {
	return os.OpenFile(name, os.O_RDWR|syscall.FILE_FLAG_OVERLAPPED, 0)
}

// alive says whether a process runs.
func alive(pid int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED // it is there, and not ours
	}
	defer syscall.CloseHandle(process)
	state, err := syscall.WaitForSingleObject(process, 0)
	return err != nil || state == syscall.WAIT_TIMEOUT
}
