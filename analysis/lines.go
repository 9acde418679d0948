package analysis

import "strings"

// leastLine is how many bytes a line needs to say something by which it can be told from others.
const leastLine = 6

// HashLine is a hash of a line by which it is known again where it moves or is indented otherwise: 32-bit
// FNV-1a of its bytes without the white space around them. It is 0 for lines that say next to nothing, as
// "}" does.
func HashLine(line string) uint32 {
	line = strings.TrimSpace(line)
	if len(line) < leastLine {
		return 0
	}
	h := uint32(2166136261)
	for i := range len(line) {
		h = (h ^ uint32(line[i])) * 16777619
	}
	return h
}
