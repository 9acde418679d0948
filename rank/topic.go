package rank

import (
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/rank/task"
)

// topic is what a query is about, as far as the query itself and the graph say so; slices are by node.
type topic struct {
	ix       *Index
	q        Query
	task     task.Task
	tests    bool                    // it is about tests
	samples  bool                    // it is about examples or benchmarks
	purposes [len(purposeWorth)]bool // it is about these besides programs
	target   []bool
	stems    map[string]bool  // the targets' base names without extension
	direct   map[int32]int32  // file that defines what a target imports → the first such target
	untied   []string         // targets that no edge leads to or from: those that do not exist yet, and those just begun
	beside   map[int32]string // neighbour of an untied target → that target
	forward  distances        // what targets import
	backward distances        // what imports targets
}

func newTopic(ix *Index, q Query) *topic {
	q.Targets = slices.Compact(slices.Sorted(slices.Values(q.Targets))) // their order must not matter
	q.Used = slices.Compact(slices.Sorted(slices.Values(q.Used)))
	q.Phantom = slices.Compact(slices.Sorted(slices.Values(q.Phantom)))
	if q.MaxImportDepth < 1 {
		q.MaxImportDepth = defaultImportDepth
	}
	nodes := ix.graph.Len()
	t := &topic{
		ix: ix, q: q, task: ix.Read(q.Task),
		target: make([]bool, nodes), stems: map[string]bool{}, direct: map[int32]int32{}, untied: ix.untied(q),
		forward: importSteps(nodes, q.Targets, ix.graph.Out), backward: importSteps(nodes, q.Targets, ix.graph.In),
	}
	t.beside = ix.beside(t.untied)
	t.tests, t.samples = t.task.Tests, t.task.Samples
	t.purposes[analysis.Prose], t.purposes[analysis.Markup] = t.task.Docs, t.task.Markup
	for _, n := range q.Targets {
		t.target[n] = true
		t.stems[stemName(ix.graph.Path(n))] = true
		t.tests = t.tests || ix.IsTest(n)
		t.samples = t.samples || ix.paths.isExample(n)
		t.purposes[ix.purpose(n)] = true
		for _, d := range ix.directImports(n) {
			if _, known := t.direct[d]; !known {
				t.direct[d] = n
			}
		}
	}
	return t
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
	return direct
}

// untied are the targets of a query that nothing ties to other files: only their neighbours tell what they are about.
func (ix *Index) untied(q Query) []string {
	untied := slices.Clone(q.Phantom)
	for _, n := range q.Targets {
		if len(ix.graph.Out(n))+len(ix.graph.In(n)) == 0 {
			untied = append(untied, ix.graph.Path(n))
		}
	}
	return untied
}

// beside are the files in the directories of paths, or in the nearest ones above that have any other, and the path that
// each is beside.
func (ix *Index) beside(paths []string) map[int32]string {
	beside := map[int32]string{}
	for _, p := range paths {
		for dir, found := p, false; dir != "" && !found; {
			dir = analysis.Dir(dir)
			for _, sibling := range ix.graph.Tree().Dir(dir) {
				if n, known := ix.graph.Node(sibling); known && sibling != p {
					beside[n], found = p, true
				}
			}
		}
	}
	return beside
}

func (t *topic) hasTargets() bool { return len(t.q.Targets)+len(t.q.Phantom) > 0 }

// worths are what the parts of the signals are worth.
func (t *topic) worths() partWorths {
	if t.hasTargets() {
		return worthsWithTarget
	}
	return worthsWithoutTarget
}

func (t *topic) isDirect(n int32) bool {
	_, direct := t.direct[n]
	return direct
}

// families are some language families; none stands for all.
type families map[string]bool

func (f families) has(l *analysis.Language) bool { return len(f) == 0 || f[l.Family] }

// worth is the factor for what a file is, whatever its ties: to a topic in some languages that mentions files.
func (t *topic) worth(n int32, mentions map[int32]Mention, languages families) float64 {
	factor, file := 1.0, t.ix.graph.File(n)
	if file.Facts != nil && file.Facts.Generated {
		factor *= generatedWorth
	}
	if t.isIdleTest(n, mentions) {
		factor *= testWorth
	}
	if t.ix.paths.isForeign(n) {
		factor *= foreignWorth
	}
	if t.isIdleExample(n, mentions) {
		factor *= exampleWorth
	}
	if !languages.has(file.Language) {
		factor *= otherLanguageWorth
	}
	if t.isOffPurpose(n, mentions) {
		factor *= purposeWorth[file.Language.Purpose]
	}
	return factor
}

// isIdleTest reports whether a file is a test that neither the topic nor its first line asks for: other lines may name tests for
// what they fail with.
func (t *topic) isIdleTest(n int32, mentions map[int32]Mention) bool {
	return t.idleTests(n, mentions) && t.ix.IsTest(n)
}

// idleTests reports whether neither the topic nor its first line asks for a file's tests.
func (t *topic) idleTests(n int32, mentions map[int32]Mention) bool {
	return !t.tests && !mentions[n].Test
}

// isIdleExample reports whether a file is an example that neither the topic nor a mention asks for.
func (t *topic) isIdleExample(n int32, mentions map[int32]Mention) bool {
	_, mentioned := mentions[n]
	return !mentioned && !t.samples && t.ix.paths.isExample(n)
}

// isOffPurpose reports whether a file is written for something that neither the topic nor a mention asks for.
func (t *topic) isOffPurpose(n int32, mentions map[int32]Mention) bool {
	_, mentioned := mentions[n]
	return !mentioned && !t.purposes[t.ix.purpose(n)]
}
