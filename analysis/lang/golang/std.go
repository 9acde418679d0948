package golang

import "strings"

// isStandard reports whether an import path is the standard library's (or C, which is cgo's). The names of
// its trees are listed because without a dot in its first element a path may as well be a folder's own.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	switch first {
	case "C", "archive", "arena", "bufio", "builtin", "bytes", "cmd", "cmp", "compress", "container", "context",
		"crypto", "database", "debug", "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html",
		"image", "index", "internal", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin",
		"reflect", "regexp", "runtime", "simd", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall",
		"testing", "text", "time", "unicode", "unique", "unsafe", "uuid", "weak":
		return true
	}
	return false
}
