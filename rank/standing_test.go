package rank

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStanding(t *testing.T) {
	ascending := []float64{1, 2, 2, 5}
	for _, c := range []struct {
		importance float64
		all        int
		want       Standing
	}{
		{5, 10, Standing{1, 10, 10}},
		{2, 10, Standing{2, 10, 20}},
		{1, 10, Standing{4, 10, 40}},
		{0, 10, Standing{5, 10, 50}}, // behind all that have any
		{5, 1000, Standing{1, 1000, 1}},
		{1, 4, Standing{4, 4, 100}},
		{0, 4, Standing{5, 4, 100}},
	} {
		if got := standing(ascending, c.all, c.importance); got != c.want {
			t.Errorf("%g of %d: %+v, want %+v", c.importance, c.all, got, c.want)
		}
	}
}

func TestImportantFilesAndDefinitions(t *testing.T) {
	g := linked(map[string]string{
		"core":      "def Core\n val field_x\n def run\ndef spare\n pass\n",
		"made":      "generated\ndef Made\n pass\n",
		"a":         "import core Core\nimport made Made\n Core .run .field_x Made\n",
		"b":         "import core Core\nimport made Made\n Core Made\ndef alone\n pass\n",
		"c":         "import core Core\n Core\n",
		"untouched": "",
	})
	ix := NewIndex(nil, g, nil)
	var order []string
	for _, n := range ix.ByImportance() {
		order = append(order, g.Path(n))
	}
	if got := strings.Join(order, " "); got != "core made a b c untouched" {
		t.Errorf("by importance: %s", got)
	}
	core := node(g, "core")
	sum := 0.0
	for _, i := range ix.SymbolImportance(core) {
		sum += i
	}
	if math.Abs(sum-ix.Importance()[core]) > 1e-12 {
		t.Errorf("the symbols of core have %g of its %g", sum, ix.Importance()[core])
	}
	if got := ix.FileStanding(core); got != (Standing{1, 6, 17}) {
		t.Errorf("core stands at %+v", got)
	}
	if got := ix.FileStanding(node(g, "c")); got.Rank != 3 {
		t.Errorf("c, like a and b, stands at %+v", got)
	}
	standings := ix.SymbolStandings(core)
	if got := standings[0]; got.Rank > 2 || got.Of != 6 {
		t.Errorf("Core stands at %+v", got)
	}
	if last := standings[len(standings)-1]; last.Rank != 5 { // Core, its two members and Made are used
		t.Errorf("spare, which nobody uses, stands at %+v", last)
	}
	var top []string
	for _, d := range ix.TopDefinitions(5) {
		top = append(top, g.Path(d.Node)+":"+ix.symbol(d).QualifiedName())
	}
	if diff := cmp.Diff([]string{"core:Core", "core:Core.run"}, top); diff != "" {
		t.Error(diff)
	}
	if got := ix.TopDefinitions(1); len(got) != 1 {
		t.Errorf("the first of the definitions: %v", got)
	}
}

// However many are asked for, the best are the same, though of very many only the best so far are sorted.
func TestTopDefinitionsOfMany(t *testing.T) {
	files := map[string]string{}
	for _, user := range []string{"x", "y", "z"} {
		var imports, uses strings.Builder
		for f := range 4 {
			fmt.Fprintf(&imports, "import lib%d", f)
			for i := range sortedAtOnce {
				if name := fmt.Sprintf("f%d_%d", f, i); i%7 <= len(user+name)%3 || user == "x" && i%3 > 0 {
					imports.WriteString(" " + name)
					uses.WriteString(" " + name)
				}
				if user == "x" {
					files[fmt.Sprint("lib", f)] += fmt.Sprintf("def f%d_%d\n pass\n", f, i)
				}
			}
			imports.WriteByte('\n')
		}
		files[user] = imports.String() + uses.String() + "\n"
	}
	ix := NewIndex(nil, linked(files), nil)
	all := ix.TopDefinitions(1 << 20)
	if len(all) < 2*sortedAtOnce {
		t.Fatalf("only %d definitions are used", len(all))
	}
	for _, count := range []int{0, 1, 10, 700, len(all)} {
		if diff := cmp.Diff(all[:count], ix.TopDefinitions(count)); diff != "" {
			t.Errorf("the best %d are not the first of all:\n%s", count, diff)
		}
	}
}
