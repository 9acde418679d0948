package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// JudgedDefinition is a definition with how likely a query touches it.
type JudgedDefinition struct {
	Definition
	Score   float64  // 0–1, in steps of 1e-6
	Reasons []string // for a person to read, what tells most first
}

// filesJudged is how many of the best files definitions are looked for in.
const filesJudged = 60

// Definitions are those of the best ranked files that a query is likeliest to touch, the likeliest first, at
// most n. What a definition holds counts for what is in it. The ranking is of the same query; text gives a
// file's text by its path, and files without one are left out. The error is ctx's.
func (ix *Index) Definitions(ctx context.Context, q Query, ranked []Ranked, n int, texts *Texts, text func(path string) (string, error)) ([]JudgedDefinition, error) {
	p, err := ix.Passages(ctx, q, texts, text)
	if err != nil {
		return nil, err
	}
	cuts := p.cutDefinitions(ctx, ranked[:min(len(ranked), filesJudged)], text)
	var found []JudgedDefinition
	for i, scores := range p.scores(ctx, cuts) {
		for k, score := range scores {
			found = append(found, JudgedDefinition{Definition: Definition{cuts[i].File.Node, k}, Score: score})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b JudgedDefinition) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), compareDefinitions(a.Definition, b.Definition))
	})
	found = found[:min(len(found), n)]
	for i := range found {
		c := &cuts[slices.IndexFunc(cuts, func(c Cut) bool { return c.File.Node == found[i].Node })]
		found[i].Reasons = p.reasons(ctx, c, &c.Passages[found[i].Symbol])
	}
	return found, nil
}

// DefinitionScores are the scores that Definitions gives each symbol of some ranked files, by their nodes: all of those whose text
// is given, or none when ctx is done first.
func (p *Passages) DefinitionScores(ctx context.Context, ranked []Ranked, text func(path string) (string, error)) map[int32][]float64 {
	cuts := p.cutDefinitions(ctx, ranked, text)
	scores := map[int32][]float64{}
	for i, of := range p.scores(ctx, cuts) {
		scores[cuts[i].File.Node] = of
	}
	return scores
}

// cutDefinitions cuts those files that have a text into their definitions.
func (p *Passages) cutDefinitions(ctx context.Context, ranked []Ranked, text func(path string) (string, error)) (cuts []Cut) {
	for place, f := range ranked {
		if ctx.Err() != nil {
			return nil
		}
		if content, err := text(f.Path); err == nil {
			cuts = append(cuts, Cut{File: f, Place: place, Text: content, Passages: ownLines(p.ix.symbols(f.Node), content)})
		}
	}
	return cuts
}

// scores are the odds of what files are cut into as numbers from 0 to 1, in steps of 1e-6.
func (p *Passages) scores(ctx context.Context, cuts []Cut) [][]float64 {
	all := p.Odds(ctx, cuts)
	for _, odds := range all {
		for k, o := range odds {
			odds[k] = math.Round(o/(1+o)*1e6) / 1e6
		}
	}
	return all
}

// ownLines are the lines of each symbol, those of one that holds others up to the first of them.
func ownLines(symbols []analysis.Symbol, text string) []Passage {
	starts := lineStarts(text)
	line := func(offset uint32) int { return lineAt(starts, offset) }
	passages := make([]Passage, len(symbols))
	for i := range symbols {
		s := &symbols[i]
		x := Passage{First: line(s.Range.Start), Last: line(max(s.Range.End, s.Range.Start+1) - 1), Symbol: s}
		if i+1 < len(symbols) && symbols[i+1].Range.Start < s.Range.End {
			x.Head, x.Last = true, max(x.First, line(symbols[i+1].Range.Start)-1)
		}
		passages[i] = x
	}
	return passages
}

// lineStarts are the offsets at which a text's lines begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i, c := range []byte(text) {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt is the line that an offset lies in, from 0.
func lineAt(starts []int, offset uint32) int {
	return sort.Search(len(starts), func(i int) bool { return starts[i] > int(offset) }) - 1
}

// reasons say what makes a definition likely.
func (p *Passages) reasons(ctx context.Context, c *Cut, x *Passage) (reasons []string) {
	l := p.texts.read(ctx, c.Text, p.ix.lexis(c.File.Node))
	if p.naming(c.File.Node, x.Symbol) > 0 {
		reasons = append(reasons, "the task names it")
	}
	if words := p.said(l, x); len(words) > 0 {
		reasons = append(reasons, "has the task's words "+strings.Join(words, ", "))
	}
	if t := p.ties; t != nil && c.File.Relationship != Target {
		if t.usesOf(c.File.Node, x) > 0 {
			reasons = append(reasons, "targets use it")
		}
		if t.usesIn(&Cut{File: c.File, Text: c.Text, Passages: []Passage{*x}}, l)[0] > 0 {
			reasons = append(reasons, "uses what targets define")
		}
	}
	if p.shared(l, x) >= manyShared {
		reasons = append(reasons, "has names of the targets")
	}
	if subject := p.ix.history.written(c.File.Path, p.like).subject(l, x); subject != "" {
		reasons = append(reasons, "written by a commit that reads like the task: "+subject)
	}
	if c.File.Relationship == Target {
		return append(reasons, "is in a target")
	}
	return append(reasons, "is in the file of rank "+strconv.Itoa(c.Place+1))
}

// manyShared is the share of a definition's names that makes one say that the targets have them, too.
const manyShared = 0.3

// said are the heaviest of the task's words that a definition says.
func (p *Passages) said(l *textLines, x *Passage) (words []string) {
	var terms []int
	for _, w := range l.wordsIn(x.First, x.Last) {
		if k, known := p.terms.at[w]; known && !slices.Contains(terms, k) {
			terms = append(terms, k)
		}
	}
	slices.SortFunc(terms, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.terms.terms[b].weight, p.terms.terms[a].weight), cmp.Compare(a, b))
	})
	for _, k := range terms {
		if w := p.terms.terms[k].text; !repeats(words, w) {
			words = append(words, w)
		}
		if len(words) == maxReasons {
			break
		}
	}
	return words
}
