package budget

import (
	"fmt"
	"slices"
)

// Missing is something that a pack would show if there were more room for it.
type Missing struct {
	Path        string
	Symbol      string // the qualified name of the definition that it is, or is a part of; "" where it is none
	First, Last int    // lines from 0, both included
	Tokens      int    // what it would take, about
	Reason      string // "over_budget" or "deadline"
}

// String says what is missing as a target that can be asked for, with its name and price.
func (m Missing) String() string {
	name := ""
	if m.Symbol != "" {
		name = " " + m.Symbol
	}
	return fmt.Sprintf("%s:%d-%d%s (%d tokens)", m.Path, m.First+1, m.Last+1, name, m.Tokens)
}

// mostMissing is how much a pack names of what it does not show.
const mostMissing = 20

// missing is what is likeliest to matter of what is not shown: passages, then whole files that were not looked
// into, by rank.
func (w *writer) missing() []Missing {
	reason := OverBudget
	if w.past {
		reason = lateReason
	}
	var out []Missing
	var left []numbered
	looked := map[*entry]bool{}
	for i := range w.passages {
		p := &w.passages[i]
		if looked[p.e] = true; !p.shown() && !p.blank() {
			left = append(left, numbered{p.odds, i})
		}
	}
	slices.SortFunc(left, compareNumbered)
	for _, next := range left[:min(len(left), mostMissing)] {
		p := &w.passages[next.at]
		m := Missing{Path: p.e.Path, First: p.first, Last: p.last, Tokens: tokens(p.cost()), Reason: reason}
		if p.symbol != nil {
			m.Symbol = p.symbol.QualifiedName()
		}
		out = append(out, m)
	}
	for e := range w.all() {
		if len(out) == mostMissing {
			break
		}
		if looked[e] || e.outlineOnly || e.Missing || e.failed != nil || e.Lines == 0 || e.shows(Full) || e.shows(Slice) {
			continue
		}
		out = append(out, Missing{Path: e.Path, Last: e.Lines - 1, Tokens: tokens(w.counter.guess(e.Size)), Reason: reason})
	}
	return out
}

// shown reports whether all lines of a passage are shown.
func (p *passage) shown() bool {
	switch v := p.e.shown; {
	case v == nil:
		return false
	case v.representation == Full:
		return true
	case v.representation == Slice:
		return slices.ContainsFunc(v.ranges, func(r Range) bool { return int(r.FirstLine) <= p.first && p.last <= int(r.LastLine) })
	}
	return false
}

// blank reports whether a passage has nothing but white space.
func (p *passage) blank() bool {
	for line := p.first; line <= p.last; line++ {
		if !p.e.source.blank(line) {
			return false
		}
	}
	return true
}
