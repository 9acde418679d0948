package rank

import (
	"context"
	"math"

	"github.com/contextls/contextls/analysis"
)

// structureEvidence is how near files are in the graph to what the query is about.
type structureEvidence struct {
	signal
	importance []float64 // PageRank from the seeds, or the global one
	unseeded   bool      // there is nothing to begin at: the files rank by their importance
}

func (t *topic) readStructure(ctx context.Context, text textEvidence, history historyEvidence) (structureEvidence, error) {
	seeds := t.seeds(text, history)
	if len(seeds) == 0 {
		importance := t.ix.Importance()
		return structureEvidence{mix(part{relative(importance, t.target), 1}), importance, true}, nil
	}
	importance, err := t.ix.personalRank(ctx, seeds)
	if err != nil {
		return structureEvidence{}, err
	}
	reached, sameDirectory := relative(importance, t.target), make([]float64, len(importance))
	near := map[string]bool{} // the leaders' directories
	for _, l := range history.leaders {
		for _, p := range l.paths {
			near[analysis.Dir(p)] = true
		}
	}
	for n, s := range reached {
		reached[n] = math.Pow(s, structureExponent)
		if s > 0 && near[analysis.Dir(t.ix.graph.Path(int32(n)))] {
			sameDirectory[n] = 1
		}
	}
	worth := t.worths()
	return structureEvidence{mix(part{reached, worth.walk}, part{sameDirectory, worth.directory}), importance, false}, nil
}

// personalRank is PageRank of the walk in both directions from the seeds.
func (ix *Index) personalRank(ctx context.Context, seeds []Seed) ([]float64, error) {
	if ix.graph.Len() > localAbove {
		return localPageRank(ctx, ix.localWalk, seeds, walkDamping, localThreshold)
	}
	return PageRank(ctx, ix.walk(), seeds, walkDamping, walkTolerance)
}

// seeds are where the walk begins: at the targets most of the time, at what their parts use, at what the task names, at the
// files that match its words best, and at the neighbours of targets that nothing is tied to.
func (t *topic) seeds(text textEvidence, history historyEvidence) []Seed {
	var targets, used, mentioned, neighbours []Seed
	for _, n := range t.q.Targets {
		targets = append(targets, Seed{n, 1})
	}
	for _, n := range t.q.Used {
		used = append(used, Seed{n, 1})
	}
	for n := range int32(t.ix.graph.Len()) {
		if t.target[n] {
			continue
		}
		if m, known := text.mentions[n]; known {
			mentioned = append(mentioned, Seed{n, m.Weight * t.worth(n, text.mentions, history.languages)})
		}
		if _, near := t.beside[n]; near {
			neighbours = append(neighbours, Seed{n, 1})
		}
	}
	var seeds []Seed
	add := func(share float64, group []Seed) {
		sum := 0.0
		for _, s := range group {
			sum += s.Share
		}
		if sum == 0 {
			return
		}
		for _, s := range group {
			seeds = append(seeds, Seed{s.Node, share * s.Share / sum})
		}
	}
	add(targetShare, targets)
	add(usedShare, used)
	add(mentionShare, mentioned)
	add(anchorShare, history.anchors)
	add(untiedShare, neighbours)
	return seeds
}
