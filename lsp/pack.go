package lsp

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/workspace"
)

// What holds where neither a request nor a setting says anything.
const (
	defaultMapTokens   = 2048 // what a repository map costs at most
	defaultImportDepth = 2    // import steps
)

// Pack answers context/pack: the right context for a task, in a hard token budget.
func (e *Engine) Pack(ctx context.Context, snap *workspace.Snapshot, p PackParams) (PackResult, error) {
	if err := p.check(); err != nil {
		return PackResult{}, err
	}
	ctx, cancel := withDeadline(ctx, p.DeadlineMs)
	defer cancel()
	soon, cancel := mostOf(ctx)
	defer cancel()
	v, late, err := e.lateView(soon, snap)
	if err != nil {
		return PackResult{}, err
	}
	limits, err := e.limits(p, v.settings)
	if err != nil {
		return PackResult{}, err
	}
	scope, err := p.Scope.compile(v.settings.Roles)
	if err != nil {
		return PackResult{}, err
	}
	targets, err := v.targets(p.Targets)
	if err != nil {
		return PackResult{}, err
	}
	q := v.rankQuery(targets, p.Task, p.MaxImportDepth)
	ranked, lateRank, err := v.rankUntil(soon, q)
	if err != nil {
		return PackResult{}, err
	}
	g := &gathering{view: v, scope: scope, texts: map[string]string{}}
	g.addRanked(ranked, q, or(p.AutoDiscover, true))
	g.addTargets(targets)
	if err := g.addFiles(p.Files); err != nil {
		return PackResult{}, err
	}
	req := budget.Request{
		Name: filepath.Base(snap.Folder().Root()), Task: p.Task, Candidates: g.candidates, Limits: limits,
		Format: p.Format, Order: p.Order, LineNumbers: p.LineNumbers, Summary: p.Detail == "summary", SummaryTokens: v.settings.summaryTokens(), Edges: g.edges(),
	}
	if or(p.IncludeRepoMap, p.Detail != "summary") {
		req.MapTokens = or(p.RepoMapTokens, v.settings.repoMapTokens())
		req.Map = v.mapFiles(v.MapScores(ranked), nil, scope)
	}
	base := e.packedBefore(snap.Folder(), p.BaseEtag)
	if base != nil {
		req.Known = base.known
	} else if p.BaseEtag != "" {
		g.warn("baseEtag %q is none of the last %d packs of this folder, so this is the whole", p.BaseEtag, keptPacks)
	}
	pack, err := budget.Pack(ctx, req)
	if err != nil {
		return PackResult{}, fieldError(err)
	}
	indexing := snap.Status().State == workspace.Indexing
	if indexing {
		g.warn("the folder is still being indexed")
	}
	result := g.result(pack, p)
	result.Partial = result.Partial || late || lateRank || indexing
	if err := e.remember(snap.Folder(), &result, pack.Known); err != nil {
		return PackResult{}, err
	}
	if base != nil {
		if err := result.reduce(base, pack, limits.Counter); err != nil {
			return PackResult{}, err
		}
	}
	return result, nil
}

func (e *Engine) limits(p PackParams, s Settings) (budget.Limits, error) {
	b := budget.Budget(p.Budget)
	if b.Tokens == nil && b.ModelMaxTokens == nil {
		tokens := s.tokenBudget()
		b.Tokens = &tokens
	}
	if b.ReservedForOutput == nil {
		b.ReservedForOutput = s.ReservedForOutput
	}
	if b.Utilization == nil {
		b.Utilization = s.Utilization
	}
	limits, err := b.Limits(&e.tokenizers, p.Task)
	return limits, fieldError(err)
}

// fieldError makes a bad parameter of one that package budget found.
func fieldError(err error) error {
	var field *budget.FieldError
	if errors.As(err, &field) {
		return bad(field.Field, "%v %s", field.Value, field.Want)
	}
	return err
}

// edges are the imports among the candidates, for a summary; those of the best come first.
func (g *gathering) edges() (edges []budget.Edge) {
	among := map[int32]bool{}
	var nodes []int32
	for _, c := range g.candidates {
		if n, ok := g.Graph().Node(c.Path); ok && !among[n] {
			among[n] = true
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		for _, e := range g.Graph().Out(n) {
			if e.Import && among[e.To] {
				edges = append(edges, budget.Edge{From: g.Graph().Path(n), To: g.Graph().Path(e.To)})
			}
		}
	}
	return edges
}

func (g *gathering) result(pack *budget.Result, p PackParams) PackResult {
	r := PackResult{
		Text: pack.Text, Items: []PackItem{}, Stats: PackStats(pack.Stats), Excluded: g.excluded,
		Warnings: append(g.warnings, pack.Warnings...), Partial: pack.Partial, Etag: pack.ETag,
		Provenance: g.provenance(p.Budget.Tokenizer),
	}
	for _, item := range pack.Items {
		r.Items = append(r.Items, g.item(item))
	}
	if pack.Map != nil {
		m := g.repoMap(pack.Map, r.Provenance)
		r.RepoMap = &m
	}
	for _, x := range pack.Excluded {
		r.Excluded = append(r.Excluded, Excluded(x))
	}
	for _, x := range g.snap.Excluded() {
		r.Excluded = append(r.Excluded, Excluded(x))
	}
	slices.SortFunc(r.Excluded, byPath)
	r.Excluded = slices.Compact(r.Excluded)
	return r
}

func (g *gathering) item(i budget.Item) PackItem {
	item := PackItem{
		ID: i.ID, URI: g.uri(i.Path), Path: i.Path, Priority: i.Priority,
		Representation: string(i.Representation), Relationship: i.Relationship, Reasons: i.Reasons,
		Importance: i.Importance, Score: i.Score, EstimatedTokens: i.EstimatedTokens,
		Ranges: []protocol.Range{}, Content: i.Content,
	}
	if f := g.snap.File(i.Path); f != nil && f.Document != nil {
		item.Version = &f.Document.Version
	}
	m := newMapper(g.texts[i.Path], g.encoding)
	for _, r := range i.Ranges {
		item.Ranges = append(item.Ranges, m.Range(int(r.Span.Start), int(r.Span.End)))
	}
	return item
}

// byPath orders what is left out.
func byPath(a, b Excluded) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
}
