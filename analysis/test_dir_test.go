package analysis

import "testing"

func TestInTestDir(t *testing.T) {
	for path, want := range map[string]bool{
		"tests/data/page.html":   true,
		"src/Component/Tests/a":  true,
		"lib/test/a.rb":          true,
		"spec/a.rb":              true,
		"Spec/a.rb":              false, // a language's own names are as its tools write them
		"tests":                  false,
		"src/testing/assert.py":  false,
		"latest/tests.d/notes.c": false,
	} {
		if got := InTestDir(path, "spec"); got != want {
			t.Errorf("InTestDir(%q) = %v", path, got)
		}
	}
}
