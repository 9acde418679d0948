package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
)

const (
	mostLikely = 8  // how many passages others are compared with; a bit of a kin.names value each
	kinFiles   = 12 // of the best files, however many are judged: what is likely must not depend on what a budget has room for
)

// kin compares passages with the likeliest ones of the best files, or with those that are in question.
type kin struct {
	likely  shortlist
	names   map[uint32]uint8   // which of the likely passages a name stands in, as bits
	defined map[uint32]uint8   // which of them are of a definition of that name, as bits
	rare    map[uint32]float64 // how rare such a name is among the best files' passages
}

// likely is one of the likeliest passages.
type likely struct {
	file    *cutFile
	passage int
	chance  float64 // 0–1
}

// likeliest are the likeliest passages of the best files.
func likeliest(judged []*cutFile) (found shortlist) {
	for _, f := range bestFiles(judged) {
		for i, z := range f.logit {
			odds := math.Exp(z)
			found.consider(likely{f, i, odds / (1 + odds)})
		}
	}
	return found
}

// bestFiles are those of the files that passages are likeliest to be looked for in.
func bestFiles(judged []*cutFile) []*cutFile {
	return slices.DeleteFunc(slices.Clone(judged), func(f *cutFile) bool { return f.Place >= kinFiles })
}

// newKin prepares to compare passages with at most mostLikely ones.
func newKin(likely shortlist, judged []*cutFile) *kin {
	files := bestFiles(judged)
	k := &kin{likely: likely, names: map[uint32]uint8{}, defined: map[uint32]uint8{}, rare: map[uint32]float64{}}
	for i, x := range k.likely {
		p := &x.file.Passages[x.passage]
		x.file.lines.eachNameIn(p.First, p.Last, func(hash uint32) { k.names[hash] |= 1 << i })
		if p.Symbol != nil && len(p.Symbol.Name) > shortName {
			k.defined[analysis.HashName(p.Symbol.Name)] |= 1 << i
		}
	}
	counts, passages := map[uint32]int{}, 0
	for _, f := range files {
		passages += len(f.Passages)
		for i := range f.Passages {
			p := &f.Passages[i]
			f.lines.eachNameIn(p.First, p.Last, func(hash uint32) {
				if k.names[hash] != 0 {
					counts[hash]++
				}
			})
		}
	}
	for hash, n := range counts {
		if r := math.Log(float64(passages+1) / (float64(n) + 0.5)); r > leastRarity {
			k.rare[hash] = r
		}
	}
	return k
}

// shortlist are the likeliest passages that were considered.
type shortlist []likely

// consider keeps a passage if it is one of the likeliest, those before it first where they are as likely.
func (l *shortlist) consider(x likely) {
	if n := len(*l); n == mostLikely && cmp.Compare((*l)[n-1].chance, x.chance) >= 0 {
		return
	} else if n == mostLikely {
		*l = (*l)[:n-1]
	}
	at, _ := slices.BinarySearchFunc(*l, x, func(a, x likely) int {
		if cmp.Compare(a.chance, x.chance) >= 0 {
			return -1
		}
		return 1
	})
	*l = slices.Insert(*l, at, x)
}

const (
	leastRarity = 1.5 // names that more than about a fifth of all passages have say nothing
	usualRarity = 3   // of a name that no likely passage has
	fewNames    = 15  // rarity that is added to that of a passage's names, so that few names do not say much
)

// adjust gives the odds of a file's passages, with what their kinship to the likeliest ones adds; of some when ctx is done first.
func (k *kin) adjust(ctx context.Context, f *cutFile, w *passageWeights) []float64 {
	odds := make([]float64, len(f.Passages))
	for i := range f.Passages {
		if i%looks == 0 && ctx.Err() != nil {
			break
		}
		akin, used := k.of(f, i)
		odds[i] = math.Exp(f.logit[i] + w.akin*akin + w.used*used)
	}
	return odds
}

// of is how much a passage is akin to the likeliest others, 0–1, by rare names that both have, and how
// likely one is that uses what it defines, or defines what it uses.
func (k *kin) of(f *cutFile, passage int) (akin, used float64) {
	x := &f.Passages[passage]
	others := uint8(1<<len(k.likely) - 1)
	for i, l := range k.likely {
		if l.file == f && l.passage == passage {
			others &^= 1 << i
		}
	}
	var common [mostLikely]float64
	all, linked := float64(fewNames), uint8(0)
	self := uint32(0)
	if x.Symbol != nil && len(x.Symbol.Name) > shortName {
		self = analysis.HashName(x.Symbol.Name)
		linked |= k.names[self]
	}
	f.lines.eachNameIn(x.First, x.Last, func(hash uint32) {
		in := k.names[hash]
		if in == 0 {
			all += usualRarity
			return
		}
		if hash != self {
			linked |= k.defined[hash]
		}
		r := k.rare[hash]
		all += r
		for i := range k.likely {
			if in>>i&1 == 1 {
				common[i] += r
			}
		}
	})
	for i, l := range k.likely {
		if others>>i&1 == 0 {
			continue
		}
		akin = max(akin, l.chance*common[i]/all)
		if linked>>i&1 == 1 {
			used = max(used, l.chance)
		}
	}
	return akin, used
}
