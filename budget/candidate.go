package budget

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// The tiers of candidates; 1 is the task, 5 the repository map.
const (
	TierTarget  = 2
	TierImport  = 3
	TierRelated = 4
	TierManual  = 6
)

// Tier is the tier of a file by its relationship, as it stands on the wire.
func Tier(relationship string) int {
	switch relationship {
	case "target":
		return TierTarget
	case "direct_import":
		return TierImport
	case "manual":
		return TierManual
	}
	return TierRelated
}

// Candidate is a file that may enter a pack.
type Candidate struct {
	Path         string
	Fence        string // info string of its language's fence; "" for none
	Tier         int    // TierTarget, TierImport, TierRelated or TierManual
	Pinned       bool   // a manual file that comes right after the targets
	Missing      bool   // there is no such file yet
	Generated    bool   // never more than signatures, unless it is a target or manual
	Score        float64
	Importance   float64
	Relationship string
	Reasons      []string               // why it is here; the first ones are shown
	Symbols      []analysis.Symbol      // of exactly the text that Load gives; by Range.Start
	Weights      []float64              // how much each symbol is used by others; nil where unknown
	Uses         []string               // names that targets use from it
	Ranges       []analysis.Span        // the parts of it that matter: of a target, or that the task names by line
	Size         int                    // bytes of the text, so that nothing is loaded in vain; 0 when unknown
	Load         func() (string, error) // the text; called at most once in a Pack
}

// section is where a file stands in the text; sections follow each other in this order.
type section int

const (
	sectionTargets section = iota
	sectionPinned
	sectionImports
	sectionRelated
	sectionManual
	sectionCount
)

func (c *Candidate) section() section {
	switch {
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

// priorities are the tiers that sections are kept with: pinned files come right after targets.
var priorities = [sectionCount]int{TierTarget, TierTarget, TierImport, TierRelated, TierManual}

// prepare sorts candidates into sections, best first. Of several for one path it keeps the one that
// asks for most: a manual file stays manual when ranking found it too.
func prepare(candidates []Candidate) [sectionCount][]*entry {
	claim := [sectionCount]int{sectionTargets: 0, sectionPinned: 1, sectionImports: 2, sectionManual: 3, sectionRelated: 4}
	all := make([]*entry, len(candidates))
	for i := range candidates {
		c := &candidates[i]
		all[i] = &entry{Candidate: c, section: c.section(), score: quantise(c.Score)}
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(claim[a.section], claim[b.section]), cmp.Compare(b.score, a.score))
	})
	all = slices.CompactFunc(all, func(a, b *entry) bool { return a.Path == b.Path })
	slices.SortStableFunc(all, func(a, b *entry) int { return cmp.Compare(b.score, a.score) })
	var out [sectionCount][]*entry
	for _, e := range all {
		out[e.section] = append(out[e.section], e)
	}
	return out
}

// quantise rounds a score, so that noise in its last digits does not decide an order.
func quantise(score float64) float64 {
	if math.IsNaN(score) {
		return 0
	}
	return math.Round(score * 1e9)
}
