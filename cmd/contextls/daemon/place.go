package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrUnsupported says that there is no daemon on this system.
var ErrUnsupported = errors.New("who is at the other end of a socket cannot be told on this system yet")

// Place is where the daemon of one build in one environment is reached.
type Place struct {
	Dir  string // absolute; this user's alone
	name string
}

// DefaultDir is where daemons are by default: in the directory for what lives as long as the user is logged in,
// else among the user's caches.
func DefaultDir() (string, error) {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		if ownedByUser(dir) { // sudo may leave the variable as it was
			return filepath.Join(dir, "contextls"), nil
		}
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "contextls", "run"), nil
}

// At is the place in a directory for those whose identity is the same: build, environment, and whatever else an
// answer depends on. The error says why there can be none.
func At(dir, identity string) (Place, error) {
	if !supported {
		return Place{}, ErrUnsupported
	}
	if !filepath.IsAbs(dir) {
		return Place{}, fmt.Errorf("%q is no absolute path", dir)
	}
	mine, err := account()
	if err != nil {
		return Place{}, err
	}
	sum := sha256.Sum256([]byte(identity + mine))
	p := Place{Dir: filepath.Clean(dir), name: hex.EncodeToString(sum[:8])}
	if socket := p.Socket(); len(socket) > longestSocket {
		return Place{}, fmt.Errorf("%s is longer than the %d bytes that the path of a socket may have", socket, longestSocket)
	}
	return p, nil
}

// Socket is the path of the daemon's socket.
func (p Place) Socket() string { return filepath.Join(p.Dir, p.name+socketSuffix) }

// Log is the path of the daemon's log, which begins anew with each daemon.
func (p Place) Log() string { return filepath.Join(p.Dir, p.name+".log") }

// lock is the path of the file whose lock the daemon holds, and which has its process ID.
func (p Place) lock() string { return filepath.Join(p.Dir, p.name+".lock") }

// turn is the path of the file whose lock is held by who starts the daemon.
func (p Place) turn() string { return filepath.Join(p.Dir, p.name+".starts") }

const socketSuffix = ".sock"

// Sockets count what is in the place's directory: daemons of other builds or environments, and editors' servers that
// tell what is unsaved. Some may be of processes that were killed.
func (p Place) Sockets() (others, editors int) {
	all, _ := filepath.Glob(filepath.Join(p.Dir, "*")) // the pattern is good
	for _, path := range all {
		switch filepath.Ext(path) {
		case socketSuffix:
			if path != p.Socket() {
				others++
			}
		case editorSuffix:
			editors++
		}
	}
	return others, editors
}

// own makes sure that the directory is there and this user's alone.
func (p Place) own() error { return OwnDir(p.Dir) }

// OwnDir makes sure that a directory is there and this user's alone: nobody else may put a socket there, or reach
// one. A directory that is not is left as it is.
func OwnDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	case !ownedByUser(dir):
		return fmt.Errorf("%s belongs to another user", dir)
	}
	return checkAccess(dir, info)
}
