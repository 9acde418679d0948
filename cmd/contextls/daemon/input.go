package daemon

import (
	"errors"
	"io"
	"sync"
)

// input is the standard input of a call, as the daemon reads it: only what is asked for is read on the other side, for
// what follows may be meant for another program.
type input struct {
	link *link

	mu      sync.Mutex
	changed *sync.Cond
	data    []byte
	wanted  bool
	err     error // io.EOF at the end
}

func newInput(l *link) *input {
	in := &input{link: l}
	in.changed = sync.NewCond(&in.mu)
	return in
}

// receive takes what the other side sends, until it is gone.
func (in *input) receive() {
	for {
		k, data, err := in.link.receive()
		in.mu.Lock()
		switch {
		case err != nil:
			in.err = errors.Join(io.ErrUnexpectedEOF, err)
		case k == frameInput && len(data) == 0:
			in.err = io.EOF
		case k == frameInput:
			in.data = append(in.data, data...)
		}
		in.wanted = false
		in.changed.Broadcast()
		in.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Read reads, and asks for more where there is nothing.
func (in *input) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.data) == 0 {
		if in.err != nil {
			return 0, in.err
		}
		if !in.wanted {
			in.wanted = true
			if err := in.link.send(frameWant, nil); err != nil {
				return 0, err
			}
		}
		in.changed.Wait()
	}
	n := copy(p, in.data)
	in.data = in.data[n:]
	return n, nil
}
