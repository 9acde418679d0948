package java

import (
	"os"
	"testing"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"testdata/facts/declarations.txtar", "testdata/facts/modern.txtar", "testdata/facts/broken.txtar"} {
		seed, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(seed)
	}
	for _, seed := range []string{"class", "class A {\n  enum B {\n    C(", "@A(\nclass B", "import ;\nclass A {\n  int", "class A {\n  /**\n  void b(", "class A<B {\n\tint c, d[] =\n}\n}"} {
		f.Add([]byte(seed))
	}
	extract := Language().Extract
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := extract(src)
		if err != nil {
			t.Fatal(err)
		}
		langtest.Check(t, "fuzz", src, facts)
	})
}
