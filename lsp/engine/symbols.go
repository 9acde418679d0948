package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
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

// maxNamesakes is how many other definitions of a name are named.
const maxNamesakes = 5

// ChunkNamed is the ID of a file's definition of a name, as answers show it, qualified or not. Where several are called so it is the first of
// those whose qualified name it is, or else the first, and choice says so to a person; it is "" where there is none.
func (e *Engine) ChunkNamed(ctx context.Context, snap *workspace.Snapshot, file, name string) (chunk, choice string, err error) {
	outline, err := e.Symbols(ctx, snap, file)
	if err != nil {
		return "", "", err
	}
	var called []Symbol
	for _, d := range outline.Symbols {
		if full := d.QualifiedName(); full == name || render.Visible(full) == name {
			return d.Chunk, "", nil
		}
		if d.Name == name || render.Visible(d.Name) == name {
			called = append(called, d)
		}
	}
	if len(called) == 0 {
		return "", "", Bad("symbol", "%s defines no %q", outline.Path, name)
	}
	if others := otherNames(called); len(others) > 0 {
		choice = fmt.Sprintf("taken for %s; called so, too: %s", called[0].place(), strings.Join(others[:min(len(others), maxNamesakes)], ", "))
		if more := len(others) - maxNamesakes; more > 0 {
			choice += fmt.Sprintf(" and %d more", more)
		}
	}
	return called[0].Chunk, choice, nil
}

// otherNames are the places of definitions that have not the qualified name of the first.
func otherNames(called []Symbol) (others []string) {
	for _, d := range called[1:] {
		if d.QualifiedName() != called[0].QualifiedName() {
			others = append(others, d.place())
		}
	}
	return others
}

// place is the qualified name of a definition with its line, counted from 1.
func (s *Symbol) place() string {
	return fmt.Sprintf("%s (line %d)", render.Visible(s.QualifiedName()), s.Line+1)
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
