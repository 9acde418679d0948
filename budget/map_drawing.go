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
	rank    int       // its place by score
	place   int       // by what it was sorted by last
	key     float64   // what decides whether it gets signatures
	cost    int       // of its path alone
	outline *outline
}

// drawing is a map in the making.
type drawing struct {
	counter *Counter
	steady  bool      // files are listed by path, not by rank
	files   []*mapped // those first that should have signatures first
	paths   []int     // paths[i] is what the paths of the first i files cost
}

// drawMap is RepoMap for a cost. known tells of a path whether the reader has its symbols already, and the odds of
// these; files that are shown elsewhere come last, and as paths. A steady map lists the files that it chose by path.
func drawMap(files []MapFile, known func(path string) (shown bool, odds []float64), limit int, counter *Counter, steady bool) *Map {
	d := &drawing{counter: counter, steady: steady, files: make([]*mapped, len(files)), paths: make([]int, len(files)+1)}
	for i := range files {
		f := &files[i]
		shown, odds := known(f.Path)
		if odds == nil {
			odds = f.Odds
		}
		d.files[i] = &mapped{MapFile: f, shown: shown, odds: odds, score: quantise(f.Score), cost: counter.cost(pathLine(f.Path))}
	}
	d.sortByKey()
	for i, f := range d.files {
		d.paths[i+1] = d.paths[i] + f.cost
	}
	var m *Map
	for room := limit; ; {
		m = d.draw(room)
		over := counter.cost(m.Content) - limit
		if over <= 0 {
			break
		}
		room -= over
	}
	m.EstimatedTokens, m.ETag = counter.Count(m.Content), hash(m.Content)
	return m
}

func byRank(a, b *mapped) int { return a.rank - b.rank }

func byPath(a, b *mapped) int { return strings.Compare(a.Path, b.Path) }

// sortByKey orders files for signatures: by the geometric mean of their score and of how much their symbols
// are used, and by the work on them. PageRank alone puts plumbing first that one central file imports; the
// most used files are what people know, and where the most work is they will go. Each better file of the
// same directory makes a file count for a little less, so that one directory does not hide the rest. Files
// without symbols follow.
func (d *drawing) sortByKey() {
	// The comparisons are many: what decides most comes first, and nothing is compared in vain.
	slices.SortFunc(d.files, func(a, b *mapped) int {
		switch {
		case a.shown != b.shown:
			return compareBool(a.shown, b.shown)
		case a.score != b.score:
			return cmp.Compare(b.score, a.score)
		}
		return strings.Compare(a.Path, b.Path)
	})
	for i, f := range d.files {
		f.rank, f.place = i, i
	}
	byKey := func(a, b *mapped) int {
		switch {
		case a.shown != b.shown:
			return compareBool(a.shown, b.shown)
		case (len(a.Symbols) == 0) != (len(b.Symbols) == 0):
			return compareBool(len(a.Symbols) == 0, len(b.Symbols) == 0)
		}
		return cmp.Or(cmp.Compare(b.key, a.key), a.place-b.place)
	}
	for _, f := range d.files {
		f.key = math.Sqrt(f.score*demand(f.Weights)) * math.Pow(1+f.Work, mapWork)
	}
	slices.SortFunc(d.files, byKey)
	better := map[string]float64{}
	for i, f := range d.files {
		f.place = i
		dir := analysis.Dir(f.Path)
		f.key *= math.Pow(mapNeighbour, better[dir])
		better[dir]++
	}
	slices.SortFunc(d.files, byKey)
}

// draw draws a map that costs at most limit, but for what lines cost more together than one by one.
func (d *drawing) draw(limit int) *Map {
	all := len(d.files)
	lines := max(mapLeastLines, int(math.Sqrt(float64(limit)/(perToken*mapLineTokens*mapFileLines))))
	sums := []int{0}
	// The first n files have signatures where they leave room for a share of paths, or for all paths.
	fits := func(n int) bool {
		return sums[n] <= limit-limit/mapPathShare || sums[n]+d.paths[all]-d.paths[n] <= limit
	}
	for len(sums) <= all && fits(len(sums)-1) {
		sums = append(sums, sums[len(sums)-1]+d.counter.cost(d.files[len(sums)-1].block(lines)))
	}
	n := max(0, sort.Search(len(sums), func(n int) bool { return !fits(n) })-1)
	if n == all {
		lines = d.deepen(lines, limit)
	}
	detailed := slices.SortedFunc(slices.Values(d.files[:n]), byRank)
	rest := make([]*mapped, len(d.files))
	for _, f := range d.files[n:] {
		rest[f.rank] = f
	}
	rest = slices.DeleteFunc(rest, func(f *mapped) bool { return f == nil })
	cost, fit := sums[n], 0
	for fit < len(rest) && cost+rest[fit].cost <= limit {
		cost += rest[fit].cost
		fit++
	}
	if d.steady {
		slices.SortFunc(detailed, byPath)
		slices.SortFunc(rest[:fit], byPath)
	}

	m := &Map{FilesOmitted: len(rest) - fit}
	var b strings.Builder
	for _, f := range detailed {
		b.WriteString(m.enter(f, lines))
	}
	for _, f := range rest[:fit] {
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
	for _, f := range d.files {
		longest = max(longest, len(f.Symbols))
	}
	return lines - 1 + sort.Search(longest-lines+1, func(more int) bool {
		cost := 0
		for _, f := range d.files {
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
	if lines == 0 || len(f.Symbols) == 0 || f.shown {
		return pathLine(f.Path)
	}
	if f.outline == nil {
		f.odds = best(f.odds, mapLikeliest)
		f.outline = newOutline(f.Symbols, func(i int32) float64 { return weight(f.Weights, i) }).preferring(f.odds)
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
