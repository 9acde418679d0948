package store

import (
	"fmt"
	"sync"
	"time"
)

// How a breaker behaves: after so many failures on end nothing is asked for some seconds, then one question is tried, and
// as long as those fail the time doubles, up to a minute.
const (
	breakerFailures = 3
	breakerFirst    = 5 * time.Second
	breakerLast     = time.Minute
)

// Unasked says that a store was not asked, because it failed too often just now.
type Unasked struct {
	Last error         // how it failed the last time
	For  time.Duration // that it will not be asked yet
}

func (e *Unasked) Error() string {
	return fmt.Sprintf("it is not asked for %d s more, after it failed: %v", int(e.For.Round(time.Second).Seconds()), e.Last)
}

// breaker keeps questions from a store that does not answer. The zero breaker lets them through.
type breaker struct {
	mu       sync.Mutex
	failures int
	last     error
	wait     time.Duration // from the last failure on
	until    time.Time     // no question before; zero: it is closed
	trying   bool          // one is on its way
}

// allow says whether to ask, now. Who may tells with done how it went.
func (b *breaker) allow(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.until.IsZero():
		return nil
	case now.Before(b.until):
		return &Unasked{b.last, b.until.Sub(now)}
	case b.trying:
		return &Unasked{b.last, 0}
	}
	b.trying = true
	return nil
}

// done takes in how a question went; counts is false of one that says nothing about the store.
func (b *breaker) done(now time.Time, err error, counts bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
	switch {
	case !counts:
	case err == nil:
		b.failures, b.wait, b.until, b.last = 0, 0, time.Time{}, nil
	default:
		b.last = err
		if b.failures++; b.failures >= breakerFailures {
			b.wait = min(max(2*b.wait, breakerFirst), breakerLast)
			b.until = now.Add(b.wait)
		}
	}
}
