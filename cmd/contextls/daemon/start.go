package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Starter starts the process of a daemon and does not wait until somebody can connect. The channel is closed when the process has ended.
type Starter func() (ended <-chan struct{}, err error)

// A daemon that was started is looked for every startLook, up to startLimit: it starts in some ten milliseconds, or
// when a busy machine lets it.
const (
	startLook  = 5 * time.Millisecond
	startLimit = 10 * time.Second
	startAgain = time.Second // after one that ended at once: the one before may be about to end, in whose place none can start
)

// startAndConnect starts a daemon, unless somebody else does, and connects to it.
func (p Place) startAndConnect(ctx context.Context, start Starter) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	s := starting{place: p, start: start}
	defer s.leave()
	for {
		mine, err := s.turn() // before it is looked for: whoever had the turn before has started one
		if err != nil {
			return nil, fmt.Errorf("it cannot be started: %w", err)
		}
		l, err := p.connect(ctx)
		if err == nil {
			return l, nil
		}
		if mine {
			if err := s.once(); err != nil {
				return nil, fmt.Errorf("it cannot be started: %w", err)
			}
		}
		select {
		case <-time.After(startLook):
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

// starting is one caller's attempt to start a daemon. Of many callers one has the turn, until it is connected or gives up: a
// process that another one started meanwhile might come to take the place long after, when the first daemon has ended.
type starting struct {
	place Place
	start Starter
	lock  *os.File // stands for the turn

	started time.Time
	ended   <-chan struct{} // nil before the first start
}

// turn reports whether this caller is the one that starts.
func (s *starting) turn() (bool, error) {
	if s.lock != nil {
		return true, nil
	}
	lock, err := takeLock(s.place.turn())
	if errors.Is(err, ErrRunning) {
		return false, nil
	}
	s.lock = lock
	return err == nil, err
}

// once starts a process, unless the one that was started last is still on its way.
func (s *starting) once() (err error) {
	if s.ended != nil {
		select {
		case <-s.ended:
		default:
			return nil
		}
		if time.Since(s.started) < startAgain {
			return nil
		}
	}
	s.started = time.Now()
	s.ended, err = s.start()
	return err
}

func (s *starting) leave() {
	if s.lock != nil {
		s.lock.Close()
	}
}
