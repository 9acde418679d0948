package budget

import (
	"slices"
	"strings"
	"unicode"
)

// picks are the passages that are chosen so far, and what they are likely to take.
type picks struct {
	*chooser
	of    map[*entry]*pick
	taken amount // by those that are not shown yet
}

// pick is what is chosen of one file.
type pick struct {
	*selection
	changed bool       // since it was shown last
	order   []lineSpan // in which it was chosen
}

// add chooses a passage if there is room for it, and reports whether there is.
func (p *picks) add(x *passage, room amount) bool { return p.addLines(x, x.last, room) }

// addPart chooses the leading lines of a passage that there is room for: of a definition first those below the comment
// above it, which alone would only be in the way, then those of the comment.
func (p *picks) addPart(x *passage, room amount) {
	from := x.first
	if x.symbol != nil {
		if line := x.e.source.line(x.symbol.Range.Start); line <= x.last {
			from = max(from, line)
		}
	}
	if p.addLeading(x, from, from, x.last, room) == x.last {
		least := x.first
		for least < from && !strings.ContainsFunc(x.e.source.trimmed(least), unicode.IsLetter) {
			least++ // a lone mark says nothing
		}
		p.addLeading(x, x.first, least, from-1, room)
	}
}

// addLeading chooses as many lines of a passage as there is room for, from first to last, and none if those do not reach
// least. It gives the last of them; what is before least where there is none.
func (p *picks) addLeading(x *passage, first, least, last int, room amount) int {
	part := *x
	for part.first = first; last >= least; last-- {
		if p.addLines(&part, last, room) {
			p.of[x.e].partial = true
			break
		}
	}
	return last
}

// addLines chooses the lines of a passage up to one, if there is room for them.
func (p *picks) addLines(x *passage, last int, room amount) bool {
	of := p.of[x.e]
	var extra amount
	if of == nil {
		of = &pick{selection: x.e.source.selection(p.total)}
		extra = p.path(x.e).amount.plus(amount{cost: headingSlack}).plus(of.taken)
		if x.e.shown != nil {
			extra = extra.minus(x.e.shown.amount)
		} else {
			extra = extra.plus(p.title(x.e.section))
		}
	}
	if !of.changed {
		extra.cost += recount
	}
	before, selected := of.taken, slices.Clone(of.selected)
	fits := true
	for _, h := range x.heads {
		fits = fits && of.add(h.first, h.last)
	}
	first, last := of.joined(x.first, last)
	fits = fits && of.add(first, last)
	extra = extra.plus(of.taken.minus(before))
	if !fits || !p.taken.plus(extra).within(room) {
		of.taken, of.selected = before, selected
		return false
	}
	p.taken = p.taken.plus(extra)
	of.order = append(append(of.order, x.heads...), lineSpan{first, last})
	of.changed = true
	p.of[x.e] = of
	return true
}

// shortGap is how many lines between two passages are shown with them: a mark in their place takes as much room,
// and breaks the reader's thread.
const shortGap = 3

// joined are the lines first to last, with those of a short gap between them and what is selected, and the blank line above. That parts
// them from the mark for what is left out, as it parts them from what stands there, and new code goes in its place.
func (p *pick) joined(first, last int) (int, int) {
	for gap := 1; gap <= shortGap && first-gap > 0; gap++ {
		if p.selected[first-gap-1] {
			first -= gap
			break
		}
	}
	for gap := 1; gap <= shortGap && last+gap+1 < len(p.selected); gap++ {
		if p.selected[last+gap+1] {
			last += gap
			break
		}
	}
	if first < last && first > 0 && p.blank(first-1) {
		first--
	}
	return first, last
}

// headingSlack is what the heading of a slice may cost more than that of a path, in quarters of a token.
const headingSlack = 12 * perToken

// recount is what the heading of a slice may cost more when it tells of more lines, in quarters of a token.
const recount = 2

// showPicks shows what was chosen of the entries since it was shown last.
func (c *chooser) showPicks(entries []*entry) {
	for _, e := range entries {
		if p := c.race.of[e]; p != nil && p.changed {
			c.showPick(e, p)
			p.changed = false
		}
	}
}

// showPick shows what was chosen of a file, and less of what was chosen last where it takes more than was thought.
func (c *chooser) showPick(e *entry, p *pick) {
	for order := p.order; len(order) > 0; order = order[:len(order)-1] {
		sel := e.source.selection(c.total)
		for _, s := range order {
			sel.add(s.first, s.last)
		}
		content, ranges := sel.content()
		if c.showIfFits(e, c.measure(e, view{representation: Slice, content: content, ranges: ranges, truncated: p.partial && len(order) == len(p.order)})) {
			return
		}
	}
}

// nearlyFull: where less than this fraction of a slice is missing, the file is shown in full.
const nearlyFull = 12
