package analysis

import "slices"

// turnover is what came and went in lists of files, as of a package one of whose files is new. Who was linked with the help of such a list is
// linked as before, but for the list, unless it asks for a name that a file defines which came or went.
type turnover struct {
	how   alterations
	lists map[string][]int32 // what lists have become, by what they were; nil where that was not the same everywhere
	asked map[[2]list32]bool // of lists before and after that many nodes share, whether they are the same but for what came and went
	first int32              // the lowest number, in the graph before, of a file of these lists…
	last  int32              // …and the highest
	gone  bool               // some file went
}

// leastTurned is how many files a list has before and after: one of a single file is not asked as one of several is.
const leastTurned = 2

func newTurnover(m *moving) *turnover {
	t := &turnover{lists: map[string][]int32{}, asked: map[[2]list32]bool{}, first: int32(len(m.to))}
	for n, old := range m.from {
		if old < 0 {
			t.how.addWhole(m.g.nodes[n].file)
		}
	}
	for n, to := range m.to {
		if to < 0 {
			t.how.addWhole(m.prev.nodes[n].file)
			t.gone = true
		}
	}
	t.how.done()
	return t
}

// listKey stands for the files of a list.
func listKey(files []int32) string { return string(appendFiles(nil, files)) }

// turns reports whether a list is the one that it was but for files that came or went, and notes what it has become.
func (t *turnover) turns(m *moving, old, now []int32) bool {
	if t.how.more || len(old) < leastTurned || len(now) < leastTurned {
		return false
	}
	pair := [2]list32{{&old[0], len(old)}, {&now[0], len(now)}}
	turned, known := t.asked[pair]
	if !known {
		stay := slices.DeleteFunc(slices.Clone(now), func(f int32) bool { return m.from[f] < 0 })
		if turned = slices.Equal(m.list(old), stay); turned {
			t.note(old, now)
		}
		t.asked[pair] = turned
	}
	return turned
}

// note notes what a list has become.
func (t *turnover) note(old, now []int32) {
	key := listKey(old)
	if before, known := t.lists[key]; known && !slices.Equal(before, now) {
		now = nil
	}
	t.lists[key] = now
	t.first, t.last = min(t.first, old[0]), max(t.last, old[len(old)-1]) // they are sorted
}

// turnedImports reports whether imports lead where they led, and the siblings are the same, but for files that came or went. What an import is for
// may depend on which files there are: then the node is to be linked anew, and only that.
func (t *turnover) turnedImports(m *moving, old, now *node) (turned, anew bool) {
	if !m.same(old.siblings, now.siblings) && !t.turns(m, old.siblings, now.siblings) {
		return false, false
	}
	turned = slices.EqualFunc(old.imports, now.imports, func(x, y ImportLink) bool {
		if wasUnmet(&x, &y) { // and is unmet, unless what came defines it: the node has asked for that name
			return m.same(x.candidates.files, y.Files) || t.turns(m, x.candidates.files, y.Files)
		}
		if m.same(x.Files, y.Files) {
			return m.sameImport(&x, &y) && x.named == y.named
		}
		anew = anew || len(x.Defs) == 0 && x.named == 0 && !x.Import().Star
		return m.sameImport(&x, &y) && x.candidates == nil && x.Status != Ambiguous && !x.Import().ReExport && t.turns(m, x.Files, y.Files) &&
			(x.named == 0) == (y.named == 0) && (x.named == 0 || m.to[x.own()[0]] == y.own()[0])
	})
	return turned, anew
}

// set is what a set has become that is a list which changed.
func (t *turnover) set(old *fileSet) (now movedSet) {
	if old.outside(t.first, t.last) {
		return now
	}
	became, turned := t.lists[listKey(old.files)]
	if now.lost = turned && became == nil; turned && !now.lost {
		now.fileSet, now.turned = &fileSet{files: became}, true
	}
	return now
}

// touches reports whether a node is linked otherwise for what came and went in lists: its own, where these did change, or others that it
// depends on.
func (t *turnover) touches(m *moving, old *node, own bool) bool {
	if len(t.lists) == 0 {
		return false
	}
	for _, s := range old.sets {
		moved := m.set(s)
		if moved.lost {
			return true
		}
		own = own || moved.turned
	}
	return own && !t.how.spare(old)
}

// loses reports whether a node depends on a file that went otherwise than in a list.
func (t *turnover) loses(m *moving, old *node) bool {
	gone := func(f int32) bool { return m.to[f] < 0 }
	return slices.ContainsFunc(old.consulted, gone) ||
		slices.ContainsFunc(old.sets, func(s *fileSet) bool { return !m.set(s).turned && slices.ContainsFunc(s.files, gone) })
}
