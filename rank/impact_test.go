package rank

import (
	"strings"
	"testing"
)

func TestImpact(t *testing.T) {
	g := linked(map[string]string{
		"store":      "def Store\n def save\ndef connect\n pass\n",
		"app":        "import store Store\n Store .save\n",
		"tool":       "import store connect\n connect\n",
		"main":       "import app\nimport far\n",
		"far":        "import main\n", // imports in a circle
		"test_store": "import store Store\n Store\n",
		"test_main":  "import main\n",
		"lone":       "def Lone\n Store\n", // names it without an import
		"pkg/log":    "def Log\n def flush\n",
		"pkg/user":   " Log\n",
		"pkg/guess":  " .flush\n", // of something unknown
	})
	ix := NewIndex(nil, g, nil)
	paths := func(nodes []int32) string {
		var all []string
		for _, n := range nodes {
			all = append(all, g.Path(n))
		}
		return strings.Join(all, " ")
	}
	for of, want := range map[string]string{
		"store":            "app test_store tool; main far test_main; test_store test_main",
		"store:Store":      "app test_store; main far test_main; test_store test_main",
		"store:Store.save": "app; main far test_main; test_main", // wherever its type is used and its name stands
		"store:connect":    "tool; ; ",
		"app":              "main; far test_main; test_main",
		"main":             "far test_main; ; test_main", // not itself
		"test_main":        "; ; test_main",
		"lone":             "; ; ",
		"pkg/log":          "pkg/user; ; ", // one package needs no import
	} {
		impact := ix.Impact(definition(t, g, of))
		got := paths(impact.Direct) + "; " + paths(impact.Transitive) + "; " + paths(impact.Tests)
		if got != want {
			t.Errorf("a change of %s concerns %q, want %q", of, got, want)
		}
	}
}
