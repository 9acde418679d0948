package engine

import (
	"context"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Outline is what one file defines, imports and exports.
type Outline struct {
	Path     string
	Language string
	Module   string // the file's name in its language's imports
	Lines    int
	Imports  []Import
	Exports  []string
	Symbols  []Symbol
	Text     string // of the file, that the symbols' ranges are of
}

// Symbol is one definition of a file.
type Symbol struct {
	*analysis.Symbol
	Importance float64 // 0 where no other file uses it
	Chunk      string  // its ID
}

// Import is one import of a file.
type Import struct {
	Specifier string
	Names     []string // that it takes; "*" for all
	Line      int      // from 0
	Status    analysis.Status
	Files     []string // that it leads to

	Package *analysis.Package // of an external one; nil where it is not known
}

// Symbols tells what one file defines, imports and exports.
func (e *Engine) Symbols(ctx context.Context, snap *workspace.Snapshot, file string) (*Outline, error) {
	return onCurrent(ctx, snap, func(snap *workspace.Snapshot) (*Outline, bool, error) {
		o, err := e.outline(ctx, snap, file)
		return o, false, err
	})
}

func (e *Engine) outline(ctx context.Context, snap *workspace.Snapshot, file string) (*Outline, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, err := x.node(file)
	if err != nil {
		return nil, err
	}
	f, facts := x.Graph().File(n), x.facts(n)
	text, err := snap.Text(f.Path)
	if err != nil {
		return nil, err
	}
	x.checkRanges(n, text)
	o := &Outline{Path: f.Path, Language: f.Language.ID, Module: x.Graph().ModuleName(n), Lines: int(facts.Lines),
		Imports: x.imports(n), Exports: exports(facts), Symbols: x.symbols(n), Text: text}
	for i := range o.Symbols {
		o.Symbols[i].Chunk = chunkOf(f.Path, o.Symbols[i].Symbol, text).String()
	}
	return o, nil
}

// symbols are a file's definitions, without their chunks.
func (x *indexed) symbols(n int32) []Symbol {
	facts, importance := x.facts(n), x.SymbolImportance(n)
	symbols := make([]Symbol, len(facts.Symbols))
	for i := range symbols {
		symbols[i] = Symbol{Symbol: &facts.Symbols[i], Importance: importance[i]}
	}
	return symbols
}

// exports are the names that a file gives to others: those that it lists, or else all it defines that
// others may see.
func exports(f *analysis.Facts) (names []string) {
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

// imports are a file's imports, with the modules that they lead to.
func (x *indexed) imports(n int32) []Import {
	links := x.Graph().Imports(n)
	out := make([]Import, len(links))
	for i := range links {
		link := &links[i]
		out[i] = Import{Specifier: link.Import().Specifier, Line: int(link.Import().Line), Status: link.Status, Files: x.paths(link.Files)}
		if link.Status == analysis.External { // where another may lead is no answer
			out[i].Package = link.Package
		}
		for _, b := range link.Import().Names {
			out[i].Names = append(out[i].Names, b.Name)
		}
		if link.Import().Star {
			out[i].Names = append(out[i].Names, "*")
		}
	}
	return out
}
