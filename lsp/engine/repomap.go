package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// MapRequest says what a repository map is for; what is absent has its default.
type MapRequest struct {
	Tokens    *int // what the map may cost, from 1; default: the setting
	Targets   []Target
	Task      string
	Tokenizer string
	Scope     Scope
}

// Map is a repository map: the folder's files by rank, the best with their most telling signatures.
type Map struct {
	*budget.Map
	Provenance Provenance
}

// Map draws a repository map. When ctx's deadline comes first, it is drawn of what there is.
func (e *Engine) Map(ctx context.Context, snap *workspace.Snapshot, r MapRequest) (*Map, error) {
	if err := checkInt("tokens", r.Tokens, 1, 0); err != nil {
		return nil, err
	}
	soon, cancel := MostOf(ctx)
	defer cancel()
	x, _, err := e.indexedBy(soon, snap)
	if err != nil {
		return nil, err
	}
	tokens := or(r.Tokens, max(1, x.settings.RepoMapTokens))
	limits, err := budget.Budget{Tokens: &tokens, Tokenizer: r.Tokenizer}.Limits(&e.tokenizers, "")
	if err != nil {
		return nil, unprefixed(err)
	}
	scope, err := r.Scope.compile(x.settings.Roles)
	if err != nil {
		return nil, err
	}
	targets, err := x.targets(soon, r.Targets)
	if err != nil {
		return nil, err
	}
	query := x.rankQuery(soon, targets, snap.Redact(r.Task), nil)
	order, _, err := x.rankUntil(soon, query)
	if err != nil {
		return nil, err
	}
	var work []float64
	if len(r.Targets) == 0 && r.Task == "" { // else the ranking has weighed the history, for what is asked
		work = x.Work()
	}
	files := x.mapFiles(x.MapScores(order.Files), work, nil, scope)
	if query.Task != "" {
		judged, _ := x.Definitions(soon, query, order.Files, math.MaxInt, e.texts, snap.Text) // none: as if there were no task
		x.expect(files, judged)
	}
	x.raise(files, targets)
	var drawn *budget.Map
	defer Begin(ctx, StagePack)()
	err = e.within("a repository map", limits.Tokens, func(tokens int) (int, error) {
		drawn = budget.RepoMap(files, tokens, limits.Counter)
		return drawn.EstimatedTokens, nil
	})
	if err != nil {
		return nil, err
	}
	return &Map{drawn, x.provenance(r.Tokenizer)}, nil
}

// aside are the files that the map of a pack leaves out: those that stand beside what its task is about.
func (g *gathering) aside() []bool {
	if g.query.Task == "" {
		return nil
	}
	return g.Aside(g.query)
}

// mapFiles are the files of the repository map, with their scores and, unless it is nil, the work on them; without
// those that stand aside.
func (x *indexed) mapFiles(scores, work []float64, aside []bool, scope filter) []budget.MapFile {
	weights, importance := x.SymbolWeights(), x.Importance()
	files := make([]budget.MapFile, 0, len(scores))
	for n := range int32(x.Graph().Len()) {
		file := x.Graph().File(n)
		if aside != nil && aside[n] || !scope.allows(file.Path) {
			continue
		}
		entry := budget.MapFile{Path: file.Path, Importance: importance[n], Score: scores[n]}
		if file.Facts != nil && !file.Facts.Generated { // those are shown as paths only
			entry.Symbols, entry.Weights = budget.LazySymbols(file.Facts), weights[n]
		}
		if work != nil {
			entry.Work = work[n]
		}
		files = append(files, entry)
	}
	return files
}

// expect has the definitions that a task is likely to touch drawn before their files' others.
func (x *indexed) expect(files []budget.MapFile, judged []rank.JudgedDefinition) {
	for _, d := range judged {
		if f := fileOf(files, x.Graph().Path(d.Node)); f != nil && f.Symbols.Len() > 0 {
			if f.Odds == nil {
				f.Odds = make([]float64, f.Symbols.Len())
			}
			f.Odds[d.Symbol] = d.Score
		}
	}
}

// fileOf is the file of a path, nil where the map has none.
func fileOf(files []budget.MapFile, path string) *budget.MapFile {
	i, known := slices.BinarySearchFunc(files, path, func(f budget.MapFile, path string) int { return cmp.Compare(f.Path, path) })
	if !known {
		return nil
	}
	return &files[i]
}

// raise has the definitions that the parts in question of the targets have drawn before their files' others.
func (x *indexed) raise(files []budget.MapFile, targets []target) {
	for _, t := range targets {
		f := fileOf(files, t.path)
		if f == nil || len(t.ranges) == 0 || f.Symbols.Len() == 0 {
			continue
		}
		symbols, weights := slices.Clone(f.Symbols.All()), make([]float64, f.Symbols.Len())
		copy(weights, f.Weights)
		most := slices.Max(append(weights, 0))
		for _, k := range analysis.Touched(symbols, t.ranges) {
			symbols[k].Exported = true // what is asked for is drawn though other files do not see it
			weights[k] += most + 1
		}
		f.Symbols, f.Weights, f.Odds = budget.SymbolsOf(symbols), weights, nil
	}
}
