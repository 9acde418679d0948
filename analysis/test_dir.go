package analysis

import (
	"slices"
	"strings"
)

// InTestDir reports whether one of the directories that a path lies in is called test or tests, in small or capital letters,
// or has one of more names.
func InTestDir(path string, more ...string) bool {
	for dir := range strings.SplitSeq(Dir(path), "/") {
		if strings.EqualFold(dir, "test") || strings.EqualFold(dir, "tests") || slices.Contains(more, dir) {
			return true
		}
	}
	return false
}
