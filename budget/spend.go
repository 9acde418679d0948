package budget

const (
	filled      = 0.95 // the share of the budget below which slices are grown line by line
	missedLoads = 4    // files read without being shown in full before spending stops
)

// spendRest uses what is left over: the best files that are not yet full are shown in full, those that do
// not fit are skipped. Where less than the filled share is used then, slices take whole definitions, and
// at last the leading lines of one.
func (c *chooser) spendRest() {
	var partly, rest []*entry
	for e := range c.all() {
		switch {
		case e.outlineOnly || e.failed != nil || e.shows(Full):
		case e.shown != nil:
			partly = append(partly, e)
		default:
			rest = append(rest, e)
		}
	}
	c.complete(partly)
	open := append(partly, rest...)
	c.grow(open, sliceMode{}, missedLoads)
	c.grow(open, sliceMode{cutting: true}, missedLoads)
}

// complete shows files in full that are shown in part.
func (c *chooser) complete(partly []*entry) {
	missed := 0
	for _, e := range partly {
		if missed == missedLoads || c.past {
			return
		}
		if !e.loaded && c.counter.guess(e.Size) > c.roomFor(e).cost {
			continue
		}
		if !c.showFull(e) && e.failed == nil {
			missed++
		}
	}
}

// isFilled reports whether enough of the budget is used.
func (c *chooser) isFilled() bool {
	used := c.total.cost - c.left().cost - perToken // the last line of the text may yet go
	return float64(used) >= filled*float64(c.total.cost)
}

// grow shows more of files while too little of the budget is used; it makes at most so many slices.
func (c *chooser) grow(entries []*entry, mode sliceMode, tries int) {
	for _, e := range entries {
		if tries == 0 || c.past || c.isFilled() {
			return
		}
		if e.failed != nil || e.shows(Full) {
			continue
		}
		room := c.roomFor(e)
		if room.cost <= c.path(e).cost || room.bytes <= len(ellipsis) || c.showFull(e) {
			continue
		}
		tries--
		mode.prelude = e.section == sectionTargets
		if v := c.slice(e, room, mode); v != nil && v.cost > e.taken().cost {
			c.show(e, v)
		}
	}
}
