package rpc

import "sync"

// The caps on answers that are made and not sent, since the client does not read: above one of them nothing
// more is read of the client either. An answer costs some kilobytes besides its bytes.
const (
	maxUnsent      = 4096
	maxUnsentBytes = 64 << 20
)

// backlog counts the answers that are made and not sent. It is safe for concurrent use.
type backlog struct {
	mu      sync.Mutex
	answers int
	bytes   int
	room    chan struct{} // closed when there is room again; nil: nobody waits
}

func (b *backlog) full() bool { return b.answers >= maxUnsent || b.bytes >= maxUnsentBytes }

// made counts an answer of so many bytes.
func (b *backlog) made(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers, b.bytes = b.answers+1, b.bytes+bytes
}

// sent takes one out of the count.
func (b *backlog) sent(bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers, b.bytes = b.answers-1, b.bytes-bytes
	if b.room != nil && !b.full() {
		close(b.room)
		b.room = nil
	}
}

// wait waits until there is room, or for the end.
func (b *backlog) wait(end <-chan struct{}) {
	for {
		b.mu.Lock()
		if !b.full() {
			b.mu.Unlock()
			return
		}
		if b.room == nil {
			b.room = make(chan struct{})
		}
		room := b.room
		b.mu.Unlock()
		select {
		case <-room:
		case <-end:
			return
		}
	}
}
