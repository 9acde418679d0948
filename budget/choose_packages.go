package budget

// showPackages shows what targets use of installed packages: first of each a part of the room, then of the most
// used ones what is left of it.
func (c *chooser) showPackages() {
	entries := c.files[sectionPackages]
	room := min(c.total.cost/100*c.req.PackagePercent, c.left().cost)
	if len(entries) == 0 || room <= 0 {
		return
	}
	c.limited(room, func() {
		for _, limit := range []int{max(leastPreview, room/len(entries)), room} {
			for _, e := range entries {
				if e.shown == nil || e.shown.truncated {
					c.showIfFits(e, c.signatures(e, min(limit, c.roomFor(e).cost-c.path(e).cost)))
				}
			}
		}
	})
}
