package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// Standing is how important a file is among all of its folder.
type Standing struct {
	Path        string
	Text        string
	Standing    rank.Standing
	Importers   int                // files that import it directly
	Imports     int                // files that it imports directly
	Definitions []DefinitionInFile // its most important ones, by position
}

// DefinitionInFile is a definition with its place among all of the folder.
type DefinitionInFile struct {
	Name     string
	Span     analysis.Span
	Standing rank.Standing
}

// Standing tells how important a file and its definitions are: those that are in the top so many percent
// of all, at most so many of them. It is nil for a file that is not in the graph, or cannot be read.
func (e *Engine) Standing(ctx context.Context, snap *workspace.Snapshot, path string, topPercent, most int) (*Standing, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, known := x.Graph().Node(path)
	if !known {
		return nil, nil
	}
	text, err := snap.Text(path)
	if err != nil {
		return nil, nil // it is gone from disk
	}
	s := &Standing{Path: path, Text: text, Standing: x.FileStanding(n), Definitions: x.bestDefinitions(n, topPercent, most)}
	for _, e := range x.Graph().In(n) {
		if e.Import {
			s.Importers++
		}
	}
	for _, e := range x.Graph().Out(n) {
		if e.Import {
			s.Imports++
		}
	}
	return s, nil
}

// bestDefinitions are a file's most important definitions, by position. Fields are none: each would stand apart from
// the one below by what is said of it.
func (x *indexed) bestDefinitions(n int32, topPercent, most int) []DefinitionInFile {
	importance, standings, symbols := x.SymbolImportance(n), x.SymbolStandings(n), x.facts(n).Symbols
	var best []int
	for i := range symbols {
		if symbols[i].Kind != analysis.Field && importance[i] > 0 && standings[i].Top <= topPercent {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(importance[b], importance[a]) })
	best = best[:min(len(best), most)]
	slices.Sort(best) // symbols are sorted by position
	var out []DefinitionInFile
	for _, i := range best {
		out = append(out, DefinitionInFile{symbols[i].Name, symbols[i].Range, standings[i]})
	}
	return out
}
