package bash

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func langs() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, langs(), "testdata/facts") }
func TestParts(t *testing.T)   { langtest.Parts(t, langs(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, langs(), "testdata/resolve") }

func TestComeAndGo(t *testing.T) { langtest.ComeAndGo(t, langs(), "testdata/resolve", 300) }

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"test.sh": true, "ci/run-tests.sh": true, "runtests": true, "a_test.sh": true, "test_a.bash": true, "a.bats": true, "tests/a.sh": true,
		"latest.sh": false, "contest": false, "attest.sh": false, "src/a.sh": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%q) = %v", p, got)
		}
	}
}
