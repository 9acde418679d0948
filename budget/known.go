package budget

import (
	"slices"
	"strings"
)

// Known is what the reader of a pack knows: enough to say what another pack changes, and no contents.
type Known struct {
	items   map[string]string // the items' IDs by path
	repoMap string            // the map's ETag, "" for none
	task    string            // hashes
	edges   string
}

func (p *packer) known() *Known {
	k := &Known{items: map[string]string{}, task: hash(p.req.Task), edges: hash(p.edges)}
	if p.repoMap != nil {
		k.repoMap = p.repoMap.ETag
	}
	for _, entries := range p.sections {
		for _, e := range entries {
			if e.shown != nil {
				k.items[e.Path] = e.id()
			}
		}
	}
	return k
}

// A nil Known is that of a reader who knows nothing.

func (k *Known) hasTask(task string) bool     { return k != nil && k.task == hash(task) }
func (k *Known) hasEdges(edges string) bool   { return k != nil && k.edges == hash(edges) }
func (k *Known) hasMap(m *Map) bool           { return k != nil && k.repoMap == m.ETag }
func (k *Known) hasItem(path, id string) bool { return k != nil && k.items[path] == id }

// without lists the files that a pack shows no more, one a line.
func (k *Known) without(p *packer) string {
	now := p.known().items
	var gone []string
	for path := range k.items {
		if now[path] == "" {
			gone = append(gone, display(path)+"\n")
		}
	}
	slices.Sort(gone)
	return strings.Join(gone, "")
}

// changes is the text of what is new to a reader; the whole text where that costs less, and "" where
// nothing is new.
func (p *packer) changes(whole string, known *Known) string {
	if p.bare {
		return whole
	}
	text, some := p.compose(p.renderer.head(title("Changes to the context", p.req.Name), changesLegend), known)
	switch {
	case !some:
		return ""
	case p.counter.cost(text) > p.counter.cost(whole):
		return whole
	}
	return text
}
