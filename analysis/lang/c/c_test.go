package c

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestFacts(t *testing.T) { langtest.Facts(t, Languages(), "testdata/facts") }

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"src/parser.c": false, "src/contest.c": false, "src/latest.h": false, "src/testing_ground.c": false, "attest/a.c": false,
		"test/a.c": true, "lib/Tests/a.cpp": true, "src/parser_test.cc": true, "src/test_parser.c": true,
		"src/parser-test.cc": true, "src/parser_unittest.cc": true, "src/tests.cpp": true,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%q) is %v", p, got)
		}
	}
}
