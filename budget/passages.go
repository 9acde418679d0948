package budget

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/contextls/contextls/rank"
)

const (
	longPassage   = 60   // lines of a definition above which it is cut into passages…
	passageLines  = 35   // …of about so many
	leastPassage  = 15   // …and no fewer, where a blank line allows it
	priceExponent = 0.65 // how much a passage's cost counts against its odds; below 1, since a long one shows more
	filesPer      = 400  // tokens of the budget for each file that passages are read of…
	leastFiles    = 12   // …but so many at least
	mostFiles     = 60   // …and at most
	missesInARow  = 12   // passages that do not fit before the rest is not tried
	rangesCount   = 1e6  // times more for what a request or a task points at by line
	wholeTargets  = 3    // targets are shown in full in this fraction of what is left; with more, fewer other files are seen
)

// passage is a run of lines of a file that is shown as a whole: a definition, a part of a long one, or what
// stands between definitions.
type passage struct {
	e           *entry
	first, last int
	heads       []lineSpan // of the definitions that it stands in
	value       float64    // its odds for what it takes
}

// lineSpan are lines, 0-based, both included.
type lineSpan struct{ first, last int }

// showPassages shows the passages of files that are worth most for their price, until no more fit. The files
// are by rank.
func (c *chooser) showPassages(entries []*entry) {
	found := make([][]passage, len(entries)) // of each file
	var judging sync.WaitGroup
	for place, e := range entries {
		if c.expired() {
			break
		}
		if e.Odds == nil || e.outlineOnly || e.shows(Full) || e.failed != nil {
			continue
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
		if e.source == nil {
			e.source = c.cut(e)
		}
		judging.Go(func() { found[place] = e.passages(place) })
	}
	judging.Wait()
	all := slices.Concat(found...)
	slices.SortStableFunc(all, func(a, b passage) int { return cmp.Compare(b.value, a.value) })
	picked := &picks{chooser: c, of: map[*entry]*pick{}}
	for misses, i := 0, 0; i < len(all) && misses < missesInARow; i++ {
		if picked.add(&all[i]) {
			misses = 0
		} else {
			misses++
		}
	}
	for _, e := range entries {
		if p := picked.of[e]; p != nil {
			c.showPick(e, p)
		}
	}
}

// passages cuts a file's blocks into passages, with what they are worth.
func (e *entry) passages(place int) []passage {
	s := e.source
	symbols := map[int]int{} // line → the first symbol that begins there
	for i := range e.Symbols {
		if span := e.Symbols[i].Range; !e.altered && int(span.End) <= len(s.raw) {
			if line := s.line(span.Start); symbols[line] == 0 {
				symbols[line] = i + 1
			}
		}
	}
	var out []passage
	var judged []rank.Passage
	var urgent []bool
	var walk func(blocks []block, heads []lineSpan, inside bool)
	walk = func(blocks []block, heads []lineSpan, inside bool) {
		for i := range blocks {
			b := &blocks[i]
			if len(b.kids) > 0 {
				inner := slices.Clip(heads)
				for _, h := range b.head() {
					inner = append(inner, lineSpan{h.first, h.last})
				}
				walk(b.kids, inner, true)
				continue
			}
			symbol := 0
			if b.urgency != between {
				for line := b.first; line <= b.last && symbol == 0; line++ {
					symbol = symbols[line]
				}
			}
			for k, part := range s.parts(b) {
				p := passage{e: e, first: part.first, last: part.last, heads: heads}
				if k > 0 { // the line that says which definition this is a part of
					p.heads = append(slices.Clip(heads), lineSpan{b.first, b.first})
				}
				j := rank.Passage{Text: s.raw[s.rawStarts[p.first]:s.rawStarts[p.last+1]], Head: inside && i == 0 && b.urgency == between, First: !inside && b.prelude()}
				if symbol > 0 {
					j.Symbol = &e.Symbols[symbol-1]
				}
				out, judged, urgent = append(out, p), append(judged, j), append(urgent, b.urgency == inRange)
			}
		}
	}
	walk(s.blocks, nil, false)
	for i, odds := range e.Odds(place, judged) {
		cost := s.mark.cost
		for line := out[i].first; line <= out[i].last; line++ {
			cost += s.costs[line]
		}
		if out[i].value = odds / math.Pow(float64(cost), priceExponent); urgent[i] {
			out[i].value *= rangesCount
		}
	}
	return out
}

// parts are a block's lines, in parts where it is long: they end at blank lines, if there are any.
func (s *source) parts(b *block) []lineSpan {
	if b.last-b.first < longPassage {
		return []lineSpan{{b.first, b.last}}
	}
	var out []lineSpan
	for from := b.first; from <= b.last; {
		to := min(b.last, from+passageLines-1)
		if b.last-to < leastPassage {
			to = b.last
		} else {
			for line := to; line >= from+leastPassage; line-- {
				if s.blank(line) {
					to = line
					break
				}
			}
		}
		out = append(out, lineSpan{from, to})
		from = to + 1
	}
	return out
}

// picks are the passages that are chosen so far, and what they are likely to take.
type picks struct {
	*chooser
	of    map[*entry]*pick
	taken amount
}

// pick is what is chosen of one file.
type pick struct {
	*selection
	order []lineSpan // in which it was chosen
}

// add chooses a passage if there is room for it, and reports whether there is.
func (p *picks) add(x *passage) bool {
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
	before, selected := of.taken, slices.Clone(of.selected)
	fits := true
	for _, h := range x.heads {
		fits = fits && of.add(h.first, h.last)
	}
	fits = fits && of.add(x.first, x.last)
	extra = extra.plus(of.taken.minus(before))
	if !fits || !p.taken.plus(extra).within(p.left()) {
		of.taken, of.selected = before, selected
		return false
	}
	p.taken = p.taken.plus(extra)
	of.order = append(append(of.order, x.heads...), lineSpan{x.first, x.last})
	p.of[x.e] = of
	return true
}

// headingSlack is what a heading may cost more for the lines that it names, in quarters of a token.
const headingSlack = 12 * perToken

// showPick shows what was chosen of a file: in full where that takes hardly more, and with less of what was
// chosen last where it takes more than was thought.
func (c *chooser) showPick(e *entry, p *pick) {
	if full := c.full(e, c.total.cost); full != nil && full.cost <= c.path(e).cost+headingSlack+p.taken.cost+p.taken.cost/nearlyFull && c.showFull(e) {
		return
	}
	for order := p.order; len(order) > 0; order = order[:len(order)-1] {
		sel := e.source.selection(c.total)
		for _, s := range order {
			sel.add(s.first, s.last)
		}
		content, ranges := sel.content()
		if c.showIfFits(e, c.measure(e, view{representation: Slice, content: content, ranges: ranges})) {
			return
		}
	}
}

// nearlyFull: where less than this fraction of a slice is missing, the file is shown in full.
const nearlyFull = 12

// readable is how many ranked files passages are read of.
func (c *chooser) readable() int {
	return min(max(c.total.cost/(filesPer*perToken), leastFiles), mostFiles)
}

// showTargets shows targets: in full where they take at most a third of what is left, or where nothing says
// what of them matters. Of the others it shows a few lines of the outline; the passages that matter follow.
func (c *chooser) showTargets() {
	var whole []*entry
	room := c.fraction(wholeTargets)
	for _, e := range c.files[sectionTargets] {
		if size := c.counter.guess(e.Size); e.Odds == nil || e.outlineOnly || len(e.Ranges) > 0 || size <= room {
			whole = append(whole, e)
			room -= size
		} else if !c.showIfFits(e, c.signatures(e, leastPreview)) {
			c.showIfFits(e, c.path(e))
		}
	}
	c.showInFull(whole)
}
