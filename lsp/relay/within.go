package relay

import (
	"errors"
	"io"
)

// Within begins a session with a server in this process, which serves the other end of a connection.
func Within(serve func(io.ReadWriteCloser)) Session {
	fromServer, toEditor := io.Pipe()
	fromEditor, toServer := io.Pipe()
	go serve(pipe{fromEditor, toEditor})
	return pipe{fromServer, toServer}
}

type pipe struct {
	*io.PipeReader
	w *io.PipeWriter
}

func (p pipe) Write(b []byte) (int, error) { return p.w.Write(b) }
func (p pipe) CloseWrite() error           { return p.w.Close() }
func (p pipe) Close() error                { return errors.Join(p.PipeReader.Close(), p.w.Close()) }
