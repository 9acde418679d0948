package budget

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// MapFile is a file that may enter a repository map.
type MapFile struct {
	Path       string
	Importance float64
	Score      float64           // the map is sorted by it
	Work       float64           // how much of people's work is likely to be on it; 0 where that says nothing
	Symbols    []analysis.Symbol // by Range.Start
	Weights    []float64         // how much each symbol is used by others; nil where unknown
}

// Map is a repository map: a line for each file by rank, and for the best of them a line for each of
// their most telling symbols.
type Map struct {
	Content             string
	Files               []MapEntry // as in Content
	FilesWithSignatures int
	FilesPathOnly       int
	FilesOmitted        int // files that did not fit at all
	EstimatedTokens     int
	ETag                string // same ETag: same Content
}

// MapEntry is a file in a map, shown with Signatures or as a Path.
type MapEntry struct {
	Path           string
	Importance     float64
	Representation Representation
}

const (
	mapLineTokens = 14  // what a line of a map costs, about
	mapFileLines  = 20  // files for each line of one: 2048 tokens are some 50 files with 2 lines
	mapLeastLines = 2   // symbols of a file, at least
	mapSignature  = 90  // bytes of a signature in a map
	mapNeighbour  = 0.9 // what a file's score counts for after each better one of its directory
	mapWork       = 8   // the power of work: twice as much outweighs 256 times the use
	mapBar        = "│"
	mapPathShare  = 16 // the fraction of a map that is for paths alone, where not all files fit
)

// RepoMap draws the map of a repository in at most so many tokens. The number of files with signatures
// is found by binary search; each shows a few symbols only, so that a map is of the whole repository
// and not of its first files. Where all files fit, the lines for each grow.
func RepoMap(files []MapFile, tokens int, counter *Counter) *Map {
	return drawMap(files, nil, tokens*perToken, counter, false)
}

// place is a file on its way into a map.
type place struct {
	*MapFile
	shown   bool    // the reader has its symbols already
	score   float64 // quantised
	key     float64 // what decides whether it gets signatures
	cost    int     // of its path alone
	outline *outline
}

// cartographer draws one map.
type cartographer struct {
	counter *Counter
	steady  bool     // files are listed by path, not by rank
	places  []*place // those first that should have signatures first
	bare    []int    // bare[i] is what the paths of the first i places cost
}

// drawMap is RepoMap for a cost; files that are shown elsewhere come last, and as paths. A steady map
// lists the files that it chose by path.
func drawMap(files []MapFile, shown map[string]bool, limit int, counter *Counter, steady bool) *Map {
	c := &cartographer{counter: counter, steady: steady, places: make([]*place, len(files)), bare: make([]int, len(files)+1)}
	for i := range files {
		f := &files[i]
		c.places[i] = &place{MapFile: f, shown: shown[f.Path], score: quantise(f.Score), cost: counter.cost(bare(f.Path))}
	}
	c.spread()
	for i, f := range c.places {
		c.bare[i+1] = c.bare[i] + f.cost
	}
	var m *Map
	for room := limit; ; {
		m = c.draw(room)
		over := counter.cost(m.Content) - limit
		if over <= 0 {
			break
		}
		room -= over
	}
	m.EstimatedTokens, m.ETag = counter.Count(m.Content), hash(m.Content)
	return m
}

func byRank(a, b *place) int {
	return cmp.Or(compareBool(a.shown, b.shown), cmp.Compare(b.score, a.score), strings.Compare(a.Path, b.Path))
}

func byPath(a, b *place) int { return strings.Compare(a.Path, b.Path) }

// spread orders files for signatures: by the geometric mean of their score and of how much their symbols
// are used, and by the work on them. PageRank alone puts plumbing first that one central file imports; the
// most used files are what people know, and where the most work is they will go. Each better file of the
// same directory makes a file count for a little less, so that one directory does not hide the rest. Files
// without symbols follow.
func (c *cartographer) spread() {
	byKey := func(a, b *place) int {
		return cmp.Or(compareBool(a.shown, b.shown),
			compareBool(len(a.Symbols) == 0, len(b.Symbols) == 0), cmp.Compare(b.key, a.key))
	}
	slices.SortFunc(c.places, byRank)
	for _, f := range c.places {
		f.key = math.Sqrt(f.score*f.demand()) * math.Pow(1+f.Work, mapWork)
	}
	slices.SortStableFunc(c.places, byKey)
	better := map[string]float64{}
	for _, f := range c.places {
		dir := analysis.Dir(f.Path)
		f.key *= math.Pow(mapNeighbour, better[dir])
		better[dir]++
	}
	slices.SortStableFunc(c.places, byKey)
}

// demand is how much others use the file's symbols.
func (f *place) demand() float64 {
	demand := 1.0
	for _, w := range f.Weights {
		demand += w
	}
	return demand
}

func (c *cartographer) draw(limit int) *Map {
	all := len(c.places)
	lines := max(mapLeastLines, int(math.Sqrt(float64(limit)/(perToken*mapLineTokens*mapFileLines))))
	sums := []int{0}
	// The first n files have signatures where they leave room for a share of paths, or for all paths.
	fits := func(n int) bool {
		return sums[n] <= limit-limit/mapPathShare || sums[n]+c.bare[all]-c.bare[n] <= limit
	}
	for len(sums) <= all && fits(len(sums)-1) {
		sums = append(sums, sums[len(sums)-1]+c.counter.cost(c.places[len(sums)-1].block(lines)))
	}
	n := max(0, sort.Search(len(sums), func(n int) bool { return !fits(n) })-1)
	if n == all {
		lines = c.deepen(lines, limit)
	}
	detailed, rest := slices.Clone(c.places[:n]), slices.Clone(c.places[n:])
	slices.SortFunc(detailed, byRank)
	slices.SortFunc(rest, byRank)
	cost, fit := sums[n], 0
	for fit < len(rest) && cost+rest[fit].cost <= limit {
		cost += rest[fit].cost
		fit++
	}
	if c.steady {
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

// enter adds a file to the map, and says how it is written.
func (m *Map) enter(f *place, lines int) string {
	text := f.block(lines)
	e := MapEntry{f.Path, f.Importance, Path}
	if text == bare(f.Path) {
		m.FilesPathOnly++
	} else {
		e.Representation = Signatures
		m.FilesWithSignatures++
	}
	m.Files = append(m.Files, e)
	return text
}

// deepen is the largest number of lines for each file with which all still fit.
func (c *cartographer) deepen(lines, limit int) int {
	longest := lines
	for _, f := range c.places {
		longest = max(longest, len(f.Symbols))
	}
	return lines - 1 + sort.Search(longest-lines+1, func(more int) bool {
		cost := 0
		for _, f := range c.places {
			if cost += c.counter.cost(f.block(lines + more)); cost > limit {
				return true
			}
		}
		return false
	})
}

// block is a file's part of the map, with at most so many symbols; just its path where it has none to
// show.
func (f *place) block(lines int) string {
	if lines == 0 || len(f.Symbols) == 0 || f.shown {
		return bare(f.Path)
	}
	if f.outline == nil {
		f.outline = newOutline(f.Symbols, func(k int32) float64 {
			if int(k) < len(f.Weights) {
				return f.Weights[k]
			}
			return 0
		})
	}
	o := f.outline
	exported := 0
	for exported < len(o.order) && o.symbols[o.order[exported]].Exported {
		exported++
	}
	lines += o.modulesAround()
	k := min(lines, exported)
	if exported == 0 {
		k = min(mapLeastLines, len(o.order))
	}
	return bare(f.Path) + o.write(k, outlineStyle{bar: mapBar, indent: "  ", widest: mapSignature})
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

func bare(path string) string { return display(path) + ":\n" }
