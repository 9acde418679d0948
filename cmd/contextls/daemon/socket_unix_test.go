//go:build linux || darwin

package daemon

import (
	"net"
	"testing"
)

// leaveSocket leaves what a killed process leaves that has listened.
func leaveSocket(t *testing.T, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
}
