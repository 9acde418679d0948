package rpc

import (
	"errors"
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
func (stdio) Close() error                { return errors.Join(os.Stdin.Close(), os.Stdout.Close()) }

// DialPipe connects to the pipe on which a client listens: a Unix socket's path, on Windows a named pipe.
func DialPipe(name string) (io.ReadWriteCloser, error) { return dialPipe(name) }

// DialSocket connects to the local TCP port on which a client listens.
func DialSocket(port int) (io.ReadWriteCloser, error) {
	return net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}
