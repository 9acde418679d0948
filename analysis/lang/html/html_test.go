package html

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
	for _, seed := range []string{"", "<script src=a.js>", "<link rel='stylesheet' href=\"a.css\"/>", "<h1 id=a", "<a <b {{c", "<script>\n</scr</script", "<p {", "<p a='"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "html", src, facts)
	})
}
