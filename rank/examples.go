package rank

import "strings"

// exampleDirs are the names, in small letters, of directories whose files show how the folder's code is used, or
// how fast it is.
var exampleDirs = map[string]bool{
	"example": true, "examples": true, "_examples": true, "sample": true, "samples": true, "demo": true, "demos": true,
	"docs_src": true, "benchmark": true, "benchmarks": true, "bench": true, "benches": true,
}

// isExample reports whether a path lies in a directory of examples or benchmarks, by the names that such
// directories usually have.
func isExample(p string) bool {
	for {
		dir, rest, found := strings.Cut(p, "/")
		if !found {
			return false
		}
		if exampleDirs[strings.ToLower(dir)] {
			return true
		}
		p = rest
	}
}
