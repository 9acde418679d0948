package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// collector gathers the uses of one node.
type collector struct {
	uses      map[useKey]Use
	consulted map[int32]bool
	sets      map[*int32][]int32
}

type useKey struct {
	file int32
	name string
}

// consult notes what an answer depends on.
func (c *collector) consult(d *definition) {
	for _, f := range d.consulted {
		c.consulted[f] = true
	}
	for _, set := range d.sets {
		c.sets[&set[0]] = set
	}
}

// add notes that a name defined in some files is used; the confidence is shared among them.
func (c *collector) add(d *definition, self int32, name string, count uint32, confidence float64) bool {
	c.consult(d)
	for _, f := range d.files {
		if f == self {
			continue
		}
		key := useKey{f, name}
		u := c.uses[key]
		c.uses[key] = Use{File: f, Name: name, Count: u.Count + count, Confidence: max(u.Confidence, confidence/float64(len(d.files)))}
	}
	return len(d.files) > 0
}

func (c *collector) sorted() []Use {
	uses := make([]Use, 0, len(c.uses))
	for _, u := range c.uses {
		uses = append(uses, u)
	}
	slices.SortFunc(uses, func(a, b Use) int { return cmp.Or(cmp.Compare(a.File, b.File), strings.Compare(a.Name, b.Name)) })
	return uses
}
