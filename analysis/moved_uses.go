package analysis

import "slices"

// movedUses are those of a node in an earlier graph, and which numbers the files of that graph have now; -1: they are gone.
type movedUses struct {
	from *nodeUses
	to   []int32
}

// takeUses has a node take over its uses, if all their files are there. Edges lead to each file that is used.
func (m *moving) takeUses(now, old *node, number int32) bool {
	if old.lazyUses == nil || m.to[number] == number && !slices.ContainsFunc(old.out, m.leadsOn) {
		now.lazyUses = old.lazyUses
		return true
	}
	if slices.ContainsFunc(old.out, func(e Edge) bool { return m.to[e.To] < 0 }) && slices.ContainsFunc(old.uses().found, func(u Use) bool { return m.to[u.File] < 0 }) {
		return false
	}
	now.lazyUses = &nodeUses{names: old.lazyUses.names}
	now.lazyUses.moved.Store(m.usesOf(old.lazyUses))
	return true
}

// mostPending is how many graphs uses may wait from to be numbered anew; for each it is kept which numbers its files have now.
const mostPending = 16

// usesOf are uses that are to be numbered anew, once they are asked for. Those that waited already are not asked for now.
func (m *moving) usesOf(old *nodeUses) *movedUses {
	waiting := old.moved.Load()
	if waiting == nil {
		return &movedUses{old, m.to}
	}
	to, known := m.pending[&waiting.to[0]]
	if !known && len(m.pending) == mostPending {
		return &movedUses{old.get(), m.to}
	}
	if !known {
		to = make([]int32, len(waiting.to))
		for n, then := range waiting.to {
			if to[n] = -1; then >= 0 {
				to[n] = m.to[then]
			}
		}
		m.pending[&waiting.to[0]] = to
	}
	return &movedUses{waiting.from, to}
}

// move makes them of those of an earlier graph. What implements a declaration and is gone defines names no more: such uses are restated.
func (u *nodeUses) move(from *nodeUses, to []int32) {
	u.found, u.own = moveUses(from.found, to), moveUses(from.own, to)
	if u.all = u.found; !sameList(from.all, from.found) {
		u.all = moveUses(from.all, to)
	}
}

// moveUses are uses of files by their new numbers.
func moveUses(old []Use, to []int32) []Use {
	if !slices.ContainsFunc(old, func(u Use) bool { return to[u.File] != u.File }) {
		return old
	}
	now := slices.Clone(old)
	for i := range now {
		now[i].File = to[now[i].File]
	}
	return now
}
