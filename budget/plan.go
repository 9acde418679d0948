package budget

import (
	"cmp"
	"context"
	"slices"
	"sort"
)

// Why a candidate is left out, where no error says it.
const (
	overBudget = "over_budget"
	lateReason = "deadline"
)

const (
	outlineShare  = 8             // no outline takes more than this fraction of the budget
	namedShare    = 4             // related files with named lines take this fraction of the room first
	slicedShare   = 4             // a target that is cut anyway leaves this fraction to what it depends on
	glimpses      = 20            // files that are shown at least a little…
	glimpseShare  = 256           // …each in this fraction of the budget…
	glimpsesShare = 3             // …all in this fraction of the room
	leastGlimpse  = 24 * perToken // what one may cost at least
	namesShare    = 4             // direct imports beyond that are named in this fraction of the room
	sliced        = 8             // files that may be shown in part…
	slicedSize    = 8             // …when they are larger than this fraction of the budget…
	partShare     = 5             // …each in this fraction of the room
	leastOutline  = 64 * perToken // what an outline may cost at least, where many have to share
	missedLoads   = 4             // files read without being shown in full before spending stops
)

// packer is one Pack.
type packer struct {
	ctx         context.Context
	req         *Request
	counter     *Counter
	renderer    renderer
	summary     bool
	steady      bool // the order is OrderCache
	sections    [sectionCount][]*entry
	words       map[string]bool // of the task
	widestIndex int             // no file's index is written wider

	head    string
	bare    bool              // the text is the task alone, since no more fits
	limit   int               // of the whole text, in quarters of a token
	room    int               // what is left of it
	bytes   int               // what is left for contents; negative for no cap
	count   [sectionCount]int // files shown in each section; the first one pays for the title
	repoMap *Map
	edges   string
	late    bool // ctx is done: nothing is loaded or drawn any more
}

// plan chooses a view for every file, within a cost and a number of bytes.
func (p *packer) plan(limit, bytes int) {
	p.limit, p.room, p.bytes = limit, limit, bytes
	p.count, p.repoMap, p.edges, p.bare = [sectionCount]int{}, nil, "", false
	for _, entries := range p.sections {
		for _, e := range entries {
			e.shown, e.reason = nil, overBudget
			if e.failed != nil {
				p.drop(e)
			}
		}
	}
	p.frame()
	if p.summary {
		p.summarise()
	} else {
		p.fill()
	}
	for _, entries := range p.sections {
		for _, e := range entries {
			if p.late && e.reason == overBudget {
				e.reason = lateReason
			}
		}
	}
}

// fill shows as much as fits of all files.
func (p *packer) fill() {
	p.settle(sectionTargets)
	p.hold()
	p.settle(sectionPinned)
	p.settleNamed()
	ranked := p.ranked()
	p.glimpse(ranked)
	reserved := p.reserveMap(p.room / mapShare)
	p.settleManual()
	p.settleRanked(ranked)
	p.widen(ranked)
	p.outlines(ranked)
	if reserved == 0 {
		reserved = p.reserveMap(p.room)
	}
	p.room += reserved
	p.drawMap(reserved)
	p.settle(sectionManual)
	p.outlines(ranked)
	p.spend()
}

// ranked are direct imports and related files together, the best first.
func (p *packer) ranked() []*entry {
	all := slices.Concat(p.sections[sectionImports], p.sections[sectionRelated])
	slices.SortStableFunc(all, func(a, b *entry) int { return cmp.Compare(b.score, a.score) })
	return all
}

// frame pays for what stands around the files: title and task, or the task alone where no more fits.
func (p *packer) frame() {
	p.head = p.renderer.head(title("Context", p.req.Name), legend)
	if p.steady {
		p.head = p.renderer.head(title("Context", p.req.Name), steadyLegend)
	}
	cost := p.counter.cost(p.head) + p.counter.cost(p.renderer.foot())
	if p.req.Task != "" {
		cost += p.counter.cost(p.renderer.task(p.req.Task))
	}
	if p.bare = cost > p.room; p.bare {
		cost = p.room
	}
	p.room -= cost
}

// expired says whether ctx is done.
func (p *packer) expired() bool {
	p.late = p.late || p.ctx.Err() != nil
	return p.late
}

// settle shows the files of a section that are to be shown in full: first each a little, then as much
// as fits of each, best first.
func (p *packer) settle(s section) {
	for _, e := range p.share(p.sections[s]) {
		p.raise(e)
	}
}

// settleNamed shows related files around the lines that the task names, in at most a quarter of what is
// left: where a stack trace points to is more to the point than the outline of one more import.
func (p *packer) settleNamed() {
	withheld := p.room - p.room/namedShare
	p.room -= withheld
	for _, e := range hidden(p.sections[sectionRelated]) {
		if v := p.asPath(e); len(e.Ranges) > 0 && p.mayBeFull(e) && p.fits(e, v) {
			p.show(e, v)
			p.raise(e)
		}
	}
	p.room += withheld
}

// glimpse shows a few lines of each of the best files, and of every direct import, in a third of what is
// left; it names the imports that do not fit there. A reader who sees that a file is there can ask for it.
func (p *packer) glimpse(ranked []*entry) {
	limit := max(leastGlimpse, p.limit/glimpseShare)
	withheld := p.room - p.room/glimpsesShare
	p.room -= withheld
	for i, e := range hidden(ranked) {
		if i >= glimpses && e.section != sectionImports {
			continue
		}
		if v := p.smallest(e, limit); v != nil && p.fits(e, v) {
			p.show(e, v)
		}
	}
	p.room += withheld
	withheld = p.room - p.room/namesShare
	p.room -= withheld
	for _, e := range hidden(p.sections[sectionImports]) {
		if v := p.asPath(e); p.fits(e, v) {
			p.show(e, v)
		}
	}
	p.room += withheld
}

// settleManual shows attached files in at most half of what is left; what they need beyond that they get
// after the ranked files.
func (p *packer) settleManual() {
	withheld := p.room / 2
	p.room -= withheld
	p.settle(sectionManual)
	p.room += withheld
}

// settleRanked shows ranked files in full, best first; those that do not fit are passed over. Of the best
// ones that are too large it shows the definitions that matter.
func (p *packer) settleRanked(ranked []*entry) {
	for i, e := range ranked {
		if p.late {
			return
		}
		if e.failed != nil || !p.mayBeFull(e) {
			continue
		}
		room := p.room
		if e.shown != nil {
			room += e.shown.cost
		}
		if size := p.counter.guess(e.Size); size > room {
			if i < sliced && size > p.limit/slicedSize {
				p.part(e)
			}
			continue
		}
		if v := p.asFull(e); v != nil && p.fits(e, v) {
			p.show(e, v)
		} else if e.failed != nil {
			p.drop(e)
		}
	}
}

// part shows the definitions of a file that targets use or the task names, in a fifth of what is left.
func (p *packer) part(e *entry) {
	if p.outline(e); !slices.Contains(e.wanted, true) && len(e.Ranges) == 0 {
		return // its outline tells more than some part of it
	}
	limit := p.room / partShare
	if e.shown != nil {
		limit += e.shown.cost
	}
	v := p.asSlice(e, limit, p.bytesFor(e), sliceMode{urgentOnly: true})
	if v != nil && p.fits(e, v) && (e.shown == nil || v.cost > e.shown.cost) {
		p.show(e, v)
	}
}

// widen gives the outlines of glimpsed files the room that an outline may take.
func (p *packer) widen(ranked []*entry) {
	for _, e := range ranked {
		if e.shown == nil || e.shown.representation == Full || e.shown.representation == Slice ||
			e.shown.representation == Signatures && !e.shown.truncated {
			continue
		}
		if v := p.smallest(e, p.limit/outlineShare); v != nil && p.fits(e, v) {
			p.show(e, v)
		}
	}
}

// outlines shows as many of the entries as fit, with their outlines.
func (p *packer) outlines(entries []*entry) {
	entries = hidden(entries)
	for _, e := range entries[:p.prefix(entries, p.limit/outlineShare)] {
		p.show(e, e.outlined)
	}
}

// share shows all entries, with their outlines. Those are trimmed until all fit, or nothing sensible is
// left of them; files that still do not fit are named. It returns the entries that were not shown yet.
func (p *packer) share(entries []*entry) []*entry {
	entries = hidden(entries)
	limit := p.limit / outlineShare
	n := p.prefix(entries, limit)
	for n < len(entries) && limit > leastOutline && !p.late {
		limit /= 2
		n = p.prefix(entries, limit)
	}
	for i, e := range entries {
		v := e.outlined
		if i >= n {
			v = p.asPath(e)
		}
		if i < n || p.fits(e, v) {
			p.show(e, v)
		}
	}
	return entries
}

// hidden are the entries that are not shown, and not for want of a text.
func hidden(entries []*entry) []*entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return e.shown != nil || e.failed != nil })
}

// prefix is how many entries fit with outlines that cost at most limit each: found by binary search
// over the sums of their costs, which are taken in blocks of growing size, so that little is drawn in
// vain.
func (p *packer) prefix(entries []*entry, limit int) int {
	if len(entries) == 0 {
		return 0
	}
	sums, bytes := []int{p.titleCost(entries[0].section)}, []int{0}
	fits := func(n int) bool { return sums[n] <= p.room && (p.bytes < 0 || bytes[n] <= p.bytes) }
	for block := 16; len(sums) <= len(entries) && fits(len(sums)-1); block *= 2 {
		for _, e := range entries[len(sums)-1 : min(len(entries), len(sums)-1+block)] {
			v := p.smallest(e, limit)
			if v == nil {
				break
			}
			sums = append(sums, sums[len(sums)-1]+v.cost)
			bytes = append(bytes, bytes[len(bytes)-1]+len(v.content))
		}
		if p.late {
			break
		}
	}
	return max(0, sort.Search(len(sums), func(n int) bool { return !fits(n) })-1)
}

// raise shows as much as fits of a file that is to be shown in full.
func (p *packer) raise(e *entry) {
	if e.shown == nil || !p.mayBeFull(e) {
		return
	}
	if !e.loaded && p.room < p.limit/100 && p.counter.guess(e.Size) > p.room+e.shown.cost {
		return // neither in full nor as a slice to speak of
	}
	if v := p.asFull(e); v != nil && p.fits(e, v) {
		p.show(e, v)
		return
	}
	if e.failed != nil {
		p.drop(e)
		return
	}
	wanted := slices.Contains(e.wanted, true)
	mode, room := sliceMode{urgentOnly: true}, p.room
	if e.section == sectionTargets {
		mode, room = sliceMode{prelude: true}, p.room-p.limit/slicedShare
	}
	v := p.asSlice(e, room+e.shown.cost, p.bytesFor(e), mode)
	if v != nil && (wanted || len(e.Ranges) > 0 || v.cost > e.shown.cost) {
		p.show(e, v)
	}
}

// fits says whether a view can take the place of what is shown of a file.
func (p *packer) fits(e *entry, v *view) bool {
	room := p.room
	if e.shown != nil {
		room += e.shown.cost
	} else {
		room -= p.titleCost(e.section)
	}
	return v.cost <= room && (p.bytes < 0 || len(v.content) <= p.bytesFor(e))
}

// bytesFor is how many bytes of content a file may show.
func (p *packer) bytesFor(e *entry) int {
	switch {
	case p.bytes < 0:
		return maxTokens * perToken
	case e.shown == nil:
		return p.bytes
	}
	return p.bytes + len(e.shown.content)
}

func (p *packer) show(e *entry, v *view) {
	if e.shown != nil {
		p.hide(e)
	}
	p.room -= v.cost + p.titleCost(e.section)
	p.count[e.section]++
	if p.bytes >= 0 {
		p.bytes -= len(v.content)
	}
	e.shown, e.reason = v, ""
}

func (p *packer) hide(e *entry) {
	p.count[e.section]--
	p.room += e.shown.cost + p.titleCost(e.section)
	if p.bytes >= 0 {
		p.bytes += len(e.shown.content)
	}
	e.shown = nil
}

// drop takes a file out that cannot be read.
func (p *packer) drop(e *entry) {
	if e.shown != nil {
		p.hide(e)
	}
	e.reason = "unreadable: " + e.failed.Error()
}

// titleCost is what the next file of a section pays for its title.
func (p *packer) titleCost(s section) int {
	if p.count[s] > 0 {
		return 0
	}
	return p.counter.cost(p.renderer.section(s))
}
