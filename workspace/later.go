package workspace

import (
	"cmp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/kept"
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
	from := c.again(s.language.ID, s.hash, lost)
	if from == nil {
		return extracted{}, false
	}
	return c.living.put(s.key(), extracted{facts: analysis.Later(head, from)}), true
}

// again is where the Facts of a content are had again, nil where they are not kept. Where they turn out to be lost by then, lost is called.
func (c *factCache) again(language string, content Hash, lost func()) analysis.FactsSource {
	kept := c.kept()
	if value := kept.Find(kept.factsKey(language, content)); value != nil {
		return &factsOnDisk{c, value, lost}
	}
	return nil
}

// factsOnDisk are the Facts of one content, as they are kept.
type factsOnDisk struct {
	cache *factCache
	value *kept.Value
	lost  func()
}

// Fetch is analysis.FactsSource's.
func (k *factsOnDisk) Fetch() *analysis.Facts {
	data := k.value.Read()
	if data == nil {
		return nil
	}
	e, err := decodeExtracted(data, nil)
	if err != nil || e.facts == nil {
		k.cache.kept().Damaged(cmp.Or(err, e.err))
		return nil
	}
	facts := e.facts.Get()
	k.cache.taken.Add(int64(facts.Size()))
	return facts
}

// Lost is analysis.FactsSource's.
func (k *factsOnDisk) Lost() { k.lost() }
