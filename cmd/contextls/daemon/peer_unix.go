//go:build !windows

package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"
)

// checkPeer makes sure that the other end of a connection is a process of this user's.
func checkPeer(c net.Conn) error {
	unix, ok := c.(*net.UnixConn)
	if !ok {
		return errors.New("not a Unix socket")
	}
	raw, err := unix.SyscallConn()
	if err != nil {
		return err
	}
	var uid int
	var failed error
	if err := raw.Control(func(fd uintptr) { uid, failed = peerUser(int(fd)) }); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	if uid != os.Getuid() {
		return fmt.Errorf("the other end belongs to user %d", uid)
	}
	return nil
}
