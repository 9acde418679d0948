package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// maxNamed is how many things a warning names before it only counts.
const maxNamed = 5

// gathering collects what may enter a pack.
type gathering struct {
	*indexed
	scope      filter
	query      rank.Query
	order      *rank.Order
	candidates []budget.Candidate
	most       int            // how many ranked files take part, besides targets and direct imports
	first      map[string]int // the first candidate of each path
	excluded   []Excluded
	refused    []string // paths among them that were asked for
	warnings   []string
	degraded   []string // those of them that say what is missing
	secrets    secrets  // of those that were displayed

	mu      sync.Mutex
	texts   map[string]string // as read for the pack, by path
	changed bool              // a file on disk is not what the snapshot has of it any more
}

// gather collects what may enter a pack of so many tokens. It is late when the deadline came before the ranking was made.
func (x *indexed) gather(ctx context.Context, r *PackRequest, tokens int) (g *gathering, late bool, err error) {
	g = &gathering{indexed: x, most: candidatesIn(tokens), first: map[string]int{}, texts: map[string]string{}}
	if g.scope, err = r.Scope.compile(x.settings.Roles); err != nil {
		return nil, false, err
	}
	targets, err := x.targets(ctx, r.Targets)
	if err != nil {
		return nil, false, err
	}
	q := x.rankQuery(ctx, targets, r.Task, r.MaxImportDepth)
	if g.order, late, err = x.rankUntil(ctx, q); err != nil {
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

// unrelated reports whether nothing of what is asked for leads to a file.
func (g *gathering) unrelated() bool {
	return len(g.candidates) > 0 && !slices.ContainsFunc(g.candidates, func(c budget.Candidate) bool { return c.Relationship != rank.Unrelated.String() })
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
		if c.Missing || g.snap.File(c.Path) != nil || g.snap.Reason(c.Path) == "" {
			return false
		}
		if _, stale := g.Graph().Node(c.Path); !stale {
			g.problems.Report("a file that is left out of the folder was about to be packed")
		}
		return true
	})
}

func (g *gathering) warn(format string, args ...any) {
	g.warnings = append(g.warnings, fmt.Sprintf(format, args...))
}

// lack warns that something is missing, and why.
func (g *gathering) lack(why string) {
	g.degraded = append(g.degraded, why)
	g.warnings = append(g.warnings, why)
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
		g.mu.Lock()
		defer g.mu.Unlock()
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
