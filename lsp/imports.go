package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// Imports answers context/imports: the imports of a file, or those that lead to it, and so on up to a
// number of steps (by default 1).
func (e *Engine) Imports(ctx context.Context, snap *workspace.Snapshot, p ImportsParams) (ImportsResult, error) {
	if err := p.check(); err != nil {
		return ImportsResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return ImportsResult{}, err
	}
	n, err := v.node(p.URI)
	if err != nil {
		return ImportsResult{}, err
	}
	edges := []ImportEdge{}
	if p.Direction != "importedBy" {
		edges = append(edges, v.walk(n, or(p.Depth, 1), v.importsFrom)...)
	}
	if p.Direction == "importedBy" || p.Direction == "both" {
		edges = append(edges, v.walk(n, or(p.Depth, 1), v.importsOf)...)
	}
	slices.SortFunc(edges, func(a, b ImportEdge) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Importer, b.Importer), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Specifier, b.Specifier), cmp.Compare(or(a.Imported, ""), or(b.Imported, "")))
	})
	return ImportsResult{slices.CompactFunc(edges, func(a, b ImportEdge) bool {
		return a.Importer == b.Importer && or(a.Imported, "") == or(b.Imported, "") && a.Line == b.Line && a.Specifier == b.Specifier
	})}, nil
}

// walk collects edges breadth first. step gives a file's edges with the files that they lead on to.
func (v *view) walk(from int32, depth int, step func(int32) ([]ImportEdge, []int32)) []ImportEdge {
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
func (v *view) importsFrom(n int32) (edges []ImportEdge, files []int32) {
	links := v.Graph().Imports(n)
	for i := range links {
		to := leadsTo(&links[i])
		if len(to) == 0 {
			edges = append(edges, v.edge(n, &links[i], nil))
		}
		for _, f := range to {
			edges = append(edges, v.edge(n, &links[i], orNull(v.uri(v.Graph().Path(f)))))
		}
		files = append(files, to...)
	}
	return edges, files
}

// importsOf are the imports that lead to a file.
func (v *view) importsOf(n int32) (edges []ImportEdge, files []int32) {
	for _, in := range v.Graph().In(n) {
		if !in.Import {
			continue
		}
		links := v.Graph().Imports(in.To)
		for i := range links {
			if slices.Contains(leadsTo(&links[i]), n) {
				edges = append(edges, v.edge(in.To, &links[i], orNull(v.uri(v.Graph().Path(n)))))
			}
		}
		files = append(files, in.To)
	}
	return edges, files
}

// leadsTo are the files that an import is for: those that define what it takes, and the module's own
// where that is one file, or nothing is known to be taken.
func leadsTo(link *analysis.ImportLink) []int32 {
	switch {
	case len(link.Defs) == 0:
		return link.Files
	case len(link.Files) != 1 || slices.Contains(link.Defs, link.Files[0]):
		return link.Defs
	}
	return append([]int32{link.Files[0]}, link.Defs...)
}

func (v *view) edge(importer int32, link *analysis.ImportLink, imported *string) ImportEdge {
	return ImportEdge{Importer: v.uri(v.Graph().Path(importer)), Imported: imported,
		Specifier: link.Import.Specifier, Line: int(link.Import.Line), Status: link.Status.String()}
}

// ImportChain answers context/importChain: the shortest way along imports from one file to another.
func (e *Engine) ImportChain(ctx context.Context, snap *workspace.Snapshot, p ImportChainParams) (ImportChainResult, error) {
	if err := p.check(); err != nil {
		return ImportChainResult{}, err
	}
	v, err := e.view(ctx, snap)
	if err != nil {
		return ImportChainResult{}, err
	}
	from, err := v.node(p.From)
	if err != nil {
		return ImportChainResult{}, err
	}
	if _, inside := rel(snap.Folder(), p.To); !inside { // no chain leads out of a folder
		return ImportChainResult{[]string{}}, nil
	}
	to, err := v.node(p.To)
	if err != nil {
		return ImportChainResult{}, err
	}
	return ImportChainResult{v.uris(v.Chain([]int32{from}, to))}, nil
}
