package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/budget"
)

// mostNamed is how many of the files that were left out a pack names, unless all are asked for: a large folder has thousands, which would
// take more than the pack itself.
const mostNamed = 50

// tellExcluded says what is not in a pack: candidates that were not shown, what was not to be one, and what is not indexed.
func (g *gathering) tellExcluded(p *Pack, unshown []budget.Excluded, all bool) {
	left := g.excluded
	for _, x := range unshown {
		left = append(left, Excluded(x))
	}
	left = append(left, g.snap.Excluded()...)
	slices.SortFunc(left, compareExcluded)
	p.Excluded, p.ExcludedCounts = slices.Compact(left), map[string]int{}
	for _, x := range p.Excluded {
		p.ExcludedCounts[x.Reason]++
	}
	if !all && len(p.Excluded) > mostNamed {
		p.Excluded = someOf(p.Excluded, g.place)
	}
}

// place is where a file comes among those that are named: what was asked for before the candidates, the best first, and these before all others.
func (g *gathering) place(path string) int {
	if slices.Contains(g.refused, path) {
		return -1
	}
	if i, known := g.first[path]; known {
		return i
	}
	return math.MaxInt
}

// someOf are mostNamed of files that were left out, by path: of each kind of reason in turn the next one, so that none hides the others,
// in the order of their places, then by path.
func someOf(left []Excluded, place func(path string) int) []Excluded {
	type placed struct {
		Excluded
		place int
	}
	ofKind := map[string][]placed{}
	for _, x := range left {
		kind := kindOf(x.Reason)
		ofKind[kind] = append(ofKind[kind], placed{x, place(x.Path)})
	}
	turns := make([][]placed, 0, len(ofKind))
	for _, each := range ofKind {
		slices.SortStableFunc(each, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
		turns = append(turns, each)
	}
	slices.SortFunc(turns, func(a, b []placed) int {
		return cmp.Or(cmp.Compare(a[0].place, b[0].place), cmp.Compare(a[0].Reason, b[0].Reason))
	})
	some := make([]Excluded, 0, mostNamed)
	for i := 0; len(some) < mostNamed; i++ {
		for _, each := range turns {
			if i < len(each) && len(some) < mostNamed {
				some = append(some, each[i].Excluded)
			}
		}
	}
	slices.SortFunc(some, compareExcluded)
	return some
}

// linkReason begins the reasons of links, which name where they lead.
const linkReason = "link to "

// kindOf is a reason without what it names: the rules that ignore a file, the error, or where a link leads.
func kindOf(reason string) string {
	kind, _, _ := strings.Cut(reason, ":")
	if strings.HasPrefix(kind, linkReason) {
		return linkReason
	}
	return kind
}

func compareExcluded(a, b Excluded) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
}
