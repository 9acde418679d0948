package budget

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// A summary shows which files matter, how much, by what definitions, and what depends on what; the files
// themselves are left to be asked for. It is better wide than deep.
const (
	edgeShare   = 4  // the edges of a summary take this fraction of it at most
	targetLines = 24 // key symbols of a target at most…
	manualLines = 12 // …and of a manual file
	restLines   = 6  // key symbols of a file that nobody asked for
)

// summarise chooses what a summary shows.
func (p *packer) summarise() {
	edges := 0
	if len(p.req.Edges) > 0 {
		edges = min(p.room, p.limit/edgeShare)
	}
	p.room -= edges
	reserved := p.reserveMap(p.room / mapShare)
	p.sketch(p.sections[sectionTargets], targetLines, p.room/2)
	p.hold()
	p.sketch(p.sections[sectionPinned], manualLines, p.room/2)
	p.sketch(p.sections[sectionManual], manualLines, p.room/2)
	rest := p.spread()
	p.sketch(rest, restLines, p.room)
	p.room += reserved
	p.drawMap(reserved)
	p.room += edges
	p.drawEdges()
	p.sketch(rest, restLines, p.room)
}

// spread orders what nobody asked for: by score, for a direct import may matter less than what uses the
// target. In a summary of the folder as such, importance counts as much as how much others use of a file,
// as in a map: what one central file leans on is important, but it is not what people work with.
func (p *packer) spread() []*entry {
	rest := slices.Concat(p.sections[sectionImports], p.sections[sectionRelated])
	key := func(e *entry) float64 { return e.score }
	if p.req.Task == "" && len(rest) == p.discovered() {
		key = func(e *entry) float64 {
			return math.Sqrt(e.score * (&place{MapFile: &MapFile{Weights: e.Weights}}).demand())
		}
	}
	slices.SortStableFunc(rest, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(key(b), key(a)), strings.Compare(a.Path, b.Path))
	})
	return rest
}

// discovered is how many candidates there are.
func (p *packer) discovered() (n int) {
	for _, entries := range p.sections {
		n += len(entries)
	}
	return n
}

// sketch shows entries that are not shown yet with at most so many key symbols each, in at most so much
// room. Where that is too little for all, each has fewer of them, but not fewer than restLines.
func (p *packer) sketch(entries []*entry, lines, room int) {
	entries = hidden(entries)
	for lines > restLines && p.keyCost(entries, lines, room) > room {
		lines /= 2
	}
	withheld := p.room - room
	p.room -= withheld
	for _, e := range entries {
		if p.expired() {
			break
		}
		v := p.key(e, lines)
		if !p.fits(e, v) {
			if v = p.asPath(e); !p.fits(e, v) || !e.explicit() {
				break
			}
		}
		p.show(e, v)
	}
	p.room += withheld
}

// keyCost is what entries cost with so many key symbols each, or something above room.
func (p *packer) keyCost(entries []*entry, lines, room int) (cost int) {
	for _, e := range entries {
		if cost += p.key(e, lines).cost; cost > room || p.expired() {
			break
		}
	}
	return cost
}

// key is a file with its most telling symbols, one in a line.
func (p *packer) key(e *entry, lines int) *view {
	o := p.outline(e)
	k := min(lines, len(o.order))
	if !e.explicit() { // what others can use of it, if there is any
		public := slices.IndexFunc(o.order, func(i int32) bool { return !o.symbols[i].Exported && !e.wanted[i] })
		if public > 0 {
			k = min(k, public)
		}
	}
	v := view{representation: Path, brief: true}
	if k > 0 && !e.Missing {
		style := outlineStyle{indent: "    ", widest: mapSignature, numbers: p.numbers(o)}
		v.representation, v.content = Signatures, o.write(k, style)
	}
	return p.view(e, v)
}

// drawEdges writes the edges among the files that are shown, as many as fit.
func (p *packer) drawEdges() {
	shown := map[string]bool{}
	for _, entries := range p.sections {
		for _, e := range entries {
			shown[e.Path] = e.shown != nil
		}
	}
	var from []string
	to := map[string][]string{}
	for _, e := range p.req.Edges {
		if shown[e.From] && shown[e.To] {
			if to[e.From] == nil {
				from = append(from, e.From)
			}
			to[e.From] = append(to[e.From], e.To)
		}
	}
	lines := make([]string, len(from))
	for i, f := range from {
		lines[i] = display(f) + " → " + together(to[f]) + "\n"
	}
	room := min(p.room, p.limit/edgeShare)
	n, text := largest(len(lines), func(k int) string {
		text := strings.Join(lines[:k], "")
		if k < len(lines) {
			text += ellipsis
		}
		return text
	}, func(text string) bool { return p.counter.cost(p.renderer.block(edgeName, text)) <= room })
	if n > 0 {
		p.edges = text
		p.room -= p.counter.cost(p.renderer.block(edgeName, text))
	}
}

// together lists paths, those of one directory in braces as shells have it.
func together(paths []string) string {
	var dirs []string
	in := map[string][]string{}
	for _, f := range paths {
		dir := analysis.Dir(f)
		if display(f) != f || strings.ContainsAny(f, "{},") {
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
				files[k] = display(f)
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
