package rank

import (
	"context"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// Part is a part of a file.
type Part struct {
	Node  int32
	Bytes analysis.Span // empty: where a cursor is
}

// nearLines is within how many lines of what is in question a passage is near to it.
const nearLines = 50

// focus takes in what the parts in question of the targets tell: a passage is likelier the more rare names it has in common with
// them, if it uses what they define or defines what they use, and near to them.
func (p *Passages) focus(ctx context.Context, files []*cutFile) {
	var parts shortlist
	distances := make([][]float64, len(files))
	for i, f := range files {
		distances[i] = p.distances(ctx, f)
		for passage, lines := range distances[i] {
			if lines == 0 {
				parts.consider(likely{f, passage, 1})
			}
		}
	}
	if len(parts) == 0 {
		return
	}
	k := newKin(parts, files)
	analysis.EachOf(len(files), func(i int) {
		f := files[i]
		for passage := range f.Passages {
			if passage%looks == 0 && ctx.Err() != nil {
				return
			}
			akin, used := k.of(f, passage)
			if f.logit[passage] += p.worth.partAkin*akin + p.worth.partUsed*used; distances[i] != nil {
				f.logit[passage] += p.worth.partNear * math.Exp(-distances[i][passage]/nearLines)
			}
		}
	})
}

// distances are by passage how many lines lie between it and the nearest part in question of its file, nil where none is; to some of
// these when ctx is done first.
func (p *Passages) distances(ctx context.Context, f *cutFile) (lines []float64) {
	var starts []int
	for k, part := range p.parts {
		if k%looks == 0 && ctx.Err() != nil {
			break
		}
		if part.Node != f.File.Node {
			continue
		}
		if starts == nil {
			starts, lines = lineStarts(f.Text), slices.Repeat([]float64{math.Inf(1)}, len(f.Passages))
		}
		first, last := lineAt(starts, part.Bytes.Start), lineAt(starts, max(part.Bytes.End, part.Bytes.Start+1)-1)
		for i := range f.Passages {
			x := &f.Passages[i]
			lines[i] = min(lines[i], float64(max(0, x.First-last, first-x.Last)))
		}
	}
	return lines
}
