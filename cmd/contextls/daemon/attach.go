package daemon

import (
	"context"
	"errors"
	"io"
)

// Session is a caller's end of a connection that carries what both sides send, as it comes. Reading ends with io.EOF where the daemon
// has ended it, and with another error where the daemon was lost.
type Session struct {
	*link
	log  io.Writer // takes what the daemon says beside
	rest []byte    // of a frame
}

// Attach has the daemon begin a session; start starts a daemon where there is none, and may be nil. What the session says
// beside goes to log.
func (p Place) Attach(ctx context.Context, call Call, log io.Writer, start Starter) (*Session, error) {
	l, err := p.dial(ctx, start)
	if err != nil {
		return nil, err
	}
	if err := l.sendCall(frameAttach, call); err != nil {
		l.Close()
		return nil, err
	}
	return &Session{link: l, log: log}, nil
}

// Read reads what the session sends.
func (s *Session) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		k, data, err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return 0, io.ErrUnexpectedEOF // it has not said that it ends
		case err != nil:
			return 0, err
		case k == frameOut:
			s.rest = data
		case k == frameErr:
			_, _ = s.log.Write(data) // there is nobody to tell
		case k == frameExit:
			return 0, io.EOF
		}
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write sends to the session.
func (s *Session) Write(p []byte) (int, error) { return sender{s.link, frameInput}.Write(p) }

// CloseWrite says that nothing more is sent.
func (s *Session) CloseWrite() error { return s.send(frameInput, nil) }

// attached is what a session reads. A session that does not read is not sent more than fits on the way.
type attached struct {
	link *link
	rest []byte
	err  error
}

func (a *attached) Read(p []byte) (int, error) {
	for len(a.rest) == 0 && a.err == nil {
		k, data, err := a.link.receive()
		switch {
		case err != nil:
			a.err = err
		case k == frameInput && len(data) == 0:
			a.err = io.EOF
		case k == frameInput:
			a.rest = data
		}
	}
	if len(a.rest) == 0 {
		return 0, a.err
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}
