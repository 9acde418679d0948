package parse

import "os"

// endedByOthers reports whether a process was ended by somebody else, which nothing tells here.
func endedByOthers(*os.ProcessState) bool { return false }
