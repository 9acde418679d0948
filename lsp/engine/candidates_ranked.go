package engine

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/rank/task"
)

// How many ranked files a pack chooses among, besides targets and direct imports: one for each candidateTokens, about what naming one
// takes, within these limits. There would be no room for what is cut off so; to explain it would be in vain.
const (
	candidateTokens = 8
	leastCandidates = 200
	mostCandidates  = 5000 // even in the largest context of a model
)

// candidatesIn is how many ranked files a pack of so many tokens chooses among.
func candidatesIn(tokens int) int {
	return min(max(tokens/candidateTokens, leastCandidates), mostCandidates)
}

// addRanked takes in what ranking found, up to g.most, or the targets alone.
func (g *gathering) addRanked(q rank.Query, all bool) {
	t := g.Read(q.Task)
	lines, used := g.namedLines(t), budget.UsedBy(g.Graph(), q.Targets)
	for i := range g.order.Files {
		r := &g.order.Files[i]
		if r.Relationship != rank.Target && (!all || !g.admit(r.Path)) {
			continue
		}
		if len(g.candidates) >= g.most && r.Relationship != rank.Target && r.Relationship != rank.DirectImport {
			g.excluded = append(g.excluded, Excluded{Path: r.Path, Reason: budget.OverBudget})
			continue
		}
		if r.Relationship == rank.Target && !g.scope.allows(r.Path) {
			continue // addTargets says so
		}
		g.order.Explain(i)
		c := budget.FromRanked(g.Graph(), *r, used, g.SymbolWeights())
		if line := lines[r.Node]; line > 0 {
			c.Ranges = g.lineSpan(r.Path, line)
		}
		g.add(c)
	}
	if all {
		g.addNamed(t)
		g.addResembling(t)
	}
}

// addNamed takes in text without a language that the task names: a configuration, a workflow, a fixture.
func (g *gathering) addNamed(t task.Task) {
	for _, p := range t.Paths {
		var found []string
		below := "/" + p.Path
		for _, f := range g.snap.Files() {
			if f.Language == nil && (f.Path == p.Path || strings.HasSuffix(f.Path, below)) {
				found = append(found, f.Path)
			}
		}
		for _, path := range found {
			among := len(found)
			if path == p.Path { // not one that is called so elsewhere
				among = 1
			}
			if place, named := rank.NamedText(path, p, among); named {
				g.addText(place, p.Title) // below, that it is there is enough
			}
		}
	}
}

// addResembling takes in text without a language that past commits changed which read like the task.
func (g *gathering) addResembling(t task.Task) {
	isText := func(path string) bool {
		f := g.snap.File(path)
		return f != nil && f.Language == nil
	}
	for _, place := range g.ResemblingText(t.Said(), isText) {
		g.addText(place, true)
	}
}

// addText takes in text without a language in its place, unless it is there; where it is not to be judged, it comes in by its path.
func (g *gathering) addText(place rank.Ranked, judged bool) {
	if _, known := g.first[place.Path]; known || !g.admit(place.Path) {
		return
	}
	c := budget.Candidate{Path: place.Path, Tier: budget.TierRelated, Score: place.Score, Relationship: place.Relationship.String(), Reasons: place.Reasons}
	if judged {
		c.Ranked = &place
	}
	g.add(c)
}

// namedLines are the lines, from 1, that a task names of files, by node: those of stack traces and the like.
func (x *indexed) namedLines(t task.Task) map[int32]int {
	lines := map[int32]int{}
	for _, m := range x.Mentions(t) {
		if m.Line > 0 {
			lines[m.Node] = m.Line
		}
	}
	return lines
}

// lineSpan is where a line, from 1, stands in a file; nothing where there is none.
func (g *gathering) lineSpan(path string, line int) []analysis.Span {
	text, err := g.snap.Text(path)
	if err != nil {
		return nil // loading it says so
	}
	start := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return nil
		}
		start += i + 1
	}
	end := len(text)
	if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return []analysis.Span{{Start: uint32(start), End: uint32(end)}}
}
