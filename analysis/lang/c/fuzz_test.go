package c

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// FuzzExtract: whatever the bytes are, what is said about them is sound, for both languages.
func FuzzExtract(f *testing.F) {
	paths, err := filepath.Glob("testdata/facts/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, p := range paths {
		ar, err := txtar.ParseFile(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range ar.Files {
			f.Add(file.Data)
		}
	}
	for _, text := range []string{"#", "#define", "#define A", "#if", "#else\n#endif", "\\", "'", "\"", "R\"(", "/*", "//", "operator", "template<",
		"class", "enum{", "a::", "::a(", "~", "namespace{", "export{", "extern \"C\"", "f(){", "x={", "int f(a)int a;{", "module;", "import:", "((", "[[", "}"} {
		f.Add([]byte(text))
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
