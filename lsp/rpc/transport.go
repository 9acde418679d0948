package rpc

import (
	"io"
	"net"
	"os"
	"strconv"
)

// Stdio is the process's own standard input and output. Nothing else may write to the output.
func Stdio() io.ReadWriteCloser { return stdio{} }

type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

// Close does not wait for a read that is under way, as closing does on Windows: the client may leave its end open until the process is gone.
func (stdio) Close() error {
	go os.Stdin.Close()
	return os.Stdout.Close()
}

// DialPipe connects to the pipe on which a client listens: a Unix socket's path, on Windows a named pipe.
func DialPipe(name string) (io.ReadWriteCloser, error) { return dialPipe(name) }

// DialSocket connects to the local TCP port on which a client listens.
func DialSocket(port int) (io.ReadWriteCloser, error) {
	return net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}
