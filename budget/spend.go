package budget

// filled is the share of the budget below which slices are grown line by line.
const filled = 0.95

// spend uses what is left over: the best files that are not yet full are shown in full, those that do
// not fit are skipped. Where less than the filled share is used then, slices take whole definitions,
// and at last the leading lines of one.
func (p *packer) spend() {
	var open []*entry
	for _, shown := range [...]bool{true, false} {
		for _, entries := range p.sections {
			for _, e := range entries {
				if (e.shown != nil) == shown && p.mayBeFull(e) && e.failed == nil && (!shown || e.shown.representation != Full) {
					open = append(open, e)
				}
			}
		}
	}
	p.upgrade(open)
	p.grow(open, sliceMode{}, missedLoads)
	p.grow(open, sliceMode{cutting: true}, missedLoads)
}

func (p *packer) upgrade(open []*entry) {
	missed := 0
	for _, e := range open {
		if e.shown == nil || missed == missedLoads || p.late {
			continue
		}
		if !e.loaded && p.counter.guess(e.Size) > p.room+e.shown.cost {
			continue
		}
		switch v := p.asFull(e); {
		case v != nil && p.fits(e, v):
			p.show(e, v)
		case v == nil && e.failed != nil:
			p.drop(e)
		default:
			missed++
		}
	}
}

// grow shows more of files while too little of the budget is used; it cuts so many at most.
func (p *packer) grow(open []*entry, mode sliceMode, tries int) {
	for _, e := range open {
		used := p.limit - p.room - perToken // the last line of the text may yet go
		if tries == 0 || p.late || float64(used) >= filled*float64(p.limit) {
			return
		}
		if e.failed != nil || e.shown != nil && e.shown.representation == Full {
			continue
		}
		limit, current := p.room-p.titleCost(e.section), 0
		if e.shown != nil {
			limit, current = p.room+e.shown.cost, e.shown.cost
		}
		if limit <= p.asPath(e).cost || p.bytesFor(e) <= len(ellipsis) {
			continue
		}
		if v := p.asFull(e); v != nil && p.fits(e, v) {
			p.show(e, v)
			continue
		}
		tries--
		mode.prelude = e.section == sectionTargets
		if v := p.asSlice(e, limit, p.bytesFor(e), mode); v != nil && v.cost > current {
			p.show(e, v)
		} else if e.failed != nil {
			p.drop(e)
		}
	}
}

// leastMapTokens is what a map in a pack needs to be of use, unless a smaller one was asked for.
const leastMapTokens = 256

// mapShare is the fraction of the room that the map may take before files.
const mapShare = 4

// reserveMap sets some of the room aside for the map, and says how much.
func (p *packer) reserveMap(room int) int {
	if len(p.req.Map) == 0 || p.req.MapTokens < 1 {
		return 0
	}
	frame := p.counter.cost(p.renderer.block(mapName, ""))
	if room-frame < perToken*min(p.req.MapTokens, leastMapTokens) {
		return 0
	}
	reserved := min(room, p.req.MapTokens*perToken+frame)
	p.room -= reserved
	return reserved
}

// drawMap draws the map into what was reserved for it. Files that the pack shows come last, as paths.
func (p *packer) drawMap(reserved int) {
	if reserved == 0 || p.expired() {
		return
	}
	shown := map[string]bool{}
	for _, entries := range p.sections {
		for _, e := range entries {
			shown[e.Path] = e.shown != nil && e.shown.representation != Path
		}
	}
	limit := min(p.req.MapTokens*perToken, reserved-p.counter.cost(p.renderer.block(mapName, "")))
	for limit > 0 {
		m := drawMap(p.req.Map, shown, limit, p.counter, p.steady)
		if len(m.Files) == 0 || m.FilesWithSignatures == 0 && m.FilesOmitted > 0 {
			return
		}
		cost := p.counter.cost(p.renderer.block(mapName, m.Content))
		if cost <= reserved {
			p.repoMap = m
			p.room -= cost
			return
		}
		limit -= cost - reserved
	}
}
