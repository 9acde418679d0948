package budget

import "github.com/contextls/contextls/budget/render"

// leastMapTokens is what a map in a pack needs to be of use, unless a smaller one was asked for.
const leastMapTokens = 256

// mapShare is the fraction of what is left that the map may take before files.
const mapShare = 4

// reserveMap reserves some of so much room for the map, and returns how much; 0 where it is too little for
// a map, or none is wanted.
func (c *chooser) reserveMap(room int) int {
	if len(c.req.Map) == 0 || c.req.MapTokens < 1 {
		return 0
	}
	frame := c.mapCost("")
	if room-frame < perToken*min(c.req.MapTokens, leastMapTokens) {
		return 0
	}
	reserved := min(room, c.req.MapTokens*perToken+frame)
	c.reserve(reserved)
	return reserved
}

// drawMap draws the map into what was reserved for it, and releases that. Files that the pack shows come
// last, as paths.
func (c *chooser) drawMap(reserved int) {
	c.release(reserved)
	if reserved == 0 || c.expired() {
		return
	}
	d := newDrawing(c.req.Map, c.counter, c.steady)
	for e := range c.all() {
		shown := e.shown != nil && e.shown.representation != Path
		if !shown && e.odds == nil {
			continue
		}
		if f := d.file(e.Path); f != nil {
			f.shown = shown
			if e.odds != nil {
				f.odds = e.odds
			}
		}
	}
	limit := min(c.req.MapTokens*perToken, reserved-c.mapCost(""))
	for limit > 0 {
		m := d.within(limit)
		if len(m.Files) == 0 || m.FilesWithSignatures == 0 && m.FilesOmitted > 0 {
			return
		}
		cost := c.mapCost(m.Content)
		if cost <= reserved {
			c.repoMap = m
			c.spend(amount{cost: cost})
			return
		}
		limit -= cost - reserved
	}
}

func (c *chooser) mapCost(content string) int {
	return c.counter.cost(c.format.Block(render.TitleMap, content))
}
