package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace"
)

// What a round may cost: enough for a few files or searches, and little enough for ten rounds in one
// model's window.
const (
	defaultExploreTokens = 16_000
	defaultResultTokens  = 6_000
)

// provider is one way to look at a workspace. A model is shown the menu of them (context/providers), and
// asks for several at a time (context/explore).
type provider struct {
	name, description string
	schema            Schema
	// off says why it cannot be used in this workspace, "" when it can; nil: it always can.
	off func(context.Context, *exploring) string
	run func(context.Context, *exploring, arguments) (finding, error)
}

// exploring is one round, as its providers see it.
type exploring struct {
	engine    *Engine
	snap      *workspace.Snapshot
	settings  settings.Values
	tokenizer string
	tokens    int // what one result may cost
}

// providers are all of them, in the order of the menu.
func providers() []provider {
	return slices.Concat(fileProviders(), indexProviders(), commandProviders(), gitProviders(), memoryProviders())
}

func providerNames() (names []string) {
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// Providers answers context/providers: the menu of ways to explore the workspace.
func (e *Engine) Providers(ctx context.Context, snap *workspace.Snapshot, p ProvidersParams) (ProvidersResult, error) {
	if err := p.check(); err != nil {
		return ProvidersResult{}, err
	}
	x := &exploring{engine: e, snap: snap, settings: e.Settings(snap.Folder().Root())}
	var result ProvidersResult
	for _, p := range providers() {
		reason := p.reason(ctx, x)
		result.Providers = append(result.Providers, Provider{p.name, p.description, p.schema, reason == "", reason})
	}
	return result, ctx.Err()
}

func (p *provider) reason(ctx context.Context, x *exploring) string {
	if p.off == nil {
		return ""
	}
	return p.off(ctx, x)
}

// Explore answers context/explore: one round of requests, each answered by its provider, all in one
// budget. What goes wrong with one stands in its result and changes no other.
func (e *Engine) Explore(ctx context.Context, snap *workspace.Snapshot, p ExploreParams) (ExploreResult, error) {
	if err := p.check(); err != nil {
		return ExploreResult{}, err
	}
	counter, err := e.tokenizers.Get(p.Tokenizer)
	if err != nil {
		return ExploreResult{}, fieldError(err)
	}
	all := or(p.Tokens, defaultExploreTokens)
	each := min(or(p.ResultTokens, defaultResultTokens), all)
	x := &exploring{engine: e, snap: snap, settings: e.Settings(snap.Folder().Root()), tokenizer: p.Tokenizer, tokens: each}

	result := ExploreResult{Results: []Exploration{}}
	var findings []finding
	var costs []int
	for _, r := range p.Requests {
		found, err := x.answer(ctx, r)
		if ctx.Err() != nil {
			return ExploreResult{}, ctx.Err()
		}
		answer := Exploration{Provider: r.Provider, Params: r.Params}
		if r.Params == nil {
			answer.Params = map[string]any{}
		}
		if err != nil {
			message := strings.ToValidUTF8(err.Error(), "\ufffd")
			answer.Error = &message
		}
		found.content = strings.ToValidUTF8(found.content, "\ufffd")
		result.Results = append(result.Results, answer)
		findings = append(findings, found)
		costs = append(costs, counter.Count(found.whole()))
	}
	for i, share := range shares(costs, each, all) {
		r := &result.Results[i]
		if r.Content = findings[i].whole(); costs[i] > share {
			r.Content = findings[i].cut(counter, share)
		}
		r.Truncated = costs[i] > share || findings[i].missing != ""
		r.EstimatedTokens = counter.Count(r.Content)
	}
	return result, nil
}

// answer has one request answered by its provider.
func (x *exploring) answer(ctx context.Context, r ExploreRequest) (finding, error) {
	all := providers()
	i := slices.IndexFunc(all, func(p provider) bool { return p.name == r.Provider })
	if i < 0 {
		return finding{}, bad("provider", "there is no %q; there %s", r.Provider, are(providerNames()))
	}
	args, err := all[i].schema.read(r.Params)
	if err != nil {
		return finding{}, err
	}
	if reason := all[i].reason(ctx, x); reason != "" {
		return finding{}, bad("provider", "%s cannot be used: %s", r.Provider, reason)
	}
	found, err := all[i].run(ctx, x, args)
	if err != nil {
		return finding{}, err
	}
	return found, nil
}

// place reads a parameter that is a path in the folder, "." for the folder itself, and sees to it that
// it may be shown.
func (x *exploring) place(field, raw string) (string, error) {
	p := path.Clean(raw)
	if p == "." {
		return p, nil
	}
	if reason := x.snap.Refusal(p); reason != "" {
		return "", bad(field, "%s is left out: %s", raw, reason)
	}
	return p, nil
}

// uri is the URI of a path in the folder.
func (x *exploring) uri(rel string) string { return FileURI(x.snap.Folder().Abs(rel)) }

// rel is the path in the folder that a URI of ours names.
func (x *exploring) rel(uri string) string {
	p, inside := rel(x.snap.Folder(), uri)
	if !inside {
		return uri
	}
	return p
}

// targetsOf are the files of a parameter as the requests name them.
func (x *exploring) targetsOf(field string, paths []string) ([]Target, error) {
	var targets []Target
	for i, raw := range paths {
		p, err := x.place(nth(field, i), raw)
		if err != nil {
			return nil, err
		}
		targets = append(targets, Target{URI: x.uri(p)})
	}
	return targets, nil
}
