package budget

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// edgeShare is the fraction of a summary that its edges may take.
const edgeShare = 4

// drawEdges writes the edges among the files that are shown, as many as fit.
func (c *chooser) drawEdges() {
	shown := map[string]bool{}
	for e := range c.all() {
		shown[e.Path] = e.shown != nil
	}
	var from []string
	to := map[string][]string{}
	for _, e := range c.req.Edges {
		if shown[e.From] && shown[e.To] {
			if to[e.From] == nil {
				from = append(from, e.From)
			}
			to[e.From] = append(to[e.From], e.To)
		}
	}
	lines := make([]string, len(from))
	for i, f := range from {
		lines[i] = render.Path(f) + " → " + together(to[f]) + "\n"
	}
	cost := func(text string) int { return c.counter.cost(c.format.Block(render.TitleEdges, text)) }
	room := min(c.left().cost, c.total.cost/edgeShare)
	n, text := largest(len(lines), func(k int) string {
		text := strings.Join(lines[:k], "")
		if k < len(lines) {
			text += ellipsis
		}
		return text
	}, func(text string) bool { return cost(text) <= room })
	if n > 0 {
		c.edges = text
		c.spend(amount{cost: cost(text)})
	}
}

// together lists paths, those of one directory in braces as shells have it.
func together(paths []string) string {
	var dirs []string
	in := map[string][]string{}
	for _, f := range paths {
		dir := analysis.Dir(f)
		if render.Path(f) != f || strings.ContainsAny(f, "{},") {
			dir = f // it stands alone
		}
		if in[dir] == nil {
			dirs = append(dirs, dir)
		}
		in[dir] = append(in[dir], f)
	}
	parts := make([]string, len(dirs))
	for i, dir := range dirs {
		files := in[dir]
		if len(files) == 1 || dir == "" {
			for k, f := range files {
				files[k] = render.Path(f)
			}
			parts[i] = strings.Join(files, ", ")
			continue
		}
		for k, f := range files {
			files[k] = path.Base(f)
		}
		parts[i] = dir + "/{" + strings.Join(files, ", ") + "}"
	}
	return strings.Join(parts, ", ")
}
