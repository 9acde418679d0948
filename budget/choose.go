package budget

import "slices"

const (
	targetShare   = 4   // a target that is cut anyway leaves this fraction to what it depends on
	manualShare   = 2   // attached files leave this fraction to the ranked ones
	partialFiles  = 8   // files that may be shown in part…
	partialSize   = 8   // …when they are larger than this fraction of the budget…
	partialShare  = 5   // …each in this fraction of what is left
	leastForSlice = 100 // a fraction of the budget: with less left, no text is read for a slice
)

// chooser chooses what a draft shows, file by file.
type chooser struct {
	*draft
	*viewer
	req    *Request
	steady bool  // the order is OrderCache
	race   *race // of passages; nil where none are judged
}

// showTargets shows a few lines of the outline of targets, whose passages follow, and those in full that cannot be judged.
func (c *chooser) showTargets() {
	var whole []*entry
	for _, e := range c.files[sectionTargets] {
		if !c.judged(e) {
			whole = append(whole, e)
		} else if !c.showIfFits(e, c.signatures(e, leastPreview)) {
			c.showIfFits(e, c.path(e))
		}
	}
	c.showInFull(whole)
}

// enlargeTargets shows as much as fits of targets that are shown already.
func (c *chooser) enlargeTargets() {
	for _, e := range c.files[sectionTargets] {
		if !e.shows(Full) {
			c.enlarge(e)
		}
	}
}

// choose shows as much as fits of all files, in the order that the package's description gives.
func (c *chooser) choose() {
	c.race = nil
	c.showTargets()
	c.absorbEdits()
	c.showInFull(c.files[sectionPinned])
	ranked := c.ranked()
	previews := c.fraction(previewsShare)
	c.reserve(previews)
	reserved := c.reserveMap(c.fraction(mapShare))
	c.showManual()
	c.showPackages()
	titles := c.titlesRoom()
	c.reserve(titles)
	c.showPassages(c.files[sectionTargets], ranked)
	c.release(previews)
	c.preview(ranked, previews)
	if c.race != nil {
		c.drawMap(reserved)
		judged := slices.Concat(c.files[sectionTargets], ranked)
		more := c.showMorePassages(judged)
		c.release(titles)
		c.showTitles(judged, titles)
		if more {
			c.showInFull(c.files[sectionManual])
			c.extendOutlines(ranked)
			c.showOutlines(ranked)
			c.showMorePassages(judged) // headings take less than was thought
			c.fillOutlines(judged)
			return
		}
		reserved = 0
	} else {
		c.release(titles)
		c.enlargeTargets() // there was no time to judge their passages
	}
	c.extendOutlines(c.files[sectionTargets])
	c.showRanked(ranked)
	c.extendOutlines(ranked)
	c.showOutlines(ranked)
	if reserved == 0 && c.repoMap == nil {
		reserved = c.reserveMap(c.left().cost)
	}
	if reserved > 0 {
		c.drawMap(reserved)
	}
	c.showInFull(c.files[sectionManual])
	c.showOutlines(ranked)
	c.spendRest()
}

// steadyShare is the fraction of a budget that what targets and task cost is rounded up to in the order
// for caches. So all that comes before them is chosen and cut as before when they grow by a few lines,
// at the price of so much of the budget at most.
const steadyShare = 64

// absorbEdits rounds up what is spent so far, in the order for caches.
func (c *chooser) absorbEdits() {
	if c.steady {
		c.roundUp(max(1, c.total.cost/steadyShare))
	}
}

// showInFull shows files that are to be shown in full: first each a little, then as much as fits of each,
// the best first.
func (c *chooser) showInFull(entries []*entry) {
	for _, e := range c.shareOutlines(entries) {
		c.enlarge(e)
	}
}

// showManual shows attached files in at most half of what is left; what they need beyond that they get
// after the ranked files.
func (c *chooser) showManual() {
	c.limited(c.left().cost-c.fraction(manualShare), func() { c.showInFull(c.files[sectionManual]) })
}

// showRanked shows ranked files in full, best first; those that do not fit are passed over. Of the best
// ones that are too large it shows the definitions that matter.
func (c *chooser) showRanked(ranked []*entry) {
	for i, e := range ranked {
		if c.past {
			return
		}
		if e.failed != nil || e.outlineOnly {
			continue
		}
		if size := c.counter.guess(e.Size); size <= c.left().cost+e.taken().cost {
			c.showFull(e)
		} else if i < partialFiles && size > c.total.cost/partialSize {
			c.showPart(e)
		}
	}
}

// showPart shows the definitions of a file that targets use or the task names, in a fifth of what is left.
func (c *chooser) showPart(e *entry) {
	if c.outline(e); !slices.Contains(e.wanted, true) && len(e.Ranges) == 0 {
		return // its outline tells more than some part of it
	}
	limit := amount{c.fraction(partialShare) + e.taken().cost, c.roomFor(e).bytes}
	if v := c.slice(e, limit, sliceMode{urgentOnly: true}); v != nil && v.cost > e.taken().cost {
		c.showIfFits(e, v)
	}
}

// showFull shows a file in full if it fits, and reports whether it does. It drops a file that cannot be
// read.
func (c *chooser) showFull(e *entry) bool {
	if c.showIfFits(e, c.full(e, c.total.cost)) {
		return true
	}
	if e.failed != nil {
		c.drop(e)
	}
	return false
}

// enlarge shows as much as fits of a file that is shown already.
func (c *chooser) enlarge(e *entry) {
	if e.shown == nil || e.outlineOnly {
		return
	}
	room := c.roomFor(e)
	if !e.loaded && c.left().cost < c.total.cost/leastForSlice && c.counter.guess(e.Size) > room.cost {
		return // neither in full nor as a slice to speak of
	}
	if c.showFull(e) || e.failed != nil {
		return
	}
	mode := sliceMode{urgentOnly: true}
	if e.section == sectionTargets {
		mode = sliceMode{prelude: true}
		room.cost -= c.total.cost / targetShare
	}
	wanted := slices.Contains(e.wanted, true) // only where an outline was made before
	v := c.slice(e, room, mode)
	if v != nil && (wanted || len(e.Ranges) > 0 || v.cost > e.shown.cost) {
		c.show(e, v)
	}
}

// hidden are the entries that are not shown, but for those that cannot be read.
func hidden(entries []*entry) []*entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e *entry) bool { return e.shown != nil || e.failed != nil })
}
