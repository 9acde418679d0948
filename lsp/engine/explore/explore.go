package explore

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// What a round may cost: enough for a few files or searches, and little enough for ten rounds in one
// model's window.
const (
	defaultTokens       = 16_000
	defaultResultTokens = 6_000
)

// maxCalls is how much one round can ask for: more than a model does, and no more than is done in a while.
const maxCalls = 64

// Explorer answers rounds of exploration. It is safe for concurrent use.
type Explorer struct {
	// Trusted says that the client trusts its workspaces. It is written before the first request.
	Trusted bool

	engine    *engine.Engine
	runs      *Runs // nil: past packs are not kept
	providers []provider
}

// New makes an explorer of an engine's folders. runs may be nil.
func New(e *engine.Engine, runs *Runs) *Explorer {
	x := &Explorer{engine: e, runs: runs}
	for _, p := range slices.Concat(fileProviders(), indexProviders(), commandProviders(), gitProviders(), memoryProviders()) {
		p.parameters = readSchema(p.Schema)
		x.providers = append(x.providers, p)
	}
	return x
}

// Menu lists the providers as they are in any workspace; why one cannot be used here is not known.
func (e *Explorer) Menu() []Provider {
	menu := make([]Provider, len(e.providers))
	for i, p := range e.providers {
		menu[i] = p.Provider
	}
	return menu
}

// Providers lists the providers, and why some cannot be used in this workspace.
func (e *Explorer) Providers(ctx context.Context, snap *workspace.Snapshot) ([]Provider, error) {
	r := e.round(snap)
	menu := e.Menu()
	for i, p := range e.providers {
		menu[i].Off = p.reason(ctx, r)
	}
	return menu, ctx.Err()
}

// Request is one round.
type Request struct {
	Calls        []Call
	Tokens       *int // what all results together may cost, from 1; default: 16,000
	ResultTokens *int // what one of them may cost, from 1; default: 6,000
	Tokenizer    string
	ReadOnly     bool // there are no providers that run commands
}

// Call asks one provider.
type Call struct {
	Provider string
	Params   any // as JSON has it; nil: none
}

// Result is what one provider answered.
type Result struct {
	Content         string
	EstimatedTokens int  // of Content
	Truncated       bool // there is more
	Error           string
}

func (r *Request) check() error {
	if n := len(r.Calls); n > maxCalls {
		return engine.Bad("requests", "%d are more than %d", n, maxCalls)
	}
	for _, limit := range []struct {
		field string
		value *int
	}{{"tokens", r.Tokens}, {"resultTokens", r.ResultTokens}} {
		if limit.value != nil && *limit.value < 1 {
			return engine.Bad(limit.field, "%d is not positive", *limit.value)
		}
	}
	return nil
}

// Explore answers one round of calls, each by its provider, all in one budget. The results are in the
// order of the calls.
func (e *Explorer) Explore(ctx context.Context, snap *workspace.Snapshot, req Request) ([]Result, error) {
	if err := req.check(); err != nil {
		return nil, err
	}
	counter, err := e.engine.Counter(req.Tokenizer)
	if err != nil {
		return nil, err
	}
	all := or(req.Tokens, defaultTokens)
	each := min(or(req.ResultTokens, defaultResultTokens), all)
	r := e.round(snap)
	r.tokenizer, r.tokens, r.readOnly = req.Tokenizer, each, req.ReadOnly

	results := make([]Result, len(req.Calls))
	findings, costs := make([]finding, len(req.Calls)), make([]int, len(req.Calls))
	for i, call := range req.Calls {
		found, err := r.answer(ctx, call)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			results[i].Error = render.Line(snap.Redact(strings.ToValidUTF8(err.Error(), "\ufffd")))
		}
		if found.content, err = snap.RedactContext(ctx, strings.ToValidUTF8(found.content, "\ufffd")); err != nil {
			return nil, err
		}
		found.clip(all)
		found.content = render.Visible(found.content)
		findings[i], costs[i] = found, counter.Count(found.whole())
	}
	for i, share := range shares(costs, each, all) {
		result := &results[i]
		if result.Content = findings[i].whole(); costs[i] > share {
			result.Content = findings[i].cut(counter, share)
		}
		result.Truncated = costs[i] > share || findings[i].missing != "" || findings[i].lost.bytes > 0
		result.EstimatedTokens = counter.Count(result.Content)
	}
	return results, nil
}

// round is one round, as its providers see it.
type round struct {
	*Explorer
	snap      *workspace.Snapshot
	settings  settings.Values
	tokenizer string
	tokens    int // what one result may cost
	readOnly  bool
}

func (e *Explorer) round(snap *workspace.Snapshot) *round {
	return &round{Explorer: e, snap: snap, settings: e.engine.Settings(snap.Folder().Root())}
}

// answer has one call answered by its provider.
func (r *round) answer(ctx context.Context, c Call) (finding, error) {
	i := slices.IndexFunc(r.providers, func(p provider) bool { return p.Name == c.Provider && !(r.readOnly && p.Runs) })
	if i < 0 {
		var names []string
		for _, p := range r.providers {
			if !(r.readOnly && p.Runs) {
				names = append(names, p.Name)
			}
		}
		if c.Provider == "" {
			return finding{}, engine.Bad("provider", "it names no provider; there %s", are(names))
		}
		return finding{}, engine.Bad("provider", "there is no %q; there %s", c.Provider, are(names))
	}
	p := &r.providers[i]
	args, err := p.parameters.read(c.Params)
	if err != nil {
		return finding{}, err
	}
	if reason := p.reason(ctx, r); reason != "" {
		return finding{}, engine.Bad("provider", "%s cannot be used: %s", c.Provider, reason)
	}
	found, err := p.run(ctx, r, args)
	if err != nil {
		return finding{}, err
	}
	return found, nil
}

// allowed reads a parameter that is a path in the folder, "." for the folder itself, and sees to it that
// it may be shown.
func (r *round) allowed(field, raw string) (string, error) {
	p := path.Clean(raw)
	if p == "." {
		return p, nil
	}
	p = engine.FromShown(r.snap, p)
	if reason := r.snap.Refusal(p); reason != "" {
		return "", engine.Bad(field, "%s is left out: %s", raw, reason)
	}
	return p, nil
}

// allAllowed is allowed for a parameter that is a list of paths.
func (r *round) allAllowed(field string, raw []string) (paths []string, err error) {
	for i, one := range raw {
		p, err := r.allowed(field+"["+strconv.Itoa(i)+"]", one)
		if err != nil {
			return nil, err
		}
		paths = append(paths, p)
	}
	return paths, nil
}

// or is a value, or what holds without one.
func or(v *int, fallback int) int {
	if v != nil {
		return *v
	}
	return fallback
}
