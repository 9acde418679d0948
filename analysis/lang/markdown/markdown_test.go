package markdown

import (
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func TestFacts(t *testing.T)   { langtest.Facts(t, Languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, Languages(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "# a\n## b [c](d)", "a\n===\n```\n[x](y)\n```", "<!-- a\n--> [b](<c d>)", "\t- [a]: b", "import A from 'a'\n\n<A.b/>",
		"---\na: b\n---\n", "``a` [b](c)", "[a](\\", "# `\n", "%2"} {
		f.Add([]byte(seed))
	}
	languages := Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, l := range languages {
			if facts, err := l.Extract(src); err == nil {
				langtest.Check(t, l.ID, src, facts)
			}
		}
	})
}
