package lsp

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/lsp/protocol"
)

// clientInfo is what we want to know of initialize's parameters. They are read leniently, field by
// field: no client is refused for a null or an empty list where the specification has an object.
type clientInfo struct {
	name          string
	processID     int
	roots         []string // URIs, in the client's order
	encoding      protocol.Encoding
	options       []byte // initializationOptions, nil without
	trace         string // what to tell of requests: off, messages, verbose, or nothing that is known
	trusted       bool   // initializationOptions say that the workspace's commands may be run
	untrusted     bool   // initializationOptions say that the workspace is not trusted
	configuration bool   // answers workspace/configuration
	registers     bool   // tells of changed configuration when asked to
	progress      bool   // shows work-done progress
	refresh       bool   // takes workspace/codeLens/refresh
}

func readInitialize(params []byte) clientInfo {
	var root any
	if protocol.Unmarshal(params, &root) != nil {
		root = nil
	}
	is := func(path ...string) bool { b, _ := at(root, path...).(bool); return b }
	str := func(v any) string { s, _ := v.(string); return s }

	c := clientInfo{
		name:          str(at(root, "clientInfo", "name")),
		trace:         str(at(root, "trace")),
		trusted:       is("initializationOptions", "trusted"),
		configuration: is("capabilities", "workspace", "configuration"),
		registers:     is("capabilities", "workspace", "didChangeConfiguration", "dynamicRegistration"),
		progress:      is("capabilities", "window", "workDoneProgress"),
		refresh:       is("capabilities", "workspace", "codeLens", "refreshSupport"),
	}
	if pid, ok := at(root, "processId").(float64); ok {
		c.processID = int(pid)
	}
	if trusted, said := at(root, "initializationOptions", "trusted").(bool); said {
		c.untrusted = !trusted
	}
	if options, ok := at(root, "initializationOptions").(map[string]any); ok {
		c.options, _ = json.Marshal(options) // as they were said
	}
	var offered []string
	kinds, _ := at(root, "capabilities", "general", "positionEncodings").([]any)
	for _, kind := range kinds {
		offered = append(offered, str(kind))
	}
	c.encoding = protocol.Negotiate(offered)
	folders, given := at(root, "workspaceFolders").([]any)
	for _, f := range folders {
		c.roots = append(c.roots, str(at(f, "uri")))
	}
	if !given {
		if uri := str(at(root, "rootUri")); uri != "" {
			c.roots = []string{uri}
		} else if path := str(at(root, "rootPath")); path != "" {
			c.roots = []string{protocol.URI(path)}
		}
	}
	c.roots = slices.DeleteFunc(c.roots, func(s string) bool { return s == "" })
	return c
}

// at looks up nested fields, nil where there is none.
func at(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// experimental is what capabilities.experimental announces.
type experimental struct {
	ContextProtocol int      `json:"contextProtocol"`
	ContextMethods  []string `json:"contextMethods"`
}

// capabilities are what the server offers: nothing that the file's main server answers too.
func capabilities(encoding protocol.Encoding, methods, commands []string) (lsp.ServerCapabilities, error) {
	announced, err := protocol.Marshal(experimental{protocol.Version, methods})
	if err != nil {
		return lsp.ServerCapabilities{}, err
	}
	yes, incremental, scheme := true, lsp.TextDocumentSyncKindIncremental, "file"
	files := lsp.FileOperationRegistrationOptions{
		Filters: []lsp.FileOperationFilter{{Scheme: &scheme, Pattern: lsp.FileOperationPattern{Glob: "**"}}},
	}
	return lsp.ServerCapabilities{
		PositionEncoding: encoding.Kind(),
		TextDocumentSync: &lsp.TextDocumentSyncOptions{
			OpenClose: &yes,
			Change:    &incremental,
			Save:      lsp.Boolean(true),
		},
		CodeLensProvider:       &lsp.CodeLensOptions{},
		ExecuteCommandProvider: lsp.ExecuteCommandOptions{Commands: commands},
		Workspace: &lsp.WorkspaceOptions{
			WorkspaceFolders: &lsp.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: lsp.Boolean(true)},
			FileOperations:   &lsp.FileOperationOptions{DidCreate: files, DidRename: files, DidDelete: files},
		},
		Experimental: jsontext.Value(announced),
	}, nil
}
