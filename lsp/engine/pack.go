package engine

import (
	"context"
	"path/filepath"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/workspace"
)

// maxDepth is the most import steps that can be asked for; few repositories have longer chains.
const maxDepth = 100

// PackRequest says what a pack is for; what is absent has its default.
type PackRequest struct {
	Task           string     // what is to be done, in words
	Targets        []Target   // files to be changed
	Files          []Attached // further files that a person wants in it
	Budget         Budget
	AutoDiscover   *bool  // whether ranking may add files; default: true
	MaxImportDepth *int   // import steps from the targets that count as related, 1–100; default: the setting
	IncludeRepoMap *bool  // default: true, but in a summary
	RepoMapTokens  *int   // from 0; default: the setting
	Detail         string // full (default) or summary
	Format         string // markdown (default), xml, plain or json
	Order          string // tier (default) or cache
	LineNumbers    bool
	BaseETag       string // of one of the last packs, whose reader wants only what changed
	Scope          Scope
	HideTask       bool // the reader has the task: it is not repeated in the text
	AllExcluded    bool // all files that are left out are named
}

// Budget is how much a text may cost; nil stands for the default.
type Budget = budget.Budget

// Attached is a file that a person wants in a pack.
type Attached struct {
	Path string
	Pin  bool // before everything but the targets
}

// Pack is the right context for a task, in a hard token budget.
type Pack struct {
	Text           string // of a Delta only the items that changed
	Items          []Item // in the order of Text; likewise
	Map            *Map   // nil: none in Text
	Stats          budget.Stats
	Excluded       []Excluded     // files left out, by path: all, or where that was not asked for mostNamed of them
	ExcludedCounts map[string]int // of all files left out, by reason
	Missing        []Missing      // what would be shown next if there were more room, the best first
	Warnings       []string
	Notices        []Notice // what programs may want to know of Warnings
	Degraded       []string // what is missing, and why; among Warnings, too
	Partial        bool     // a deadline came first, or the folder was still being indexed
	Unrelated      bool     // all is read, and nothing that was asked for leads to a file: these are the folder's most important ones; with a task it is among Warnings, too
	ETag           string
	Delta          *Delta // nil: this is a whole
	Provenance     Provenance
}

// Item is a file in a pack.
type Item struct {
	budget.Item
	Version *int32 // of the document that is open; nil: as on disk
	Source  string // the file's text, that the item's ranges are of
}

// Missing is a definition, a part of one or a file that a pack has no room for.
type Missing = budget.Missing

// Excluded is a file that was left out, with its reason.
type Excluded = workspace.Excluded

func (r *PackRequest) check() error {
	return firstOf(
		checkInt("maxImportDepth", r.MaxImportDepth, 1, maxDepth),
		checkInt("repoMapTokens", r.RepoMapTokens, 0, 0),
		checkOneOf("detail", r.Detail, "full", "summary"),
		checkOneOf("format", r.Format, "markdown", "xml", "plain", "json"),
		checkOneOf("order", r.Order, budget.OrderTier, budget.OrderCache),
	)
}

func (r *PackRequest) summary() bool { return r.Detail == "summary" }

// Pack makes a pack. When ctx's deadline comes first, it is made of what there is.
func (e *Engine) Pack(ctx context.Context, snap *workspace.Snapshot, r PackRequest) (*Pack, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	task := r.Task
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Pack, bool, error) {
		r.Task = snap.Redact(task)
		p, changed, err := e.pack(ctx, snap, &r)
		if p != nil {
			p.warnOfTask(task, r.Task)
		}
		return p, changed, err
	})
}

// pack is Pack of one snapshot. It reports whether a file that it wanted has changed on disk since.
func (e *Engine) pack(ctx context.Context, snap *workspace.Snapshot, r *PackRequest) (p *Pack, changed bool, err error) {
	soon, cancel := MostOf(ctx)
	defer cancel()
	go snap.Written().Commits(soon) // meanwhile
	x, late, err := e.indexedBy(soon, snap)
	if err != nil {
		return nil, false, err
	}
	limits, err := x.limits(e, r)
	if err != nil {
		return nil, false, err
	}
	g, lateRank, err := x.gather(soon, r, limits.Tokens)
	if err != nil {
		return nil, false, err
	}
	if !r.summary() && x.settings.DependencyPercent > 0 {
		reach := e.reach(&x.settings)
		if err := g.addPackages(soon, reach, e.inquireFor(snap, &x.settings, reach)); err != nil {
			return nil, false, err
		}
	}
	req := budget.Request{
		Name: filepath.Base(snap.Folder().Root()), Task: r.Task, HideTask: r.HideTask, Candidates: g.candidates, Limits: limits,
		Format: r.Format, Order: r.Order, LineNumbers: r.LineNumbers,
		Summary: r.summary(), SummaryTokens: x.settings.SummaryTokens, PackagePercent: x.settings.DependencyPercent,
	}
	if r.summary() {
		req.Edges = g.edges()
	}
	passages, _ := x.Passages(soon, g.query, e.texts, snap.Text)
	req.Odds = passages.Odds
	if r.summary() && r.Task != "" {
		g.fit(soon, passages)
	}
	if passages.NoLines && (r.Task != "" || len(r.Targets) > 0) {
		g.lack("it is not known which lines the last commits wrote, for git did not say it in time or failed: definitions are chosen without that")
	}
	if req.MapTokens = x.mapTokens(r, limits.Tokens); req.MapTokens > 0 {
		req.Map = x.mapFiles(x.MapScores(g.order.Files), nil, g.aside(), g.scope)
	}
	base := e.kept(snap.Folder()).packed(r.BaseETag)
	if base != nil {
		req.Baseline = base.text
	} else if r.BaseETag != "" {
		g.warn("baseEtag %q is none of the last %d packs of this folder, so this is the whole", r.BaseETag, keptPacks)
	}
	var packed *budget.Result
	end := Begin(ctx, StagePack)
	err = e.within("a pack", limits.Tokens, func(tokens int) (int, error) {
		req.Limits.Tokens = tokens
		if packed, err = budget.Pack(ctx, req); err != nil {
			return 0, err
		}
		return packed.Stats.TotalEstimatedTokens, nil
	})
	end()
	if err != nil {
		return nil, false, paramError(err)
	}
	indexing := snap.Status().State == workspace.Indexing
	if indexing {
		g.warn("the folder is still being indexed")
	}
	unrelated := g.unrelated() && !late && !indexing
	if unrelated && r.Task != "" {
		g.warn("no file has anything to do with the task: these are the most important ones of the folder")
	}
	p = g.pack(packed, r)
	p.Unrelated = unrelated
	p.Partial = p.Partial || late || lateRank || indexing
	e.kept(snap.Folder()).remember(p, packed.Baseline)
	if base != nil {
		p.reduce(base, packed.Changes, limits.Counter)
	}
	return p, g.changed, nil
}

// A map that nobody asked for tells most where there is room for it: in small packs it stands where definitions would.
const (
	mapFrom      = 4000   // tokens of a pack above which a map may take…
	mapFromAbout = 12_000 // …or above these, where a task or targets say which definitions matter…
	mapPart      = 8      // …this fraction, up to the setting…
	leastMap     = 256    // …if that is as much as this, or as the setting
)

// mapTokens is what the map in a pack of so many tokens may cost; 0 for no map.
func (x *indexed) mapTokens(r *PackRequest, tokens int) int {
	asked := r.IncludeRepoMap != nil || r.RepoMapTokens != nil
	if !or(r.IncludeRepoMap, !r.summary()) {
		return 0
	}
	most := x.settings.RepoMapTokens
	if !asked {
		from := mapFrom
		if r.Task != "" || len(r.Targets) > 0 {
			from = mapFromAbout
		}
		room := (tokens - from) / mapPart
		if room < min(leastMap, most) {
			return 0
		}
		most = min(most, room)
	}
	return or(r.RepoMapTokens, most)
}

// limits works out what a pack may cost: what the request says, else the settings.
func (x *indexed) limits(e *Engine, r *PackRequest) (budget.Limits, error) {
	b := r.Budget
	if b.Tokens == nil && b.ModelMaxTokens == nil {
		b.Tokens = &x.settings.TokenBudget
	}
	if b.ReservedForOutput == nil {
		b.ReservedForOutput = &x.settings.ReservedForOutput
	}
	if b.Utilization == nil {
		b.Utilization = &x.settings.Utilization
	}
	limits, err := b.Limits(&e.tokenizers, r.Task)
	return limits, paramError(err)
}

// pack is what was packed, with what the folder knows of it.
func (g *gathering) pack(packed *budget.Result, r *PackRequest) *Pack {
	p := &Pack{
		Text: packed.Text, Items: make([]Item, len(packed.Items)), Stats: packed.Stats, Missing: packed.Missing,
		Warnings: append(g.warnings, packed.Warnings...), Degraded: g.degraded, Partial: packed.Partial, ETag: packed.ETag, Provenance: g.provenance(r.Budget.Tokenizer),
	}
	g.tellExcluded(p, packed.Excluded, r.AllExcluded)
	for i, item := range packed.Items {
		p.Items[i] = Item{Item: item, Source: g.texts[item.Path]}
		if f := g.snap.File(item.Path); f != nil && f.Document != nil {
			p.Items[i].Version = &f.Document.Version
		}
	}
	g.tellSecrets(p, packed)
	for i, w := range p.Warnings {
		p.Warnings[i] = render.Line(w)
	}
	if packed.Map != nil {
		p.Map = &Map{Map: packed.Map, Provenance: p.Provenance}
	}
	return p
}
