package sfc

import (
	"slices"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/ecmascript"
	"github.com/contextls/contextls/analysis/lang/langtest"
)

func languages() []*analysis.Language { return Languages(ecmascript.Languages()) }

func family() []*analysis.Language {
	modules := ecmascript.Languages()
	return slices.Concat(Languages(modules), modules)
}

func TestFacts(t *testing.T)   { langtest.Facts(t, languages(), "testdata/facts") }
func TestResolve(t *testing.T) { langtest.Resolve(t, family(), "testdata/resolve") }

// A script is read by the language that was given for it, which is ready when other files are of it.
func TestScriptsAreReadByTheLanguagesGiven(t *testing.T) {
	read := ""
	modules := ecmascript.Languages()
	for _, l := range modules {
		extract := l.Extract
		l.Extract = func(src []byte) (*analysis.Facts, error) {
			read = l.ID
			return extract(src)
		}
	}
	for _, l := range Languages(modules) {
		read = ""
		if _, err := l.Extract([]byte("<script lang=\"ts\">let a: A</script>")); err != nil || read != "typescript" {
			t.Errorf("a script of %s was read by %q, %v", l.ID, read, err)
		}
	}
}

// Whatever the bytes are, Facts keep their promises.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"", "<script>let a = 1</script>", "<script setup lang=ts>\nconst p = defineProps<{a: () => void}>()\n</script>\n<a-b :c=\"p.a\">{{ p }}",
		"<script>let {a} = $props()", "{#if a}<A {...b} on:c={d}/>{/if}", "<-", "<a-/><A", "<script src=./a>", "<a-ĉ", "<a---0"} {
		f.Add([]byte(seed))
	}
	languages := languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, l := range languages {
			if facts, err := l.Extract(src); err == nil {
				langtest.Check(t, l.ID, src, facts)
			}
		}
	})
}
