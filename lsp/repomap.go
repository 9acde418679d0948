package lsp

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

// RepoMap answers context/repoMap: the folder's files by rank, the best with their most telling
// signatures, in so many tokens.
func (e *Engine) RepoMap(ctx context.Context, snap *workspace.Snapshot, p RepoMapParams) (RepoMapResult, error) {
	if err := p.check(); err != nil {
		return RepoMapResult{}, err
	}
	ctx, cancel := withDeadline(ctx, p.DeadlineMs)
	defer cancel()
	soon, cancel := mostOf(ctx)
	defer cancel()
	v, _, err := e.lateView(soon, snap)
	if err != nil {
		return RepoMapResult{}, err
	}
	tokens := or(p.Tokens, max(1, v.settings.RepoMapTokens))
	limits, err := budget.Budget{Tokens: &tokens, Tokenizer: p.Tokenizer}.Limits(&e.tokenizers, "")
	if err != nil {
		return RepoMapResult{}, withoutPrefix(fieldError(err), "budget.")
	}
	scope, err := p.Scope.compile(v.settings.Roles)
	if err != nil {
		return RepoMapResult{}, err
	}
	targets, err := v.targets(p.Targets)
	if err != nil {
		return RepoMapResult{}, err
	}
	ranked, _, err := v.rankUntil(soon, v.rankQuery(targets, p.Task, nil))
	if err != nil {
		return RepoMapResult{}, err
	}
	files := v.mapFiles(ranked, scope)
	if len(p.Targets) == 0 && p.Task == "" { // else the ranking has weighed the history, for what is asked
		v.addWork(files)
	}
	m := budget.RepoMap(files, limits.Tokens, limits.Counter)
	return v.repoMap(m, v.provenance(p.Tokenizer)), nil
}

// repoMap is a map on the wire.
func (v *view) repoMap(m *budget.Map, from Provenance) RepoMapResult {
	r := RepoMapResult{
		Content: m.Content, FilesWithSignatures: m.FilesWithSignatures, FilesPathOnly: m.FilesPathOnly,
		FilesOmitted: m.FilesOmitted, EstimatedTokens: m.EstimatedTokens, Etag: m.ETag, Provenance: from,
		Files: []RepoMapFile{},
	}
	for _, f := range m.Files {
		r.Files = append(r.Files, RepoMapFile{v.uri(f.Path), f.Path, f.Importance, string(f.Representation)})
	}
	return r
}

// mapFiles are the files of the repository map: those of the ranking first, then the others, if there
// are any, by importance.
func (v *view) mapFiles(ranked []rank.Ranked, scope filter) []budget.MapFile {
	scores, first := slices.Clone(v.Importance()), 0.0
	if len(ranked) < len(scores) {
		first = 1
	}
	for _, r := range ranked {
		scores[r.Node] = first + r.Score
	}
	weights, importance := v.SymbolWeights(), v.Importance()
	files := make([]budget.MapFile, 0, len(scores))
	for n := range int32(v.Graph().Len()) {
		path, facts := v.Graph().Path(n), v.facts(n)
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
func (v *view) addWork(files []budget.MapFile) {
	edits, commits := map[string]float64{}, v.snap.Commits()
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
		n, known := v.Graph().Node(files[i].Path)
		if known && !v.isTest(n) && v.isProgram(n) {
			files[i].Work = (1 + edits[files[i].Path]) * math.Pow(float64(v.facts(n).Lines), workLength)
		}
	}
}

func (v *view) isProgram(n int32) bool {
	l := v.Graph().File(n).Language
	return l != nil && l.Purpose == analysis.Program
}
