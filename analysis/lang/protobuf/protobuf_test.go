package protobuf

import (
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func only() []*analysis.Language { return []*analysis.Language{Language()} }

func TestFacts(t *testing.T)   { langtest.Facts(t, only(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, only(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "message A { B b = 1; }", "service S { rpc M (stream .a.B) returns (C) {} }", "import public 'a';", "enum E { A = 0 [x=(y)];", "message", "= {", "extend A { }}",
		"message A { optional group G = 1 { } oneof o { int32 x = 1; } map<string, .B> m = 2; }", "option (a) = { b: [ };", "package", "rpc (", "message A { B {} [deprecated = true]; }"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "proto", src, facts)
	})
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{"a_test.proto": true, "x/testdata/a.proto": true, "a_unittest.proto": true, "test.proto": false} {
		if got := Language().IsTest(p); got != want {
			t.Errorf("IsTest(%q) = %v", p, got)
		}
	}
}
