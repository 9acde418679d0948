package draw

import (
	"cmp"
	"fmt"
	"slices"
)

// sweeps are how often columns are put in order by their neighbours: after a few of them little changes.
const sweeps = 4

// order puts the nodes of each column in an order in which few edges cross: each near those that it is tied to. Groups stay at
// the end.
func (g *Graph) order() {
	columns := map[int][]int{}
	for i, n := range g.Nodes {
		columns[n.Column] = append(columns[n.Column], i)
	}
	first, last := g.Nodes[0].Column, g.Nodes[len(g.Nodes)-1].Column
	place := make([]float64, len(g.Nodes)) // from the middle of the column
	settle := func(column int) {
		for row, i := range columns[column] {
			g.Nodes[i].Row = row
			place[i] = float64(row) - float64(len(columns[column])-1)/2
		}
	}
	for c := first; c <= last; c++ {
		settle(c)
	}
	for sweep := range sweeps {
		for step := range last - first + 1 {
			c := first + step
			if sweep%2 == 1 {
				c = last - step
			}
			pull := make(map[int]float64)
			for _, i := range columns[c] {
				pull[i] = g.pull(i, place)
			}
			slices.SortStableFunc(columns[c], func(a, b int) int {
				if x, y := g.Nodes[a].Group(), g.Nodes[b].Group(); x != y {
					if x {
						return 1
					}
					return -1
				}
				return cmp.Compare(pull[a], pull[b])
			})
			settle(c)
		}
	}
	g.renumber()
}

// pull is where a node's neighbours in other columns stand on the average, or where it stands itself if it has none.
func (g *Graph) pull(node int, place []float64) float64 {
	sum, n := 0.0, 0
	for _, e := range g.Edges {
		other := e.To
		switch node {
		case e.From:
		case e.To:
			other = e.From
		default:
			continue
		}
		if g.Nodes[other].Column != g.Nodes[node].Column {
			sum, n = sum+place[other], n+1
		}
	}
	if n == 0 {
		return place[node]
	}
	return sum / float64(n)
}

// renumber has nodes in order of columns and rows, and edges in that of the nodes.
func (g *Graph) renumber() {
	order := make([]int, len(g.Nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.Nodes[a].Column, g.Nodes[b].Column), cmp.Compare(g.Nodes[a].Row, g.Nodes[b].Row))
	})
	nodes, at := make([]Node, len(order)), make([]int, len(order))
	for i, was := range order {
		nodes[i], at[was] = g.Nodes[was], i
	}
	g.Nodes = nodes
	for i := range g.Edges {
		g.Edges[i].From, g.Edges[i].To = at[g.Edges[i].From], at[g.Edges[i].To]
	}
	slices.SortFunc(g.Edges, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
}

// counted says how many files there are, and how many imports are drawn.
func (g *Graph) counted(file string) string {
	files, imports := 0, 0
	for _, n := range g.Nodes {
		files += len(n.Files)
	}
	for _, e := range g.Edges {
		imports += e.Imports
	}
	return count(files, file) + ", " + count(imports, "import")
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}
