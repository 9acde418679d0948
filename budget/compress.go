package budget

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/budget/render"
)

// docShare is what a line of documentation is worth, of what its definition is: a signature says most of
// what a line can say.
const docShare = 0.5

// Compress writes as many of the definitions as signatures, and as many of these with a line of
// documentation, as are worth most: greedily, by score per token, in at most so many tokens. The text is
// grouped by file, the file with the best definition first, and in each the definitions are by line.
func Compress(definitions []Definition, tokens int, counter *Counter) *Listing {
	c := compression{counter: counter, definitions: definitions, taken: make([]int, len(definitions)), heads: map[string]int{}}
	for i := range definitions {
		c.offer(i)
	}
	// Every piece but a heading is worth something, so the order by worth is total up to the ties of
	// equal definitions, which the order of paths and lines breaks.
	slices.SortFunc(c.pieces, func(a, b piece) int {
		return cmp.Or(-cmp.Compare(a.density, b.density), c.order(a.definition, b.definition), cmp.Compare(a.level, b.level))
	})
	room := tokens * perToken
	var accepted []piece
	for _, p := range c.pieces {
		if c.taken[p.definition] != p.level-1 {
			continue // documentation of what did not fit
		}
		path := definitions[p.definition].Path
		cost := p.cost
		if c.heads[path] == 0 {
			cost += counter.cost(heading(path))
		}
		if cost > room {
			continue
		}
		room -= cost
		c.accept(p, 1)
		accepted = append(accepted, p)
	}
	for {
		l := c.write()
		if l.EstimatedTokens <= tokens {
			return l
		}
		last := len(accepted) - 1 // the vocabulary joins lines badly: see listing.finish
		c.accept(accepted[last], -1)
		accepted = accepted[:last]
	}
}

// compression is a choice in the making.
type compression struct {
	counter     *Counter
	definitions []Definition
	pieces      []piece
	taken       []int          // how much is shown of each: 0 nothing, 1 the signature, 2 its documentation too
	heads       map[string]int // path → how many pieces stand below its heading
}

// piece is a line that may be taken: a definition's signature (level 1) or documentation (level 2).
type piece struct {
	definition, level int
	cost              int
	density           float64
}

// offer makes the pieces of a definition. Its documentation is never offered before its signature.
func (c *compression) offer(i int) {
	d := &c.definitions[i]
	signature := piece{definition: i, level: 1, cost: c.counter.cost(d.short())}
	signature.density = d.Score / float64(signature.cost)
	c.pieces = append(c.pieces, signature)
	if doc := d.docLine(); doc != "" {
		cost := c.counter.cost(doc)
		c.pieces = append(c.pieces, piece{i, 2, cost, min(signature.density, d.Score*docShare/float64(cost))})
	}
}

func (c *compression) accept(p piece, by int) {
	c.taken[p.definition] += by
	c.heads[c.definitions[p.definition].Path] += by
}

func (c *compression) order(a, b int) int {
	x, y := &c.definitions[a], &c.definitions[b]
	return cmp.Or(strings.Compare(x.Path, y.Path), cmp.Compare(x.Symbol.Line, y.Symbol.Line),
		cmp.Compare(x.Symbol.Range.Start, y.Symbol.Range.Start), strings.Compare(x.Symbol.Signature, y.Symbol.Signature))
}

func (c *compression) write() *Listing {
	l := &Listing{}
	best := map[string]float64{}
	for i, taken := range c.taken {
		if taken > 0 {
			l.Shown = append(l.Shown, i)
			best[c.definitions[i].Path] = max(best[c.definitions[i].Path], c.definitions[i].Score)
		}
	}
	slices.SortFunc(l.Shown, func(a, b int) int {
		return cmp.Or(-cmp.Compare(best[c.definitions[a].Path], best[c.definitions[b].Path]), c.order(a, b))
	})
	var text strings.Builder
	path := ""
	for k, i := range l.Shown {
		d := &c.definitions[i]
		if k == 0 || d.Path != path {
			path = d.Path
			text.WriteString(heading(path))
		}
		text.WriteString(d.short())
		if c.taken[i] > 1 {
			text.WriteString(d.docLine())
		}
	}
	l.Text = text.String()
	l.EstimatedTokens = c.counter.Count(l.Text)
	return l
}

func heading(path string) string { return render.Path(path) + "\n" }

// short is a definition's line below its file's heading.
func (d *Definition) short() string {
	return "  " + strconv.Itoa(int(d.Symbol.Line)+1) + " " + d.signature() + "\n"
}

func (d *Definition) docLine() string {
	if doc := render.OneLine(d.Symbol.Doc); doc != "" {
		return "  " + docIndent + doc + "\n"
	}
	return ""
}
