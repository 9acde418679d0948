package rank

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/rank/task"
)

// Domain is the folder that a task is about: the deepest one that holds more than half of the evidence,
// "" where there is none below the root. The files that the task speaks of are the evidence, by their
// weight; where it speaks of none, those that match its words best. Tests count only for a task about
// tests: they repeat what they test. The error is ctx's alone.
func (ix *Index) Domain(ctx context.Context, t task.Task, mentions []Mention) (string, error) {
	evidence := mentions
	if len(evidence) == 0 {
		var err error
		if evidence, err = ix.matches(ctx, t); err != nil {
			return "", err
		}
	}
	total := 0.0
	shares := map[string]float64{} // of each folder, with its slash
	for _, m := range evidence {
		weight := m.Weight
		if !t.Tests && ix.IsTest(m.Node) {
			weight *= testWorth
		}
		total += weight
		p := ix.graph.Path(m.Node)
		for i := range len(p) {
			if p[i] == '/' {
				shares[p[:i+1]] += weight
			}
		}
	}
	domain := ""
	for folder, share := range shares { // of two folders that both hold more than half, one is in the other
		if 2*share > total && len(folder) > len(domain) {
			domain = folder
		}
	}
	return strings.TrimSuffix(domain, "/"), nil
}

// matches are the files that match a task's words best; a match counts as it does for seeds.
func (ix *Index) matches(ctx context.Context, t task.Task) ([]Mention, error) {
	scores, err := ix.lexical.score(ctx, ix.lexical.terms(t.Words))
	if err != nil {
		return nil, err
	}
	var best []Mention
	for n, s := range relative(scores, make([]bool, len(scores))) {
		if s > 0 {
			best = append(best, Mention{Node: int32(n), Weight: s * s})
		}
	}
	slices.SortFunc(best, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Node, b.Node))
	})
	return best[:min(len(best), maxAnchors)], nil
}
