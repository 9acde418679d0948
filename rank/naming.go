package rank

import (
	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// naming is how surely a task names the definitions of a name.
type naming struct {
	in     string // what they are in; "": whatever that is
	file   int32  // theirs; anywhere: whichever it is
	weight float64
}

const anywhere = int32(-1)

// calledWeight is how surely a definition is meant, of a file that is, that a trace says was called there.
const calledWeight = 0.5

// namings are what a task names, by the name alone.
func (ix *Index) namings(t task.Task) map[string][]naming {
	named := map[string][]naming{}
	for _, s := range t.Symbols {
		named[s.Name] = append(named[s.Name], ix.naming(s))
	}
	called := map[string]bool{}
	for _, p := range t.Paths {
		if p.Function != "" {
			called[p.Function] = true
		}
	}
	if len(called) == 0 { // mostly: then there is nothing to look for in files
		return named
	}
	for _, m := range ix.Mentions(t) {
		for _, name := range m.Names {
			if called[name] {
				named[name] = append(named[name], naming{file: m.Node, weight: m.Weight * calledWeight})
			}
		}
	}
	return named
}

// reworked are the hashes of the names of definitions that a task names which renames, moves or removes what it names; nil
// where it does not.
func (ix *Index) reworked(t task.Task) map[uint32]bool {
	if !t.Reworks {
		return nil
	}
	names := map[uint32]bool{}
	for _, s := range t.Symbols {
		if n := len(ix.definers(s.Name)); s.Certain() && 0 < n && n <= maxDefiners {
			names[analysis.HashName(s.Name)] = true
		}
	}
	for _, name := range t.Names {
		if _, meant := ix.bareName(ix.paths.names(), name); meant && len(ix.definers(name)) > 0 {
			names[analysis.HashName(name)] = true
		}
	}
	return names
}

// naming is what a task's name means: where it has a qualifier that such definitions are in, these alone.
func (ix *Index) naming(s task.Symbol) naming {
	n := naming{file: anywhere, weight: s.Weight}
	if q := lastPart(s.Qualifier); q != "" && ix.havingMember(ix.definers(s.Name), s.Name, q) != nil {
		n.in = q
	}
	return n
}

// naming is how surely the task names a definition of a file, 0–1.
func (p *Passages) naming(file int32, s *analysis.Symbol) (weight float64) {
	for _, n := range p.named[s.Name] {
		if (n.in == "" || n.in == lastPart(s.Container)) && (n.file == anywhere || n.file == file) {
			weight = max(weight, n.weight)
		}
	}
	return weight
}
