package daemon

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

const supported = true

// longestSocket is how many bytes the path of a socket may have: Windows' own limit, for it is a file like others.
const longestSocket = 32767

// pipeOf is the name of the named pipe that the socket at a path stands for. Pipes lie in no directory: a file at the
// path tells that there is one.
func pipeOf(path string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(filepath.Clean(path))))
	return fmt.Sprintf(`\\.\pipe\contextls-%x`, sum[:16])
}

// pipe is one end of a connection.
type pipe struct{ *os.File }

func (p pipe) LocalAddr() net.Addr  { return pipeAddress(p.Name()) }
func (p pipe) RemoteAddr() net.Addr { return pipeAddress(p.Name()) }

type pipeAddress string

func (pipeAddress) Network() string  { return "pipe" }
func (a pipeAddress) String() string { return string(a) }

// busyLook is how often somebody looks who found that others are being let in.
const busyLook = 5 * time.Millisecond

// dial connects to a pipe. Whoever listens there is told nothing that it could act in our name with.
func dial(ctx context.Context, path string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, helloLimit)
	defer cancel()
	for {
		f, err := os.OpenFile(pipeOf(path), os.O_RDWR|syscall.FILE_FLAG_OVERLAPPED|windows.SECURITY_SQOS_PRESENT|windows.SECURITY_ANONYMOUS, 0)
		if err == nil {
			return pipe{f}, nil
		}
		if !errors.Is(err, windows.ERROR_PIPE_BUSY) {
			return nil, err
		}
		select {
		case <-time.After(busyLook):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// nobodyListens reports whether dial failed because whoever listened was killed.
func nobodyListens(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// checkPeer makes sure that a pipe is this account's. No other one can connect to it then: see listen.
func checkPeer(c net.Conn) error {
	p, ok := c.(pipe)
	if !ok {
		return errors.New("not a named pipe")
	}
	mine, err := account()
	if err != nil {
		return err
	}
	raw, err := p.SyscallConn()
	if err != nil {
		return err
	}
	var owner string
	var failed error
	if err := raw.Control(func(handle uintptr) {
		owner, failed = ownerOf(windows.GetSecurityInfo(windows.Handle(handle), windows.SE_KERNEL_OBJECT, windows.OWNER_SECURITY_INFORMATION))
	}); err != nil {
		return err
	}
	if failed == nil && owner != mine {
		failed = fmt.Errorf("the other end belongs to %s", owner)
	}
	return failed
}
