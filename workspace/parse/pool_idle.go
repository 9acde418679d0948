package parse

import (
	"slices"
	"time"
)

// rest gives a worker back.
func (p *Pool) rest(w *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed { // Close ends it
		return
	}
	w.used, p.unfit = time.Now(), 0
	p.resting = append(p.resting, w)
	p.scheduleRetire()
}

// scheduleRetire sees to it that retire is called when the first worker is to go. It needs the lock.
func (p *Pool) scheduleRetire() {
	switch {
	case len(p.resting) == 0:
	case p.retirement == nil:
		p.retirement = time.AfterFunc(time.Until(p.leaves(0)), p.retire)
	default:
		p.retirement.Reset(time.Until(p.leaves(0)))
	}
}

// leaves is when a worker that has no work ends, by its place among those. It needs the lock.
func (p *Pool) leaves(place int) time.Time {
	if place == len(p.resting)-1 {
		return p.resting[place].used.Add(p.lastIdle)
	}
	return p.resting[place].used.Add(p.idle)
}

// retire ends the workers that were not used for long.
func (p *Pool) retire() {
	p.mu.Lock()
	n := 0
	for n < len(p.resting) && !time.Now().Before(p.leaves(n)) {
		n++
	}
	old := slices.Clone(p.resting[:n])
	p.resting = slices.Delete(p.resting, 0, n)
	p.scheduleRetire()
	p.mu.Unlock()
	for _, w := range old {
		p.forget(w)
	}
}

// EndIdle ends the workers that have no work, but for the one that was used last: who has read a folder goes on with a file at a time.
func (p *Pool) EndIdle() {
	p.mu.Lock()
	old := slices.Clone(p.resting[:max(len(p.resting)-1, 0)])
	p.resting = slices.Delete(p.resting, 0, len(old))
	p.scheduleRetire()
	p.mu.Unlock()
	for _, w := range old {
		p.forget(w)
	}
}

// forget ends a worker for good.
func (p *Pool) forget(w *worker) {
	w.kill()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, w)
}
