package relay

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/lsp/protocol"
)

// section is the name of our settings.
const section = "contextls"

// state is what the editor has told its server and still holds.
type state struct {
	initialize  *jsonrpc2.Call // as it was sent; nil: it was not
	initialized []byte         // the message; nil: not sent
	trace       []byte         // the last $/setTrace
	settings    jsontext.Value // as they were told last; nil: those of initialize
	folders     []folder       // those that are open…
	moved       bool           // …where they are others than initialize says
	encoding    protocol.Encoding
	documents   map[string]*document // by path
}

type folder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

func newState() state {
	return state{documents: map[string]*document{}, encoding: protocol.Negotiate(nil)}
}

// note takes in a notification of the editor's.
func (s *state) note(method string, params, message []byte) {
	if s.initialize == nil {
		return // nobody hears it
	}
	switch method {
	case "initialized":
		s.initialized = message
	case "$/setTrace":
		s.trace = message
	case "textDocument/didOpen":
		s.open(params)
	case "textDocument/didChange":
		s.change(params, message)
	case "textDocument/didClose":
		s.close(params)
	case "workspace/didChangeConfiguration":
		var p struct {
			Settings map[string]jsontext.Value `json:"settings"`
		}
		if protocol.Unmarshal(params, &p) == nil && said(p.Settings[section]) {
			s.settings = p.Settings[section].Clone()
		}
	case "workspace/didChangeWorkspaceFolders":
		s.moveFolders(params)
	}
}

// said reports whether a value is there and is not null.
func said(v jsontext.Value) bool { return len(v) > 0 && v.Kind() != 'n' }

// configured takes in the editor's answer to a server that asked for its settings.
func (s *state) configured(result []byte) {
	var sections []jsontext.Value
	if protocol.Unmarshal(result, &sections) == nil && len(sections) > 0 && said(sections[0]) {
		s.settings = sections[0].Clone()
	}
}

// negotiated takes in the answer to initialize.
func (s *state) negotiated(answer []byte) {
	var a struct {
		Result struct {
			Capabilities struct {
				PositionEncoding string `json:"positionEncoding"`
			} `json:"capabilities"`
		} `json:"result"`
	}
	if protocol.Unmarshal(answer, &a) == nil {
		s.encoding = protocol.Negotiate([]string{a.Result.Capabilities.PositionEncoding})
	}
}

// moveFolders takes in that folders were opened and closed.
func (s *state) moveFolders(params []byte) {
	var p struct {
		Event struct {
			Added   []folder `json:"added"`
			Removed []folder `json:"removed"`
		} `json:"event"`
	}
	if protocol.Unmarshal(params, &p) != nil {
		return
	}
	if !s.moved {
		s.folders, s.moved = s.firstFolders(), true
	}
	for _, gone := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(f folder) bool { return same(f.URI, gone.URI) })
	}
	for _, added := range p.Event.Added {
		if !slices.ContainsFunc(s.folders, func(f folder) bool { return same(f.URI, added.URI) }) {
			s.folders = append(s.folders, added)
		}
	}
}

// same reports whether two URIs are of the same path.
func same(a, b string) bool {
	pathA, errA := protocol.Path(a)
	pathB, errB := protocol.Path(b)
	return errA == nil && errB == nil && pathA == pathB
}

// firstFolders are the folders that initialize names.
func (s *state) firstFolders() []folder {
	var p struct {
		WorkspaceFolders []folder `json:"workspaceFolders"`
		RootURI          string   `json:"rootUri"`
		RootPath         string   `json:"rootPath"`
	}
	if s.initialize == nil || protocol.Unmarshal(s.initialize.Params(), &p) != nil {
		return nil
	}
	switch {
	case p.WorkspaceFolders != nil:
		return p.WorkspaceFolders
	case p.RootURI != "":
		return []folder{{URI: p.RootURI}}
	case p.RootPath != "":
		return []folder{{URI: protocol.URI(p.RootPath)}}
	}
	return nil
}

// replay are the messages that bring a new session to where the last one was; initialize is among them unless it is begun, as a
// request with an ID of the relay's own.
func (s *state) replay(id jsonrpc2.ID, begun bool) (messages [][]byte) {
	if s.initialize == nil {
		return nil
	}
	if !begun {
		messages = append(messages, jsonrpc2.AppendMessage(nil, jsonrpc2.NewCall(id, methodInitialize, jsonrpc2.RawMessage(s.initializeNow()))))
	}
	for _, m := range [][]byte{s.initialized, s.trace} {
		if m != nil {
			messages = append(messages, m)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(s.documents)) {
		messages = append(messages, s.documents[path].replay()...)
	}
	return messages
}

// initializeNow are initialize's parameters with the settings and folders of now, so that nothing is read in another way first. Whether
// the workspace is trusted is what initialize said.
func (s *state) initializeNow() []byte {
	var params map[string]jsontext.Value
	if protocol.Unmarshal(s.initialize.Params(), &params) != nil {
		return s.initialize.Params()
	}
	if s.moved {
		params["workspaceFolders"] = encoded(append([]folder{}, s.folders...))
	}
	if s.settings != nil {
		var before, now map[string]jsontext.Value
		_ = protocol.Unmarshal(params["initializationOptions"], &before) // what is none says nothing
		if protocol.Unmarshal(s.settings, &now) == nil && now != nil {
			delete(now, trusted)
			if before[trusted] != nil {
				now[trusted] = before[trusted]
			}
			params["initializationOptions"] = encoded(now)
		}
	}
	return encoded(params)
}

// trusted is the one word among the settings of initialize that no later ones have.
const trusted = "trusted"

// encoded is a value as it goes over the wire, its texts as they are.
func encoded(v any) jsontext.Value {
	b, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err != nil {
		panic(err) // of values that were read
	}
	return b
}

// progressOf is what a notification of progress is about.
func progressOf(params []byte) (token jsontext.Value, kind string) {
	var p struct {
		Token jsontext.Value `json:"token"`
		Value struct {
			Kind string `json:"kind"`
		} `json:"value"`
	}
	_ = protocol.Unmarshal(params, &p) // ours is right
	return p.Token, p.Value.Kind
}

// progressEnd is the message that ends progress with a token.
func progressEnd(token string) []byte {
	return notification(methodProgress, map[string]any{"token": jsontext.Value(token), "value": map[string]string{"kind": "end"}})
}

func notification(method string, params any) []byte {
	return jsonrpc2.AppendMessage(nil, jsonrpc2.NewNotification(method, jsonrpc2.RawMessage(encoded(params))))
}
