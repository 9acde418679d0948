package rpc

import (
	"io"
	"os"
	"syscall"
)

// dialPipe opens the pipe for overlapped I/O: on any other handle a read that waits blocks all writes.
func dialPipe(name string) (io.ReadWriteCloser, error) {
	return os.OpenFile(name, os.O_RDWR|syscall.FILE_FLAG_OVERLAPPED, 0)
}
