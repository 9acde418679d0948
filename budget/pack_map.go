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
	entries := make(map[string]*entry, c.count())
	for e := range c.all() {
		entries[e.Path] = e
	}
	known := func(path string) (shown bool, odds []float64) {
		e := entries[path]
		if e == nil {
			return false, nil
		}
		return e.shown != nil && e.shown.representation != Path, e.odds
	}
	limit := min(c.req.MapTokens*perToken, reserved-c.mapCost(""))
	for limit > 0 {
		m := drawMap(c.req.Map, known, limit, c.counter, c.steady)
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
