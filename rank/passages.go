package rank

import (
	"context"
	"math"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// Passage is a definition, a part of a long one, or what stands between definitions.
type Passage struct {
	Text   string
	Symbol *analysis.Symbol // that it is, or is a part of; nil between definitions
	Head   bool             // it is what stands before the first member of a definition that has any
	First  bool             // it begins the file and stands before all definitions
}

// Passages judges passages: how likely it is that what a query asks for touches them.
type Passages struct {
	terms   []term             // of the task; their weights with their rarity in them
	at      map[uint32]int     // where each stands among them, by its hash
	most    float64            // the score of a passage that is about nothing else
	named   map[string]float64 // definitions that the task names, by how surely it does
	targets map[string]bool    // names in the targets' texts
	worth   passageWeights
	tests   bool // the query is about tests
	ix      *Index
}

// Passages prepares to judge passages for a query. text gives a file's text by its path.
func (ix *Index) Passages(ctx context.Context, q Query, text func(path string) (string, error)) (*Passages, error) {
	t := task.Read(q.Task)
	p := &Passages{terms: ix.lexical.terms(t.Words), at: map[uint32]int{}, named: map[string]float64{}, targets: map[string]bool{}, worth: passagesAlone, tests: t.Tests, ix: ix}
	ix.lexical.weighByRarity(p.terms)
	for i := range p.terms {
		p.most += p.terms[i].weight
		p.at[p.terms[i].hash] = i
	}
	for _, s := range t.Symbols {
		p.named[s.Name] = max(p.named[s.Name], s.Weight)
	}
	for _, n := range q.Targets {
		p.tests = p.tests || ix.IsTest(n)
		source, err := text(ix.graph.Path(n))
		if err != nil {
			continue // packing it says so
		}
		p.worth = passagesWithTarget
		eachName(source, func(name string) { p.targets[name] = true })
	}
	return p, ctx.Err()
}

// Odds are the odds, above 0, that each passage of a file is touched, given all its passages and its place
// in the ranking, from 0.
func (p *Passages) Odds(file Ranked, place int, passages []Passage) []float64 {
	match, best := make([]float64, len(passages)), 0.0
	for i := range passages {
		match[i] = p.match(&passages[i])
		best = max(best, match[i])
	}
	w := &p.worth
	common := w.base + w.first/float64(1+place) + w.place*math.Log(float64(1+place)) + w.passages*math.Log(float64(1+len(passages)))
	if file.Relationship != Target {
		common += w.score * math.Log(file.Score+leastScore)
	}
	if !p.tests && p.ix.IsTest(file.Node) {
		common += w.test
	}
	odds, seen := make([]float64, len(passages)), map[string]bool{}
	for i := range passages {
		x := &passages[i]
		z := common + w.match*math.Log(match[i]+leastScore) + w.length*math.Log(float64(max(1, strings.Count(x.Text, "\n")))) + w.shared*p.shared(x.Text, seen)
		if best > 0 {
			z += w.bestMatch * match[i] / best
		}
		if x.Symbol != nil {
			z += w.named * p.named[x.Symbol.Name]
			switch x.Symbol.Kind {
			case analysis.Constant, analysis.Variable, analysis.Field:
				z += w.value
			}
		}
		if x.Head {
			z += w.head
		}
		if x.First {
			z += w.prelude
		}
		odds[i] = math.Exp(z)
	}
	return odds
}

// match is how much of what the task says a passage says, 0–1: BM25 of its text, with more weight on what
// names and describes it.
func (p *Passages) match(x *Passage) float64 {
	if p.most == 0 {
		return 0
	}
	counts := make([]float64, len(p.terms))
	size := 0.0
	add := func(text string, weight float64) {
		analysis.Words(text, func(w string) {
			size += weight
			if k, known := p.at[analysis.HashWord(w)]; known {
				counts[k] += weight
			}
		})
	}
	add(x.Text, 1)
	if s := x.Symbol; s != nil {
		add(s.Name, chunkNameWeight)
		add(s.Container, chunkContainerWeight)
		add(s.Signature, chunkSignatureWeight)
		add(s.Doc, chunkDocWeight)
	}
	norm := chunkNorm(size)
	score := 0.0
	for k, count := range counts {
		if count > 0 {
			score += p.terms[k].weight * count / (count + norm)
		}
	}
	return score / p.most
}

// shared is the share of a text's names that stand in the targets' texts, too. seen is room to work in:
// it is emptied first.
func (p *Passages) shared(text string, seen map[string]bool) float64 {
	if len(p.targets) == 0 {
		return 0
	}
	common := 0
	clear(seen)
	eachName(text, func(name string) {
		if !seen[name] {
			seen[name] = true
			if len(name) > shortName && p.targets[name] {
				common++
			}
		}
	})
	if len(seen) == 0 {
		return 0
	}
	return float64(common) / float64(len(seen))
}

// eachName calls f with each identifier of a text that is no number.
func eachName(text string, f func(string)) {
	eachIdentifier(text, func(start, end int) {
		if text[start] < '0' || text[start] > '9' {
			f(text[start:end])
		}
	})
}
