package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// The directions in which imports can be followed.
const (
	FromFile = "imports"    // what the file imports; the default
	ToFile   = "importedBy" // what imports the file
	BothWays = "both"
)

// ImportEdge is one import of a file that another one was reached by.
type ImportEdge struct {
	Importer, Imported string // paths; Imported is "" where it leads nowhere in the folder
	Specifier          string
	Line               int // from 0
	Status             analysis.Status
	Distance           int  // import steps from the file that was asked about, from 1
	InCycle            bool // the imported file leads back to the importer
}

// Imports are the imports of a file, or those that lead to it, and so on up to a number of steps (by
// default 1).
func (e *Engine) Imports(ctx context.Context, snap *workspace.Snapshot, file, direction string, depth *int) ([]ImportEdge, error) {
	if err := firstOf(checkOneOf("direction", direction, FromFile, ToFile, BothWays), checkInt("depth", depth, 1, maxDepth)); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	n, err := x.node(file)
	if err != nil {
		return nil, err
	}
	var edges []ImportEdge
	if direction != ToFile {
		edges = append(edges, x.walk(n, or(depth, 1), x.importsFrom)...)
	}
	if direction == ToFile || direction == BothWays {
		edges = append(edges, x.walk(n, or(depth, 1), x.importsOf)...)
	}
	slices.SortFunc(edges, func(a, b ImportEdge) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Importer, b.Importer), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Specifier, b.Specifier), cmp.Compare(a.Imported, b.Imported))
	})
	return slices.CompactFunc(edges, func(a, b ImportEdge) bool {
		return a.Importer == b.Importer && a.Imported == b.Imported && a.Line == b.Line && a.Specifier == b.Specifier
	}), nil
}

// walk collects edges breadth first. step gives a file's edges with the files that they lead on to.
func (x *indexed) walk(from int32, depth int, step func(int32) ([]ImportEdge, []int32)) []ImportEdge {
	var all []ImportEdge
	seen := map[int32]bool{from: true}
	frontier := []int32{from}
	for distance := 1; distance <= depth && len(frontier) > 0; distance++ {
		var next []int32
		for _, n := range frontier {
			edges, files := step(n)
			for _, e := range edges {
				e.Distance = distance
				all = append(all, e)
			}
			for _, f := range files {
				if !seen[f] {
					seen[f] = true
					next = append(next, f)
				}
			}
		}
		frontier = next
	}
	return all
}

// importsFrom are the imports that a file makes, one edge for each file that one leads to.
func (x *indexed) importsFrom(n int32) (edges []ImportEdge, files []int32) {
	links := x.Graph().Imports(n)
	for i := range links {
		to := leadsTo(&links[i])
		if len(to) == 0 {
			edges = append(edges, x.edge(n, &links[i], -1))
		}
		for _, f := range to {
			edges = append(edges, x.edge(n, &links[i], f))
		}
		files = append(files, to...)
	}
	return edges, files
}

// importsOf are the imports that lead to a file.
func (x *indexed) importsOf(n int32) (edges []ImportEdge, files []int32) {
	for _, in := range x.Graph().In(n) {
		if !in.Import {
			continue
		}
		links := x.Graph().Imports(in.To)
		for i := range links {
			if slices.Contains(leadsTo(&links[i]), n) {
				edges = append(edges, x.edge(in.To, &links[i], n))
			}
		}
		files = append(files, in.To)
	}
	return edges, files
}

// leadsTo are the files that an import is for: those that define what it takes, and the module's own
// where that is one file, or nothing is known to be taken.
func leadsTo(link *analysis.ImportLink) []int32 {
	if len(link.Defs) == 0 {
		return link.Files
	}
	return slices.Concat(link.Barrels(), link.Defs)
}

// edge is an import that leads to a file of the folder, or nowhere in it, which is -1.
func (x *indexed) edge(importer int32, link *analysis.ImportLink, imported int32) ImportEdge {
	e := ImportEdge{Importer: x.Graph().Path(importer), Specifier: link.Import().Specifier, Line: int(link.Import().Line), Status: link.Status}
	if imported >= 0 {
		e.Imported = x.Graph().Path(imported)
		e.InCycle = importer != imported && slices.Contains(x.CycleOf(importer), imported)
	}
	return e
}

// ImportChain is the shortest way along imports from one file to another, both ends included; nil where
// there is none.
func (e *Engine) ImportChain(ctx context.Context, snap *workspace.Snapshot, from, to string) ([]string, error) {
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	start, err := x.node(from)
	if err != nil {
		return nil, err
	}
	if _, inside := pathIn(snap, to); !inside { // no chain leads out of a folder
		return nil, nil
	}
	end, err := x.node(to)
	if err != nil {
		return nil, err
	}
	return x.paths(x.Chain([]int32{start}, end)), nil
}
