package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/rank/task"
	"github.com/contextls/contextls/workspace"
)

// maxNamed is how many things a warning names before it only counts.
const maxNamed = 5

// gathering collects what may enter a pack.
type gathering struct {
	*indexed
	scope      filter
	query      rank.Query
	ranked     []rank.Ranked
	candidates []budget.Candidate
	first      map[string]int // the first candidate of each path
	excluded   []Excluded
	warnings   []string
	degraded   []string          // those of them that say what is missing
	texts      map[string]string // as read for the pack, by path
	secrets    secrets           // of those that were displayed
	changed    bool              // a file on disk is not what the snapshot has of it any more
}

// gather collects what may enter a pack. It is late when the deadline came before the ranking was made.
func (x *indexed) gather(ctx context.Context, r *PackRequest) (g *gathering, late bool, err error) {
	g = &gathering{indexed: x, first: map[string]int{}, texts: map[string]string{}}
	if g.scope, err = r.Scope.compile(x.settings.Roles); err != nil {
		return nil, false, err
	}
	targets, err := x.targets(ctx, r.Targets)
	if err != nil {
		return nil, false, err
	}
	q := x.rankQuery(ctx, targets, r.Task, r.MaxImportDepth)
	if g.ranked, late, err = x.rankUntil(ctx, q); err != nil {
		return nil, false, err
	}
	g.query = q
	g.addRanked(q, or(r.AutoDiscover, true))
	g.addTargets(targets)
	err = g.addFiles(r.Files)
	g.dropExcluded()
	g.hurry(targets)
	return g, late, err
}

// hurryMost is how many candidates are read before other files.
const hurryMost = 50

// hurry has the files read first that the answer would show if they were read: what the targets depend on, and the best
// candidates.
func (g *gathering) hurry(targets []target) {
	if g.snap.Status().State != workspace.Indexing {
		return
	}
	var paths []string
	for _, t := range targets {
		paths = append(paths, t.path)
	}
	for _, t := range targets {
		if t.node >= 0 {
			for _, edge := range g.Graph().Out(t.node) {
				paths = append(paths, g.Graph().Path(edge.To))
			}
		}
	}
	for _, c := range g.candidates[:min(len(g.candidates), hurryMost)] {
		paths = append(paths, c.Path)
	}
	g.snap.Folder().Hurry(paths)
}

// dropExcluded is the last guard of what is left out of the folder, secrets above all: nothing of it was to
// be taken in. Only an index that is older than the snapshot may still know such files.
func (g *gathering) dropExcluded() {
	g.candidates = slices.DeleteFunc(g.candidates, func(c budget.Candidate) bool {
		excluded := !c.Missing && g.snap.File(c.Path) == nil && g.snap.Reason(c.Path) != ""
		if _, stale := g.Graph().Node(c.Path); excluded && !stale {
			g.problems.Report("a file that is left out of the folder was about to be packed")
		}
		return excluded
	})
}

func (g *gathering) warn(format string, args ...any) {
	g.warnings = append(g.warnings, fmt.Sprintf(format, args...))
}

// admit reports whether a path may enter at all; where not, it notes why.
func (g *gathering) admit(path string) bool {
	if g.scope.allows(path) {
		return true
	}
	g.excluded = append(g.excluded, Excluded{Path: path, Reason: "outside_scope"})
	return false
}

// add completes a candidate with its text and takes it in.
func (g *gathering) add(c budget.Candidate) {
	path := c.Path
	file := g.snap.File(path)
	if file != nil {
		c.Size = int(file.Size)
		if c.Fence == "" && file.Language != nil {
			c.Fence = file.Language.Fence
		}
		if file.Warning != "" && c.Tier != budget.TierRelated {
			g.warn("%s: %s", path, file.Warning)
		}
	}
	c.Load = func() (string, error) {
		text, err := g.snap.Text(path)
		if err != nil {
			g.changed = g.changed || errors.Is(err, workspace.ErrChanged)
			return "", errors.New(workspace.ReasonOf(err))
		}
		g.texts[path] = text
		if !utf8.ValidString(text) { // most are, which this sees at once
			g.texts[path] = strings.ToValidUTF8(text, "\ufffd")
		}
		return text, nil
	}
	c.Redact = g.redactor(path)
	if _, known := g.first[path]; !known {
		g.first[path] = len(g.candidates)
	}
	g.candidates = append(g.candidates, c)
}

// addRanked takes in what ranking found: all of it, or the targets alone.
func (g *gathering) addRanked(q rank.Query, all bool) {
	t := task.Read(q.Task)
	lines, used := g.namedLines(t), budget.UsedBy(g.Graph(), q.Targets)
	for _, r := range g.ranked {
		if r.Relationship != rank.Target && (!all || !g.admit(r.Path)) {
			continue
		}
		if r.Relationship == rank.Target && !g.scope.allows(r.Path) {
			continue // addTargets says so
		}
		c := budget.FromRanked(g.Graph(), r, used, g.SymbolWeights())
		if line := lines[r.Node]; line > 0 {
			c.Ranges = g.lineSpan(r.Path, line)
		}
		g.add(c)
	}
	if all {
		g.addNamed(t)
	}
}

// addNamed takes in text without a language that the task names: a configuration, a workflow, a fixture.
func (g *gathering) addNamed(t task.Task) {
	for _, p := range t.Paths {
		var found []string
		below := "/" + p.Path
		for _, f := range g.snap.Files() {
			if f.Language == nil && (f.Path == p.Path || strings.HasSuffix(f.Path, below)) {
				found = append(found, f.Path)
			}
		}
		score := rank.NamedTextScore(p, len(found))
		if score == 0 {
			continue // it names none of them
		}
		for _, path := range found {
			if _, known := g.first[path]; !known && g.admit(path) {
				g.add(budget.Candidate{Path: path, Tier: budget.TierRelated, Score: score,
					Relationship: "mentioned", Reasons: []string{"the task names " + p.Path}})
			}
		}
	}
}

// namedLines are the lines, from 1, that a task names of files, by node: those of stack traces and the like.
func (x *indexed) namedLines(t task.Task) map[int32]int {
	lines := map[int32]int{}
	for _, m := range x.Mentions(t) {
		if m.Line > 0 {
			lines[m.Node] = m.Line
		}
	}
	return lines
}

// lineSpan is where a line, from 1, stands in a file; nothing where there is none.
func (g *gathering) lineSpan(path string, line int) []analysis.Span {
	text, err := g.snap.Text(path)
	if err != nil {
		return nil // loading it says so
	}
	start := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[start:], '\n')
		if i < 0 {
			return nil
		}
		start += i + 1
	}
	end := len(text)
	if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
		end = start + i
	}
	return []analysis.Span{{Start: uint32(start), End: uint32(end)}}
}

// addTargets takes in the targets that ranking does not know, and completes the others.
func (g *gathering) addTargets(targets []target) {
	for _, t := range targets {
		if t.state == leftOut {
			g.excluded = append(g.excluded, Excluded{Path: t.path, Reason: t.reason})
			g.warn("the target %s is left out: %s", t.path, t.reason)
			continue
		}
		if !g.admit(t.path) {
			g.warn("the target %s is left out: outside_scope", t.path)
			continue
		}
		i, known := g.first[t.path]
		if !known {
			c := budget.Candidate{Path: t.path, Tier: budget.TierTarget, Score: 1, Relationship: "target",
				Reasons: []string{"is a target"}, Missing: t.state == missing}
			if c.Missing {
				c.Reasons = []string{"is a target that does not exist yet"}
				g.warn("the target %s does not exist yet", t.path)
			}
			i = len(g.candidates)
			g.add(c)
		}
		if len(t.ranges) > 0 && t.state == present {
			g.candidates[i].Ranges = append(g.candidates[i].Ranges, t.ranges...)
		}
		g.warnUnresolved(t)
	}
}

// warnUnresolved tells of a target's imports whose files are not known, or not for certain: what they
// bring may be missing.
func (g *gathering) warnUnresolved(t target) {
	if t.node < 0 {
		return
	}
	for _, kind := range []struct {
		status analysis.Status
		what   string
	}{{analysis.Unresolved, "lead nowhere"}, {analysis.Ambiguous, "may lead to several files"}} {
		var names []string
		for _, link := range g.Graph().Imports(t.node) {
			if link.Status == kind.status {
				names = append(names, fmt.Sprintf("%s (line %d)", link.Import.Specifier, link.Import.Line+1))
			}
		}
		if len(names) == 0 {
			continue
		}
		more := ""
		if n := len(names) - maxNamed; n > 0 {
			names, more = names[:maxNamed], fmt.Sprintf(" and %d more", n)
		}
		g.warn("%s has imports that %s: %s%s", t.path, kind.what, strings.Join(names, ", "), more)
	}
}

// addFiles takes in the files that a person attached.
func (g *gathering) addFiles(files []Attached) error {
	for i, f := range files {
		t, err := g.target(f.Path)
		if err != nil {
			return Bad("files["+strconv.Itoa(i)+"].path", "%v", err)
		}
		if t.state == missing {
			t.state, t.reason = leftOut, "not_found"
		}
		if t.state == leftOut {
			g.excluded = append(g.excluded, Excluded{Path: t.path, Reason: t.reason})
			g.warn("the file %s is left out: %s", t.path, t.reason)
			continue
		}
		if !g.admit(t.path) {
			continue
		}
		c := budget.Candidate{Path: t.path, Tier: budget.TierManual, Pinned: f.Pin, Relationship: "manual",
			Reasons: []string{"was attached by hand"}}
		if t.node >= 0 {
			facts := g.facts(t.node)
			c.Symbols, c.Generated = facts.Symbols, facts.Generated
			c.Weights, c.Importance = g.SymbolWeights()[t.node], g.Importance()[t.node]
		}
		g.add(c)
	}
	return nil
}

// edges are the imports among the candidates, for a summary; those of the best come first.
func (g *gathering) edges() (edges []budget.Edge) {
	among := map[int32]bool{}
	var nodes []int32
	for _, c := range g.candidates {
		if n, ok := g.Graph().Node(c.Path); ok && !among[n] {
			among[n] = true
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		for _, e := range g.Graph().Out(n) {
			if e.Import && among[e.To] {
				edges = append(edges, budget.Edge{From: g.Graph().Path(n), To: g.Graph().Path(e.To)})
			}
		}
	}
	return edges
}
