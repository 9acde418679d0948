package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/workspace"
)

// keptPacks is how many packs of a folder can be the base of a delta: a conversation goes back to the
// last one or two, and some go on side by side.
const keptPacks = 16

// packed is a pack that was answered, without its contents.
type packed struct {
	etag     string
	baseline *budget.Baseline
	items    map[string]string // what identifies each item, by path
}

// packedBefore finds one of the last packs of a folder, nil if it is none of them.
func (e *Engine) packedBefore(f *workspace.Folder, etag string) *packed {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.packs[f] {
		if p.etag == etag {
			return p
		}
	}
	return nil
}

// remember keeps what is to be known of a whole pack as the newest of its folder.
func (e *Engine) remember(f *workspace.Folder, r *PackResult, baseline *budget.Baseline) error {
	p := &packed{etag: r.Etag, baseline: baseline, items: make(map[string]string, len(r.Items))}
	for i := range r.Items {
		id, err := identity(r.Items[i])
		if err != nil {
			return err
		}
		p.items[r.Items[i].Path] = id
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	kept := slices.DeleteFunc(slices.Clone(e.packs[f]), func(old *packed) bool { return old.etag == p.etag })
	if kept = append(kept, p); len(kept) > keptPacks {
		kept = kept[1:]
	}
	e.packs[f] = kept
	return nil
}

// identity is the same for items that differ at most in what a PackPlace says. The ID stands for the
// content.
func identity(i PackItem) (string, error) {
	i.Content, i.Version, i.Importance, i.Score = "", nil, 0, 0
	b, err := encode(i)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:12]), err
}

// reduce makes the answer to who has the base of a whole pack.
func (r *PackResult) reduce(base *packed, pack *budget.Result, counter *budget.Counter) error {
	d := &PackDelta{BaseEtag: base.etag, Added: []PackItem{}, Changed: []PackItem{}, Removed: []string{}, Order: []PackPlace{}}
	all := r.Items
	r.Items = []PackItem{}
	now := make(map[string]bool, len(all))
	for _, item := range all {
		now[item.Path] = true
		d.Order = append(d.Order, PackPlace{item.Path, item.Version, item.Importance, item.Score})
		id, err := identity(item)
		if err != nil {
			return err
		}
		before, known := base.items[item.Path]
		switch {
		case before == id:
			continue
		case known:
			d.Changed = append(d.Changed, item)
		default:
			d.Added = append(d.Added, item)
		}
		r.Items = append(r.Items, item)
	}
	for path := range base.items {
		if !now[path] {
			d.Removed = append(d.Removed, path)
		}
	}
	slices.Sort(d.Removed)
	r.Text, r.Delta = pack.Changes, d
	d.EstimatedTokens = counter.Count(r.Text)
	return nil
}
