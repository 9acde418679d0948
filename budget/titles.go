package budget

import "math"

const (
	titlesFrom  = 8000 * perToken // of a budget: below, bodies are worth more
	titlesShare = 6               // the fraction of what is above it that titles may take…
	titlesMost  = 1500 * perToken // …up to so much
)

// titlesRoom is what the titles of definitions that are not shown may take.
func (c *chooser) titlesRoom() int {
	if c.req.Odds == nil {
		return 0
	}
	return min(max(0, c.total.cost-titlesFrom)/titlesShare, titlesMost)
}

// showTitles names, of the definitions that are not shown, the likeliest in so much room, where their files are shown in
// part or by their outlines: by the line that has their name. Who sees that a definition is there can ask for it.
func (c *chooser) showTitles(entries []*entry, room int) {
	if c.race == nil || room == 0 {
		return
	}
	limit := c.left()
	limit.cost = min(limit.cost, room)
	p := &c.race.picks
	p.taken = amount{}
	for _, t := range c.titles() {
		if !p.add(&t, limit) {
			break
		}
	}
	p.taken = amount{} // it is spent now
	c.showPicks(entries)
}

// titles are the lines that name definitions that are not shown, of files that are shown otherwise: those first that are likely for
// what they take.
func (c *chooser) titles() (titles []passage) {
	for _, p := range c.passages {
		if p.symbol == nil || c.race.of[p.e] == nil && !p.e.shows(Signatures) || p.e.shows(Full) || p.shown() {
			continue
		}
		if line := int(p.symbol.Line); p.first <= line && line <= p.last {
			p.first, p.last = line, line
			p.value = p.odds / math.Sqrt(float64(p.cost())) // a list of names tells the more the more there are
			titles = append(titles, p)
		}
	}
	return sortedBy(titles, worth)
}
