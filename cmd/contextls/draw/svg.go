package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/budget/render"
)

// Sizes in pixels. Letters are taken to be as wide as most are; what is longer than longestLabel loses its middle.
const (
	letter, smallLetter       = 7, 6
	longestLabel, longestDir  = 30, 34
	boxHeight, rowHeight      = 36, 46
	columnGap, margin, padded = 96, 24, 12
	headHeight, footHeight    = 48, 40
	narrowest                 = 96
)

// look is what a kind looks like, on light and on dark ground.
type look struct {
	kind        Kind
	light, dark string // of its mark
	legend      string
}

// looks are those of all kinds: Okabe and Ito's colours, which most people can tell apart.
func looks() []look {
	return []look{
		{Center, "#d55e00", "#ff8a3d", "this file"},
		{Importer, "#009e73", "#2fc79b", "imports it"},
		{Imported, "#0072b2", "#4fb0ee", "imported by it"},
		{Further, "#8a63b5", "#b99ae0", "imported further on"},
		{Test, "#b58900", "#e0b83d", "test"},
		{Other, "#0072b2", "#4fb0ee", "file"},
	}
}

// box is where a node is drawn.
type box struct{ x, y, width int }

// SVG is the graph as a picture of its own, for light and dark ground.
func (g *Graph) SVG() string {
	boxes, width, height := g.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", width, height, width, height, escaped(g.Title))
	b.WriteString(style())
	fmt.Fprintf(&b, `<rect class="ground" width="%d" height="%d"/>`+"\n", width, height)
	b.WriteString(`<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path class="tip" d="M0 0 8 4 0 8z"/></marker>` +
		`<marker id="ring" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse" markerUnits="userSpaceOnUse"><path class="ringtip" d="M0 0 8 4 0 8z"/></marker></defs>` + "\n")
	fmt.Fprintf(&b, `<text class="title" x="%d" y="30">%s</text>`+"\n", margin, escaped(g.Title))
	for _, e := range g.Edges {
		b.WriteString(g.edge(e, boxes))
	}
	most := g.most()
	for i := range g.Nodes {
		b.WriteString(g.Nodes[i].draw(boxes[i], most))
	}
	b.WriteString(g.legend(height - footHeight + 22))
	b.WriteString("</svg>\n")
	return b.String()
}

// layout places the nodes: each column as wide as its widest name, and centred.
func (g *Graph) layout() (boxes []box, width, height int) {
	columns := map[int]int{} // how many nodes
	widths := map[int]int{}
	longest := 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		columns[n.Column]++
		longest = max(longest, columns[n.Column])
		label, dir := n.words()
		widths[n.Column] = max(widths[n.Column], narrowest, 2*padded+letter*letters(label), 2*padded+smallLetter*letters(dir))
	}
	x := margin
	left := map[int]int{}
	for i := range g.Nodes {
		if c := g.Nodes[i].Column; i == 0 || c != g.Nodes[i-1].Column {
			left[c] = x
			x += widths[c] + columnGap
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		boxes = append(boxes, box{left[n.Column], headHeight + (longest-columns[n.Column])*rowHeight/2 + n.Row*rowHeight, widths[n.Column]})
	}
	width = max(x-columnGap/3+margin, 2*margin+8*letters(g.Title), 640)
	return boxes, width, headHeight + longest*rowHeight + footHeight
}

// edge draws an import as a curve, from the importer's right to the imported's left. What leads back leaves on the other sides,
// what stays in a column goes around.
func (g *Graph) edge(e Edge, boxes []box) string {
	from, to := boxes[e.From], boxes[e.To]
	a, b := g.Nodes[e.From].Column, g.Nodes[e.To].Column
	class, tip := "edge", "tip"
	if a-b != 1 && b-a != 1 { // what does not lead from one column to the next is not what the drawing is for
		class = "edge beside"
	}
	y1, y2 := from.y+boxHeight/2, to.y+boxHeight/2
	x1, x2 := from.x+from.width, to.x
	bend := max(columnGap/2, (x2-x1)/3)
	c1, c2 := x1+bend, x2-bend
	switch {
	case a == b:
		x2 = to.x + to.width
		c1 = x1 + columnGap*2/3
		c2 = c1
	case a > b:
		x1, x2 = from.x, to.x+to.width
		bend = max(columnGap/2, (x1-x2)/3)
		y1, y2 = y1+6, y2+6
		c1, c2 = x1-bend, x2+bend
	}
	if e.Cycle {
		class, tip = class+" ring", "ring"
	}
	what := "imports"
	if e.Imports > 1 {
		what = fmt.Sprintf("imports, %d times", e.Imports)
	}
	thick := 1 + min(3, math.Log2(float64(e.Imports))/2)
	return fmt.Sprintf(`<path class="%s" stroke-width="%.1f" marker-end="url(#%s)" d="M%d %dC%d %d %d %d %d %d"><title>%s %s %s</title></path>`+"\n",
		class, thick, tip, x1, y1, c1, y1, c2, y2, x2, y2, escaped(g.Nodes[e.From].name()), what, escaped(g.Nodes[e.To].name()))
}

// draw draws a node: its name, its directory, and a bar as long as it is important.
func (n *Node) draw(at box, most float64) string {
	label, dir := n.words()
	class := "node " + string(n.Kind)
	if n.Group() {
		class += " group"
	}
	tell := append([]string{n.name()}, n.Reasons...)
	if n.Group() {
		tell = n.Files
	}
	y := at.y + 16
	if dir == "" {
		y = at.y + 22
	}
	bar := int(float64(at.width-2) * math.Sqrt(n.Importance/most))
	s := fmt.Sprintf(`<g class="%s"><title>%s</title><rect class="box" x="%d" y="%d" width="%d" height="%d" rx="5"/><rect class="mark" x="%d" y="%d" width="%d" height="3"/><text x="%d" y="%d">%s</text>`,
		class, escaped(strings.Join(tell, "\n")), at.x, at.y, at.width, boxHeight, at.x+1, at.y+boxHeight-4, min(at.width-2, max(2, bar)), at.x+padded, y, escaped(label))
	if dir != "" {
		s += fmt.Sprintf(`<text class="dir" x="%d" y="%d">%s</text>`, at.x+padded, at.y+28, escaped(dir))
	}
	return s + "</g>\n"
}

// looks are those of the kinds that there are.
func (g *Graph) looks() []look {
	return slices.DeleteFunc(looks(), func(l look) bool {
		return !slices.ContainsFunc(g.Nodes, func(n Node) bool { return n.Kind == l.kind })
	})
}

// legend says what the colours mean.
func (g *Graph) legend(y int) string {
	var b strings.Builder
	x := margin
	for _, look := range g.looks() {
		if look.kind == Other {
			continue
		}
		fmt.Fprintf(&b, `<g class="node %s"><rect class="mark" x="%d" y="%d" width="12" height="12" rx="2"/></g><text class="legend" x="%d" y="%d">%s</text>`+"\n", look.kind, x, y-10, x+18, y, look.legend)
		x += 18 + smallLetter*len(look.legend) + 24
	}
	if slices.ContainsFunc(g.Edges, func(e Edge) bool { return e.Cycle }) {
		fmt.Fprintf(&b, `<path class="edge ring" stroke-width="1" d="M%d %dh24"/><text class="legend" x="%d" y="%d">imports in a circle</text>`+"\n", x, y-4, x+30, y)
	}
	return b.String()
}

func style() string {
	var light, dark strings.Builder
	for _, look := range looks() {
		fmt.Fprintf(&light, ".%s .mark{fill:%s}\n", look.kind, look.light)
		fmt.Fprintf(&dark, ".%s .mark{fill:%s}\n", look.kind, look.dark)
	}
	return `<style>
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#1f2328}
.title{font-size:15px;font-weight:600}
.dir,.legend{font-size:10px;fill:#59636e}
.ground{fill:#fff}
.box{fill:#f6f8fa;stroke:#d1d9e0}
.center .box{fill:#fff1e5;stroke:#d55e00}
.group .box{stroke-dasharray:4 3}
.edge{fill:none;stroke:#9aa4ae;stroke-opacity:.75}
.beside{stroke-opacity:.3}
.tip{fill:#9aa4ae}
.ring{stroke:#cc3d75;stroke-dasharray:5 3}
.ringtip{fill:#cc3d75}
` + light.String() + `@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.dir,.legend{fill:#9198a1}
.ground{fill:#0d1117}
.box{fill:#161b22;stroke:#3d444d}
.center .box{fill:#3a2313;stroke:#ff8a3d}
.edge{stroke:#6e7681}
.tip{fill:#6e7681}
.ring{stroke:#f778ba}
.ringtip{fill:#f778ba}
` + dark.String() + "}\n</style>\n"
}

// most is the largest importance that there is.
func (g *Graph) most() float64 {
	most := math.SmallestNonzeroFloat32
	for _, n := range g.Nodes {
		most = max(most, n.Importance)
	}
	return most
}

// name is what a node is called where there is room.
func (n *Node) name() string {
	if n.Group() {
		return n.Label + " of " + cmp.Or(n.Dir, "all directories")
	}
	return n.Files[0]
}

// words are what stands in a node.
func (n *Node) words() (label, dir string) {
	return cut(n.Label, longestLabel), cut(n.Dir, longestDir)
}

// cut is a name that lacks its middle where it is too long.
func cut(name string, most int) string {
	name = render.Visible(name)
	r := []rune(name)
	if len(r) <= most {
		return name
	}
	return string(r[:most/2-1]) + "…" + string(r[len(r)-most/2:])
}

func letters(text string) int { return utf8.RuneCountInString(render.Visible(text)) }

// escaped is a text as it stands in XML and HTML.
func escaped(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		lines = append(lines, render.Visible(line))
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace(strings.Join(lines, "\n"))
}
