package parse

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
)

// The status bytes of a worker.
const (
	statusReady   = iota // the worker runs: what it dies of from now on, with a file, may be the file. It is said once
	statusSlow           // it has been at it for slowAfter
	statusTimeout        // it has been at it for too long; nothing comes after this
	statusFacts
	statusError
)

// maxFrame is the longest source or answer that is believed, in bytes.
const maxFrame = 256 << 20

// slowAfter is from how much processor time on an extraction is told to be slow: most files of the largest
// size take less, and a person who waits so much longer notices.
const slowAfter = 200 * time.Millisecond

// Work answers requests from r on w until r ends. It is a worker process' whole life.
func Work(r io.Reader, w io.Writer, languages []*analysis.Language) error {
	in := bufio.NewReaderSize(r, 1<<16)
	out := &answers{w: bufio.NewWriterSize(w, 1<<16)}
	if err := out.say(statusReady); err != nil {
		return err
	}
	for {
		ended := make(chan error)
		go func() { ended <- serve(in, out, languages) }()
		if err := <-ended; err != errSpent {
			return err
		}
	}
}

// errSpent says that a thread is of no more use.
var errSpent = errors.New("the thread has a low priority")

// serve answers requests on one thread. With a slow file that gives way to whatever else wants to run, and answers
// no more after it.
func serve(in *bufio.Reader, out *answers, languages []*analysis.Language) error {
	thread := holdThread()
	for !thread.spent() {
		id, err := readFrame(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		limit, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		src, err := readFrame(in)
		if err != nil {
			return err
		}
		thread.work(true)
		timer := watch(time.Duration(limit)*time.Millisecond, out, thread)
		status, body := extract(languages, string(id), src)
		timer.Stop()
		thread.work(false)
		if err := out.give(status, body); err != nil {
			return err
		}
	}
	return errSpent
}

// answers writes what a worker has to say: from the goroutine that extracts, and from the one that looks at
// the time meanwhile.
type answers struct {
	mu    sync.Mutex
	w     *bufio.Writer
	given int // how many requests have their answer
}

// say writes a status that has no body.
func (a *answers) say(status byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.write(status)
}

// sayDuring is say, if just so many requests have their answers by now.
func (a *answers) sayDuring(given int, status byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.given == given {
		_ = a.write(status) // where nobody reads, writing the answer fails as well
	}
}

func (a *answers) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.given
}

func (a *answers) write(status byte) error {
	if err := a.w.WriteByte(status); err != nil {
		return err
	}
	return a.w.Flush()
}

// give writes the answer to a request.
func (a *answers) give(status byte, body []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.given++
	if err := a.w.WriteByte(status); err != nil {
		return err
	}
	if err := writeFrame(a.w, body); err != nil {
		return err
	}
	return a.w.Flush()
}

// watch tells when the processor time from now on is slowAfter, and when it is the limit. It looks after as
// much time as that can take at least. What is slow gives way.
func watch(limit time.Duration, out *answers, thread *thread) *time.Timer {
	given := out.count()
	begun, slow := processorTime(), false
	var timer *time.Timer
	started := make(chan struct{})
	timer = time.AfterFunc(min(slowAfter, limit), func() {
		<-started
		used := processorTime() - begun
		switch {
		case out.count() > given: // it is done
			return
		case used >= limit:
			out.sayDuring(given, statusTimeout)
			return
		case used >= slowAfter && !slow:
			slow = true
			thread.giveWay()
			out.sayDuring(given, statusSlow)
		}
		next := limit - used
		if !slow {
			next = min(next, slowAfter-used)
		}
		timer.Reset(max(next, time.Millisecond))
	})
	close(started)
	return timer
}

func extract(languages []*analysis.Language, id string, src []byte) (status byte, body []byte) {
	for _, lang := range languages {
		if lang.ID != id {
			continue
		}
		facts, err := lang.Read(src)
		if err != nil {
			return statusError, []byte(err.Error())
		}
		return statusFacts, analysis.Encode(facts)
	}
	return statusError, fmt.Appendf(nil, "no language %q", id)
}

func writeFrame(w *bufio.Writer, data []byte) error {
	writeNumber(w, uint64(len(data)))
	_, err := w.Write(data) // the first error of all
	return err
}

// writeString is writeFrame of a text, of which it makes no copy; Flush tells of errors.
func writeString(w *bufio.Writer, data string) {
	writeNumber(w, uint64(len(data)))
	_, _ = w.WriteString(data)
}

func writeNumber(w *bufio.Writer, n uint64) {
	var number [binary.MaxVarintLen64]byte
	_, _ = w.Write(number[:binary.PutUvarint(number[:], n)])
}

func readFrame(r *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	if n > maxFrame {
		return nil, fmt.Errorf("frame of %d bytes", n)
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	return data, nil
}
