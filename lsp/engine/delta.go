package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/contextls/contextls/budget"
)

// keptPacks is how many packs of a folder can be the base of a delta: a conversation goes back to the
// last one or two, and some go on side by side.
const keptPacks = 16

// Delta is what makes the items of a pack out of those of an earlier one.
type Delta struct {
	BaseETag        string
	Added, Changed  []Item
	Removed         []string // paths
	Order           []Item   // all items of the pack, in its order; their paths and numbers count
	EstimatedTokens int      // of the text of the changes
}

// known is a pack that was answered, without its contents: what its reader knows.
type known struct {
	etag  string
	text  *budget.Baseline
	items map[string]string // what identifies each item, by path
}

// packed finds one of the last packs of a folder, nil if it is none of them.
func (k *kept) packed(etag string) *known {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.packs {
		if p.etag == etag {
			return p
		}
	}
	return nil
}

// remember keeps what is to be known of a whole pack as the newest of its folder.
func (k *kept) remember(p *Pack, text *budget.Baseline) {
	now := &known{etag: p.ETag, text: text, items: make(map[string]string, len(p.Items))}
	for i := range p.Items {
		now.items[p.Items[i].Path] = p.Items[i].identity()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	packs := slices.DeleteFunc(slices.Clone(k.packs), func(old *known) bool { return old.etag == now.etag })
	if packs = append(packs, now); len(packs) > keptPacks {
		packs = packs[1:]
	}
	k.packs = packs
}

// identity is the same for items that differ at most in what any edit can move: version, importance and
// score. The ID stands for the content.
func (i *Item) identity() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %q %q %q %d %v", i.ID, i.Priority, i.Representation, i.Relationship, i.Reasons, i.EstimatedTokens, i.Ranges)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// reduce makes the answer to who has the base of a whole pack.
func (p *Pack) reduce(base *known, changes string, counter *budget.Counter) {
	d := &Delta{BaseETag: base.etag, Order: p.Items}
	p.Items = nil
	now := make(map[string]bool, len(d.Order))
	for _, item := range d.Order {
		now[item.Path] = true
		switch before, was := base.items[item.Path]; {
		case before == item.identity():
			continue
		case was:
			d.Changed = append(d.Changed, item)
		default:
			d.Added = append(d.Added, item)
		}
		p.Items = append(p.Items, item)
	}
	for path := range base.items {
		if !now[path] {
			d.Removed = append(d.Removed, path)
		}
	}
	slices.Sort(d.Removed)
	p.Text, p.Delta = changes, d
	d.EstimatedTokens = counter.Count(p.Text)
}
