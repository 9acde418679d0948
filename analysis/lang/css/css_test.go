package css

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestFacts(t *testing.T)   { langtest.Facts(t, Languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, Languages(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "@use 'a' as *; $b: 1", ".a, .b { --c: #{$d}; @include e.f($g...) }", "@mixin", "$", "%a{", "@import url(//b", "=a\n  +b\n", ".m(@a) { .n(); }",
		"@x: { }", "}}}", "a { b: url(\"", "composes: a from 'b'"} {
		f.Add([]byte(seed))
	}
	languages := Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, l := range languages {
			facts, err := l.Extract(src)
			if err != nil {
				t.Fatal(err)
			}
			langtest.Check(t, l.ID, src, facts)
		}
	})
}
