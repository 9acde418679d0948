package workspace

import (
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/store"
)

// VersionOf identifies a program by its content, for Cache.Version: whatever changes what is extracted changes that.
// It is worked out once for each state of the file, and kept in a cache directory.
func VersionOf(program, cacheDir string) (string, error) {
	info, err := os.Stat(program)
	if err != nil {
		return "", err
	}
	kept := store.Open(store.Options{Dir: cacheDir, Log: slog.New(slog.DiscardHandler)})
	key := keyOf([]string{"program", program, fmt.Sprint(disk.StampOf(info))})
	if version := kept.Load(key); version != nil {
		return string(version), nil
	}
	f, err := os.Open(program)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	version := h.Sum(nil)
	kept.Save(key, version)
	return string(version), nil
}
