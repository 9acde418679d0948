package engine

import (
	"context"
	"math"
	"slices"
	"time"

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
	targets, err := x.targets(r.Targets)
	if err != nil {
		return nil, err
	}
	ranked, _, err := x.rankUntil(soon, x.rankQuery(targets, r.Task, nil))
	if err != nil {
		return nil, err
	}
	files := x.mapFiles(ranked, scope)
	if len(r.Targets) == 0 && r.Task == "" { // else the ranking has weighed the history, for what is asked
		x.addWork(files)
	}
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

// mapFiles are the files of the repository map: those of the ranking first, then the others, if there
// are any, by importance.
func (x *indexed) mapFiles(ranked []rank.Ranked, scope filter) []budget.MapFile {
	scores, first := slices.Clone(x.Importance()), 0.0
	if len(ranked) < len(scores) {
		first = 1
	}
	for _, r := range ranked {
		scores[r.Node] = first + r.Score
	}
	weights, importance := x.SymbolWeights(), x.Importance()
	files := make([]budget.MapFile, 0, len(scores))
	for n := range int32(x.Graph().Len()) {
		path, facts := x.Graph().Path(n), x.facts(n)
		if !scope.allows(path) {
			continue
		}
		file := budget.MapFile{Path: path, Importance: importance[n], Score: scores[n]}
		if !facts.Generated { // those are shown as paths only
			file.Symbols, file.Weights = facts.Symbols, weights[n]
		}
		files = append(files, file)
	}
	return files
}

const (
	editHalfLife = 365 * 24 * time.Hour // an edit counts half after it
	maxEditFiles = 30                   // larger commits rename, reformat or release
	workLength   = 0.25                 // the power of a file's length in how much work is on it
)

// addWork tells how much of people's work is likely to be on each file: on what they edited last year they
// work this year too, and on a long file more than on a short one. Both say more than what depends on it.
// Tests and prose are edited along with whatever is changed, which says nothing of them.
func (x *indexed) addWork(files []budget.MapFile) {
	edits, commits := map[string]float64{}, x.snap.Commits()
	for _, c := range commits {
		if len(c.Paths) > maxEditFiles {
			continue
		}
		age := max(0, commits[0].Time.Sub(c.Time))
		weight := math.Exp2(-age.Hours() / editHalfLife.Hours())
		for _, p := range c.Paths {
			edits[p] += weight
		}
	}
	for i := range files {
		n, known := x.Graph().Node(files[i].Path)
		if known && !x.isTest(n) && x.isProgram(n) {
			files[i].Work = (1 + edits[files[i].Path]) * math.Pow(float64(x.facts(n).Lines), workLength)
		}
	}
}

func (x *indexed) isProgram(n int32) bool {
	l := x.Graph().File(n).Language
	return l != nil && l.Purpose == analysis.Program
}
