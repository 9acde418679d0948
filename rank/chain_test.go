package rank

import (
	"slices"
	"strings"
	"testing"
)

func TestChain(t *testing.T) {
	g := plainGraph(map[string]string{
		"a": "import b\nimport c", "b": "import d", "c": "import d", "d": "import e\nimport a", "e": "", "x": "import e",
	})
	ix := NewIndex(nil, g, nil)
	for question, want := range map[string]string{
		"a e": "a b d e", "a d": "a b d", "a a": "a", "d c": "d a c", "e a": "", "a x": "", "c,x e": "x e", "b,c d": "b d", "d,a b": "a b",
	} {
		from, to, _ := strings.Cut(question, " ")
		var nodes []int32
		for p := range strings.SplitSeq(from, ",") {
			nodes = append(nodes, node(g, p))
		}
		slices.Reverse(nodes) // their order does not matter
		var got []string
		for _, n := range ix.Chain(nodes, node(g, to)) {
			got = append(got, g.Path(n))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("chain %s: %q, want %q", question, got, want)
		}
	}
}

func TestChainFollowsImportsAlone(t *testing.T) {
	g := plainGraph(map[string]string{"pkg/a": "import pkg/b\nsave", "pkg/b": "", "pkg/c": "def save"})
	ix := NewIndex(nil, g, nil)
	if len(g.Out(0)) != 2 || ix.Chain([]int32{0}, 1) == nil || ix.Chain([]int32{0}, 2) != nil {
		t.Error("an edge of references alone is no link of a chain")
	}
}
