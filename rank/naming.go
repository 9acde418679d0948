package rank

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// naming is how surely a task names the definitions of a name.
type naming struct {
	in     string // what they are in; "": whatever that is
	weight float64
}

// naming is what a task's name means: where it has a qualifier that such definitions are in, these alone.
func (ix *Index) naming(s task.Symbol) naming {
	n := naming{weight: s.Weight}
	if q := lastPart(s.Qualifier); q != "" && ix.havingMember(ix.definers(s.Name), s.Name, q) != nil {
		n.in = q
	}
	return n
}

// naming is how surely the task names a definition, 0–1.
func (p *Passages) naming(s *analysis.Symbol) (weight float64) {
	for _, n := range p.named[s.Name] {
		if n.in == "" || n.in == lastPart(s.Container) {
			weight = max(weight, n.weight)
		}
	}
	return weight
}
