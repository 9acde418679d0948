package lsp

import (
	"time"

	lsp "go.lsp.dev/protocol"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// Wire writes the engine's answers about one folder as they stand on the wire, and reads what requests
// name in it: it is where paths become URIs, and bytes become lines and columns. Each request has one
// conversion each way, in the file of its group.
type Wire struct {
	Version  string // of the program
	Folder   *workspace.Folder
	Encoding protocol.Encoding
}

// uri is the URI of a file of the folder.
func (w Wire) uri(path string) string { return protocol.URI(w.Folder.Abs(path)) }

func (w Wire) uris(paths []string) []string {
	uris := make([]string, len(paths))
	for i, p := range paths {
		uris[i] = w.uri(p)
	}
	return uris
}

// provenance says what an answer was made from.
func (w Wire) provenance(p engine.Provenance) protocol.Provenance {
	out := protocol.Provenance{
		Server: "contextls " + w.Version, Folder: protocol.URI(w.Folder.Root()), Snapshot: p.Snapshot,
		Versions: map[string]int32{}, GitHead: p.Head, Tokenizer: p.Tokenizer,
		BuiltAt: time.Now().UTC().Format(time.RFC3339Nano), Indexing: p.Indexing,
	}
	for path, version := range p.Versions {
		out.Versions[w.uri(path)] = version
	}
	for _, path := range p.Unsaved {
		out.Unsaved = append(out.Unsaved, w.uri(path))
	}
	return out
}

// ranges are the ranges of spans of a text.
func (w Wire) ranges(text string, spans []analysis.Span) []lsp.Range {
	m := protocol.NewMapper(text, w.Encoding)
	ranges := make([]lsp.Range, len(spans))
	for i, s := range spans {
		ranges[i] = m.Range(int(s.Start), int(s.End))
	}
	return ranges
}

// pathOf is the path that a URI names. It was checked with the parameters.
func pathOf(uri string) string {
	p, _ := protocol.Path(uri)
	return p
}

// orNull is null for the empty string.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orEmpty is an array, and never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
