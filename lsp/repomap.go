package lsp

import (
	"context"

	"github.com/contextls/contextls/budget"
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
	tokens := or(p.Tokens, max(1, v.settings.repoMapTokens()))
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
	var work []float64
	if len(p.Targets) == 0 && p.Task == "" { // else the ranking has weighed the history, for what is asked
		work = v.Work()
	}
	files := v.mapFiles(v.MapScores(ranked), work, scope)
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

// mapFiles are the files of the repository map, with their scores and, unless it is nil, the work on them.
func (v *view) mapFiles(scores, work []float64, scope filter) []budget.MapFile {
	weights, importance := v.SymbolWeights(), v.Importance()
	files := make([]budget.MapFile, 0, len(scores))
	for n := range int32(v.Graph().Len()) {
		path, facts := v.Graph().Path(n), v.facts(n)
		if !scope.allows(path) {
			continue
		}
		file := budget.MapFile{Path: path, Importance: importance[n], Score: scores[n]}
		if work != nil {
			file.Work = work[n]
		}
		if !facts.Generated { // those are shown as paths only
			file.Symbols, file.Weights = facts.Symbols, weights[n]
		}
		files = append(files, file)
	}
	return files
}
