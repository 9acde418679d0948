package analysis

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// collector gathers the uses of one node.
type collector struct {
	uses      map[useKey]Use
	own       map[useKey]Use // of the node's own names
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
	uses := c.uses
	if file == self {
		if uses = c.own; m.places == nil {
			return
		}
	}
	key := useKey{file, m.name, m.container}
	u := uses[key]
	count, places := u.Count+m.count, m.places
	if len(u.Places) > 0 { // a place counts once
		places = slices.Concat(u.Places, places)
		slices.Sort(places)
		places = slices.Compact(places)
		count = uint32(len(places))
	}
	uses[key] = Use{File: file, Name: m.name, Container: m.container, Count: count,
		Confidence: max(u.Confidence, confidence), Places: places}
}

// sorted are uses as a node keeps them.
func (c *chunks) sorted(all map[useKey]Use) []Use {
	uses := cut(&c.uses, len(all), c.size(chunkUses))[:0]
	for _, u := range all {
		uses = append(uses, u)
	}
	slices.SortFunc(uses, compareUses)
	return uses
}

func compareUses(a, b Use) int {
	return cmp.Or(cmp.Compare(a.File, b.File), strings.Compare(a.Name, b.Name), strings.Compare(a.Container, b.Container))
}
