package sfc

import (
	"slices"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func family() []*analysis.Language { return slices.Concat(Languages(), ecmascript.Languages()) }

func TestFacts(t *testing.T)   { langtest.Facts(t, Languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, family(), "testdata/resolve") }

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "<script>let a = 1</script>", "<script setup lang=ts>\nconst p = defineProps<{a: () => void}>()\n</script>\n<a-b :c=\"p.a\">{{ p }}",
		"<script>let {a} = $props()", "{#if a}<A {...b} on:c={d}/>{/if}", "<-", "<a-/><A", "<script src=./a>"} {
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
