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
	return HashName(line)
}

// HashName is a hash of a name, which tells large letters from small ones: 32-bit FNV-1a.
func HashName(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}
