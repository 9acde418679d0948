package engine

import "context"

// fit has the candidates' definitions judged by how well they match a task, for a summary, which shows but a few of
// each file. Where the time is up they are shown as if there were no task.
func (g *gathering) fit(ctx context.Context, task string) {
	chunks, err := g.Chunks(ctx, task, nil)
	if err != nil {
		return
	}
	fits := map[string][]float64{}
	for _, c := range chunks {
		path := g.Graph().Path(c.Node)
		if fits[path] == nil {
			fits[path] = make([]float64, len(g.facts(c.Node).Symbols))
		}
		fits[path][c.Symbol] = c.Score
	}
	for i := range g.candidates {
		g.candidates[i].Fits = fits[g.candidates[i].Path]
	}
}
