package ocaml

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/contextls/contextls/analysis/lang/langtest"
)

// TestFactsOfWhatIsBeingTyped: whatever part of a file is there, its Facts are well-formed.
func TestFactsOfWhatIsBeingTyped(t *testing.T) {
	archives, err := filepath.Glob("testdata/facts/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files {
			lang := langtest.LanguageOf(Languages(), f.Name)
			if lang == nil { // golden
				continue
			}
			for n := 0; n <= len(f.Data); n += 1 + len(f.Data)/16 {
				for _, part := range [][]byte{f.Data[:n], f.Data[n:]} {
					facts, err := lang.Extract(part)
					if err != nil {
						t.Fatal(err)
					}
					langtest.Check(t, f.Name, part, facts)
				}
			}
		}
	}
}
