package draw

import (
	"cmp"
	"maps"
	"path"
	"slices"
)

// Link is an import of one file in another. Paths have slashes.
type Link struct {
	From, To string
	Cycle    bool // what is imported leads back to the importer
}

// File is what is known of one.
type File struct {
	Importance float64
	Test       bool
	Reasons    []string // why it matters
}

// Kind is what a node is to the file in the middle.
type Kind string

// The kinds.
const (
	Center   Kind = "center"
	Importer Kind = "importer" // imports it, directly or through others
	Imported Kind = "imported" // by it
	Further  Kind = "further"  // imported by what it imports
	Test     Kind = "test"
	Other    Kind = "file" // there is no file in the middle
)

// Node is a file, or a group of files of one directory.
type Node struct {
	Files      []string `json:"files"` // their paths; several are a group
	Label      string   `json:"label"`
	Dir        string   `json:"dir"` // "" is the folder itself
	Kind       Kind     `json:"kind"`
	Column     int      `json:"column"`     // from left to right; steps from the file in the middle
	Row        int      `json:"row"`        // in its column, from 0
	Importance float64  `json:"importance"` // of a group, that of its most important file
	Reasons    []string `json:"reasons"`
}

// Group reports whether a node is several files.
func (n *Node) Group() bool { return len(n.Files) > 1 }

// Edge is one import or several, from one node to another: their places in a Graph's Nodes.
type Edge struct {
	From    int  `json:"from"`
	To      int  `json:"to"`
	Imports int  `json:"imports"` // how many pairs of files
	Cycle   bool `json:"cycle"`
}

// Graph is what is drawn. Nodes are in order of columns and rows.
type Graph struct {
	Title string `json:"title"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
}

// Around is the neighbourhood of a file: what links lead to, against them and along them.
func Around(center string, links []Link, files map[string]File) *Graph {
	along, against := steps(center, links, 1), steps(center, links, -1)
	column := map[string]int{}
	for file, d := range along {
		column[file] = d
	}
	for file, d := range against {
		if there, both := along[file]; !both || d <= there {
			column[file] = -d
		}
	}
	g := &Graph{}
	g.place(column, files, func(file string) Kind {
		switch c := column[file]; {
		case c == 0:
			return Center
		case files[file].Test:
			return Test
		case c < 0:
			return Importer
		case c == 1:
			return Imported
		}
		return Further
	})
	g.connect(links)
	g.order()
	g.Title = center + " · " + g.counted("file")
	return g
}

// steps are how many links lead from a file to others, in one direction (1) or the other (-1).
func steps(from string, links []Link, direction int) map[string]int {
	next := map[string][]string{}
	for _, l := range links {
		if direction > 0 {
			next[l.From] = append(next[l.From], l.To)
		} else {
			next[l.To] = append(next[l.To], l.From)
		}
	}
	far := map[string]int{from: 0}
	for frontier := []string{from}; len(frontier) > 0; {
		var fresh []string
		for _, file := range frontier {
			for _, n := range next[file] {
				if _, seen := far[n]; !seen {
					far[n] = far[file] + 1
					fresh = append(fresh, n)
				}
			}
		}
		frontier = fresh
	}
	return far
}

// place makes nodes of files in columns. Where a column has too many, some become groups.
func (g *Graph) place(column map[string]int, files map[string]File, kind func(string) Kind) {
	members := map[int][]string{}
	for file, c := range column {
		members[c] = append(members[c], file)
	}
	for _, c := range slices.Sorted(maps.Keys(members)) {
		slices.SortFunc(members[c], func(a, b string) int {
			return cmp.Or(cmp.Compare(files[b].Importance, files[a].Importance), cmp.Compare(a, b))
		})
		for _, group := range grouped(members[c]) {
			n := Node{Files: group.files, Column: c, Dir: group.dir, Label: group.label, Kind: kind(group.files[0]), Reasons: []string{}}
			for _, file := range group.files {
				n.Importance = max(n.Importance, files[file].Importance)
				if kind(file) != n.Kind {
					n.Kind = Importer
					if c > 0 {
						n.Kind = Further
					}
				}
			}
			if !n.Group() {
				n.Reasons = append(n.Reasons, files[group.files[0]].Reasons...)
			}
			g.Nodes = append(g.Nodes, n)
		}
	}
}

// connect makes edges of links.
func (g *Graph) connect(links []Link) {
	of := map[string]int{}
	for i, n := range g.Nodes {
		for _, file := range n.Files {
			of[file] = i
		}
	}
	edges := map[[2]int]*Edge{}
	seen := map[[2]string]bool{}
	for _, l := range links {
		from, known := of[l.From]
		to, too := of[l.To]
		if !known || !too || from == to || seen[[2]string{l.From, l.To}] {
			continue
		}
		seen[[2]string{l.From, l.To}] = true
		e := edges[[2]int{from, to}]
		if e == nil {
			e = &Edge{From: from, To: to}
			edges[[2]int{from, to}] = e
		}
		e.Imports++
		e.Cycle = e.Cycle || l.Cycle
	}
	g.Edges = []Edge{}
	for _, key := range slices.SortedFunc(maps.Keys(edges), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		g.Edges = append(g.Edges, *edges[key])
	}
}

// dirOf is a path's directory, "" for the folder itself.
func dirOf(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}
