package lsp

import (
	"bufio"
	"cmp"
	"context"
	"io"

	"github.com/contextls/contextls/workspace"
)

// exportVersion is raised when a field of an export is renamed or retyped.
const exportVersion = 1

// The lines of an export, in this order: one folder; for each file its line, its symbols, its imports
// and its edges; one end. EXTENSIONS.md explains every field.
type (
	exportFolder struct {
		Type     string `json:"type"` // "folder"
		Version  int    `json:"version"`
		Snapshot string `json:"snapshot"`
		GitHead  string `json:"gitHead,omitzero"`
	}
	exportFile struct {
		Type       string  `json:"type"` // "file"
		Path       string  `json:"path"`
		Language   *string `json:"language"`
		ModuleName string  `json:"moduleName,omitzero"`
		Bytes      int64   `json:"bytes"`
		LineCount  int     `json:"lineCount,omitzero"`
		Importance float64 `json:"importance,omitzero"`
		Rank       int     `json:"rank,omitzero"`
		Problem    string  `json:"problem,omitzero"`
	}
	exportSymbol struct {
		Type       string  `json:"type"` // "symbol"
		Path       string  `json:"path"`
		Name       string  `json:"name"`
		Kind       string  `json:"kind"`
		Container  *string `json:"container"`
		Signature  string  `json:"signature"`
		Doc        *string `json:"doc"`
		Line       int     `json:"line"`
		Start      int     `json:"start"`
		End        int     `json:"end"`
		Exported   bool    `json:"exported"`
		Importance float64 `json:"importance"`
	}
	exportImport struct {
		Type      string   `json:"type"` // "import"
		Path      string   `json:"path"`
		Specifier string   `json:"specifier"`
		Names     []string `json:"names"`
		Line      int      `json:"line"`
		Status    string   `json:"status"`
		Files     []string `json:"files"`
	}
	exportEdge struct {
		Type   string  `json:"type"` // "edge"
		From   string  `json:"from"`
		To     string  `json:"to"`
		Weight float64 `json:"weight"`
		Import bool    `json:"import"`
	}
	exportEnd struct {
		Type    string `json:"type"` // "end"
		Files   int    `json:"files"`
		Symbols int    `json:"symbols"`
		Imports int    `json:"imports"`
		Edges   int    `json:"edges"`
	}
)

// Export writes what the index of a snapshot holds as lines of JSON, each as soon as it is made, so that
// writing takes no memory to speak of. The same snapshot gives the same bytes. Without the last line, an
// export is not whole. Errors are w's and ctx's.
func (e *Engine) Export(ctx context.Context, snap *workspace.Snapshot, w io.Writer) error {
	v, err := e.view(ctx, snap)
	if err != nil {
		return err
	}
	x := &export{view: v, out: bufio.NewWriterSize(w, 64<<10), end: exportEnd{Type: "end"}}
	x.line(exportFolder{"folder", exportVersion, snap.ID(), snap.Head()})
	ranks := make([]int, v.Graph().Len()) // from 1; of equal files the first path comes first
	for i, n := range v.ByImportance() {
		ranks[n] = i + 1
	}
	for _, f := range snap.Files() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if x.file(f, ranks); x.err != nil {
			return x.err
		}
	}
	x.line(x.end)
	return cmp.Or(x.err, x.out.Flush())
}

// export is one export under way.
type export struct {
	*view
	out *bufio.Writer
	end exportEnd
	err error // the first one; nothing is written after it
}

func (x *export) line(v any) {
	if x.err != nil {
		return
	}
	b, err := encode(v)
	if err == nil {
		_, err = x.out.Write(append(b, '\n'))
	}
	x.err = err
}

func (x *export) file(f *workspace.File, ranks []int) {
	x.end.Files++
	line := exportFile{Type: "file", Path: f.Path, Bytes: f.Size, Problem: f.Problem}
	n, linked := x.Graph().Node(f.Path)
	if !linked {
		x.line(line)
		return
	}
	facts := x.facts(n)
	line.Language, line.ModuleName, line.LineCount = &f.Language.ID, x.Graph().ModuleName(n), int(facts.Lines)
	line.Importance, line.Rank = x.Importance()[n], ranks[n]
	x.line(line)
	importance := x.SymbolImportance(n)
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		x.end.Symbols++
		x.line(exportSymbol{"symbol", f.Path, s.Name, s.Kind.String(), orNull(s.Container), s.Signature, orNull(s.Doc), int(s.Line),
			int(s.Range.Start), int(s.Range.End), s.Exported, importance[i]})
	}
	links := x.Graph().Imports(n)
	for i, imp := range x.imports(n) {
		x.end.Imports++
		x.line(exportImport{"import", f.Path, imp.Specifier, imp.Names, imp.Line, imp.Status, x.paths(leadsTo(&links[i]))})
	}
	for _, edge := range x.Graph().Out(n) {
		x.end.Edges++
		x.line(exportEdge{"edge", f.Path, x.Graph().Path(edge.To), edge.Weight, edge.Import})
	}
}

func (x *export) paths(nodes []int32) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = x.Graph().Path(n)
	}
	return out
}
