package rpc

import (
	"context"
	"io"
	"log/slog"
)

// Frames are the messages of a transport, for who passes them on. One goroutine may read, many may write.
type Frames struct{ stream *stream }

// NewFrames reads and writes the messages of a transport.
func NewFrames(transport io.ReadWriteCloser, log *slog.Logger) *Frames {
	return &Frames{newStream(transport, log)}
}

// Read is the next message, or a batch of them. The other side is told of what is none, as a server tells it. The error is io.EOF
// at a clean end.
func (f *Frames) Read() ([]byte, error) {
	body, _, err := f.stream.ReadFrame(context.Background())
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), body...), nil
}

// Next is the next message of somebody who is trusted to send messages: nothing is looked at. The error is io.EOF, or the
// transport's, where that ends between two of them.
func (f *Frames) Next() ([]byte, error) {
	size, err := readHeader(f.stream.in)
	if err != nil {
		return nil, err
	}
	body := make([]byte, size)
	_, err = io.ReadFull(f.stream.in, body)
	return body, truncated(err)
}

// Write sends a message.
func (f *Frames) Write(body []byte) error {
	_, err := f.stream.WriteFrame(context.Background(), body)
	return err
}

// Close ends reading and writing.
func (f *Frames) Close() error { return f.stream.Close() }
