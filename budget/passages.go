package budget

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank"
)

const (
	priceExponent = 0.75            // how much a passage's cost counts against its odds; below 1, since a long one shows more
	crowd         = 1000 * perToken // cost of a file's worthier passages from which on the next ones are worth clearly less…
	crowdExponent = 0.3             // …and how much less: what is left to be touched is rather in another file
	rangesCount   = 1e6             // times more for what a request or a task points at by line
)

// passage is a run of lines of a file that is shown as a whole: a definition, a part of a long one, or what
// stands between definitions.
type passage struct {
	e           *entry
	first, last int
	heads       []lineSpan       // of the definitions that it stands in
	urgent      bool             // a request or a task points at it by line
	symbol      *analysis.Symbol // that it is, or is a part of; nil between definitions…
	which       int              // …and which of the file's
	odds        float64
	value       float64 // its odds for what it takes
	place       int     // of its file in the ranking, from 0
	number      int     // among all that are judged, by file and line
}

// lineSpan are lines, 0-based, both included.
type lineSpan struct{ first, last int }

// judged reports whether the passages of a file can be judged.
func (c *chooser) judged(e *entry) bool {
	return c.req.Odds != nil && e.Ranked != nil && !e.outlineOnly
}

// passages cuts a file's blocks into passages, also as ranking judges them.
func (e *entry) passages() (out []passage, judged []rank.Passage) {
	s := e.source
	out, judged = make([]passage, 0, 2*e.Symbols.Len()+8), make([]rank.Passage, 0, 2*e.Symbols.Len()+8)
	symbols := map[int]int{} // line → the first symbol that begins there
	defined := e.Symbols.All()
	for i := range defined {
		if span := defined[i].Range; !e.altered && int(span.End) <= len(s.raw) {
			if line := s.line(span.Start); symbols[line] == 0 {
				symbols[line] = i + 1
			}
		}
	}
	nowhere := lineSpan{0, -1}
	var walk func(blocks []block, heads []lineSpan, in lineSpan)
	walk = func(blocks []block, heads []lineSpan, in lineSpan) {
		for i := range blocks {
			b := &blocks[i]
			if len(b.kids) > 0 {
				title := e.title(b, symbols)
				inner := append(slices.Clip(heads), title)
				for _, h := range b.headCases() {
					inner = append(inner, lineSpan{h.first, h.last})
				}
				walk(b.kids, inner, title)
				continue
			}
			symbol := 0
			if !b.loose {
				for line := b.first; line <= b.last && symbol == 0; line++ {
					symbol = symbols[line]
				}
			}
			title, head := lineSpan{b.first, b.first - 1}, in != nowhere && i == 0 && b.loose
			switch {
			case symbol > 0:
				title = e.title(b, symbols)
			case head && in.last <= b.last:
				title = in
			}
			for _, part := range s.parts(b, title) {
				p := passage{e: e, first: part.first, last: part.last, heads: heads, urgent: b.urgency == inRange}
				if symbol > 0 && (title.first < part.first || part.last < title.last) { // what says which definition this is a part of
					p.heads = append(slices.Clip(heads), title)
				}
				j := rank.Passage{First: p.first, Last: p.last, Head: head, Prelude: in == nowhere && b.prelude()}
				if symbol > 0 {
					p.which = symbol - 1
					j.Symbol = &defined[p.which]
				}
				p.symbol = j.Symbol
				out, judged = append(out, p), append(judged, j)
			}
		}
	}
	walk(s.blocks, nil, nowhere)
	return out, judged
}

// longTitle is how many lines the title of a definition has at most.
const longTitle = 5

// title are the lines of a definition that say what it is: up to the one that has its name, with what it extends on lines of
// its own below that; of a holder up to the one that has the name of the type. What else stands before its first member competes as a
// passage of its own.
func (e *entry) title(b *block, symbols map[int]int) lineSpan {
	last, most := b.from, min(b.last, b.from+longTitle-1)
	if i := symbols[b.from]; i > 0 {
		for last = min(max(last, int(e.Symbols.All()[i-1].Line)), most); last < most && e.source.inherits(last); last++ {
		}
	} else if b.holds != "" {
		for last < most && !hasName(e.source.trimmed(last), b.holds) {
			last++
		}
	}
	return lineSpan{b.from, last}
}

// inherits reports whether the line below one goes on with what a type extends.
func (s *source) inherits(line int) bool {
	text, below := s.trimmed(line), s.trimmed(line+1)
	if text == "" || strings.IndexByte("{:;}", text[len(text)-1]) >= 0 || strings.HasSuffix(text, " do") {
		return false
	}
	if below, found := strings.CutPrefix(below, ":"); found {
		return !strings.HasPrefix(below, ":")
	}
	word, _, _ := strings.Cut(below, " ")
	switch word {
	case "extends", "implements", "with", "permits", "where":
		return true
	}
	return false
}

// cost is what a passage's lines take, with a mark.
func (p *passage) cost() int {
	cost := p.e.source.mark.cost
	for line := p.first; line <= p.last; line++ {
		cost += p.e.source.costs[line]
	}
	return cost
}

// keepOdds keeps for each of the file's symbols the odds of its likeliest passage, given all its passages: outlines that are drawn
// from now on begin with the likeliest.
func (e *entry) keepOdds(passages []passage) {
	e.odds = make([]float64, e.Symbols.Len())
	for _, p := range passages {
		if p.symbol != nil {
			e.odds[p.which] = max(e.odds[p.which], p.odds)
		}
	}
	e.outline, e.signatures = nil, nil
}

// setValue works out what a passage is worth for what it takes.
func (p *passage) setValue(odds float64) {
	p.odds = odds
	if p.value = odds / math.Pow(float64(p.cost()), priceExponent); p.urgent {
		p.value *= rangesCount
	}
}

// crowded sorts a file's passages by what they are worth, and takes some of it from those that come behind much of the file.
func crowded(passages []passage) []passage {
	passages = sortedBy(passages, worth)
	before := 0
	for i := range passages {
		p := &passages[i]
		p.value /= math.Pow(1+float64(before)/crowd, crowdExponent)
		before += p.cost()
	}
	return passages
}

// worth is what sortedBy sorts passages by that are to be shown.
func worth(p *passage) float64 { return p.value }

// sortedBy are passages by a number, the greatest first; those with the same one stay in their order.
func sortedBy(all []passage, number func(*passage) float64) []passage {
	order := make([]numbered, len(all)) // passages are long: to swap them costs more than to compare them
	for i := range all {
		order[i] = numbered{number(&all[i]), i}
	}
	slices.SortFunc(order, compareNumbered)
	out := make([]passage, len(all))
	for i, o := range order {
		out[i] = all[o.at]
	}
	return out
}

// numbered is the place of something in a list, with a number to sort it by.
type numbered struct {
	number float64
	at     int
}

// compareNumbered puts the greatest first, and those with the same number in their order.
func compareNumbered(a, b numbered) int {
	if a.number != b.number {
		return cmp.Compare(b.number, a.number)
	}
	return cmp.Compare(a.at, b.at)
}
