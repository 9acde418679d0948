package analysis

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// collector gathers the uses of one node.
type collector struct {
	uses      []Use // as they are noted: one may be there in parts…
	own       []Use // …and so those of the node's own names
	consulted map[int32]bool
	sets      map[*fileSet]bool
	names     map[uint64]bool // see dependence; nil where they are known otherwise
}

type useKey struct {
	file            int32
	name, container string
}

// mention is a name as it is used.
type mention struct {
	name, container string
	count           uint32
	places          []uint32
}

// consult notes what an answer depends on.
func (c *collector) consult(d *dependence) {
	for _, f := range d.consulted {
		c.consulted[f] = true
	}
	for _, set := range d.sets {
		c.sets[set] = true
	}
	if c.names != nil {
		for _, name := range d.names {
			c.names[name] = true
		}
	}
}

// ask notes a name that files are asked for.
func (c *collector) ask(name string) {
	if c.names != nil {
		c.names[hashOfName(name)] = true
	}
}

// keep stores what a node's links depend on, each file once.
func (c *collector) keep(l *linker, node *node) {
	node.sought = l.kept.nameFilter(len(c.names), maps.Keys(c.names))
	node.sets = slices.Clone(fewest(slices.Collect(maps.Keys(c.sets))))
	consulted := slices.Sorted(maps.Keys(c.consulted))
	for node.asked = nil; len(consulted) > 0 && consulted[0] < 0; consulted = consulted[1:] {
		node.asked = append(node.asked, l.questionOf(consulted[0]))
	}
	node.consulted = l.kept.list(slices.DeleteFunc(consulted, func(f int32) bool {
		return slices.ContainsFunc(node.sets, func(s *fileSet) bool { return s.has(f) })
	}))
}

// add notes that a name defined in some files is used; the confidence is shared among them.
func (c *collector) add(d *definition, self int32, m mention, confidence float64) bool {
	c.consult(&d.dependence)
	name := m.name
	for _, f := range d.files {
		m.name = d.nameIn(f, name)
		c.note(f, self, m, confidence/float64(len(d.files)))
	}
	return len(d.files) > 0
}

// note adds one use. Those of the node's own names count where it is known where they stand.
func (c *collector) note(file, self int32, m mention, confidence float64) {
	use := Use{File: file, Name: m.name, Container: m.container, Count: m.count, Confidence: confidence, Places: m.places}
	switch {
	case file != self:
		c.uses = append(c.uses, use)
	case m.places != nil:
		c.own = append(c.own, use)
	}
}

// sorted are uses as a node keeps them: each once, of all its parts, which it joins where they are.
func (c *chunks) sorted(parts []Use) []Use {
	slices.SortStableFunc(parts, compareUses)
	joined := parts[:0]
	for _, u := range parts {
		if last := len(joined) - 1; last >= 0 && compareUses(joined[last], u) == 0 {
			joined[last].join(u)
		} else {
			joined = append(joined, u)
		}
	}
	uses := cut(&c.uses, len(joined), c.size(chunkUses))
	copy(uses, joined)
	return uses
}

// join adds another part of a use.
func (u *Use) join(part Use) {
	u.Count, u.Confidence = u.Count+part.Count, max(u.Confidence, part.Confidence)
	if len(u.Places) == 0 {
		u.Places = part.Places
		return
	}
	u.Places = slices.Concat(u.Places, part.Places)
	slices.Sort(u.Places)
	u.Places = slices.Compact(u.Places) // a place counts once
	u.Count = uint32(len(u.Places))
}

func compareUses(a, b Use) int {
	return cmp.Or(cmp.Compare(a.File, b.File), strings.Compare(a.Name, b.Name), strings.Compare(a.Container, b.Container))
}
