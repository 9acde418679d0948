//go:build !windows

package daemon

import (
	"context"
	"errors"
	"net"
	"syscall"
)

// longestSocket is how many bytes the path of a socket may have on every system: macOS takes 103.
const longestSocket = 103

func listen(path string) (net.Listener, error) { return net.Listen("unix", path) }

func dial(ctx context.Context, path string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "unix", path)
}

// nobodyListens reports whether dial failed because whoever listened was killed.
func nobodyListens(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }
