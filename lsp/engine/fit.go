package engine

import (
	"context"

	"github.com/contextls/contextls/rank"
)

// mostFitted is of how many of the best files a summary shows at most the definitions that are likeliest to be touched.
const mostFitted = 30

// fit has the definitions of the best candidates judged by how likely a task touches them, for a summary, which shows but a few of
// each file. Where the time is up they are shown as if there were no task.
func (g *gathering) fit(ctx context.Context, passages *rank.Passages) {
	var best []rank.Ranked
	for _, f := range g.order.Files {
		if _, is := g.first[f.Path]; is && len(best) < mostFitted {
			best = append(best, f)
		}
	}
	scores := passages.DefinitionScores(ctx, best, g.snap.Text)
	for i := range g.candidates {
		if n, known := g.Graph().Node(g.candidates[i].Path); known {
			g.candidates[i].Fits = scores[n]
		}
	}
}
