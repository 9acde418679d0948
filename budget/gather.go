package budget

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
)

// section is where a file stands in the text; sections follow each other in this order.
type section int

const (
	sectionTargets section = iota
	sectionPinned
	sectionImports
	sectionPackages
	sectionRelated
	sectionManual
	sectionCount
)

func (c *Candidate) section() section {
	switch {
	case c.Package != "":
		return sectionPackages
	case c.Tier == TierTarget:
		return sectionTargets
	case c.Tier == TierManual && c.Pinned:
		return sectionPinned
	case c.Tier == TierImport:
		return sectionImports
	case c.Tier == TierManual:
		return sectionManual
	}
	return sectionRelated
}

// title is what stands above the files of a section.
func (s section) title() string {
	return [sectionCount]string{"Target files", "Pinned context", "Imported directly", "From dependencies", "Related", "Manual context"}[s]
}

// priority is the tier that files of a section are kept with: pinned files come right after targets.
func (s section) priority() int {
	return [sectionCount]int{TierTarget, TierTarget, TierImport, TierRelated, TierRelated, TierManual}[s]
}

// claim orders sections by how much is shown of their files: of several candidates for one path, the one
// that asks for most is kept.
func (s section) claim() int {
	return [sectionCount]int{sectionTargets: 0, sectionPinned: 1, sectionImports: 2, sectionManual: 3, sectionRelated: 4, sectionPackages: 5}[s]
}

// files are the candidates by section, in each the best first.
type files [sectionCount][]*entry

// gather sorts candidates into sections. Each path is kept once: a manual file stays manual when ranking
// found it too. In a summary no file shows its text. The best file with a commit that reads like the task tells of it.
func gather(candidates []Candidate, summary bool) *files {
	all := make([]*entry, len(candidates))
	for i := range candidates {
		c := &candidates[i]
		e := &entry{Candidate: c, section: c.section(), score: quantise(c.Score)}
		e.outlineOnly = summary || c.Missing || c.Package != "" || c.Generated && !e.explicit()
		all[i] = e
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.section.claim(), b.section.claim()), cmp.Compare(b.score, a.score))
	})
	all = slices.CompactFunc(all, func(a, b *entry) bool { return a.Path == b.Path })
	slices.SortStableFunc(all, func(a, b *entry) int { return cmp.Compare(b.score, a.score) })
	var out files
	for _, e := range all {
		out[e.section] = append(out[e.section], e)
	}
	for _, e := range out.ranked() {
		if e.Ranked != nil && e.Ranked.Like != "" {
			e.like = e.Ranked.Like
			break
		}
	}
	return &out
}

// all are the files, section by section.
func (f *files) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, entries := range f {
			for _, e := range entries {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// count is the number of files.
func (f *files) count() (n int) {
	for _, entries := range f {
		n += len(entries)
	}
	return n
}

// ranked are direct imports and related files together, the best first.
func (f *files) ranked() []*entry {
	all := slices.Concat(f[sectionImports], f[sectionRelated])
	slices.SortStableFunc(all, func(a, b *entry) int { return cmp.Compare(b.score, a.score) })
	return all
}

// quantise rounds a score, so that noise in its last digits does not decide an order.
func quantise(score float64) float64 {
	if math.IsNaN(score) {
		return 0
	}
	return math.Round(score * 1e9)
}
