package budget

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

const (
	mapLineTokens = 14  // what a line of a map costs, about
	mapFileLines  = 20  // files for each line of one: 2048 tokens are some 50 files with 2 lines
	mapLeastLines = 2   // symbols of a file, at least
	mapLikeliest  = 2   // symbols of a file that come first since the task is likely to touch them
	mapSignature  = 90  // bytes of a signature in a map
	mapNeighbour  = 0.9 // what a file's score counts for after each better one of its directory
	mapWork       = 8   // the power of work: twice as much outweighs 256 times the use
	mapBar        = "│"
	mapPathShare  = 16 // the fraction of a map that is for paths alone, where not all files fit
)

// mapped is a file on its way into a map.
type mapped struct {
	*MapFile
	shown   bool      // the reader has its symbols already
	odds    []float64 // of its symbols, to be touched by the task; nil where they were not judged
	score   float64   // quantised
	key     float64   // what decides whether it gets signatures
	place   int       // among all by that, before better files of its directory counted
	cost    int       // of its path alone; 0: not counted yet
	outline *outline
}

// drawing is a map in the making.
type drawing struct {
	counter *Counter
	steady  bool     // files are listed by path, not by rank
	files   []mapped // by path
	order   *mapOrder
}

// newDrawing begins a map. A steady map lists the files that it chose by path.
func newDrawing(files []MapFile, counter *Counter, steady bool) *drawing {
	d := &drawing{counter: counter, steady: steady, files: make([]mapped, len(files))}
	for i := range files {
		d.files[i] = mapped{MapFile: &files[i], odds: files[i].Odds, score: quantise(files[i].Score)}
	}
	compare := func(a, b mapped) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(d.files, compare) { // sorting moves much even where nothing is to be moved
		slices.SortFunc(d.files, compare)
	}
	return d
}

// file is the file of a path, nil where the map has none.
func (d *drawing) file(path string) *mapped {
	i, known := slices.BinarySearchFunc(d.files, path, func(f mapped, path string) int { return strings.Compare(f.Path, path) })
	if !known {
		return nil
	}
	return &d.files[i]
}

// within is the map for a cost. Files that are shown elsewhere come last, and as paths.
func (d *drawing) within(limit int) *Map {
	if d.order == nil {
		d.order = newMapOrder(d.files)
	}
	var m *Map
	for room := limit; ; {
		m = d.draw(room)
		over := d.counter.cost(m.Content) - limit
		if over <= 0 {
			break
		}
		room -= over
	}
	m.EstimatedTokens, m.ETag = d.counter.Count(m.Content), hash(m.Content)
	return m
}

// path is what a file's path alone costs.
func (d *drawing) path(f *mapped) int {
	if f.cost == 0 {
		f.cost = d.counter.cost(pathLine(f.Path))
	}
	return f.cost
}

// paths is what the paths of all files cost; it is not counted beyond a limit.
func (d *drawing) paths(limit int) (cost int) {
	for i := range d.files {
		if cost += d.path(&d.files[i]); cost > limit {
			break
		}
	}
	return cost
}

// draw draws a map that costs at most limit, but for what lines cost more together than one by one.
func (d *drawing) draw(limit int) *Map {
	all := len(d.files)
	lines := max(mapLeastLines, int(math.Sqrt(float64(limit)/(perToken*mapLineTokens*mapFileLines))))
	// The first files have signatures where they leave room for a share of paths, or for all paths.
	n, cost, paths := 0, 0, d.paths(limit)
	mayAll := paths <= limit
	for n < all {
		f := d.order.at(n)
		with, without := cost+d.counter.cost(f.block(lines)), paths-d.path(f)
		if with > limit-limit/mapPathShare && !(mayAll && with+without <= limit) {
			break
		}
		n, cost, paths = n+1, with, without
	}
	if n == all {
		lines = d.deepen(lines, limit)
	}
	detailed := slices.SortedFunc(slices.Values(d.order.listed[:n]), byRank)
	var rest []*mapped
	for f := range d.order.others(n) {
		if cost+d.path(f) > limit {
			break
		}
		cost += d.path(f)
		rest = append(rest, f)
	}
	if d.steady {
		slices.SortFunc(detailed, byPath)
		slices.SortFunc(rest, byPath)
	}

	m := &Map{FilesOmitted: all - n - len(rest)}
	var b strings.Builder
	for _, f := range detailed {
		b.WriteString(m.enter(f, lines))
	}
	for _, f := range rest {
		b.WriteString(m.enter(f, 0))
	}
	m.Content = b.String()
	return m
}

// enter adds a file to the map, and returns how it is written.
func (m *Map) enter(f *mapped, lines int) string {
	text := f.block(lines)
	e := MapEntry{f.Path, f.Importance, Path}
	if text == pathLine(f.Path) {
		m.FilesPathOnly++
	} else {
		e.Representation = Signatures
		m.FilesWithSignatures++
	}
	m.Files = append(m.Files, e)
	return text
}

// deepen is the largest number of lines for each file with which all still fit.
func (d *drawing) deepen(lines, limit int) int {
	longest := lines
	for i := range d.files {
		f := &d.files[i]
		longest = max(longest, f.Symbols.Len())
	}
	return lines - 1 + sort.Search(longest-lines+1, func(more int) bool {
		cost := 0
		for _, f := range d.order.listed {
			if cost += d.counter.cost(f.block(lines + more)); cost > limit {
				return true
			}
		}
		return false
	})
}

// block is a file's part of the map, with at most so many symbols; just its path where it has none to
// show.
func (f *mapped) block(lines int) string {
	if lines == 0 || f.Symbols.Len() == 0 || f.shown {
		return pathLine(f.Path)
	}
	if f.outline == nil {
		f.odds = best(f.odds, mapLikeliest)
		f.outline = newOutline(f.Symbols.All(), func(i int32) float64 { return weight(f.Weights, i) }).preferring(f.odds)
	}
	o := f.outline
	exported := 0
	for exported < len(o.order) && (o.symbols[o.order[exported]].Exported || weight(f.odds, o.order[exported]) > 0) {
		exported++
	}
	lines += o.modulesAround()
	k := min(lines, exported)
	if exported == 0 {
		k = min(mapLeastLines, len(o.order))
	}
	return pathLine(f.Path) + o.write(k, outlineStyle{bar: mapBar, indent: "  ", widest: mapSignature})
}

// best are the n highest odds, and 0 for all others.
func best(odds []float64, n int) []float64 {
	if len(odds) <= n {
		return odds
	}
	kept := slices.Clone(odds)
	least := slices.SortedFunc(slices.Values(odds), func(a, b float64) int { return cmp.Compare(b, a) })[n-1]
	for i, o := range kept {
		if o < least {
			kept[i] = 0
		}
	}
	return kept
}

// modulesAround counts the modules around all of a file: their lines say little more than its path.
func (o *outline) modulesAround() int {
	count, level := 0, o.kids[len(o.symbols)]
	for len(level) == 1 && o.symbols[level[0]].Kind == analysis.Module {
		count++
		level = o.kids[level[0]]
	}
	return count
}

// pathLine is a file's line in a map.
func pathLine(path string) string { return render.Path(path) + ":\n" }
