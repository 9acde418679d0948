package workspace

import (
	"cmp"

	"github.com/contextls/contextls/analysis"
)

// later is what a content came to in an earlier run: no secrets, and Facts with this head, which are read when they are asked for. ok is false
// where that is not kept. Where the Facts turn out to be lost by then, lost is called.
func (c *factCache) later(s source, head analysis.Head, lost func()) (e extracted, ok bool) {
	if e, known := c.recent(s.key()); known {
		return e, true
	}
	if e, known := c.living.get(s.key()); known {
		return e, true
	}
	kept := c.kept()
	value := kept.Find(kept.factsKey(s.language.ID, s.hash))
	if value == nil {
		return extracted{}, false
	}
	facts := analysis.Later(head, func() *analysis.Facts {
		data := value.Read()
		if data != nil {
			e, err := decodeExtracted(data, nil)
			if err == nil && e.facts != nil {
				return e.facts.Get()
			}
			kept.Damaged(cmp.Or(err, e.err))
		}
		lost()
		return nil
	})
	return c.living.put(s.key(), extracted{facts: facts}), true
}
