package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/engine/explore"
	"github.com/contextls/contextls/workspace"
)

// toolTokens is the budget of an answer that is not asked for with its own. Agents cut what is longer than
// about 25,000 of their tokens, of which code takes up more than the heuristic counts.
const toolTokens = 16_000

// within is what the inputs of all tools have.
type within struct {
	Folder string `json:"folder,omitzero" jsonschema:"name or path of a workspace folder, where there are several; default: that of the files named, else the first"`
}

func (w within) folder() string { return w.Folder }

type packInput struct {
	Task    string   `json:"task,omitzero" jsonschema:"what is to be done, in words: the user's own, with error messages and stack traces. Paths, symbols and words in it are looked up"`
	Targets []string `json:"targets,omitzero" jsonschema:"files to be changed, relative to the folder; they need not exist yet. Parts of one: FILE:60, FILE:10-40 (lines from 1), FILE:name, FILE:Class.method"`
	Files   []string `json:"files,omitzero" jsonschema:"further files to include"`
	Tokens  int      `json:"tokens,omitzero" jsonschema:"what the answer may cost, in tokens"`
	Detail  string   `json:"detail,omitzero" jsonschema:"full shows code; summary only files, key symbols and dependencies, in at most 4000 tokens"`
	within
}

func (in packInput) files() []string { return slices.Concat(perhapsFiles(in.Targets), in.Files) }

func (t *Tools) pack(ctx context.Context, snap *workspace.Snapshot, in packInput) (Reply, error) {
	targets, err := t.targets(ctx, snap, in.Targets)
	if err != nil {
		return Reply{}, err
	}
	req := engine.PackRequest{Task: in.Task, Targets: targets, Detail: in.Detail, Budget: engine.Budget{Tokens: &in.Tokens}}
	for _, file := range in.Files {
		req.Files = append(req.Files, engine.Attached{Path: file})
	}
	p, err := t.engine.Pack(ctx, snap, req)
	if err != nil {
		return Reply{}, err
	}
	texts := []string{p.Text}
	if len(p.Warnings) > 0 {
		texts = append(texts, "Warnings:\n- "+strings.Join(p.Warnings, "\n- "))
	}
	if missing := p.Missing[:min(len(p.Missing), toldMissing)]; len(missing) > 0 {
		text := "No room for:"
		for _, m := range missing {
			text += "\n- " + m.String()
		}
		texts = append(texts, text)
	}
	return Reply{Texts: texts}, nil
}

// toldMissing is how much of what a pack has no room for is told.
const toldMissing = 5

type repoMapInput struct {
	Task    string   `json:"task,omitzero" jsonschema:"what is to be done; files that matter to it come first"`
	Targets []string `json:"targets,omitzero" jsonschema:"files to draw the map around, relative to the folder; or parts of them, as for pack"`
	Tokens  *int     `json:"tokens,omitzero" jsonschema:"what the map may cost, in tokens; default: the setting repoMapTokens, 2048"`
	within
}

func (in repoMapInput) files() []string { return perhapsFiles(in.Targets) }

func (t *Tools) repoMap(ctx context.Context, snap *workspace.Snapshot, in repoMapInput) (Reply, error) {
	targets, err := t.targets(ctx, snap, in.Targets)
	if err != nil {
		return Reply{}, err
	}
	m, err := t.engine.Map(ctx, snap, engine.MapRequest{Task: in.Task, Targets: targets, Tokens: in.Tokens})
	if err != nil {
		return Reply{}, err
	}
	return Reply{Texts: []string{m.Content}}, nil
}

type searchInput struct {
	Query   string   `json:"query" jsonschema:"words, names or a question; identifiers are split into words"`
	Targets []string `json:"targets,omitzero" jsonschema:"files you work on, relative to the folder, or parts of them, as for pack: of what matches alike, what is near them comes first"`
	Detail  string   `json:"detail,omitzero" jsonschema:"how much of each definition to show"`
	Limit   int      `json:"limit,omitzero" jsonschema:"show at most so many definitions"`
	Tokens  int      `json:"tokens,omitzero" jsonschema:"what the answer may cost, in tokens"`

	Repositories []string `json:"repositories,omitzero" jsonschema:"other repositories of the team to search besides the folder: globs of their names, * for all; their matches begin with the name in brackets"`
	within
}

func (in searchInput) files() []string { return perhapsFiles(in.Targets) }

// searchDetails are the tiers of context/query, from 0 on.
func searchDetails() []string { return []string{"signature", "doc", "source"} }

func (t *Tools) search(ctx context.Context, snap *workspace.Snapshot, in searchInput) (Reply, error) {
	targets, err := t.targets(ctx, snap, in.Targets)
	if err != nil {
		return Reply{}, err
	}
	tier := slices.Index(searchDetails(), in.Detail)
	r, err := t.engine.Query(ctx, snap, engine.Query{Text: in.Query, Tier: &tier, Limit: &in.Limit, Tokens: &in.Tokens, Targets: targets, Repositories: in.Repositories})
	if err != nil {
		return Reply{}, err
	}
	texts := []string{r.Text}
	if nothing := r.Nothing(in.Query); nothing != "" {
		texts[0] = nothing
	}
	if len(r.Degraded) > 0 {
		texts = append(texts, "Degraded:\n- "+strings.Join(r.Degraded, "\n- "))
	}
	if len(r.Chunks) > 0 && r.Omitted > 0 {
		texts = append(texts, fmt.Sprintf("%d more match.", r.Omitted))
	}
	return Reply{Texts: texts}, nil
}

type impactInput struct {
	File   string `json:"file,omitzero" jsonschema:"the file that is to be changed, relative to the folder; default: that which defines the symbol"`
	Symbol string `json:"symbol,omitzero" jsonschema:"the definition that is to be changed, such as total or Cart.add; default: the whole file"`
	Limit  int    `json:"limit,omitzero" jsonschema:"name at most so many places, and files of each kind"`

	Repositories []string `json:"repositories,omitzero" jsonschema:"other repositories of the team to look for uses in, too: globs of their names, * for all"`
	within
}

func (in impactInput) files() []string {
	if in.File == "" {
		return nil
	}
	return []string{in.File}
}

// impactOutput is the one answer with a structure of its own: it is lists, not a text to be read.
type impactOutput struct {
	Symbol              string   `json:"symbol,omitempty" jsonschema:"where several definitions are called so: which of them it is taken for, and the others"`
	Uses                useList  `json:"uses" jsonschema:"of a symbol: the places where it is used, by path and line"`
	Callers             useList  `json:"callers" jsonschema:"the definitions in which it is used, by path and line of their first use"`
	Overriders          useList  `json:"overriders" jsonschema:"of a member: the members of derived types that take its place"`
	Implementers        useList  `json:"implementers" jsonschema:"of a type: the types that derive from it or implement it; of an interface's member: theirs"`
	DirectImporters     fileList `json:"directImporters" jsonschema:"files that import the file, or use it from the same package"`
	TransitiveImporters fileList `json:"transitiveImporters" jsonschema:"files that depend on those, the nearest first"`
	Tests               fileList `json:"tests" jsonschema:"tests that reach the file"`
	PageRank            float64  `json:"pagerank" jsonschema:"the file's importance; all files of the folder sum to 1"`
	Elsewhere           *useList `json:"elsewhere,omitempty" jsonschema:"with repositories: who uses it there, each with its repository in brackets"`
	Degraded            []string `json:"degraded,omitempty" jsonschema:"what is missing of the answer, and why"`
}

type useList struct {
	Count  int      `json:"count" jsonschema:"how many there are"`
	Places []string `json:"places" jsonschema:"path:line of each, with the definition that it stands in"`
}

type fileList struct {
	Count int      `json:"count" jsonschema:"how many there are"`
	Files []string `json:"files" jsonschema:"their paths, relative to the folder"`
}

func (t *Tools) impact(ctx context.Context, snap *workspace.Snapshot, in impactInput) (Reply, error) {
	of, choice := engine.Subject{Path: in.File}, ""
	if in.File == "" && in.Symbol == "" {
		return Reply{}, engine.Bad("file", "it wants a file, a symbol or both")
	}
	if in.Symbol != "" {
		var err error
		of = engine.Subject{}
		if of.Chunk, choice, err = t.engine.ChunkNamed(ctx, snap, in.File, in.Symbol); err != nil {
			return Reply{}, err
		}
	}
	i, err := t.engine.Impact(ctx, snap, of, in.Repositories...)
	if err != nil {
		return Reply{}, err
	}
	list := func(files []string) fileList {
		return fileList{len(files), append([]string{}, files[:min(len(files), in.Limit)]...)}
	}
	uses := places(i.Uses, in.Limit)
	uses.Count += i.MoreUses
	out := impactOutput{Symbol: choice, Uses: uses, Callers: places(i.Callers, in.Limit), Overriders: places(i.Overriders, in.Limit), Implementers: places(i.Implementers, in.Limit),
		DirectImporters: list(i.Direct), TransitiveImporters: list(i.Transitive), Tests: list(i.Tests), PageRank: i.PageRank, Degraded: i.Degraded}
	if len(in.Repositories) > 0 {
		elsewhere := places(i.Elsewhere, in.Limit)
		elsewhere.Count += i.MoreElsewhere
		out.Elsewhere = &elsewhere
	}
	return Reply{Structured: out}, nil
}

// places are the first of some uses.
func places[T fmt.Stringer](all []T, most int) useList {
	l := useList{len(all), []string{}}
	for _, u := range all[:min(len(all), most)] {
		l.Places = append(l.Places, u.String())
	}
	return l
}

type exploreInput struct {
	Requests []exploreRequest `json:"requests" jsonschema:"what to look up, all in one round"`
	Tokens   int              `json:"tokens,omitzero" jsonschema:"what all answers together may cost, in tokens"`
	within
}

type exploreRequest struct {
	Provider string         `json:"provider" jsonschema:"one of those that the tool's description lists"`
	Params   map[string]any `json:"params,omitzero" jsonschema:"its parameters"`
}

func (exploreInput) files() []string { return nil }

func (t *Tools) explore(ctx context.Context, snap *workspace.Snapshot, in exploreInput) (Reply, error) {
	req := explore.Request{Tokens: &in.Tokens, ReadOnly: true}
	for i := range in.Requests {
		if in.Requests[i].Params == nil {
			in.Requests[i].Params = map[string]any{}
		}
		req.Calls = append(req.Calls, explore.Call{Provider: in.Requests[i].Provider, Params: in.Requests[i].Params})
	}
	results, err := t.explorer.Explore(ctx, snap, req)
	if err != nil {
		return Reply{}, err
	}
	var texts []string
	for i, r := range results {
		asked, err := json.Marshal(in.Requests[i].Params)
		if err != nil {
			return Reply{}, err
		}
		text := in.Requests[i].Provider + " " + string(asked)
		if r.Error != "" {
			text += " failed: " + r.Error
		}
		if r.Truncated {
			text += " (cut)"
		}
		texts = append(texts, text+"\n"+r.Content)
	}
	return Reply{Texts: texts}, nil
}

// exploreMenu lists what explore offers, in a line each: agents cut long descriptions. Commands that the
// settings allow in an editor are not among it: the tools only read, and agents have a shell of their own.
func exploreMenu(providers []explore.Provider) (menu string) {
	for _, p := range providers {
		if p.Runs {
			continue
		}
		var params []string
		for name, property := range sorted(p.Schema.Properties) {
			if !slices.Contains(p.Schema.Required, name) {
				name += "?"
			}
			if property.Enum != nil {
				words := make([]string, len(property.Enum))
				for i, w := range property.Enum {
					words[i] = fmt.Sprint(w)
				}
				name += "=" + strings.Join(words, "|")
			}
			params = append(params, name)
		}
		what, _, _ := strings.Cut(p.Description, ". ")
		menu += fmt.Sprintf("\n- %s(%s): %s.", p.Name, strings.Join(params, ", "), strings.TrimSuffix(what, "."))
	}
	return menu
}

func (s *Server) addTools() {
	addTool(s, &mcp.Tool{
		Name: "pack", Title: "Pack context",
		Description: "The code that matters to a task, in a token budget: the files to be changed in full, what they import in full, related files as signatures, a repository map, with a reason for each file. Call it first, before searching and reading files one by one.",
	}, func(p map[string]*jsonschema.Schema) {
		atLeastOne(p["tokens"], toolTokens)
		oneOf(p["detail"], "full", "full", "summary")
	}, s.tools.pack)
	addTool(s, &mcp.Tool{
		Name: "repo_map", Title: "Repository map",
		Description: "The most important files of the folder by their place in the import and reference graph, the first with their most telling signatures, the rest as paths. Use it for an overview of an unknown code base.",
	}, func(p map[string]*jsonschema.Schema) { p["tokens"].Minimum = jsonschema.Ptr(1.0) }, s.tools.repoMap)
	addTool(s, &mcp.Tool{
		Name: "search", Title: "Search definitions",
		Description: "The functions, methods, types and constants that match some words by name, signature, documentation and body, the best first, as `path:line signature`; headings of documents come behind all code. Use it to find where something is done; use a text search for exact strings.",
	}, func(p map[string]*jsonschema.Schema) {
		oneOf(p["detail"], "doc", searchDetails()...)
		atLeastOne(p["limit"], 20)
		atLeastOne(p["tokens"], toolTokens)
	}, s.tools.search)
	addTool(s, &mcp.Tool{
		Name: "impact", Title: "Impact of a change",
		Description:  "Whom a change of a file, or of one of its definitions, may concern: the places that use the definition, the files that depend on it, and the tests that reach it. Use it before a change to see what else may have to change, and after it to choose the tests to run.",
		OutputSchema: schemaOf[impactOutput](),
	}, func(p map[string]*jsonschema.Schema) { atLeastOne(p["limit"], 50) }, s.tools.impact)
	addTool(s, &mcp.Tool{
		Name: "explore", Title: "Explore",
		Description: "Several look-ups in one call, in one token budget; one that fails does not fail the others. The providers with their params:" + exploreMenu(s.tools.explorer.Menu()),
	}, func(p map[string]*jsonschema.Schema) { atLeastOne(p["tokens"], toolTokens) }, s.tools.explore) // an unknown provider fails its request alone
}
