package lsp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
)

// symbols answers context/symbols.
func (s *server) symbols(ctx context.Context, q asked, p *protocol.SymbolsParams) (any, error) {
	o, err := s.engine.Symbols(ctx, q.snap, pathOf(p.URI))
	if err != nil {
		return nil, err
	}
	r := protocol.SymbolSummary{URI: q.uri(o.Path), Path: o.Path, Language: o.Language, ModuleName: o.Module, LineCount: o.Lines,
		Imports: q.imports(o.Imports), Exports: orEmpty(o.Exports), Symbols: []protocol.Symbol{}}
	m := protocol.NewMapper(o.Text, q.Encoding)
	for _, d := range o.Symbols {
		r.Symbols = append(r.Symbols, protocol.Symbol{
			Name: d.Name, Kind: d.Kind.String(), Signature: d.Signature, Doc: orNull(d.Doc), Line: int(d.Line),
			Range: m.Range(int(d.Range.Start), int(d.Range.End)), Container: orNull(d.Container), Exported: d.Exported,
			Importance: d.Importance, Chunk: d.Chunk,
		})
	}
	return r, nil
}

// imports are a file's imports on the wire. One that leads to several files has the first one's URI.
func (w Wire) imports(imports []engine.Import) []protocol.Import {
	out := make([]protocol.Import, len(imports))
	for i, imp := range imports {
		out[i] = protocol.Import{Specifier: imp.Specifier, Names: orEmpty(imp.Names), Line: imp.Line, Status: imp.Status.String()}
		if len(imp.Files) > 0 {
			out[i].URI = orNull(w.uri(imp.Files[0]))
		}
		if p := imp.Package; p != nil && p.Name != "" {
			out[i].Package = &protocol.ImportedPackage{Ecosystem: p.Ecosystem, Name: p.Name, Version: p.Version}
		}
	}
	return out
}

// importEdges answers context/imports.
func (s *server) importEdges(ctx context.Context, q asked, p *protocol.ImportsParams) (any, error) {
	edges, err := s.engine.Imports(ctx, q.snap, pathOf(p.URI), p.Direction, p.Depth)
	if err != nil {
		return nil, err
	}
	r := protocol.ImportsResult{Edges: []protocol.ImportEdge{}}
	for _, e := range edges {
		edge := protocol.ImportEdge{Importer: q.uri(e.Importer), Specifier: e.Specifier, Line: e.Line, Status: e.Status.String(), Distance: e.Distance, InCycle: e.InCycle}
		if e.Imported != "" {
			edge.Imported = orNull(q.uri(e.Imported))
		}
		r.Edges = append(r.Edges, edge)
	}
	return r, nil
}

// importChain answers context/importChain.
func (s *server) importChain(ctx context.Context, q asked, p *protocol.ImportChainParams) (any, error) {
	chain, err := s.engine.ImportChain(ctx, q.snap, pathOf(p.From), pathOf(p.To))
	if err != nil {
		return nil, err
	}
	return protocol.ImportChainResult{Chain: q.uris(chain)}, nil
}

// dependencies answers context/dependencies.
func (s *server) dependencies(ctx context.Context, q asked, p *protocol.ChunkOrFile) (any, error) {
	d, err := s.engine.Dependencies(ctx, q.snap, subject(p))
	if err != nil {
		return nil, err
	}
	r := protocol.DependenciesResult{Chunks: orEmpty(d.Chunks), Files: q.uris(d.Files), Packages: []protocol.Package{}, Degraded: d.Degraded}
	for _, p := range d.Packages {
		out := protocol.Package{Ecosystem: p.Ecosystem, Name: p.Name, Version: p.Version, Origin: originOf(p.Repository), Repository: p.Repository}
		for _, n := range p.Names {
			name := protocol.PackageName{Name: n.Symbol.QualifiedName(), Signature: n.Symbol.Signature, Doc: n.Symbol.Doc}
			if filepath.IsAbs(n.Path) {
				name.URI = uriOf(n.Path)
			} else {
				name.Path = n.Path
			}
			out.Names = append(out.Names, name)
		}
		r.Packages = append(r.Packages, out)
	}
	return r, nil
}

func subject(p *protocol.ChunkOrFile) engine.Subject {
	if p.URI == "" {
		return engine.Subject{Chunk: p.Chunk}
	}
	return engine.Subject{Chunk: p.Chunk, Path: pathOf(p.URI)}
}

// uriOf is the URI of a file, or of one in an archive.
func uriOf(path string) string {
	uri := protocol.URI(path)
	if strings.Contains(path, ".jar!/") {
		return "jar:" + strings.Replace(uri, ".jar%21/", ".jar!/", 1)
	}
	return uri
}
