//go:build !linux

package disk

// virtualIn are directories in which the system shows something of itself as regular files: only Linux does.
func virtualIn(string) map[string]string { return nil }
