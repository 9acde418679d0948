package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Lost says that a call was not answered, or not to its end. Where nothing was Printed it can be answered in process,
// as if there were no daemon; input that was read is to be read again then.
type Lost struct {
	Lines  int  // of output that were printed before the call asked for input the last time
	Broken bool // output was printed that does not end there
	Reason error
}

func (l *Lost) Error() string { return "the daemon did not answer: " + l.Reason.Error() }
func (l *Lost) Unwrap() error { return l.Reason }

// Streams are what a call reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// mostHeld is how many bytes of output are held back. Whoever prints more fails when the daemon is lost.
const mostHeld = 8 << 20

// Ask has the daemon answer a call; start starts one where there is none, and may be nil. The error is ctx's, a *Lost,
// or that of writing.
func (p Place) Ask(ctx context.Context, call Call, s Streams, start Starter) (exitCode int, err error) {
	l, err := p.dial(ctx, start)
	if err != nil {
		return 0, &Lost{Reason: err}
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	if err := l.sendCall(frameCall, call); err != nil {
		return 0, &Lost{Reason: err}
	}
	held := &held{Streams: s, through: call.Terminal}
	reading := false // somebody reads input
	input := make(chan struct{}, 1)
	defer close(input)
	for {
		k, data, err := l.next()
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err != nil {
			return 0, &Lost{Lines: held.lines, Broken: held.broken, Reason: err}
		}
		switch k {
		case frameOut:
			err = held.out(data)
		case frameErr:
			err = held.err(data)
		case frameWant:
			if err = held.flush(); err == nil && !reading {
				reading = true
				go l.give(s.In, input)
			}
			if err == nil {
				input <- struct{}{}
			}
		case frameExit:
			if len(data) != 1 {
				return 0, &Lost{Lines: held.lines, Broken: held.broken, Reason: fmt.Errorf("an exit code of %d bytes", len(data))}
			}
			return int(data[0]), held.flush()
		}
		if err != nil {
			return 0, err
		}
	}
}

// next is the daemon's next frame, for which it may not take too long.
func (l *link) next() (kind, []byte, error) {
	if err := l.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return 0, nil, err
	}
	return l.receive()
}

// give sends a piece of input each time one is wanted.
func (l *link) give(in io.Reader, wanted <-chan struct{}) {
	buffer := make([]byte, frameSize)
	for range wanted {
		n, err := in.Read(buffer)
		if n > 0 && l.send(frameInput, buffer[:n]) != nil {
			return
		}
		if err == nil {
			continue
		}
		_ = l.send(frameInput, nil) // an error is an end: so it is to most programs
		return
	}
}

// held is output that is held back.
type held struct {
	Streams
	through bool // standard error is shown at once

	output, errors bytes.Buffer
	lines          int
	broken         bool
}

func (h *held) out(data []byte) error {
	h.output.Write(data)
	if h.output.Len() <= mostHeld {
		return nil
	}
	h.broken = true
	return h.flush()
}

func (h *held) err(data []byte) error {
	h.errors.Write(data)
	if !h.through {
		return nil
	}
	return write(h.Err, &h.errors)
}

// flush prints what was held back.
func (h *held) flush() error {
	h.lines += bytes.Count(h.output.Bytes(), []byte("\n"))
	return errors.Join(write(h.Err, &h.errors), write(h.Out, &h.output))
}

func write(to io.Writer, b *bytes.Buffer) error {
	_, err := b.WriteTo(to)
	return err
}
