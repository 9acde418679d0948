package analysis

import "slices"

// turnover is what came and went in lists of files, as of a package one of whose files is new. Who was linked with the help of such a list is
// linked as before, but for the list, unless it asks for a name that a file defines which came or went.
type turnover struct {
	how   alterations
	lists map[string][]int32 // what lists have become, by what they were; nil where that was not the same everywhere
	near  []bool             // by number in the graph before: what went, and the files of these lists
	first int32              // the lowest of near, or none…
	last  int32              // …and the highest
}

// leastTurned is how many files a list has before and after: one of a single file is not asked as one of several is.
const leastTurned = 2

func newTurnover(m *moving) *turnover {
	t := &turnover{lists: map[string][]int32{}, near: make([]bool, len(m.to)), first: int32(len(m.to))}
	for n, old := range m.from {
		if old < 0 {
			t.how.addWhole(m.g.nodes[n].file)
		}
	}
	for n, to := range m.to {
		if to < 0 {
			t.how.addWhole(m.prev.nodes[n].file)
			t.approach(int32(n))
		}
	}
	t.how.done()
	return t
}

// approach notes a file that is near.
func (t *turnover) approach(old int32) {
	t.near[old] = true
	t.first, t.last = min(t.first, old), max(t.last, old)
}

// listKey stands for the files of a list.
func listKey(files []int32) string { return string(appendFiles(nil, files)) }

// turns reports whether a list is the one that it was but for files that came or went, and notes what it has become.
func (t *turnover) turns(m *moving, old, now []int32) bool {
	if t.how.more || len(old) < leastTurned || len(now) < leastTurned {
		return false
	}
	stay := slices.DeleteFunc(slices.Clone(now), func(f int32) bool { return m.from[f] < 0 })
	if !slices.Equal(m.list(old), stay) {
		return false
	}
	key := listKey(old)
	if before, known := t.lists[key]; known && !slices.Equal(before, now) {
		now = nil
	}
	t.lists[key] = now
	for _, f := range old {
		t.approach(f)
	}
	return true
}

// turnedImports reports whether imports lead where they led, and the siblings are the same, but for files that came or went. What an import is for
// may depend on which files there are: then the node is to be linked anew, and only that.
func (t *turnover) turnedImports(m *moving, old, now *node) (turned, anew bool) {
	if !m.same(old.siblings, now.siblings) && !t.turns(m, old.siblings, now.siblings) {
		return false, false
	}
	turned = slices.EqualFunc(old.imports, now.imports, func(x, y ImportLink) bool {
		if m.same(x.Files, y.Files) {
			return m.sameImport(&x, &y) && x.named == y.named
		}
		anew = anew || len(x.Defs) == 0 && x.named == 0 && !x.Import().Star
		return m.sameImport(&x, &y) && x.candidates == nil && x.Status != Ambiguous && !x.Import().ReExport && t.turns(m, x.Files, y.Files) &&
			(x.named == 0) == (y.named == 0) && (x.named == 0 || m.to[x.own()[0]] == y.own()[0])
	})
	return turned, anew
}

// set is what a set has become that is a list which changed, or what is reached from one; else nil. It is lost where it is neither and has files of
// such lists.
func (t *turnover) set(m *moving, old *fileSet) (now *fileSet, lost bool) {
	if t.first > t.last || old.outside(t.first, t.last) || !slices.ContainsFunc(old.files, func(f int32) bool { return t.near[f] }) {
		return nil, false
	}
	list := old.files
	if old.roots != nil {
		list = old.roots
	}
	became := t.lists[listKey(list)]
	if became == nil {
		return nil, true
	}
	if old.roots != nil {
		became = sorted(slices.Concat(m.list(old.files), became))
	}
	return &fileSet{files: became}, false
}

// touches reports whether a node is linked otherwise for what came and went in lists: its own, where these did change, or others that it
// depends on.
func (t *turnover) touches(m *moving, old *node, own bool) bool {
	for _, s := range old.sets {
		moved := m.set(s)
		if moved.lost {
			return true
		}
		own = own || moved.turned
	}
	return own && !t.how.spare(old)
}
