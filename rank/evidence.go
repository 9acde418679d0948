package rank

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// ranking is what is known for one query; slices are by node.
type ranking struct {
	ix         *Index
	q          Query
	unseeded   bool // nothing to begin at: the files rank by their importance
	aboutTests bool
	about      [len(purposeWorth)]bool // what the query is about besides programs
	families   map[string]bool         // of the languages of the leaders; empty where these have none
	target     []bool
	subjects   map[string]bool // the targets' base names without extension
	direct     map[int32]int32 // file that defines what a target imports → the first such target

	personal  []float64 // PageRank from the seeds
	structure []float64 // the signals, 0–1
	text      []float64
	history   []float64
	worths    [signals]float64       // of what the signals are made of, as far as it says something
	weights   [signals]float64       // of the signals in a score; they sum to 1
	rivals    [signals + 1][]float64 // scores of the best files without one of them, and with all, ascending

	words      []term // of the task, by weight in the search
	mentions   map[int32]Mention
	partners   map[int32]partner
	resembling map[int32]Resemblance
	anchors    []Seed           // the files that match the task best, the best first
	beside     map[int32]string // neighbour of a target that does not exist yet → that target
	forward    distances        // what targets import
	backward   distances        // what imports targets
}

// partner is a file that was changed together with others, which with names.
type partner struct {
	Cochange
	with string
}

// evidence gathers the signals of a query.
func (ix *Index) evidence(ctx context.Context, q Query) (*ranking, error) {
	nodes := ix.graph.Len()
	r := &ranking{
		ix: ix, q: q,
		target: make([]bool, nodes), subjects: map[string]bool{}, direct: map[int32]int32{},
		history: make([]float64, nodes), mentions: map[int32]Mention{}, partners: map[int32]partner{}, resembling: map[int32]Resemblance{},
		beside: ix.beside(q.Phantom), families: map[string]bool{},
		forward: importSteps(nodes, q.Targets, ix.graph.Out), backward: importSteps(nodes, q.Targets, ix.graph.In),
	}
	if r.q.MaxImportDepth < 1 {
		r.q.MaxImportDepth = defaultImportDepth
	}
	for _, t := range q.Targets {
		r.target[t] = true
		r.subjects[stemName(ix.graph.Path(t))] = true
		r.aboutTests = r.aboutTests || ix.IsTest(t)
		r.about[ix.purpose(t)] = true
		for _, d := range ix.directImports(t) {
			if _, known := r.direct[d]; !known {
				r.direct[d] = t
			}
		}
	}
	t := task.Read(q.Task)
	if err := r.readText(ctx, t); err != nil {
		return nil, err
	}
	r.readHistory(t)
	return r, r.walk(ctx)
}

// directImports are the files that define what a file imports, or the modules' own where that is not
// known; and those that define what it uses of its own package.
func (ix *Index) directImports(n int32) []int32 {
	var direct []int32
	links := ix.graph.Imports(n)
	for i := range links {
		direct = append(direct, links[i].Targets()...)
	}
	for _, u := range ix.graph.Uses(n) {
		if u.Sure() {
			direct = append(direct, u.File)
		}
	}
	if len(links) == 0 { // a graph that was made of edges alone
		for _, e := range ix.graph.Out(n) {
			if e.Import {
				direct = append(direct, e.To)
			}
		}
	}
	return direct
}

// readText fills in mentions and text: how well files match the task's words and, more weakly, those of
// the targets.
func (r *ranking) readText(ctx context.Context, t task.Task) error {
	r.aboutTests = r.aboutTests || t.Tests
	r.about[analysis.Prose] = r.about[analysis.Prose] || t.Docs
	r.about[analysis.Markup] = r.about[analysis.Markup] || t.Markup
	for _, m := range r.ix.Mentions(t) {
		r.mentions[m.Node] = m
	}
	r.words = r.ix.lexical.terms(t.Words)
	terms := slices.Clone(r.words)
	for _, p := range r.q.Phantom {
		analysis.Words(stemOf(p), func(w string) {
			terms = append(terms, term{hash: analysis.HashWord(w), weight: phantomWeight})
		})
	}
	for _, t := range r.q.Targets {
		if err := ctx.Err(); err != nil {
			return err
		}
		terms = append(terms, r.ix.lexical.telling(t, tellingWeight/float64(len(r.q.Targets)))...)
	}
	mentions := make([]float64, len(r.history))
	for n, m := range r.mentions {
		mentions[n] = m.Weight
	}
	worth := r.worthOfParts()
	parts := []part{{mentions, worth.mention}}
	for _, search := range []struct {
		in    *field
		terms []term
		worth float64
	}{
		{r.ix.lexical.field, terms, worth.words}, {r.ix.lexical.field, r.ix.lexical.terms(t.Title), worth.title},
		{r.ix.lexical.paths, r.words, worth.path}, {r.ix.lexical.names, r.words, worth.names},
	} {
		scores, err := search.in.score(ctx, search.terms)
		if err != nil {
			return err
		}
		parts = append(parts, part{relative(scores, r.target), search.worth})
	}
	byWords := parts[1].values
	for n, m := range r.mentions { // a file that is named need not have the words as well
		byWords[n] = 1 - (1-byWords[n])*(1-m.Weight)
	}
	r.text, r.worths[byText] = mix(parts...)
	return nil
}

// part is one of the things that a signal is made of: its values by node, 0–1, and what they are worth.
type part struct {
	values []float64
	worth  float64
}

// mix is the mean of parts by their worth, and the worth of all that say something; the others do not count.
func mix(parts ...part) (mixed []float64, worth float64) {
	mixed = make([]float64, len(parts[0].values))
	for _, p := range parts {
		some := false
		for n, v := range p.values {
			mixed[n] += p.worth * v
			some = some || v > 0
		}
		if some {
			worth += p.worth
		}
	}
	for n := range mixed {
		if worth > 0 {
			mixed[n] /= worth
		}
	}
	return mixed, worth
}

func (r *ranking) hasTargets() bool { return len(r.q.Targets)+len(r.q.Phantom) > 0 }

// worthOfParts is what the parts of the signals are worth for the query.
func (r *ranking) worthOfParts() partWorths {
	if r.hasTargets() {
		return worthsWithTarget
	}
	return worthsWithoutTarget
}

func (r *ranking) isDirect(n int32) bool {
	_, is := r.direct[n]
	return is
}

// relative scales values to the greatest of the files that are not targets; those do not exceed 1.
func relative(values []float64, target []bool) []float64 {
	greatest := 0.0
	for n, v := range values {
		if !target[n] {
			greatest = max(greatest, v)
		}
	}
	scaled := make([]float64, len(values))
	for n, v := range values {
		if greatest > 0 {
			scaled[n] = min(1, v/greatest)
		}
	}
	return scaled
}

// readHistory fills in history, anchors and the leaders' families: how strongly past commits tie a file to the
// targets, by changing both, and to the task, by reading like it. Where there is no target, the files that
// match the task best stand in.
func (r *ranking) readHistory(t task.Task) {
	alike := r.ix.history.Alike(t.Words)
	resembling, together := make([]float64, len(r.history)), make([]float64, len(r.history))
	for _, s := range r.ix.history.Resembling(alike) {
		if n, known := r.ix.graph.Node(s.Path); known {
			resembling[n] = s.Weight
			r.resembling[n] = s
		}
	}
	resembling = relative(resembling, r.target)
	r.anchors = r.findAnchors(resembling)
	for _, l := range r.leaders() {
		for _, c := range r.ix.history.Related(l.paths, alike) {
			n, known := r.ix.graph.Node(c.Path)
			if !known {
				continue
			}
			if together[n] == 0 {
				r.partners[n] = partner{c, l.name}
			}
			together[n] = 1 - (1-together[n])*(1-l.weight*c.Strength)
		}
		for _, p := range l.paths {
			if n, known := r.ix.graph.Node(p); known && r.ix.graph.File(n).Language != nil {
				r.families[r.ix.graph.File(n).Language.Family] = true
			}
		}
	}
	worth := r.worthOfParts()
	r.history, r.worths[byPast] = mix(part{together, worth.together}, part{resembling, worth.resembling})
}

// leader is what files are looked for that were changed together with.
type leader struct {
	paths  []string
	weight float64 // 0–1
	name   string
}

// leadersName is what the leaders are, for a person to read.
func (r *ranking) leadersName() string {
	if r.hasTargets() {
		return "the targets"
	}
	return "what matches the task best"
}

// leaders are the targets, or else the best anchors.
func (r *ranking) leaders() []leader {
	paths := slices.Clone(r.q.Phantom)
	for _, t := range r.q.Targets {
		paths = append(paths, r.ix.graph.Path(t))
	}
	if len(paths) > 0 {
		return []leader{{paths, 1, r.leadersName()}}
	}
	var leaders []leader
	for _, a := range r.anchors[:min(len(r.anchors), maxLeaders)] {
		p := r.ix.graph.Path(a.Node)
		leaders = append(leaders, leader{[]string{p}, a.Share / r.anchors[0].Share, p})
	}
	return leaders
}

// findAnchors are the files that match the task best, by its words and by past commits that read like it.
func (r *ranking) findAnchors(likeness []float64) []Seed {
	if r.q.Task == "" && len(r.q.Phantom) == 0 {
		return nil
	}
	var anchors []Seed
	for n := range int32(len(r.text)) {
		if match := r.text[n] + anchorResemblance*likeness[n]; match > 0 && !r.target[n] {
			anchors = append(anchors, Seed{n, match * match * r.worth(n)})
		}
	}
	slices.SortFunc(anchors, func(a, b Seed) int { return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Node, b.Node)) })
	return anchors[:min(len(anchors), maxAnchors)]
}

// walk fills in personal and structure: PageRank from the seeds.
func (r *ranking) walk(ctx context.Context) error {
	seeds := r.seeds()
	if len(seeds) == 0 {
		r.personal = r.ix.Importance()
		r.structure, r.worths[byGraph] = mix(part{relative(r.personal, r.target), 1})
		r.unseeded = true
		return nil
	}
	m := r.ix.walk()
	var err error
	if m.Len() > localAbove {
		r.personal, err = localPageRank(ctx, m, seeds, walkDamping, localThreshold)
	} else {
		r.personal, err = PageRank(ctx, m, seeds, walkDamping, walkTolerance)
	}
	if err != nil {
		return err
	}
	reached, sameDirectory := relative(r.personal, r.target), make([]float64, len(r.personal))
	near := r.directories()
	for n, s := range reached {
		reached[n] = math.Pow(s, structureExponent)
		if s > 0 && near[analysis.Dir(r.ix.graph.Path(int32(n)))] {
			sameDirectory[n] = 1
		}
	}
	worth := r.worthOfParts()
	r.structure, r.worths[byGraph] = mix(part{reached, worth.walk}, part{sameDirectory, worth.directory})
	return nil
}

// directories are those of the targets, or else of the best anchors.
func (r *ranking) directories() map[string]bool {
	dirs := map[string]bool{}
	for _, l := range r.leaders() {
		for _, p := range l.paths {
			dirs[analysis.Dir(p)] = true
		}
	}
	return dirs
}

// seeds are where the walk begins: at the targets most of the time, at what the task speaks of, at the
// files that match its words best, and at the neighbours of targets that do not exist yet.
func (r *ranking) seeds() []Seed {
	var seeds []Seed
	add := func(share float64, group []Seed) {
		sum := 0.0
		for _, s := range group {
			sum += s.Share
		}
		if sum == 0 {
			return
		}
		for _, s := range group {
			seeds = append(seeds, Seed{s.Node, share * s.Share / sum})
		}
	}
	var targets, mentioned, neighbours []Seed
	for _, t := range r.q.Targets {
		targets = append(targets, Seed{t, 1})
	}
	add(targetShare, targets)
	for n := range int32(len(r.text)) {
		if r.target[n] {
			continue
		}
		if m, is := r.mentions[n]; is {
			mentioned = append(mentioned, Seed{n, m.Weight * r.worth(n)})
		}
		if _, is := r.beside[n]; is {
			neighbours = append(neighbours, Seed{n, 1})
		}
	}
	add(mentionShare, mentioned)
	add(anchorShare, r.anchors)
	add(phantomShare, neighbours)
	return seeds
}

// beside are the files in the directories of paths that do not exist yet, or in the nearest ones above
// that have any, and the path that each is beside.
func (ix *Index) beside(phantom []string) map[int32]string {
	found := map[int32]string{}
	for _, p := range phantom {
		for dir, some := p, false; dir != "" && !some; {
			dir = analysis.Dir(dir)
			for _, sibling := range ix.graph.Tree().Dir(dir) {
				if n, is := ix.graph.Node(sibling); is {
					found[n], some = p, true
				}
			}
		}
	}
	return found
}
