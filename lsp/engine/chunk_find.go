package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/rank"
)

// find is the definition that an ID means: of its kind, path, name and text, wherever in the file it
// stands now. An ID that means nothing any more is an error that names the nearest living chunk: of the
// same path and name, else of the same name in another file, else that nearest to its line.
func (r *chunkReader) find(field, raw string) (rank.Definition, chunkID, error) {
	want, ok := parseChunk(raw)
	if !ok {
		return rank.Definition{}, want, Bad(field, "%q is not kind:path:name@line:hash", raw)
	}
	n, known := r.Graph().Node(FromShown(r.snap, want.path))
	if !known {
		n = -1
	}
	for _, d := range r.namesakes(n, want) {
		id, err := r.id(d)
		if err != nil {
			return rank.Definition{}, want, err
		}
		if id.kind == want.kind && id.hash == want.hash {
			return d, id, nil
		}
	}
	return rank.Definition{}, want, r.gone(n, want)
}

// gone is the error for a chunk that is no more.
func (r *chunkReader) gone(n int32, want chunkID) error {
	near, found := r.nearest(n, want)
	if !found {
		return fmt.Errorf("the chunk %s is gone, and nothing like it is left", want)
	}
	id, err := r.id(near)
	if err != nil {
		return err
	}
	return fmt.Errorf("the chunk %s is gone; the nearest is %s", want, id)
}

func (r *chunkReader) nearest(n int32, want chunkID) (rank.Definition, bool) {
	if same := r.namesakes(n, want); len(same) > 0 {
		return same[0], true
	}
	var elsewhere []rank.Definition
	for _, f := range r.Graph().Definers(lastName(want.name)) {
		elsewhere = append(elsewhere, r.namesakes(f, want)...)
	}
	if len(elsewhere) > 0 {
		shared := func(d rank.Definition) int { return sharedDirs(r.Graph().Path(d.Node), want.path) }
		return slices.MinFunc(elsewhere, func(a, b rank.Definition) int {
			return cmp.Or(-cmp.Compare(r.sameKind(a, want), r.sameKind(b, want)), -cmp.Compare(shared(a), shared(b)),
				cmp.Compare(a.Node, b.Node), cmp.Compare(a.Symbol, b.Symbol))
		}), true
	}
	if n < 0 || len(r.facts(n).Symbols) == 0 {
		return rank.Definition{}, false
	}
	all := make([]rank.Definition, len(r.facts(n).Symbols))
	for i := range all {
		all[i] = rank.Definition{Node: n, Symbol: i}
	}
	return slices.MinFunc(all, func(a, b rank.Definition) int { return r.byDistance(a, b, want) }), true
}

// namesakes are a file's definitions of the wanted name: those of the kind first, the nearest first.
func (r *chunkReader) namesakes(n int32, want chunkID) []rank.Definition {
	if n < 0 {
		return nil
	}
	var same []rank.Definition
	symbols := r.facts(n).Symbols
	for i := range symbols {
		if name := symbols[i].QualifiedName(); name == want.name || render.Visible(name) == want.name {
			same = append(same, rank.Definition{Node: n, Symbol: i})
		}
	}
	slices.SortFunc(same, func(a, b rank.Definition) int {
		return cmp.Or(-cmp.Compare(r.sameKind(a, want), r.sameKind(b, want)), r.byDistance(a, b, want))
	})
	return same
}

func (r *chunkReader) sameKind(d rank.Definition, want chunkID) int {
	if r.symbol(d).Kind.String() == want.kind {
		return 1
	}
	return 0
}

// byDistance orders definitions of one file by how far they are from the wanted line.
func (r *chunkReader) byDistance(a, b rank.Definition, want chunkID) int {
	away := func(s *analysis.Symbol) int { return max(int(s.Line)+1-want.line, want.line-int(s.Line)-1) }
	return cmp.Or(cmp.Compare(away(r.symbol(a)), away(r.symbol(b))), cmp.Compare(a.Symbol, b.Symbol))
}

// sharedDirs counts the leading directories that two paths have in common.
func sharedDirs(a, b string) (shared int) {
	for {
		x, restA, inA := strings.Cut(a, "/")
		y, restB, inB := strings.Cut(b, "/")
		if !inA || !inB || x != y {
			return shared
		}
		a, b, shared = restA, restB, shared+1
	}
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
