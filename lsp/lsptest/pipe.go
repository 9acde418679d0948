package lsptest

import (
	"errors"
	"io"
)

// Pipe is an in-memory connection: its two ends.
func Pipe() (client, server io.ReadWriteCloser) {
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	return end{fromServer, toServer}, end{fromClient, toClient}
}

type end struct {
	*io.PipeReader
	w *io.PipeWriter
}

func (e end) Write(p []byte) (int, error) { return e.w.Write(p) }
func (e end) Close() error                { return errors.Join(e.PipeReader.Close(), e.w.Close()) }
