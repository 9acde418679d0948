//go:build unix

package watch

import (
	"io/fs"
	"syscall"
)

// fileID tells a directory from another that takes its path; zero where that is unknown.
type fileID struct{ device, inode uint64 }

func idOf(info fs.FileInfo) fileID {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return fileID{uint64(s.Dev), uint64(s.Ino)} //nolint:unconvert // of other types on other systems
	}
	return fileID{}
}
