package lsp

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/contextls/contextls/lsp/engine/explore"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// menu answers context/providers.
func (s *server) menu(ctx context.Context, q asked, _ *protocol.ProvidersParams) (any, error) {
	providers, err := s.explorer.Providers(ctx, q.snap)
	if err != nil {
		return nil, err
	}
	return Menu(providers), nil
}

// Menu is the answer to context/providers.
func Menu(providers []explore.Provider) (r protocol.ProvidersResult) {
	for _, p := range providers {
		r.Providers = append(r.Providers, protocol.Provider{Name: p.Name, Description: p.Description, Parameters: schema(p.Schema),
			Enabled: p.Off == "", Reason: p.Off})
	}
	return r
}

// schema is the JSON Schema of a provider's parameters as it stands on the wire.
func schema(s *jsonschema.Schema) protocol.Schema {
	out := protocol.Schema{Type: s.Type, Properties: map[string]protocol.Property{}, Required: orEmpty(s.Required)}
	for name, p := range s.Properties {
		property := protocol.Property{Type: p.Type, Description: p.Description, Minimum: whole(p.Minimum), Maximum: whole(p.Maximum),
			MinLength: orZero(p.MinLength), MaxLength: orZero(p.MaxLength), MaxItems: orZero(p.MaxItems)}
		if p.Default != nil {
			property.Default = jsontext.Value(p.Default)
		}
		for _, word := range p.Enum {
			property.Enum = append(property.Enum, fmt.Sprint(word))
		}
		if p.Items != nil {
			property.Items = &protocol.Items{Type: p.Items.Type, MinLength: orZero(p.Items.MinLength), MaxLength: orZero(p.Items.MaxLength)}
		}
		out.Properties[name] = property
	}
	return out
}

func whole(f *float64) *int {
	if f == nil {
		return nil
	}
	n := int(*f)
	return &n
}

func orZero(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// explore answers context/explore.
func (s *server) explore(ctx context.Context, q asked, p *protocol.ExploreParams) (any, error) {
	return explored(ctx, s.explorer, q.snap, p)
}

func explored(ctx context.Context, x *explore.Explorer, snap *workspace.Snapshot, p *protocol.ExploreParams) (protocol.ExploreResult, error) {
	req := explore.Request{Tokens: p.Tokens, ResultTokens: p.ResultTokens, Tokenizer: p.Tokenizer}
	for _, c := range p.Requests {
		req.Calls = append(req.Calls, explore.Call(c))
	}
	results, err := x.Explore(ctx, snap, req)
	r := protocol.ExploreResult{Results: []protocol.Exploration{}}
	for i, found := range results {
		call := p.Requests[i]
		if call.Params == nil {
			call.Params = map[string]any{}
		}
		r.Results = append(r.Results, protocol.Exploration{Provider: call.Provider, Params: call.Params, Content: found.Content,
			EstimatedTokens: found.EstimatedTokens, Truncated: found.Truncated, Error: orNull(found.Error)})
	}
	return r, err
}

// Explore answers one round of exploration: parameters and answer of context/explore, as JSON. An error
// about a parameter names its field.
func Explore(ctx context.Context, x *explore.Explorer, snap *workspace.Snapshot, raw []byte) ([]byte, error) {
	p, err := protocol.Decode[protocol.ExploreParams](raw)
	if err == nil {
		err = p.Check()
	}
	if err != nil {
		return nil, err
	}
	r, err := explored(ctx, x, snap, &p)
	if err != nil {
		return nil, err
	}
	return JSON(r)
}
