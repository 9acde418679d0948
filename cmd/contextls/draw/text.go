package draw

import (
	"fmt"
	"strings"

	"github.com/contextls/contextls/budget/render"
)

// Mermaid is the graph as Mermaid draws it, in Markdown for example.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%% %s\nflowchart LR\n", forMermaid(g.Title))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		open, end := `["`, `"]`
		if n.Group() {
			open, end = `[["`, `"]]`
		}
		label := forMermaid(n.Label)
		if n.Dir != "" {
			label += "<br>" + forMermaid(n.Dir)
		}
		fmt.Fprintf(&b, "  n%d%s%s%s:::%s\n", i, open, label, end, classOf(n.Kind))
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Cycle {
			arrow = "-.->"
		}
		if e.Imports > 1 {
			arrow += fmt.Sprintf("|%d|", e.Imports)
		}
		fmt.Fprintf(&b, "  n%d %s n%d\n", e.From, arrow, e.To)
	}
	for _, look := range g.looks() {
		fmt.Fprintf(&b, "  classDef %s stroke:%s,stroke-width:2px\n", classOf(look.kind), look.light)
	}
	return b.String()
}

// classOf is a kind as a word that means nothing to Mermaid.
func classOf(k Kind) string { return "is_" + string(k) }

// forMermaid writes letters, digits and what paths are made of as they are, everything else by its number.
func forMermaid(text string) string {
	var b strings.Builder
	for _, r := range render.Visible(text) {
		if r > 127 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" ./-+_,", r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

// Dot is the graph as Graphviz draws it.
func (g *Graph) Dot() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph {\n  label=%s\n  labelloc=t\n  rankdir=LR\n  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11]\n  edge [color=\"#9aa4ae\"]\n", forDot(g.Title))
	colour := map[Kind]string{}
	for _, look := range looks() {
		colour[look.kind] = look.light
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		style := ""
		if n.Group() {
			style = `, style="rounded,dashed"`
		}
		label := n.Label
		if n.Dir != "" {
			label += "\n" + n.Dir
		}
		fmt.Fprintf(&b, "  n%d [label=%s, tooltip=%s, color=\"%s\"%s]\n", i, forDot(label), forDot(n.name()), colour[n.Kind], style)
	}
	for i := 0; i < len(g.Nodes); { // one line for each column
		first := i
		b.WriteString("  {rank=same")
		for ; i < len(g.Nodes) && g.Nodes[i].Column == g.Nodes[first].Column; i++ {
			fmt.Fprintf(&b, "; n%d", i)
		}
		b.WriteString("}\n")
	}
	for _, e := range g.Edges {
		var looks []string
		if e.Imports > 1 {
			looks = append(looks, fmt.Sprintf("label=%d", e.Imports))
		}
		if e.Cycle {
			looks = append(looks, `style=dashed, color="#cc3d75"`)
		}
		fmt.Fprintf(&b, "  n%d -> n%d [%s]\n", e.From, e.To, strings.Join(looks, ", "))
	}
	b.WriteString("}\n")
	return b.String()
}

// forDot is a quoted text, whose lines are centred.
func forDot(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		lines = append(lines, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(render.Visible(line)))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// HTML is the picture on a page, with a list of the files for those who do not see it. There is no script on it, and it loads
// nothing.
func (g *Graph) HTML() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
:root{color-scheme:light dark}
body{margin:1rem;font:14px system-ui,sans-serif}
figure{margin:0;overflow:auto}
table{border-collapse:collapse;margin-top:1rem}
td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}
</style>
<figure>
%s</figure>
<table>
<tr><th>file<th>what it is<th>importance<th>why</tr>
`, escaped(g.Title), g.SVG())
	names := map[Kind]string{}
	for _, look := range looks() {
		names[look.kind] = look.legend
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for _, file := range n.Files {
			fmt.Fprintf(&b, "<tr><td>%s<td>%s", escaped(file), names[n.Kind])
			if !n.Group() {
				fmt.Fprintf(&b, "<td>%.4f<td>%s", n.Importance, escaped(strings.Join(n.Reasons, "; ")))
			}
			b.WriteString("</tr>\n")
		}
	}
	b.WriteString("</table>\n</html>\n")
	return b.String()
}
