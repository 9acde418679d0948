package rpc

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// The caps on one message, in bytes. A longer body is read past and answered with an error; a longer
// header means that the framing is lost.
const (
	maxHeader = 8 << 10
	maxBody   = 32 << 20

	// keptBuffer is how large a body buffer may be to be used for the next message too.
	keptBuffer = 1 << 20
)

// lenient is how JSON of the client is read: no message is refused for a doubled name or for bytes that
// are not UTF-8.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// errFraming wraps the reasons why it is unknown where the next message begins.
var errFraming = errors.New("lost framing")

// stream is the base protocol's framing. It lets only JSON-RPC messages through, because the connection
// above it ends at the first body that is not one.
//
// It has the (unexported) frame interface of jsonrpc2, so batches work.
type stream struct {
	transport io.ReadWriteCloser
	in        *bufio.Reader
	log       *slog.Logger

	// drain is called once at the end of the input, before the connection learns of it and stops sending
	// answers.
	drain func()
	ended chan struct{} // closed when reading is over
	cause error         // why; io.EOF for a clean end. To be read after ended is closed.

	body []byte // reused from frame to frame

	unsent backlog

	writing sync.Mutex
	out     []byte
}

func newStream(transport io.ReadWriteCloser, log *slog.Logger) *stream {
	return &stream{transport: transport, in: bufio.NewReaderSize(transport, maxHeader), log: log, drain: func() {}, ended: make(chan struct{})}
}

// ReadFrame returns the next message's body, valid until the next call. It waits while too many answers are unsent.
func (s *stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		s.unsent.wait(ctx.Done())
		body, size, err := s.readBody()
		if err == nil {
			err = s.check(body, size)
			if err == nil {
				return body, int64(size), nil
			}
			s.log.Warn("refused a message", "reason", err)
			if _, err = s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, err)); err == nil {
				continue
			}
		}
		if s.cause == nil {
			s.cause = err
			s.drain()
			close(s.ended)
		}
		return nil, 0, err
	}
}

// readBody reads one frame. A body above the cap is skipped and returned as nil with its size.
func (s *stream) readBody() (body []byte, size int, err error) {
	size, err = readHeader(s.in)
	if err != nil {
		return nil, 0, err
	}
	if size > maxBody {
		_, err = io.CopyN(io.Discard, s.in, int64(size))
		return nil, size, truncated(err)
	}
	if cap(s.body) < size || cap(s.body) > keptBuffer {
		s.body = make([]byte, size)
	}
	s.body = s.body[:size]
	_, err = io.ReadFull(s.in, s.body)
	return s.body, size, truncated(err)
}

func truncated(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: the input ends inside a message", errFraming)
	}
	return err
}

// readHeader reads the header fields of one message and returns its Content-Length.
func readHeader(in *bufio.Reader) (int, error) {
	length := -1
	for total := 0; ; {
		line, err := in.ReadSlice('\n')
		total += len(line)
		switch {
		case total > maxHeader, errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("%w: a header above %d bytes", errFraming, maxHeader)
		case errors.Is(err, io.EOF) && total == 0:
			return 0, io.EOF
		case errors.Is(err, io.EOF):
			return 0, fmt.Errorf("%w: the input ends inside a header", errFraming)
		case err != nil:
			return 0, err
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" {
			if length < 0 {
				return 0, fmt.Errorf("%w: a header without Content-Length", errFraming)
			}
			return length, nil
		}
		name, value, found := strings.Cut(field, ":")
		if !found {
			return 0, fmt.Errorf("%w: header line %.80q", errFraming, field)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
		if err != nil {
			return 0, fmt.Errorf("%w: Content-Length %.80q", errFraming, value)
		}
		length = int(n)
	}
}

// check returns the error to answer a body with that is not a message; nil for one that is.
func (s *stream) check(body []byte, size int) error {
	switch {
	case size > maxBody:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "a message of %d bytes: the most is %d", size, maxBody)
	case !jsontext.Value(body).IsValid(lenient):
		return jsonrpc2.Errorf(jsonrpc2.ParseError, "the message is not JSON")
	case bytes.TrimLeft(body, " \t\r\n")[0] == '[':
		return nil // a batch; its members are checked one by one above
	}
	if _, err := jsonrpc2.DecodeMessage(body); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the message is not JSON-RPC 2.0: it needs jsonrpc, and method or id")
	}
	return nil
}

// Read is the message interface of jsonrpc2.Stream; connections use ReadFrame.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	body, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	return msg, n, err
}

// Write sends one message as one frame.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.send(func(b []byte) []byte { return jsonrpc2.AppendMessage(b, msg) })
}

// WriteFrame sends an encoded body as one frame.
func (s *stream) WriteFrame(_ context.Context, body []byte) (int64, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.send(func(b []byte) []byte { return append(b, body...) })
}

// send composes header and body and writes them at once. It needs the writing lock.
func (s *stream) send(appendBody func([]byte) []byte) (int64, error) {
	const room = len("Content-Length: 2147483647\r\n\r\n")
	frame := appendBody(append(s.out[:0], make([]byte, room)...))
	header := fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(frame)-room)
	start := room - len(header)
	copy(frame[start:], header)
	if s.out = frame[:0]; cap(frame) > keptBuffer {
		s.out = nil
	}
	n, err := s.transport.Write(frame[start:])
	return int64(n), err
}

// Close ends reading and writing.
func (s *stream) Close() error { return s.transport.Close() }
