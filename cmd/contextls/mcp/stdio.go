package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is how long a message may be: as long as the SDK lets one be.
const maxLine = 16 << 20

// Stdio is the transport of messages in lines, which answers whatever it reads: a line that is no message is
// answered with an error and costs no other one, and when the input ends, what was read is answered before the
// connection ends.
type Stdio struct {
	In  io.Reader
	Out io.Writer
}

// Connect begins to read. It is called once.
func (s *Stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &stdioConn{out: s.Out, lines: make(chan line), closed: make(chan struct{}), changed: make(chan struct{}, 1),
		reading: map[jsonrpc.ID]string{}, asked: map[jsonrpc.ID]string{}}
	go c.readLines(bufio.NewReaderSize(s.In, 64<<10))
	return c, nil
}

// line is a line of the input, or why it ended.
type line struct {
	text []byte
	err  error
}

type stdioConn struct {
	lines  chan line
	queue  []json.RawMessage // of a batch, yet to be read
	ended  bool              // the input did
	closed chan struct{}
	once   sync.Once

	changed chan struct{} // has something when the maps below have changed
	writing sync.Mutex    // while a line is written
	out     io.Writer

	mu      sync.Mutex
	reading map[jsonrpc.ID]string // the methods of the requests that were read and not answered
	asked   map[jsonrpc.ID]string // of those that were sent and not answered
}

func (c *stdioConn) SessionID() string { return "" }

// Close ends reading. Standard input and output stay as they are.
func (c *stdioConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// maxNumber is the greatest number that an ID may be: from there on, JSON's numbers are not all told apart.
const maxNumber = 1 << 53

var errLongLine = fmt.Errorf("a message is longer than %d bytes", maxLine)

// readLines passes on the lines of the input.
func (c *stdioConn) readLines(in *bufio.Reader) {
	for {
		text, err := readLine(in)
		select {
		case c.lines <- line{text, err}:
		case <-c.closed:
			return
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return
		}
	}
}

// readLine is the next line; one that is too long is skipped.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text) <= maxLine {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && len(text) == 0:
			return nil, err
		case len(text) > maxLine:
			return nil, errLongLine
		default: // of what is left at the end, the next call says that it is
			return text, nil
		}
	}
}

// Read is the next message.
func (c *stdioConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		for len(c.queue) > 0 {
			raw := c.queue[0]
			c.queue = c.queue[1:]
			msg, err := c.accept(raw)
			if msg != nil || err != nil {
				return msg, err
			}
		}
		if c.ended {
			return c.last()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case l := <-c.lines:
			switch {
			case errors.Is(l.err, errLongLine):
				if err := c.refuse(jsonrpc.CodeParseError, l.err); err != nil {
					return nil, err
				}
			case l.err != nil:
				c.ended = true
			default:
				if err := c.split(l.text); err != nil {
					return nil, err
				}
			}
		}
	}
}

// split queues what a line has: a message, several in an array, or nothing.
func (c *stdioConn) split(text []byte) error {
	switch text = bytes.TrimSpace(text); {
	case len(text) == 0:
		return nil
	case !json.Valid(text):
		return c.refuse(jsonrpc.CodeParseError, errors.New("a line is not JSON"))
	case text[0] != '[':
		c.queue = []json.RawMessage{text}
		return nil
	}
	if err := json.Unmarshal(text, &c.queue); err != nil {
		return c.refuse(jsonrpc.CodeParseError, err)
	}
	if len(c.queue) == 0 {
		return c.refuse(jsonrpc.CodeInvalidRequest, errors.New("an array of no messages"))
	}
	return nil
}

// accept reads a message and notes what it asks or answers; nil where it is none, which was answered then.
func (c *stdioConn) accept(raw []byte) (jsonrpc.Message, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, c.refuse(jsonrpc.CodeInvalidRequest, errors.New("a message is no object"))
	}
	if id, given := fields["id"]; given {
		var number int64
		var text string
		if string(id) == "null" || json.Unmarshal(id, &number) != nil && json.Unmarshal(id, &text) != nil || max(number, -number) > maxNumber {
			return nil, c.refuse(jsonrpc.CodeInvalidRequest, errors.New("an id is neither a whole number nor a string"))
		}
	}
	msg, err := jsonrpc.DecodeMessage(raw)
	if err != nil {
		return nil, c.refuse(jsonrpc.CodeInvalidRequest, err)
	}
	switch msg := msg.(type) {
	case *jsonrpc.Request:
		if msg.ID.IsValid() && !c.begin(msg) {
			return nil, c.refuse(jsonrpc.CodeInvalidRequest, fmt.Errorf("the id %s is in use", fields["id"]))
		}
	case *jsonrpc.Response:
		c.mu.Lock()
		delete(c.asked, msg.ID)
		c.mu.Unlock()
	}
	return msg, nil
}

// begin notes a request, and reports whether there is no other one of its ID.
func (c *stdioConn) begin(request *jsonrpc.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.reading[request.ID]; twice {
		return false
	}
	c.reading[request.ID] = request.Method
	return true
}

// last is what is left to be read when the input has ended: the end, once all that was read is answered. Until
// then, nobody answers what is asked, and nobody ends a subscription.
func (c *stdioConn) last() (jsonrpc.Message, error) {
	for {
		if msg := c.settle(); msg != nil {
			return msg, nil
		}
		c.mu.Lock()
		left := len(c.reading)
		c.mu.Unlock()
		if left == 0 {
			return nil, io.EOF
		}
		select {
		case <-c.changed:
		case <-c.closed:
			return nil, io.EOF
		}
	}
}

// settle is what ends one of those that wait for a client that is gone; nil where none does.
func (c *stdioConn) settle() jsonrpc.Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, method := range c.asked {
		delete(c.asked, id)
		if method == "roots/list" { // nobody works anywhere
			return &jsonrpc.Response{ID: id, Result: []byte(`{"roots":[]}`)}
		}
		return &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the client is gone"}}
	}
	for id, method := range c.reading {
		if method == "subscriptions/listen" {
			c.reading[id] = ""                                               // once is enough
			params, _ := json.Marshal(map[string]any{"requestId": id.Raw()}) // a number or a string
			return &jsonrpc.Request{Method: "notifications/cancelled", Params: params}
		}
	}
	return nil
}

// refuse answers what is no message.
func (c *stdioConn) refuse(code int64, problem error) error {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": problem.Error()}})
	if err != nil {
		return err
	}
	return c.send(text)
}

// Write sends a message. An answer that cannot be written is sent as an error: without, the request would
// stay open.
func (c *stdioConn) Write(_ context.Context, msg jsonrpc.Message) error {
	text, err := encode(msg)
	if err != nil {
		return err
	}
	request, asks := msg.(*jsonrpc.Request)
	response, answers := msg.(*jsonrpc.Response)
	if asks && request.ID.IsValid() {
		c.mu.Lock()
		c.asked[request.ID] = request.Method
		c.mu.Unlock()
	}
	err = c.send(text)
	if answers {
		c.mu.Lock()
		delete(c.reading, response.ID)
		c.mu.Unlock()
	}
	select {
	case c.changed <- struct{}{}:
	default:
	}
	return err
}

// send writes a line.
func (c *stdioConn) send(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// encode writes a message. The SDK's error about an unknown resource quotes its URI as Go does, which is not
// always JSON.
func encode(msg jsonrpc.Message) ([]byte, error) {
	response, answers := msg.(*jsonrpc.Response)
	var wire *jsonrpc.Error
	if answers && errors.As(response.Error, &wire) && len(wire.Data) > 0 && !json.Valid(wire.Data) {
		msg = &jsonrpc.Response{ID: response.ID, Error: &jsonrpc.Error{Code: wire.Code, Message: wire.Message}}
	}
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil && answers {
		return jsonrpc.EncodeMessage(&jsonrpc.Response{ID: response.ID,
			Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the answer cannot be written: " + err.Error()}})
	}
	return text, err
}
