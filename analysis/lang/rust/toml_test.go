package rust

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadTOML(t *testing.T) {
	got := readTOML(`
# a comment
[package]
name = "a-b" # another
version.workspace = true
keywords = [
  "x", # one
  'y',
]
[dependencies]
plain = "1.0"
table = { version = "1", path = "../t", features = ["a", "b"] }
dotted.path = "../d"
[dependencies.own]
package = "real"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
[[bin]]
name = "one"
[[bin]]
name = "two"
[bin.metadata]
x = "y"
[broken
= "x"
also = 
text = """
[no]
"""
[last]
name = 'z'
`)
	want := table{
		"package": table{"name": "a-b", "version": table{"workspace": "true"}, "keywords": []any{"x", "y"}},
		"dependencies": table{
			"plain": "1.0", "table": table{"version": "1", "path": "../t", "features": []any{"a", "b"}},
			"dotted": table{"path": "../d"}, "own": table{"package": "real"},
		},
		"target": table{"cfg(unix)": table{"dependencies": table{"libc": "0.2"}}},
		"bin":    []any{table{"name": "one"}, table{"name": "two", "metadata": table{"x": "y"}}},
		"broken": table{"also": nil, "text": "\n[no]\n"},
		"last":   table{"name": "z"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestReadTOMLEnds shows that reading ends wherever a manifest does.
func TestReadTOMLEnds(t *testing.T) {
	whole := "[a]\nb = { c = [\"d\", { e = 'f' }] }\n[[g.h]]\ni.j = \"k\"\n"
	for end := range len(whole) {
		readTOML(whole[:end])
		readTOML(whole[end:])
	}
}
