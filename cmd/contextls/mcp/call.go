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

// Reply is what a tool says: texts, or one structure. Never both, for clients show their model only one of
// them, and prefer the structure.
type Reply struct {
	Texts      []string `json:"texts,omitzero"`
	Structured any      `json:"structured,omitzero"`
	Error      string   `json:"error,omitzero"` // why there is neither
}

// Question is a call to a tool, about one folder.
type Question struct {
	Folder string          `json:"folder"` // its root
	Tool   string          `json:"tool"`   // "": none is called
	Input  json.RawMessage `json:"input"`
}

// addTool offers a tool that only reads, and only the folder. What Go types do not say of its input,
// refine adds to the schema's properties.
func addTool[In toolInput](s *Server, t *mcp.Tool, refine func(map[string]*jsonschema.Schema),
	run func(context.Context, *workspace.Snapshot, In) (Reply, error)) {
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
				s.tools.engine.Problems.Panicked("the tool "+t.Name, value)
				result, structured, err = nil, nil, engine.ErrBroken
			}
			err = visible(err)
			done(bytes)
		}()
		input, err := s.locate(req.ClientCapabilities(), req.Params.InputResponses)
		if err != nil {
			return nil, nil, err
		}
		if input != nil {
			return &mcp.CallToolResult{InputRequests: input}, nil, nil
		}
		root, err := s.folder(in.folder(), in.files())
		if err != nil {
			return nil, nil, err
		}
		r, err := ask(ctx, s, root, in, t.Name, run, progressOf(ctx, req))
		if err != nil {
			return nil, nil, err
		}
		result, bytes = &mcp.CallToolResult{}, 0
		for _, text := range r.Texts {
			bytes += len(text)
			result.Content = append(result.Content, &mcp.TextContent{Text: render.Visible(text)})
		}
		if r.Structured == nil {
			return result, nil, nil
		}
		raw, err := structure(r.Structured)
		return result, raw, err
	})
}

// structure is the structure of a reply as it is sent. One that was made elsewhere is that already.
func structure(v any) (json.RawMessage, error) {
	if raw, made := v.(json.RawMessage); made {
		return raw, nil
	}
	raw, err := protocol.Marshal(v)
	return json.RawMessage(raw), err
}

// visible is an error whose text is one line without unseen characters.
func visible(err error) error {
	if err == nil || render.Line(err.Error()) == err.Error() {
		return err
	}
	return errors.New(render.Line(err.Error()))
}

// ask has a call answered: elsewhere, if that can be, else here.
func ask[In toolInput](ctx context.Context, s *Server, root string, in In, tool string,
	run func(context.Context, *workspace.Snapshot, In) (Reply, error), tell func(done, total int)) (Reply, error) {
	if s.opts.Elsewhere != nil {
		input, err := json.Marshal(in)
		if err != nil {
			return Reply{}, err
		}
		r, err := s.opts.Elsewhere(ctx, Question{root, tool, input}, tell)
		switch {
		case err != nil:
			return Reply{}, err
		case r != nil && r.Error != "":
			return Reply{}, errors.New(r.Error)
		case r != nil:
			return *r, nil
		}
	}
	end := engine.Begin(ctx, engine.StageSettle)
	snap, err := s.settled(ctx, root, in.files(), tell)
	end()
	if err != nil {
		return Reply{}, err
	}
	engine.About(ctx, snap)
	r, err := run(ctx, snap, in)
	return r.of(snap), err
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
