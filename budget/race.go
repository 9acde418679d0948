package budget

import (
	"slices"

	"github.com/contextls/contextls/rank"
)

const (
	firstFiles  = 12             // files whose passages take part from the beginning
	filePrice   = 400 * perToken // cost of passages after which those of one more file take part…
	mostFiles   = 60             // …up to so many
	targetsRoom = 6              // the targets' passages have this fraction of what is left to themselves…
	othersRoom  = 4              // …but where no task says what of them matters, all but this fraction
	besideShown = 1.5            // times more is a passage worth that touches one that is shown: a change often goes on there, and so does a reader
)

// showPassages shows the passages that are worth most for their price: those of targets in a share of what is
// left, then those of all files, until the first does not fit, of which it shows the leading lines. The more
// is shown, the more files take part. The order in which passages are shown depends on what they are worth and
// not on the budget, and no other one takes the place of the one that does not fit: so what a budget shows
// stands in every larger one.
func (c *chooser) showPassages(targets, ranked []*entry) {
	all := c.judge(slices.Concat(targets, ranked[:min(len(ranked), c.readable())]))
	if len(all) == 0 {
		return
	}
	c.race = newRace(c, all)
	room := c.left()
	if c.req.Task == "" {
		room.cost -= room.cost / othersRoom
	} else {
		room.cost /= targetsRoom
	}
	for i := range all {
		if all[i].e.section == sectionTargets {
			if c.race.early[i] = c.race.add(&all[i], room); !c.race.early[i] {
				break
			}
		}
	}
	c.race.open(firstFiles)
	c.showMorePassages(slices.Concat(targets, ranked))
}

// showMorePassages goes on where there was no more room for passages. It reports whether there are more of them
// than there is room for.
func (c *chooser) showMorePassages(entries []*entry) (more bool) {
	r := c.race
	if r == nil {
		return false
	}
	for r.Len() > 0 && !more {
		x := &r.all[r.in[0]]
		if more = !r.early[r.in[0]] && !r.add(x, c.left()); more {
			r.addPart(x, c.left())
			break
		}
		r.leave()
		r.run += x.cost()
		r.open(firstFiles + r.run/filePrice)
	}
	c.showPicks(entries)
	r.taken = amount{} // it is spent now
	for _, e := range entries {
		if p := r.of[e]; p != nil && !e.shows(Full) {
			if full := c.full(e, c.total.cost); full != nil && full.cost-e.taken().cost <= e.taken().cost/nearlyFull {
				c.showFull(e)
			}
		}
	}
	return more
}

// readable is how many ranked files may take part.
func (c *chooser) readable() int { return min(firstFiles+c.left().cost/filePrice+1, mostFiles) }

// judge reads files and judges their passages, which it gives by what they are worth.
func (c *chooser) judge(entries []*entry) []passage {
	var open []int // those that are to be judged, by place
	for place, e := range entries {
		if c.judged(e) && !e.shows(Full) && e.failed == nil {
			open = append(open, place)
		}
	}
	c.atOnce(len(open), func(w *viewer, i int) {
		if e := entries[open[i]]; !w.expired() && w.load(e) && e.text != "" {
			w.cut(e)
		}
	})
	var cuts []rank.Cut
	var found [][]passage
	all := 0
	for _, place := range open {
		e := entries[place]
		if c.expired() {
			break
		}
		if !c.load(e) {
			if e.failed != nil {
				c.drop(e)
			}
			continue
		}
		if e.text == "" {
			continue
		}
		if !c.cut(e) {
			break
		}
		passages, judged := e.passages()
		for k := range passages {
			passages[k].place, passages[k].number = place, all+k
		}
		all += len(passages)
		cuts = append(cuts, rank.Cut{File: *e.Ranked, Place: place, Text: e.text, Passages: judged})
		found = append(found, passages)
	}
	if len(cuts) == 0 {
		return nil
	}
	likely := c.req.Odds(c.ctx, cuts)
	if likely == nil {
		return nil // out of time
	}
	c.atOnce(len(likely), func(_ *viewer, i int) {
		for k, odds := range likely[i] {
			found[i][k].setValue(odds)
		}
		found[i][0].e.keepOdds(found[i])
		found[i] = crowded(found[i])
	})
	c.passages = sortedBy(slices.Concat(found...), worth)
	return c.passages
}
