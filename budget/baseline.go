package budget

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/budget/render"
)

// Baseline is what a pack shows: enough to tell what another pack changes, and no contents.
type Baseline struct {
	items   map[string]string // the items' IDs by path
	repoMap string            // the map's ETag, "" for none
	task    string            // hashes
	edges   string
}

// baseline is that of the draft.
func (w *writer) baseline() *Baseline {
	b := &Baseline{items: map[string]string{}, task: hash(w.req.shown), edges: hash(w.edges)}
	if w.repoMap != nil {
		b.repoMap = w.repoMap.ETag
	}
	for e := range w.all() {
		if e.shown != nil {
			b.items[e.Path] = e.id()
		}
	}
	return b
}

// A nil Baseline has nothing.

func (b *Baseline) hasTask(task string) bool   { return b != nil && b.task == hash(task) }
func (b *Baseline) hasEdges(edges string) bool { return b != nil && b.edges == hash(edges) }
func (b *Baseline) hasMap(m *Map) bool         { return b != nil && b.repoMap == m.ETag }
func (b *Baseline) hasItem(e *entry) bool      { return b != nil && b.items[e.Path] == e.id() }

// removed lists the files of the baseline that are not shown any more, one in each line.
func (b *Baseline) removed(now *files) string {
	shown := map[string]bool{}
	for e := range now.all() {
		shown[e.Path] = e.shown != nil
	}
	var gone []string
	for path := range b.items {
		if !shown[path] {
			gone = append(gone, render.Path(path)+"\n")
		}
	}
	slices.Sort(gone)
	return strings.Join(gone, "")
}
