package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// A toolInput says which folder and files a call is about.
type toolInput interface {
	folder() string
	files() []string
}

// reply is what a tool says: texts, or one structure. Never both, for clients show their model only one of
// them, and prefer the structure.
type reply struct {
	texts      []string
	structured any
}

// addTool offers a tool that only reads, and only the folder. What Go types do not say of its input,
// refine adds to the schema's properties.
func addTool[In toolInput](s *Server, t *mcp.Tool, refine func(map[string]*jsonschema.Schema),
	run func(context.Context, *workspace.Snapshot, In) (reply, error)) {
	closed := false
	t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &closed}
	input := schemaOf[In]()
	refine(input.Properties)
	t.InputSchema = input
	mcp.AddTool(s.server, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (result *mcp.CallToolResult, structured any, err error) {
		ctx, done := s.observe(ctx, t.Name)
		bytes := -1
		defer func() {
			if value := recover(); value != nil {
				s.engine.Problems.Panicked("the tool "+t.Name, value)
				result, structured, err = nil, nil, engine.ErrBroken
			}
			err = visible(err)
			done(bytes)
		}()
		ask, err := s.locate(req.ClientCapabilities(), req.Params.InputResponses)
		if err != nil {
			return nil, nil, err
		}
		if ask != nil {
			return &mcp.CallToolResult{InputRequests: ask}, nil, nil
		}
		f, err := s.folder(in.folder(), in.files())
		if err != nil {
			return nil, nil, err
		}
		end := engine.Begin(ctx, engine.StageSettle)
		snap, err := s.settled(ctx, f, in.files(), progressOf(ctx, req))
		end()
		if err != nil {
			return nil, nil, err
		}
		engine.About(ctx, snap)
		r, err := run(ctx, snap, in)
		if err != nil {
			return nil, nil, err
		}
		result, bytes = &mcp.CallToolResult{}, 0
		for _, text := range r.texts {
			bytes += len(text)
			result.Content = append(result.Content, &mcp.TextContent{Text: render.Visible(text)})
		}
		if r.structured == nil {
			return result, nil, nil
		}
		raw, err := protocol.Marshal(r.structured)
		return result, json.RawMessage(raw), err
	})
}

// visible is an error whose text has no unseen characters.
func visible(err error) error {
	if err == nil || render.Visible(err.Error()) == err.Error() {
		return err
	}
	return errors.New(render.Visible(err.Error()))
}

// progressOf tells how far indexing is, to a client that asked for it with its call.
func progressOf(ctx context.Context, req *mcp.CallToolRequest) func(done, total int) {
	token := req.Params.GetProgressToken()
	return func(done, total int) {
		if token == nil {
			return
		}
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // a client that is gone needs none
			ProgressToken: token, Message: "indexing", Progress: float64(done), Total: float64(total),
		})
	}
}

// schemaOf is the JSON Schema of a type of ours.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // not of data, but of the type
	}
	oneType(s)
	return s
}

// oneType takes null from among the types: what may be nil in Go may be absent here, and some models'
// interfaces take one type only.
func oneType(s *jsonschema.Schema) {
	if s.Types != nil {
		s.Type, s.Types = s.Types[len(s.Types)-1], nil
	}
	if s.Items != nil {
		oneType(s.Items)
	}
	for _, p := range s.Properties {
		oneType(p)
	}
}

func atLeastOne(s *jsonschema.Schema, fallback int) {
	s.Minimum, s.Default = jsonschema.Ptr(1.0), []byte(strconv.Itoa(fallback))
}

func oneOf(s *jsonschema.Schema, fallback string, words ...string) {
	s.Default = []byte(strconv.Quote(fallback))
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
}

// sorted goes through a map in the order of its keys.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
