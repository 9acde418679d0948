package rank

import "strings"

// foreign says whether a path lies in a directory of other people's code or of built copies, by the names
// that such directories have everywhere.
func foreign(p string) bool {
	for {
		dir, rest, found := strings.Cut(p, "/")
		if !found {
			return strings.Contains(p, ".min.") || strings.Contains(p, ".bundle.")
		}
		if foreignDirs[strings.ToLower(dir)] {
			return true
		}
		p = rest
	}
}
