package rank

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/simple"

	"github.com/contextls/contextls/analysis"
)

// randomGraph has so many files and about degree edges a file, some files without any, with a few hubs. Two
// thirds of the edges are imports, the others lead to files of the same package.
func randomGraph(r *rand.Rand, nodes, degree int) *analysis.Graph {
	return linkPlain(nil, randomFiles(r, nodes, degree))
}

func randomFiles(r *rand.Rand, nodes, degree int) []analysis.File {
	files, lang := make([]analysis.File, nodes), plain()
	for n := range files {
		facts := &analysis.Facts{Symbols: []analysis.Symbol{{Name: fmt.Sprintf("n%d", n)}}}
		files[n] = analysis.File{Path: fmt.Sprintf("pkg%03d/f%07d", n/100, n), Language: lang, Facts: analysis.Known(facts)}
		if r.IntN(8) == 0 {
			continue
		}
		seen := map[int]bool{n: true}
		for range 1 + r.IntN(2*degree) {
			to, imported := r.IntN(nodes), r.IntN(3) > 0
			switch {
			case !imported:
				to = min(n/100*100+r.IntN(100), nodes-1)
			case r.IntN(4) == 0:
				to = r.IntN(1 + nodes/50)
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			name := fmt.Sprintf("n%d", to)
			if imported {
				facts.Imports = append(facts.Imports, analysis.Import{
					Specifier: fmt.Sprintf("pkg%03d/f%07d", to/100, to), Names: []analysis.Binding{{Name: name, Local: name}}})
			}
			facts.References = append(facts.References, analysis.Reference{Name: name, Count: 1 + r.Uint32N(20)})
		}
		slices.SortFunc(facts.References, func(a, b analysis.Reference) int { return strings.Compare(a.Name, b.Name) })
	}
	return files
}

// gonumPageRank lets gonum solve the walk. It knows no seeds, so with these the walk is made explicit:
// every step out of the folder's files leads, with what damping leaves, through a node of its own back
// to the seeds, and gonum's own damping is 1. (The way back takes one step or two, so that the walk has
// no period.)
func gonumPageRank(m *Matrix, seeds []Seed) []float64 {
	g := simple.NewWeightedDirectedGraph(0, 0)
	nodes := int64(m.Len())
	var uniform []Seed
	for n := range nodes {
		g.AddNode(simple.Node(n))
	}
	edge := func(from, to int64, weight float64) {
		if old, known := g.Weight(from, to); known && from != to {
			weight += old
		}
		g.SetWeightedEdge(g.NewWeightedEdge(simple.Node(from), simple.Node(to), weight))
	}
	teleport, detour := nodes, nodes+1
	for n := range nodes {
		left := 1.0
		for i := m.start[n]; i < m.start[n+1]; i++ {
			edge(n, int64(m.to[i]), damping*m.prob[i])
			left -= damping * m.prob[i]
		}
		edge(n, teleport, left)
		uniform = append(uniform, Seed{int32(n), 1})
	}
	if seeds == nil {
		seeds = uniform
	}
	edge(teleport, detour, 0.5)
	sum := 0.0
	for _, s := range seeds {
		sum += s.Share
	}
	for _, s := range seeds {
		edge(teleport, int64(s.Node), 0.5*s.Share/sum)
		edge(detour, int64(s.Node), s.Share/sum)
	}
	ranks := network.PageRankSparse(g, 1, 1e-13)
	rank, total := make([]float64, nodes), 0.0
	for n := range rank {
		rank[n] = ranks[int64(n)]
		total += rank[n]
	}
	return scaled(rank, total)
}

func TestPageRankAgreesWithGonum(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := randomGraph(r, 2+r.IntN(60), 1+r.IntN(5))
		m := NewMatrix(g)
		seeds := []Seed{}
		for range 1 + r.IntN(4) {
			seeds = append(seeds, Seed{int32(r.IntN(g.Len())), 0.1 + r.Float64()})
		}
		for name, seeds := range map[string][]Seed{"global": nil, "personal": seeds} {
			got, err := PageRank(context.Background(), m, seeds, damping, globalTolerance)
			if err != nil {
				t.Fatal(err)
			}
			for n, want := range gonumPageRank(m, seeds) {
				if math.Abs(got[n]-want) > 1e-9 {
					t.Fatalf("graph %d, %s: node %d has %.12f, gonum says %.12f", seed, name, n, got[n], want)
				}
			}
		}
	}
}

func TestLocalPageRankIsCloseToTheExact(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	g := randomGraph(r, 2000, 4)
	m := newWalk(g)
	seeds := []Seed{{3, 1}, {1200, 2}}
	exact, err := PageRank(context.Background(), m, seeds, walkDamping, globalTolerance)
	if err != nil {
		t.Fatal(err)
	}
	local, err := localPageRank(context.Background(), newLocalWalk(g), seeds, walkDamping, localThreshold)
	if err != nil {
		t.Fatal(err)
	}
	off := 0.0
	for n := range exact {
		off += math.Abs(exact[n] - local[n])
	}
	// What stays behind is at most threshold times the number of steps, over 1-damping, twice for scaling.
	if bound := 2 * localThreshold * float64(len(m.to)+m.Len()) / (1 - walkDamping); off > bound || off == 0 {
		t.Errorf("local walk is off by %g, want it within (0, %g]", off, bound)
	}
}

// What is passed to a file that everything needs is not worth passing on, but it is what the file has.
func TestLocalPageRankKeepsWhatStaysBehind(t *testing.T) {
	files := map[string]string{"a": "import hub", "hub": ""}
	for i := range 100 {
		files[fmt.Sprint("x", i)] = "import hub"
	}
	g := plainGraph(files)
	rank, err := localPageRank(context.Background(), newLocalWalk(g), []Seed{{node(g, "a"), 1}}, walkDamping, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if hub := rank[node(g, "hub")]; hub < 0.1 || math.Abs(floats.Sum(rank)-1) > 1e-12 {
		t.Errorf("the hub has %g of %g", hub, floats.Sum(rank))
	}
}

func TestPageRankSumsToOne(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := randomGraph(r, 1+r.IntN(300), 1+r.IntN(5))
		rank := NewIndex(nil, g, nil).Importance()
		sum := 0.0
		for n, x := range rank {
			if x <= 0 || x > 1 {
				t.Fatalf("graph %d: node %d has importance %g", seed, n, x)
			}
			sum += x
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("graph %d: importance sums to %.15f", seed, sum)
		}
	}
}

func TestRankFlowsToWhatIsNeeded(t *testing.T) {
	g := plainGraph(map[string]string{"a": "import core", "b": "import core", "core": "", "lone": ""})
	rank := NewIndex(nil, g, nil).Importance()
	if !(rank[node(g, "core")] > rank[node(g, "a")]) {
		t.Errorf("core, which two files need, has %g; a, which none needs, %g", rank[node(g, "core")], rank[node(g, "a")])
	}
	if rank[node(g, "a")] != rank[node(g, "lone")] {
		t.Errorf("a has %g and lone %g; nobody needs either", rank[node(g, "a")], rank[node(g, "lone")])
	}
}

func TestPageRankOfNothing(t *testing.T) {
	rank, err := PageRank(context.Background(), NewMatrix(linkPlain(nil, nil)), nil, damping, globalTolerance)
	if err != nil || len(rank) != 0 {
		t.Errorf("PageRank of no files = %v, %v", rank, err)
	}
}

func TestPageRankIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := randomGraph(rand.New(rand.NewPCG(1, 1)), 100, 3)
	if _, err := PageRank(ctx, NewMatrix(g), nil, damping, globalTolerance); !errors.Is(err, context.Canceled) {
		t.Errorf("PageRank: %v", err)
	}
	if _, err := localPageRank(ctx, newLocalWalk(g), []Seed{{1, 1}}, damping, localThreshold); !errors.Is(err, context.Canceled) {
		t.Errorf("localPageRank: %v", err)
	}
}

func TestMatrixDropsWhatIsNoStep(t *testing.T) {
	edges := []analysis.Edge{{To: 0, Weight: 5}, {To: 1, Weight: 1}, {To: 2, Weight: 0}, {To: 2, Weight: math.NaN()}, {To: 2, Weight: 3}}
	m := newMatrix(3, len(edges))
	m.addSteps(0, edges, 1, func(e analysis.Edge) float64 { return e.Weight })
	if !slices.Equal(m.to, []int32{1, 2}) || !slices.Equal(m.prob, []float64{0.25, 0.75}) {
		t.Errorf("steps of a: to %v with %v", m.to, m.prob)
	}
}

func TestWalkGoesBothWays(t *testing.T) {
	// b is needed by a, and needs c and hub, which everything needs.
	g := plainGraph(map[string]string{
		"a": "import b", "b": "import c\nimport hub", "c": "", "hub": "",
		"x1": "import hub", "x2": "import hub", "x3": "import hub",
	})
	m := newWalk(g)
	b := node(g, "b")
	steps := map[string]float64{}
	for i := m.start[b]; i < m.start[b+1]; i++ {
		steps[g.Path(m.to[i])] += m.prob[i]
	}
	if math.Abs(steps["c"]+steps["hub"]-forwardShare) > 1e-12 || math.Abs(steps["a"]-(1-forwardShare)) > 1e-12 {
		t.Errorf("steps of b: %v", steps)
	}
	if !(steps["c"] > 1.4*steps["hub"]) {
		t.Errorf("a step to the hub weighs %g, one to c %g", steps["hub"], steps["c"])
	}
}

// A file of whose names a target uses hundreds leaves something for what else the target needs.
func TestOneFileDoesNotTakeTheWholeWalk(t *testing.T) {
	var registers, driver strings.Builder
	driver.WriteString("import phy probe\n")
	for i := range 400 {
		fmt.Fprintf(&registers, "def reg%d\n", i)
		fmt.Fprintf(&driver, "import registers reg%d\n", i)
	}
	g := plainGraph(map[string]string{"driver": driver.String(), "registers": registers.String(), "phy": "def probe"})
	m := newWalk(g)
	n, phy := node(g, "driver"), 0.0
	for i := m.start[n]; i < m.start[n+1]; i++ {
		if g.Path(m.to[i]) == "phy" {
			phy = m.prob[i]
		}
	}
	if phy < 0.04*forwardShare {
		t.Errorf("a step to phy has probability %g", phy)
	}
}

// Two files that need but each other do not keep all that comes to them.
func TestLoopsKeepNoRank(t *testing.T) {
	g := plainGraph(map[string]string{
		"compat": "import console write\ndef wrap", "console": "import compat wrap\ndef write", "core": "import compat wrap\nimport utils join\ndef run",
		"utils": "import compat wrap\ndef join", "a": "import core run", "b": "import core run", "c": "import core run\nimport utils join",
		"d": "import core run", "e": "import core run",
	})
	rank := NewIndex(nil, g, nil).Importance()
	if console, core := rank[node(g, "console")], rank[node(g, "core")]; console > core {
		t.Errorf("what one file needs has %.3f, what five need %.3f", console, core)
	}
}
