package main

import (
	"io"
	"sync"
)

// journal keeps what was read of an input, so that it can be read again from the beginning. It reads no more than
// somebody asks for.
type journal struct {
	in io.Reader

	mu      sync.Mutex
	changed *sync.Cond
	kept    []byte
	err     error
	reading bool
}

func newJournal(in io.Reader) *journal {
	j := &journal{in: in}
	j.changed = sync.NewCond(&j.mu)
	return j
}

// reader reads the input from its beginning.
func (j *journal) reader() io.Reader { return &journalReader{j, 0} }

type journalReader struct {
	*journal
	at int
}

func (r *journalReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.at == len(r.kept) {
		if r.err != nil {
			return 0, r.err
		}
		if !r.reading { // else somebody waits who does not want it any more
			r.reading = true
			go r.more(len(p))
		}
		r.changed.Wait()
	}
	n := copy(p, r.kept[r.at:])
	r.at += n
	return n, nil
}

func (j *journal) more(size int) {
	buffer := make([]byte, size)
	n, err := j.in.Read(buffer)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept, j.err, j.reading = append(j.kept, buffer[:n]...), err, false
	j.changed.Broadcast()
}
