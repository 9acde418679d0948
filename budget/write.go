package budget

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/budget/render"
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
	byTier = []part{partTask, part(sectionTargets), part(sectionPinned), part(sectionImports), part(sectionPackages), part(sectionRelated),
		partEdges, partMap, part(sectionManual)}
	byChange = []part{partMap, partEdges, part(sectionPinned), part(sectionManual), part(sectionImports),
		part(sectionPackages), part(sectionRelated), part(sectionTargets), partTask}
)

const (
	nameBytes     = 80 // of the folder's name in the title
	tierLegend    = "Files by importance; `…` stands for what is left out."
	steadyLegend  = "Files by path, those to be changed at the end; `…` stands for what is left out."
	changesLegend = "What is not here is as it was; `…` stands for what is left out."
)

// writer writes a draft as a text.
type writer struct {
	*draft
	*viewer
	req       *Request
	steady    bool // the order is OrderCache
	available int  // tokens
}

// order is the order of the text's parts.
func (w *writer) order() []part {
	if w.steady {
		return byChange
	}
	return byTier
}

// listed are the files of a section that are shown, in the order of the text: the best first, or by
// path, since scores move with every edit.
func (w *writer) listed(s section) []*entry {
	shown := slices.DeleteFunc(slices.Clone(w.files[s]), func(e *entry) bool { return e.shown == nil })
	if w.steady {
		slices.SortFunc(shown, func(a, b *entry) int { return strings.Compare(a.Path, b.Path) })
	}
	return shown
}

// heading is the title of the text, and the legend below it.
func (w *writer) heading() (title, legend string) {
	if w.steady {
		return w.titled("Context"), steadyLegend
	}
	return w.titled("Context"), tierLegend
}

// titled is a title with the name of the folder.
func (w *writer) titled(what string) string {
	if w.req.Name == "" {
		return what
	}
	return what + " from " + render.Clip(render.OneLine(w.req.Name), nameBytes)
}

// frameCost is the cost of what stands around the files: heading, task and end.
func (w *writer) frameCost() int {
	cost := w.counter.cost(w.format.Head(w.heading())) + w.counter.cost(w.format.Foot())
	if task := w.req.shown; task != "" {
		cost += w.counter.cost(w.format.Task(task))
	}
	return cost
}

// text is the whole text.
func (w *writer) text() string {
	if w.taskOnly {
		return w.req.shown
	}
	title, legend := w.heading()
	doc := render.NewDocument(w.format, title, legend)
	w.write(doc, nil)
	return doc.Text()
}

// changes is the text of what is not in the baseline; the whole text where that costs less, and "" where
// nothing is new.
func (w *writer) changes(whole string, since *Baseline) string {
	if w.taskOnly {
		return whole
	}
	doc := render.NewDocument(w.format, w.titled("Changes to the context"), changesLegend)
	w.write(doc, since)
	if removed := since.removed(w.files); removed != "" {
		doc.Block(render.TitleRemoved, removed)
	}
	if doc.Empty() {
		return ""
	}
	if text := doc.Text(); w.counter.cost(text) <= w.counter.cost(whole) {
		return text
	}
	return whole
}

// write adds all parts to a document but those that are in the baseline.
func (w *writer) write(doc *render.Document, since *Baseline) {
	for _, part := range w.order() {
		switch part {
		case partTask:
			if task := w.req.shown; task != "" && !since.hasTask(task) {
				doc.Task(task)
			}
		case partEdges:
			if w.edges != "" && !since.hasEdges(w.edges) {
				doc.Block(render.TitleEdges, w.edges)
			}
		case partMap:
			if w.repoMap != nil && !since.hasMap(w.repoMap) {
				doc.Block(render.TitleMap, w.repoMap.Content)
			}
		default:
			for _, e := range w.listed(section(part)) {
				if !since.hasItem(e) {
					doc.File(e.part(e.shown))
				}
			}
		}
	}
}
