package rank

import "strings"

// foreignDirs are the names, in small letters, of directories that hold vendored code or built copies.
var foreignDirs = map[string]bool{
	"deps": true, "extern": true, "external": true, "externals": true, "third_party": true, "third-party": true,
	"thirdparty": true, "3rdparty": true, "vendor": true, "vendored": true, "_vendor": true, "bundled": true, "_bundled": true,
	"bower_components": true, "node_modules": true, "dist": true, "gems": true,
}

// foreign reports whether a path lies in a directory of other people's code or of built copies, by the names
// that such directories usually have, or is a built copy by its own name.
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
