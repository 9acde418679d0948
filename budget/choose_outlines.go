package budget

import "sort"

const (
	outlineShare  = 8              // no outline takes more than this fraction of the budget
	leastOutline  = 64 * perToken  // what an outline may cost at least, where many have to share
	previewsPer   = 500 * perToken // of the budget for each file that is shown at least a little…
	leastPreviews = 20             // …but so many at least…
	mostPreviews  = 100            // …and at most,
	previewShare  = 12             // all of them in about this fraction of the budget…
	leastPreview  = 24 * perToken  // …but each in as much as this,
	previewsShare = 14             // and all in this fraction of what is left
	pathsShare    = 4              // direct imports beyond that are named in this fraction of what is left
)

// preview shows a few lines of each of the best files, and of every direct import, in a third of what is
// left; it names the imports that do not fit there. A reader who sees that a file is there can ask for it.
func (c *chooser) preview(ranked []*entry, room int) {
	previewed := min(max(c.total.cost/previewsPer, leastPreviews), mostPreviews)
	limit := max(leastPreview, c.total.cost/(previewShare*previewed))
	c.limited(min(room, c.left().cost), func() {
		for i, e := range hidden(ranked) {
			if i < previewed || e.section == sectionImports {
				c.showIfFits(e, c.signatures(e, limit))
			}
		}
	})
	c.limited(c.fraction(pathsShare), func() {
		for _, e := range hidden(c.files[sectionImports]) {
			c.showIfFits(e, c.path(e))
		}
	})
}

// extendOutlines gives the outlines of previewed files the room that an outline may take.
func (c *chooser) extendOutlines(ranked []*entry) {
	for _, e := range ranked {
		if e.shows(Path) || e.shows(Signatures) && e.shown.truncated {
			c.showIfFits(e, c.signatures(e, c.total.cost/outlineShare))
		}
	}
}

// fillOutlines lets the outlines of the best files take what is left, while too little of the budget is used.
func (c *chooser) fillOutlines(entries []*entry) {
	for _, e := range entries {
		if c.past || c.isFilled() {
			return
		}
		if e.shown == nil || e.shows(Path) || e.shows(Signatures) && e.shown.truncated {
			c.showIfFits(e, c.signatures(e, c.roomFor(e).cost))
		}
	}
}

// showOutlines shows as many of the entries as fit, with their outlines.
func (c *chooser) showOutlines(entries []*entry) {
	entries = hidden(entries)
	for _, e := range entries[:c.fitting(entries, c.total.cost/outlineShare)] {
		c.show(e, e.signatures)
	}
}

// shareOutlines shows all entries, with their outlines. Those are trimmed until all fit, or nothing
// sensible is left of them; files that still do not fit are named. It returns the entries that were not
// shown before.
func (c *chooser) shareOutlines(entries []*entry) []*entry {
	entries = hidden(entries)
	limit := c.total.cost / outlineShare
	n := c.fitting(entries, limit)
	for n < len(entries) && limit > leastOutline && !c.past {
		limit /= 2
		n = c.fitting(entries, limit)
	}
	for _, e := range entries[:n] {
		c.show(e, e.signatures)
	}
	for _, e := range entries[n:] {
		c.showIfFits(e, c.path(e))
	}
	return entries
}

// fitting is how many of the entries fit, the first ones, with outlines that cost at most limit each. It
// is found by binary search over the sums of what they take; these are made in blocks of growing size, so
// that few outlines are drawn in vain.
func (c *chooser) fitting(entries []*entry, limit int) int {
	if len(entries) == 0 {
		return 0
	}
	sums := []amount{c.title(entries[0].section)}
	fits := func(n int) bool { return c.affords(sums[n]) }
	for block := 16; len(sums) <= len(entries) && fits(len(sums)-1); block *= 2 {
		for _, e := range entries[len(sums)-1 : min(len(entries), len(sums)-1+block)] {
			v := c.signatures(e, limit)
			if v == nil {
				break
			}
			sums = append(sums, sums[len(sums)-1].plus(v.amount))
		}
		if c.past {
			break
		}
	}
	return max(0, sort.Search(len(sums), func(n int) bool { return !fits(n) })-1)
}
