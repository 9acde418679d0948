package budget

import (
	"slices"
	"strconv"
	"strings"
)

// The orders of a text's parts.
const (
	OrderTier  = "tier"  // what was kept first comes first
	OrderCache = "cache" // what changes least comes first, so that prompt caches hit
)

// part is a part of a text: a section, or one of those below.
type part int

const (
	partTask part = part(sectionCount) + iota
	partEdges
	partMap
)

var (
	byTier = []part{partTask, part(sectionTargets), part(sectionPinned), part(sectionImports), part(sectionRelated),
		partEdges, partMap, part(sectionManual)}
	byChange = []part{partMap, partEdges, part(sectionPinned), part(sectionManual), part(sectionImports),
		part(sectionRelated), part(sectionTargets), partTask}
)

const (
	legend        = "Files by importance; `…` stands for what is left out."
	steadyLegend  = "Files by path, those to be changed at the end; `…` stands for what is left out."
	changesLegend = "What is not here is as it was; `…` stands for what is left out."
)

// checkOrder says whether an order is the one for caches.
func checkOrder(order string) (steady bool, err error) {
	switch order {
	case "", OrderTier:
		return false, nil
	case OrderCache:
		return true, nil
	}
	return false, &FieldError{"order", strconv.Quote(order), "is not one of " + OrderTier + ", " + OrderCache}
}

func (p *packer) layout() []part {
	if p.steady {
		return byChange
	}
	return byTier
}

// listed are the files of a section that are shown, in the order of the text: the best first, or by
// path, since scores move with every edit.
func (p *packer) listed(s section) []*entry {
	shown := slices.DeleteFunc(slices.Clone(p.sections[s]), func(e *entry) bool { return e.shown == nil })
	if p.steady {
		slices.SortFunc(shown, func(a, b *entry) int { return strings.Compare(a.Path, b.Path) })
	}
	return shown
}

// write puts the parts together.
func (p *packer) write() string {
	if p.bare {
		return p.req.Task
	}
	text, _ := p.compose(p.head, nil)
	return text
}

// compose writes a head and all parts but those that are known, and says whether there were some.
func (p *packer) compose(head string, known *Known) (text string, some bool) {
	var b strings.Builder
	b.WriteString(head)
	write := func(written string) {
		some = true
		b.WriteString(written)
	}
	index := 0
	for _, part := range p.layout() {
		switch part {
		case partTask:
			if p.req.Task != "" && !known.hasTask(p.req.Task) {
				write(p.renderer.task(p.req.Task))
			}
		case partEdges:
			if p.edges != "" && !known.hasEdges(p.edges) {
				write(p.renderer.block(edgeName, p.edges))
			}
		case partMap:
			if p.repoMap != nil && !known.hasMap(p.repoMap) {
				write(p.renderer.block(mapName, p.repoMap.Content))
			}
		default:
			titled := false
			for _, e := range p.listed(section(part)) {
				if known.hasItem(e.Path, e.id()) {
					continue
				}
				if !titled {
					write(p.renderer.section(e.section))
					titled = true
				}
				index++
				write(p.renderer.file(index, e, e.shown))
			}
		}
	}
	if known != nil {
		if removed := known.without(p); removed != "" {
			write(p.renderer.block(removedName, removed))
		}
	}
	b.WriteString(p.renderer.foot())
	text = b.String()
	if some && strings.HasSuffix(text, "\n\n") {
		text = text[:len(text)-1]
	}
	return text, some
}

// steadyShare is the fraction of a budget that what targets and task cost is rounded up to in the order
// for caches. So all that comes before them is chosen and cut as before when they grow by a few lines,
// at the price of so much of the budget at most.
const steadyShare = 64

// hold rounds what is spent so far up.
func (p *packer) hold() {
	if !p.steady {
		return
	}
	step := max(1, p.limit/steadyShare)
	if over := (p.limit - p.room) % step; over > 0 {
		p.room -= min(p.room, step-over)
	}
}
