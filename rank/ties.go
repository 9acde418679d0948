package rank

import (
	"math"

	"github.com/contextls/contextls/analysis"
)

// ties are what the targets of a query and other files have to do with each other, definition by definition. They decide
// where no task says what matters.
type ties struct {
	uses   map[int32][]analysis.Use            // by file: what it uses of the targets
	used   map[int32]map[string][]analysis.Use // by file and name: what the targets use of it
	beside []float64                           // by commit: how much it says about the targets that it changed one of them, 0–1
}

// ties gives those of targets.
func (ix *Index) ties(targets []int32) *ties {
	t := &ties{uses: map[int32][]analysis.Use{}, used: map[int32]map[string][]analysis.Use{}, beside: ix.history.beside(ix.graph, targets)}
	for _, n := range targets {
		for _, e := range ix.graph.In(n) {
			t.uses[e.To] = append(t.uses[e.To], ix.graph.UsesOf(e.To, n)...)
		}
		for _, u := range ix.graph.Uses(n) {
			if t.used[u.File] == nil {
				t.used[u.File] = map[string][]analysis.Use{}
			}
			t.used[u.File][u.Name] = append(t.used[u.File][u.Name], u)
		}
	}
	return t
}

// unplaced is what a use counts whose places are not known, where its name stands.
const unplaced = 0.5

// usesIn is by passage how much a file's passages use of the targets, 0–1: the most telling use, which is one that the file
// has nowhere else.
func (t *ties) usesIn(c *Cut, l *textLines) []float64 {
	strength := make([]float64, len(c.Passages))
	uses := t.uses[c.File.Node]
	if len(uses) == 0 {
		return strength
	}
	starts, lines, named := lineStarts(c.Text), map[int]float64{}, map[uint32]bool{}
	for _, u := range uses {
		for _, at := range u.Places {
			line := lineAt(starts, at)
			lines[line] = max(lines[line], 1/math.Sqrt(float64(len(u.Places))))
		}
		if u.Places == nil {
			named[analysis.HashName(u.Name)] = true
		}
	}
	for i := range c.Passages {
		p := &c.Passages[i]
		for line := p.First; line <= p.Last; line++ {
			strength[i] = max(strength[i], lines[line])
		}
		if len(named) > 0 {
			l.eachNameIn(p.First, p.Last, func(hash uint32) {
				if named[hash] {
					strength[i] = max(strength[i], unplaced)
				}
			})
		}
	}
	return strength
}

// usesOf is how often the targets use a passage's definition, as a logarithm.
func (t *ties) usesOf(file int32, x *Passage) float64 {
	if x.Symbol == nil {
		return 0
	}
	count := 0.0
	for _, u := range t.used[file][x.Symbol.Name] {
		if u.Means(x.Symbol) {
			count += float64(max(1, len(u.Places))) * u.Confidence
		}
	}
	return math.Log1p(count)
}

// beside is by commit how much it says about files that it changed one of them: the more the fewer others it changed.
func (h *History) beside(g *analysis.Graph, files []int32) []float64 {
	if h == nil {
		return nil
	}
	says := make([]float64, len(h.commits))
	for _, n := range files {
		if f, known := h.number[g.Path(n)]; known {
			for _, c := range h.touched[f] {
				says[c] = h.commits[c].spread
			}
		}
	}
	return says
}

// besideOf is how much commits say about the targets: the one that says most, and all of them, each the less the older it
// is, as a logarithm.
func (t *ties) besideOf(commits []int32) (most, all float64) {
	for _, c := range commits {
		most = max(most, t.beside[c])
		all += t.beside[c] * math.Exp(-float64(c)/recentCommits)
	}
	return most, math.Log1p(all)
}
