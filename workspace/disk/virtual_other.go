//go:build !linux

package disk

// virtualIn are directories of the system that hold no files; nowhere else are there any with regular ones in them.
func virtualIn(string) map[string]string { return nil }
