package rank

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/contextls/contextls/analysis"
)

// Passage is a run of lines of a file: a definition, a part of a long one, its documentation, or what stands
// between definitions.
type Passage struct {
	First, Last int              // lines from 0, both included
	Symbol      *analysis.Symbol // that it is, or is a part of; nil between definitions
	Head        bool             // it is what stands before the first member of a definition that has any
	Prelude     bool             // it begins the file and stands before all definitions
}

// Cut is a ranked file, cut into passages.
type Cut struct {
	File     Ranked
	Place    int // in the ranking, from 0
	Text     string
	Passages []Passage
}

// Passages judges passages: how likely it is that what a query asks for touches them.
type Passages struct {
	NoLines bool // what past commits wrote does not count, or not all of it: it is not known yet

	terms   sought              // those of the task that files of the graph have
	words   func() sought       // …and with these those that none has: text that the graph does not know may have them
	named   map[string][]naming // what the task names, by the name alone
	reworks map[uint32]bool     // the names that it names where it changes all that uses them
	targets map[uint32]bool     // names in the targets' texts
	like    Likeness
	worth   passageWeights
	ix      *Index
	texts   *Texts
	ties    *ties  // of the targets, where there is no task; else nil
	parts   []Part // in question
}

// Passages prepares to judge passages for a query that has a task, targets, or both. text gives a file's text by its
// path.
func (ix *Index) Passages(ctx context.Context, q Query, texts *Texts, text func(path string) (string, error)) (*Passages, error) {
	known := ix.history.learnLines(ctx)
	t := ix.Read(q.Task)
	terms := ix.lexical.terms(t.Words)
	ix.lexical.weighByRarity(terms)
	p := &Passages{NoLines: !known, terms: newSought(terms), named: ix.namings(t), targets: map[uint32]bool{},
		reworks: ix.reworked(t), like: ix.history.Alike(t.Said()), worth: passagesAlone, ix: ix, texts: texts, parts: q.Parts}
	p.words = sync.OnceValue(func() sought {
		unknown := ix.lexical.unknown(t.Words)
		ix.lexical.weighByRarity(unknown)
		return newSought(slices.Concat(terms, unknown))
	})
	for _, n := range q.Targets {
		source, err := text(ix.graph.Path(n))
		if err != nil {
			continue // packing it says so
		}
		p.worth = passagesWithTarget
		for _, name := range texts.read(ctx, source, ix.lexis(n)).names {
			p.targets[name.hash] = true
		}
	}
	if q.Task == "" && len(q.Targets) > 0 {
		p.worth, p.ties = passagesOfTargets, ix.ties(q.Targets)
	}
	return p, ctx.Err()
}

// Odds are the odds, above 0, that each passage of each file is touched. Where there is a task they are worked out twice: the
// second time, what is akin to the likeliest passages of the best files is likelier itself (pseudo-relevance
// feedback, as in Rocchio's query expansion). Those of a file are the same whatever files beyond the best 12 are given.
// They are nil when ctx is done first.
func (p *Passages) Odds(ctx context.Context, cuts []Cut) [][]float64 {
	files := make([]*cutFile, len(cuts))
	analysis.EachOf(len(cuts), func(i int) { files[i] = p.read(ctx, &cuts[i]) })
	all := matchesOf(files)
	analysis.EachOf(len(cuts), func(i int) { p.judge(ctx, files[i], all) })
	p.focus(ctx, files)
	if ctx.Err() != nil {
		return nil
	}
	odds := make([][]float64, len(cuts))
	if p.ties != nil { // nothing is likelier than the targets
		for i, f := range files {
			odds[i] = f.odds()
		}
		return odds
	}
	k := newKin(likeliest(files), files)
	analysis.EachOf(len(cuts), func(i int) { odds[i] = k.adjust(ctx, files[i], &p.worth) })
	if ctx.Err() != nil {
		return nil
	}
	return odds
}

// ownTest is what a test that a file has of itself has less, where the query is not about tests: half as much as what is in a file of tests,
// for it is changed with its file more often. Of packs for 79 fixes of three Rust repositories five show more hunks by it, and one shows one less.
const ownTest = -1

// looks is after how many passages it is looked whether a context is done: some tenths of a millisecond.
const looks = 256

// cutFile is a file on its way to its passages' odds.
type cutFile struct {
	*Cut
	lines *textLines
	match []float64 // of each passage: how much of what the task says it says, 0–1
	logit []float64 // of each passage: the logarithm of its odds
}

// odds are those of the passages by themselves.
func (f *cutFile) odds() []float64 {
	odds := make([]float64, len(f.logit))
	for i, z := range f.logit {
		odds[i] = math.Exp(z)
	}
	return odds
}

// read reads a file, and compares its passages with the task; some when ctx is done first.
func (p *Passages) read(ctx context.Context, c *Cut) *cutFile {
	f := &cutFile{c, p.texts.read(ctx, c.Text, p.ix.lexis(c.File.Node)), make([]float64, len(c.Passages)), make([]float64, len(c.Passages))}
	s := p.terms
	if c.File.Node == NoNode {
		s = p.words()
	}
	for i := range c.Passages {
		if i%looks == 0 && ctx.Err() != nil {
			break
		}
		f.match[i] = s.match(f.lines, &c.Passages[i])
	}
	return f
}

// judge works out the odds of a file's passages by themselves; of some when ctx is done first.
func (p *Passages) judge(ctx context.Context, f *cutFile, all matches) {
	c, w, best := f.Cut, &p.worth, slices.Max(append(f.match, 0))
	common := w.base + w.first/float64(1+c.Place) + w.place*math.Log(float64(1+c.Place)) + w.passages*math.Log(float64(1+len(c.Passages)))
	if c.File.Relationship != Target {
		common += w.score * math.Log(c.File.Score+leastScore)
	}
	if c.File.IdleTest {
		common += w.test
	}
	past := p.ix.history.written(c.File.Path, p.like)
	var uses []float64
	if p.ties != nil {
		uses = p.ties.usesIn(c, f.lines)
	}
	for i := range c.Passages {
		if i%looks == 0 && ctx.Err() != nil {
			return
		}
		x := &c.Passages[i]
		z := common + w.match*math.Log(f.match[i]+leastScore) + w.better*all.better(f.match[i]) + w.length*math.Log(float64(max(1, x.Last-x.First))) + w.shared*p.shared(f.lines, x)
		if best > 0 {
			z += w.bestMatch * f.match[i] / best
		}
		if x.Symbol != nil {
			if c.File.IdleTests && !c.File.IdleTest && x.Symbol.InTests() {
				z += ownTest
			}
			z += w.named * p.naming(c.File.Node, x.Symbol)
			switch x.Symbol.Kind {
			case analysis.Constant, analysis.Variable, analysis.Field:
				z += w.value
			}
		}
		if p.reworks != nil && f.lines.hasName(x.First, x.Last, p.reworks) {
			z += w.reworks
		}
		if x.Head {
			z += w.head
		}
		if x.Prelude {
			z += w.prelude
		}
		z += w.prose * f.lines.prose(x.First, x.Last)
		commits := past.commits(f.lines, x)
		recent, alike := past.of(commits)
		if f.logit[i] = z + w.recent*math.Log1p(recent) + w.alike*alike; p.ties != nil {
			most, all := p.ties.besideOf(commits)
			f.logit[i] += w.uses*uses[i] + w.usesOf*p.ties.usesOf(c.File.Node, x) + w.beside*most + w.besideAll*all
		}
	}
}

// matches are how well the passages of the best files match the task, ascending.
type matches []float64

func matchesOf(files []*cutFile) (all matches) {
	for _, f := range files {
		if f.Place < kinFiles {
			all = append(all, f.match...)
		}
	}
	slices.Sort(all)
	return all
}

// better is how many of them are better than a match, as a logarithm.
func (all matches) better(match float64) float64 {
	above, _ := slices.BinarySearch(all, math.Nextafter(match, 2))
	return math.Log1p(float64(len(all) - above))
}

// shared is the share of a passage's names that stand in the targets' texts, too.
func (p *Passages) shared(l *textLines, x *Passage) float64 {
	if len(p.targets) == 0 {
		return 0
	}
	common, all := 0, 0
	l.eachNameIn(x.First, x.Last, func(hash uint32) {
		all++
		if p.targets[hash] {
			common++
		}
	})
	return float64(common) / float64(max(1, all))
}

// lexis is how a file's comments are written.
func (ix *Index) lexis(n int32) *analysis.Lexis {
	if n != NoNode {
		if l := ix.graph.File(n).Language; l != nil {
			return &l.Lexis
		}
	}
	unknown := analysis.CLexis()
	return &unknown
}
