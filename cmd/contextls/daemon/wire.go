package daemon

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Call is a command line, with what of its surroundings an answer depends on.
type Call struct {
	Args     []string `json:"args"`     // the command's name, and its arguments
	Dir      string   `json:"dir"`      // absolute: where relative names begin
	Terminal bool     `json:"terminal"` // standard error is one
	Screen   Screen   `json:"screen"`   // that standard output is

	// Of whoever begins a session:
	Process     int      `json:"process,omitempty"`     // the ID of the process that it is for; 0: not known
	Environment []string `json:"environment,omitempty"` // what the session runs has it
}

// Screen is the terminal that somebody sees an answer on.
type Screen struct {
	Width  int  `json:"width"`  // in columns; 0: there is none
	Colour bool `json:"colour"` // it may be used
}

// A connection carries one call, or a session: the Call as a frame, then frames both ways until the daemon has told how it ended. A
// frame is its kind, the length of what it holds (4 bytes, big-endian), and that.
type kind byte

const (
	frameCall   kind = 'c' // to the daemon: the Call as JSON
	frameAttach kind = 'a' // to the daemon: the Call as JSON, of which a session begins: input comes without being asked for
	frameInput  kind = 'i' // to the daemon: of standard input; nothing is its end
	frameHello  kind = 'h' // from the daemon: it is there, and still is
	frameWant   kind = 'w' // from the daemon: more input is wanted
	frameOut    kind = 'o' // from the daemon: of standard output
	frameErr    kind = 'e' // from the daemon: of standard error
	frameExit   kind = 'x' // from the daemon: the exit code, one byte
)

// maxFrame is the largest frame that is taken: calls are command lines, which systems keep below a few megabytes.
const maxFrame = 16 << 20

// A daemon tells every helloEvery that it is there. Whoever hears nothing for as long as silence takes it for lost: on
// a busy machine, a process may have to wait for its turn.
const (
	helloEvery = 2 * time.Second
	silence    = 20 * time.Second
)

// link is one end of a connection.
type link struct {
	net.Conn
	in *bufio.Reader

	writing sync.Mutex
}

func newLink(c net.Conn) *link { return &link{Conn: c, in: bufio.NewReader(c)} }

func (l *link) send(k kind, data []byte) error {
	frame := binary.BigEndian.AppendUint32([]byte{byte(k)}, uint32(len(data)))
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.Write(append(frame, data...))
	return err
}

// receive reads a frame.
func (l *link) receive() (kind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(l.in, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if size > maxFrame {
		return 0, nil, fmt.Errorf("a frame of %d bytes: the most is %d", size, maxFrame)
	}
	data := make([]byte, size)
	_, err := io.ReadFull(l.in, data)
	return kind(head[0]), data, err
}

// sender sends what is written to it in frames of a kind.
type sender struct {
	*link
	kind kind
}

const frameSize = 64 << 10 // of output

func (s sender) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		part := p[n:min(n+frameSize, len(p))]
		if err = s.send(s.kind, part); err == nil {
			n += len(part)
		}
	}
	return n, err
}

// sendCall sends a Call in a frame of a kind.
func (l *link) sendCall(k kind, c Call) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return l.send(k, data)
}

func (l *link) receiveCall() (k kind, c Call, err error) {
	k, data, err := l.receive()
	if err == nil && k != frameCall && k != frameAttach {
		err = fmt.Errorf("a frame %q instead of a call", k)
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	return k, c, err
}
