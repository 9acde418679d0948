package lang

import (
	"path/filepath"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
	"github.com/contextls/contextls/workspace/faulttest"
)

// TestEdges is here and not with each language, for it shows their parts together: facts, resolver and
// linking.
func TestEdges(t *testing.T) { langtest.Edges(t, All(), "testdata/edges") }

// TestComeAndGo has files of small projects in all languages come and go.
func TestComeAndGo(t *testing.T) {
	langtest.ComeAndGo(t, All(), "testdata/edges", faulttest.Times(t, "files that come and go, in all languages", "rounds", 100, 1000, 10_000))
}

// TestMutated reads sources of all languages with something wrong in them.
func TestMutated(t *testing.T) {
	archives, err := filepath.Glob("*/testdata/facts/*.txtar")
	if err != nil || len(archives) < 25 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	langtest.Mutated(t, All(), archives, faulttest.Times(t, "mutated sources in all languages", "sources", 500, 10_000, 100_000))
}

// TestNamesAreUnambiguous: what the editor calls a language, and what a file is called, mean one.
func TestNamesAreUnambiguous(t *testing.T) {
	seen := map[string]string{}
	for _, l := range All() {
		for _, name := range append(append([]string{l.ID}, l.Aliases...), append(l.Extensions, l.Names...)...) {
			if other, taken := seen[name]; taken {
				t.Errorf("%q is claimed by %s and %s", name, other, l.ID)
			}
			seen[name] = l.ID
		}
	}
}

// TestLexis: what is a comment is known of each language.
func TestLexis(t *testing.T) {
	for _, l := range All() {
		if len(l.Lexis.Line) == 0 && l.Lexis.Block[0] == "" {
			t.Errorf("%s has no comments", l.ID)
		}
	}
}

// TestPagesOfTests: pages and styles that tests read are the tests', for they repeat the words of the code as these do.
func TestPagesOfTests(t *testing.T) {
	for _, l := range All() {
		if l.Purpose == analysis.Markup && (!l.IsTest("web/tests/cases/a"+l.Extensions[0]) || l.IsTest("web/latest/a"+l.Extensions[0])) {
			t.Errorf("%s: a test is what is in a directory of tests", l.ID)
		}
	}
}
