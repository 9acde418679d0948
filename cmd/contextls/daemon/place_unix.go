//go:build !windows

package daemon

import (
	"fmt"
	"os"
	"syscall"
)

// account is "": whatever a process of a user's may do, others may do as well.
func account() (string, error) { return "", nil }

func ownedByUser(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// checkAccess makes sure that nobody else may use a directory.
func checkAccess(dir string, info os.FileInfo) error {
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s may be used by others than its owner (%v)", dir, info.Mode().Perm())
	}
	return nil
}
