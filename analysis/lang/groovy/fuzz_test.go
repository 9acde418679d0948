package groovy

import (
	"os"
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"testdata/facts/declarations.txtar", "testdata/facts/gradle.txtar"} {
		seed, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	for _, seed := range []string{"class", "enum A { B(", "def x = /a", "\"${", "$/", "@A(", "class A<B { C(", "import a as", "int x() throws", "task a", "'''"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := Language().Extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "fuzz", src, facts)
	})
}
