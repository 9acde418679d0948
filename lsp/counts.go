package lsp

import (
	"bufio"
	"context"
	"io"
	"time"

	"github.com/contextls/contextls/lsp/engine"
	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/lsp/rpc"
	"github.com/contextls/contextls/workspace"
)

// namedInCycle is how many files of the largest cycle an answer names.
const namedInCycle = 20

// Stats are one folder of the answer to context/stats.
func (w Wire) Stats(s *engine.Stats) protocol.FolderStats {
	out := protocol.FolderStats{
		URI: protocol.URI(w.Folder.Root()), State: s.Status.State.String(), Files: s.Files, Symbols: s.Symbols, References: s.References,
		ImportsOf: map[string]protocol.ImportCounts{}, Chunks: s.Symbols, Nodes: s.Nodes, Edges: s.Edges, Bytes: s.Bytes,
		Languages: s.Languages, TopPagerank: []protocol.ScoredFile{}, Excluded: s.Excluded,
		Degraded: append([]string{}, s.Status.Degraded...), UpdatedAt: s.Status.Updated.UTC().Format(time.RFC3339Nano), Snapshot: s.Snapshot,
	}
	if s.Cached != nil {
		out.Cache = &protocol.CacheUse{Unchanged: s.Readings.Recalled, Read: s.Readings.Read, Bytes: *s.Cached}
	}
	for language, c := range s.Imports {
		out.ImportsOf[language] = protocol.ImportCounts(c)
		out.Imports += c.Resolved + c.External + c.Ambiguous + c.Unresolved
		out.AmbiguousImports += c.Ambiguous
		out.UnresolvedImports += c.Unresolved
	}
	largest := s.Cycles.Largest
	out.Cycles = protocol.Cycles{Count: s.Cycles.Count, Files: s.Cycles.Files, LargestFiles: len(largest), Largest: w.uris(largest[:min(len(largest), namedInCycle)])}
	for _, f := range s.Top {
		out.TopPagerank = append(out.TopPagerank, protocol.ScoredFile{URI: w.uri(f.Path), Score: f.Score})
	}
	return out
}

// stats answers context/stats for all folders, in the client's order.
func (s *server) stats(raw []byte) (rpc.Answer, error) {
	if _, err := protocol.Decode[protocol.StatsParams](raw); err != nil {
		return nil, err
	}
	s.mu.Lock()
	roots, session := s.roots, s.session
	s.mu.Unlock()
	var snaps []*workspace.Snapshot
	for _, root := range roots {
		for _, f := range session.Folders() {
			if f.Root() == root {
				snaps = append(snaps, f.Snapshot())
			}
		}
	}
	return func(ctx context.Context) (any, error) {
		result := protocol.StatsResult{Folders: []protocol.FolderStats{}, Problems: []protocol.ServerProblem{}}
		for _, snap := range snaps {
			counted, err := s.engine.Stats(ctx, snap)
			if err != nil {
				return nil, err
			}
			stats := s.wire(snap.Folder()).Stats(counted)
			stats.SharedWith = snap.Folder().SharedWith()
			if reasons := s.desynced(snap.Folder()); len(reasons) > 0 {
				stats.Degraded = append(stats.Degraded, reasons...)
				if stats.State == workspace.Ready.String() {
					stats.State = workspace.Degraded.String()
				}
			}
			result.Folders = append(result.Folders, stats)
		}
		for _, p := range s.problems.All() {
			result.Problems = append(result.Problems, protocol.ServerProblem{Message: p.Message, Count: p.Count, At: p.Last.UTC().Format(time.RFC3339Nano)})
		}
		return result, nil
	}, nil
}

// scan answers context/scan.
func (s *server) scan(ctx context.Context, q asked, p *protocol.ScanParams) (any, error) {
	r, err := s.engine.Scan(ctx, q.snap, engine.ScanRequest{Mode: p.Mode, Since: p.Since})
	if err != nil {
		return nil, err
	}
	return Scanned(r), nil
}

// Scanned is the answer to context/scan.
func Scanned(s *engine.Scanned) protocol.ScanResult {
	return protocol.ScanResult{FilesScanned: s.Files, FilesChanged: s.Changed, SymbolsIndexed: s.Symbols, DependenciesIndexed: s.Edges,
		DurationSeconds: s.Duration.Seconds(), GitSHA: orNull(s.Head), Mode: s.Mode}
}

// Export writes what the index of a snapshot holds as lines of JSON, each as soon as it is made, so that
// writing takes no memory to speak of. The same snapshot gives the same bytes. Without the last line, an
// export is not whole. Errors are w's and ctx's.
func Export(ctx context.Context, e *engine.Engine, snap *workspace.Snapshot, w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	line := func(v any) error {
		b, err := protocol.Marshal(v)
		if err == nil {
			_, err = out.Write(append(b, '\n'))
		}
		return err
	}
	err := line(protocol.ExportFolder{Type: "folder", Version: protocol.ExportVersion, Snapshot: snap.ID(), GitHead: snap.Head()})
	if err != nil {
		return err
	}
	end := protocol.ExportEnd{Type: "end"}
	err = e.Contents(ctx, snap, func(c *engine.Content) error {
		for _, v := range exported(c) {
			if err := line(v); err != nil {
				return err
			}
		}
		end.Files, end.Symbols = end.Files+1, end.Symbols+len(c.Symbols)
		end.Imports, end.Edges = end.Imports+len(c.Imports), end.Edges+len(c.Edges)
		return nil
	})
	if err == nil {
		err = line(end)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// exported are the lines of a file.
func exported(c *engine.Content) []any {
	file := protocol.ExportFile{Type: "file", Path: c.Path, Bytes: c.Size, Problem: c.Problem, ModuleName: c.Module, LineCount: c.Lines,
		Importance: c.Importance, Rank: c.Rank}
	if c.Linked {
		file.Language = &c.Language.ID
	}
	lines := []any{file}
	for _, s := range c.Symbols {
		lines = append(lines, protocol.ExportSymbol{Type: "symbol", Path: c.Path, Name: s.Name, Kind: s.Kind.String(), Container: orNull(s.Container),
			Signature: s.Signature, Doc: orNull(s.Doc), Line: int(s.Line), Start: int(s.Range.Start), End: int(s.Range.End),
			Exported: s.Exported, Importance: s.Importance})
	}
	for _, i := range c.Imports {
		lines = append(lines, protocol.ExportImport{Type: "import", Path: c.Path, Specifier: i.Specifier, Names: orEmpty(i.Names), Line: i.Line,
			Status: i.Status.String(), Files: orEmpty(i.Files)})
	}
	for _, e := range c.Edges {
		lines = append(lines, protocol.ExportEdge{Type: "edge", From: c.Path, To: e.To, Weight: e.Weight, Confidence: e.Confidence, Import: e.Import})
	}
	return lines
}
