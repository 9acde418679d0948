package lsp

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Symbols answers context/symbols: what one file defines, imports and exports.
func (e *Engine) Symbols(ctx context.Context, snap *workspace.Snapshot, p SymbolsParams) (SymbolSummary, error) {
	if err := p.check(); err != nil {
		return SymbolSummary{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return SymbolSummary{}, err
	}
	n, err := v.node(p.URI)
	if err != nil {
		return SymbolSummary{}, err
	}
	file, facts := v.Graph().File(n), v.facts(n)
	text, err := snap.Text(file.Path)
	if err != nil {
		return SymbolSummary{}, err
	}
	s := SymbolSummary{
		URI: v.uri(file.Path), Path: file.Path, Language: file.Language.ID, ModuleName: v.Graph().ModuleName(n),
		LineCount: int(facts.Lines), Imports: v.imports(n), Exports: exports(facts), Symbols: []Symbol{},
	}
	m := newMapper(text, v.encoding)
	importance := v.SymbolImportance(n)
	for i := range facts.Symbols {
		s.Symbols = append(s.Symbols, v.symbol(file.Path, &facts.Symbols[i], m, importance[i]))
	}
	return s, nil
}

func (v *view) symbol(path string, s *analysis.Symbol, m *mapper, importance float64) Symbol {
	end := min(int(s.Range.End), len(m.text))
	start := min(int(s.Range.Start), end)
	return Symbol{
		Name: s.Name, Kind: s.Kind.String(), Signature: s.Signature, Doc: orNull(s.Doc), Line: int(s.Line),
		Range: m.Range(start, end), Container: orNull(s.Container), Exported: s.Exported, Importance: importance,
		Chunk: chunkOf(path, s, m.text).String(),
	}
}

// orNull is null for the empty string.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// exports are the names that a file gives to others: those that it lists, or else all it defines that
// others may see.
func exports(f *analysis.Facts) []string {
	names := []string{}
	for _, x := range f.Exports {
		names = append(names, x.Name)
	}
	if len(names) > 0 {
		return names
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Exported && s.Container == "" {
			names = append(names, s.Name)
		}
	}
	return names
}

// imports are a file's imports on the wire. One that leads to several files has the first one's URI.
func (v *view) imports(n int32) []Import {
	out := []Import{}
	links := v.Graph().Imports(n)
	for i := range links {
		link := &links[i]
		imp := Import{Specifier: link.Import.Specifier, Names: []string{}, Line: int(link.Import.Line), Status: link.Status.String()}
		for _, b := range link.Import.Names {
			imp.Names = append(imp.Names, b.Name)
		}
		if link.Import.Star {
			imp.Names = append(imp.Names, "*")
		}
		if len(link.Files) > 0 {
			imp.URI = orNull(v.uri(v.Graph().Path(link.Files[0])))
		}
		out = append(out, imp)
	}
	return out
}
