package rank

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/contextls/contextls/analysis"
)

func TestRelationships(t *testing.T) {
	g := plainGraph(map[string]string{
		"app":      "import store Store save\nimport pack\nStore Store save",
		"pack":     "import deep inner",
		"store":    "def Store save\nimport disk",
		"disk":     "import bytes",
		"bytes":    "",
		"deep":     "def inner",
		"main":     "import app",
		"cmd":      "import main",
		"app_test": "nothing",
		"run_test": "import app",
		"notes":    "def frobnicate",
		"words":    "quota quota quota",
		"partner":  "",
		"lone":     "",
	})
	h := NewHistory([]Commit{{Time: 1, Paths: []string{"app", "partner"}}, {Time: 1, Paths: []string{"store", "app"}}})
	ranked := rank(t, NewIndex(nil, g, h), Query{Targets: []int32{node(g, "app")}, Task: "the quota of `frobnicate` and Store is wrong"}, all())
	slices.SortFunc(ranked, func(a, b Ranked) int { return strings.Compare(a.Path, b.Path) })
	want := `app target 0: is a target
app_test test -1: is named after a target that it tests; counts for less: it is a test, and the task is not about tests
bytes none 3: is close in the graph to the targets
cmd downstream 2: imports app through main
deep transitive_import 2: app imports it through pack
disk transitive_import 2: app imports it through store
lone none -1: 
main downstream 1: imports app
notes mentioned -1: defines frobnicate, which the task names; has the task's words frobnicate
pack direct_import 1: app imports it
partner cochange -1: changed together with the targets in 1 commit
run_test test 1: imports app; counts for less: it is a test, and the task is not about tests
store direct_import 1: defines Store, which the task names; has the task's words store; app imports Store, save from it; changed together with the targets in 1 commit
words lexical -1: has the task's words quota
`
	if diff := cmp.Diff(want, lines(ranked)); diff != "" {
		t.Error(diff)
	}
}

// The nearest tie is the one that is told: what a file of the same package uses itself, not by way of what file it imports
// the target; and what ties a file to one that matches the task, not only that something does.
func TestReasonsTellTheNearestTie(t *testing.T) {
	g := plainGraph(map[string]string{
		"pkg/token": "def Token", "pkg/error": "import pkg/token Token\ndef Error", "pkg/parser": "import pkg/error Error\nToken Error Token\ndef Parser",
		"pkg/base": "def Base", "quota": "import pkg/base Base\nBase quota quota\ndef count_quota", "user": "import quota count_quota\ncount_quota",
		"far": "import user",
	})
	ix := NewIndex(nil, g, nil)
	for _, tt := range []struct {
		q          Query
		path, want string
	}{
		{Query{Targets: []int32{node(g, "pkg/token")}}, "pkg/parser", "uses Token of pkg/token"},
		{Query{Task: "the quota is wrong"}, "pkg/base", "quota uses Base of it"},
		{Query{Task: "the quota is wrong"}, "far", "is close in the graph to quota"},
	} {
		if got := byPath(rank(t, ix, tt.q, all()))[tt.path].Reasons; len(got) == 0 || got[0] != tt.want {
			t.Errorf("%s: %q, want %q first", tt.path, got, tt.want)
		}
	}
}

func TestModuleThatPassesNamesOnIsNoDirectImport(t *testing.T) {
	g := plainGraph(map[string]string{"app": "import pack open_store\nopen_store", "pack": "pass pack/store open_store", "pack/store": "def open_store"})
	ranked := byPath(rank(t, NewIndex(nil, g, nil), Query{Targets: []int32{node(g, "app")}}, all()))
	if r := ranked["pack/store"]; r.Relationship != DirectImport || r.Distance != 1 || r.Reasons[0] != "app imports open_store from it" {
		t.Errorf("pack/store: %+v", r)
	}
	if r := ranked["pack"]; r.Relationship != TransitiveImport || r.Distance != 1 || !slices.Contains(r.Reasons, "app imports its module") {
		t.Errorf("pack: %+v", r)
	}
}

func TestFilesInOtherLanguagesCountForLess(t *testing.T) {
	one, other := &analysis.Language{Family: "one"}, &analysis.Language{Family: "other"}
	one.NewResolver = plain().NewResolver
	files := []analysis.File{{Path: "a", Language: one, Facts: analysis.Known(plainFacts("import far\nimport near"))}, {Path: "far", Language: other}, {Path: "near", Language: one}}
	ix := NewIndex(nil, linkPlain(nil, files), nil)
	ranked := byPath(rank(t, ix, Query{Targets: []int32{0}}, all()))
	const reason = "counts for less: it is in another language than the targets"
	for path, less := range map[string]bool{"near": false, "far": true} {
		if r := ranked[path]; slices.Contains(r.Reasons, reason) != less || r.Score < ranked["near"].Score != less {
			t.Errorf("%s: %+v", path, r)
		}
	}
	if r := byPath(rank(t, ix, Query{}, all()))["far"]; slices.Contains(r.Reasons, reason) {
		t.Errorf("without targets and task: %+v", r)
	}
}

func TestImportDepth(t *testing.T) {
	ix := NewIndex(nil, plainGraph(map[string]string{"a": "import b", "b": "import c", "c": "import d", "d": "import e", "e": ""}), nil)
	for depth, want := range map[int]string{
		0: "direct_import transitive_import lexical none", 1: "direct_import lexical lexical none", // all have the word import
		3: "direct_import transitive_import transitive_import none",
	} {
		ranked := byPath(rank(t, ix, Query{Targets: []int32{0}, MaxImportDepth: depth}, all()))
		var got []string
		for _, p := range []string{"b", "c", "d", "e"} {
			got = append(got, ranked[p].Relationship.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("depth %d: %s, want %s", depth, strings.Join(got, " "), want)
		}
		if ranked["e"].Distance != 4 {
			t.Errorf("depth %d: e is at %d", depth, ranked["e"].Distance)
		}
	}
}
