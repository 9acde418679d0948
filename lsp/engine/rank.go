package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// RankRequest says what a ranking is for; what is absent has its default.
type RankRequest struct {
	Targets        []Target
	Task           string
	Limit          *int // how many files to answer, from 1; default: all
	Definitions    int  // how many of their definitions to answer, 0–200
	MaxImportDepth *int // 1–100; default: the setting
	Scope          Scope
}

// Ranking is the folder's files by how much they matter, the most relevant first.
type Ranking struct {
	Targets      []string // the paths of those that exist
	Files        []RankedFile
	Definitions  []RankedDefinition // the likeliest to be touched, of all files in scope
	Nodes, Edges int                // of the graph
	Provenance   Provenance
}

// RankedFile is a file's place in a ranking.
type RankedFile struct {
	rank.Ranked
	Module string // the file's name in its language's imports
}

// RankedDefinition is a definition's place in a ranking.
type RankedDefinition struct {
	Chunk   string // its ID
	Path    string
	Text    string        // of the file
	Span    analysis.Span // in Text
	Score   float64       // 0–1
	Reasons []string
}

// maxDefinitions is how many definitions a ranking answers at most.
const maxDefinitions = 200

// Rank orders the folder's files by how much they matter to a task.
func (e *Engine) Rank(ctx context.Context, snap *workspace.Snapshot, r RankRequest) (*Ranking, error) {
	if err := firstOf(checkInt("limit", r.Limit, 1, 0), checkInt("maxImportDepth", r.MaxImportDepth, 1, maxDepth),
		checkInt("definitions", &r.Definitions, 0, maxDefinitions)); err != nil {
		return nil, err
	}
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Ranking, bool, error) { return e.ranking(ctx, snap, &r) })
}

// ranking is Rank of one snapshot. It reports whether a file that it wanted has changed on disk since.
func (e *Engine) ranking(ctx context.Context, snap *workspace.Snapshot, r *RankRequest) (ranking *Ranking, changed bool, err error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, false, err
	}
	scope, err := r.Scope.compile(x.settings.Roles)
	if err != nil {
		return nil, false, err
	}
	targets, err := x.targets(ctx, r.Targets)
	if err != nil {
		return nil, false, err
	}
	q := x.rankQuery(ctx, targets, snap.Redact(r.Task), r.MaxImportDepth)
	order, err := x.rank(ctx, q, x.settings.Weights)
	if err != nil {
		return nil, false, err
	}
	ranking = &Ranking{Targets: x.paths(q.Targets), Nodes: x.Graph().Len(), Edges: x.Graph().EdgeCount(), Provenance: x.provenance("")}
	for i := range order.Files {
		if r.Limit != nil && len(ranking.Files) == *r.Limit {
			break
		}
		if scope.allows(order.Files[i].Path) {
			order.Explain(i)
			ranking.Files = append(ranking.Files, x.ranked(order.Files[i]))
		}
	}
	if r.Definitions == 0 {
		return ranking, false, nil
	}
	inScope := slices.DeleteFunc(order.Files, func(f rank.Ranked) bool { return !scope.allows(f.Path) })
	changed, err = x.addDefinitions(ctx, ranking, q, inScope, r.Definitions, e.texts)
	return ranking, changed, err
}

// addDefinitions adds the best definitions of ranked files. It reports whether one of the files has changed on
// disk since.
func (x *indexed) addDefinitions(ctx context.Context, to *Ranking, q rank.Query, ranked []rank.Ranked, n int, texts *rank.Texts) (changed bool, err error) {
	reader := newChunkReader(x)
	found, err := x.Definitions(ctx, q, ranked, n, texts, func(path string) (string, error) {
		node, _ := x.Graph().Node(path)
		return reader.text(node)
	})
	for _, d := range found {
		s, text := reader.symbol(d.Definition), reader.texts[d.Node]
		path := x.Graph().Path(d.Node)
		to.Definitions = append(to.Definitions, RankedDefinition{Chunk: chunkOf(path, s, text).String(), Path: path, Text: text,
			Span: s.Range, Score: d.Score, Reasons: d.Reasons})
	}
	return reader.changed, err
}

func (x *indexed) ranked(f rank.Ranked) RankedFile {
	return RankedFile{f, x.Graph().ModuleName(f.Node)}
}

// rank ranks; the error is ctx's.
func (x *indexed) rank(ctx context.Context, q rank.Query, w rank.Weights) (*rank.Order, error) {
	defer Begin(ctx, StageRank)()
	return x.Order(ctx, q, w)
}

// rankUntil ranks, and is late with nothing when the deadline comes first.
func (x *indexed) rankUntil(ctx context.Context, q rank.Query) (order *rank.Order, late bool, err error) {
	order, err = x.rank(ctx, q, x.settings.Weights)
	if ctx.Err() == context.DeadlineExceeded {
		return &rank.Order{}, true, nil
	}
	return order, false, err
}

// Explanation is why a file has its score.
type Explanation struct {
	File  RankedFile
	Cycle []string // the other files that it imports in a circle
	Chain []string // the shortest way along imports from a target to the file; none: there is none
}

// Explain says why a file has its score, and how a target leads to it.
func (e *Engine) Explain(ctx context.Context, snap *workspace.Snapshot, file string, targets []Target, task string) (*Explanation, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, err := x.node(file)
	if err != nil {
		return nil, err
	}
	found, err := x.targets(ctx, targets)
	if err != nil {
		return nil, err
	}
	q := x.rankQuery(ctx, found, task, nil)
	weights := x.settings.Weights
	weights.MinRelevance = 0 // whoever asks about a file wants its score, however low
	order, err := x.rank(ctx, q, weights)
	if err != nil {
		return nil, err
	}
	for i := range order.Files {
		if order.Files[i].Node == n {
			order.Explain(i)
			return &Explanation{x.ranked(order.Files[i]), x.cycle(n), x.paths(x.Chain(q.Targets, n))}, nil
		}
	}
	return nil, fmt.Errorf("%s has no score", x.Graph().Path(n))
}
