package watch

import "time"

// The sweep looks at every watched directory in turn, a few at a time, and notes what is not as the
// events had it: no system promises that none is lost.
const (
	// defaultRound is how long it takes to come to each directory while something happens: with the time
	// until a batch is sent, and some to spare, within 30 s.
	defaultRound = 20 * time.Second

	// slowestRound is how long it takes at most when nothing has happened for long.
	slowestRound = 5 * time.Minute

	// ticks are the parts of a round.
	ticks = 20

	// calm is how many rounds nothing must happen before they become longer: 5 minutes.
	calm = 15
)

// Used tells that somebody works with the folder, so that what events do not tell is found within 30 s
// again. Where nothing has happened for long, that takes up to 5 minutes. It costs next to nothing.
func (w *Watcher) Used() {
	now := time.Now()
	before := w.used.Swap(now.UnixNano())
	if now.Sub(time.Unix(0, before)) > calm*w.timing.round {
		w.sooner()
	}
}

// sooner has run set its timers anew.
func (w *Watcher) sooner() {
	select {
	case w.hurry <- struct{}{}:
	default:
	}
}

// tick is the time between two parts of a round.
func (w *Watcher) tick() time.Duration {
	return roundAfter(w.timing.round, time.Since(time.Unix(0, w.used.Load()))) / ticks
}

// roundAfter is how long a round takes when nothing has happened for some time.
func roundAfter(shortest, rest time.Duration) time.Duration {
	return max(shortest, min(rest/calm, slowestRound))
}

// sweep looks at the next directories of a round. It returns how long that took.
func (w *Watcher) sweep() time.Duration {
	began := time.Now()
	w.dirsMu.Lock()
	defer w.dirsMu.Unlock()
	missed := 0
	for left := (len(w.dirs) + ticks - 1) / ticks; left > 0 && len(w.queue) > 0; {
		d := w.queue[0]
		w.queue = w.queue[1:]
		if w.dirs[d.path] != d {
			continue // forgotten
		}
		left--
		if d.reason == "" {
			missed += w.visit(d)
		}
		if w.dirs[d.path] == d {
			w.queue = append(w.queue, d)
		}
	}
	if missed > 0 {
		w.sum()
		w.log.Info("changes came without an event", "root", w.root, "paths", missed)
	}
	return time.Since(began)
}

// visit compares a watched directory with what events told of it. Where they did not tell all, its watch
// is put anew: it may be gone, or on another directory. It returns how many paths no event told of.
func (w *Watcher) visit(d *directory) (missed int) {
	if w.same(d) {
		return 0
	}
	id, now, err := w.look(d.path)
	if err != nil {
		if gone(err) && d.path != "" {
			w.note(d.path, true)
		}
		return 0 // else perhaps next time
	}
	changed := diff(d.path, d.seen, now)
	if id == d.id && w.allPending(changed) {
		return 0 // the stamps are renewed when the changes are
	}
	w.forget(d)
	if anew := w.add(d.path); anew != nil {
		changed = diff(d.path, d.seen, anew.seen)
	} else if d.path != "" { // if it is there again before its parent is looked at, nothing else tells of it
		w.note(d.path, true)
	}
	for p, moved := range changed {
		w.note(p, moved)
	}
	return len(changed)
}

// allPending reports whether all these changes are noted already.
func (w *Watcher) allPending(changed map[string]bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for p := range changed {
		if _, noted := w.pending.paths[p]; !noted {
			return false
		}
	}
	return true
}
