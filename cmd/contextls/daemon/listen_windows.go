package daemon

import (
	"errors"
	"net"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"
)

// pipeListener takes connections to a named pipe.
type pipeListener struct {
	path   string // of the file that tells of the pipe
	access *windows.SecurityAttributes
	stop   windows.Handle // an event: no more are taken
	close  sync.Once

	accepting sync.Mutex
	next      windows.Handle // the end that waits for whoever connects next; 0: it is closed
}

// listen makes a pipe that its account alone can connect to, and nobody from another machine. It fails where there is one.
func listen(path string) (net.Listener, error) {
	owner, err := account()
	if err != nil {
		return nil, err
	}
	descriptor, err := windows.SecurityDescriptorFromString("D:P(A;;FA;;;" + owner + ")")
	if err != nil {
		return nil, err
	}
	l := &pipeListener{path: path, access: &windows.SecurityAttributes{SecurityDescriptor: descriptor}}
	l.access.Length = uint32(unsafe.Sizeof(*l.access))
	if l.stop, err = windows.CreateEvent(nil, 1, 0, nil); err != nil {
		return nil, err
	}
	if l.next, err = l.end(windows.FILE_FLAG_FIRST_PIPE_INSTANCE); err == nil {
		err = os.WriteFile(path, nil, 0o600)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

const pipeBuffer = 64 << 10 // bytes that the system holds of what was written and not read, each way

// end makes another end of the pipe that one can connect to.
func (l *pipeListener) end(flags uint32) (windows.Handle, error) {
	name, err := windows.UTF16PtrFromString(pipeOf(l.path))
	if err != nil {
		return 0, err
	}
	h, err := windows.CreateNamedPipe(name, windows.PIPE_ACCESS_DUPLEX|windows.FILE_FLAG_OVERLAPPED|flags,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, windows.PIPE_UNLIMITED_INSTANCES, pipeBuffer, pipeBuffer, 0, l.access)
	if err != nil {
		return 0, os.NewSyscallError("CreateNamedPipe", err)
	}
	return h, nil
}

// Accept waits until somebody connects. There always is an end that waits, so that nobody finds the pipe gone.
func (l *pipeListener) Accept() (net.Conn, error) {
	l.accepting.Lock()
	defer l.accepting.Unlock()
	for l.next != 0 {
		failed := l.wait(l.next)
		if failed != nil && !errors.Is(failed, windows.ERROR_NO_DATA) {
			return nil, failed
		}
		this := l.next
		var err error
		if l.next, err = l.end(0); err != nil {
			windows.CloseHandle(this)
			return nil, err
		}
		if failed == nil {
			return pipe{os.NewFile(uintptr(this), pipeOf(l.path))}, nil
		}
		windows.CloseHandle(this) // whoever connected is gone already
	}
	return nil, net.ErrClosed
}

func (l *pipeListener) Addr() net.Addr { return pipeAddress(pipeOf(l.path)) }

// Close ends Accept, and removes the file.
func (l *pipeListener) Close() error {
	l.close.Do(func() {
		_ = windows.SetEvent(l.stop)
		l.accepting.Lock()
		defer l.accepting.Unlock()
		if l.next != 0 {
			_ = os.Remove(l.path)
			windows.CloseHandle(l.next)
			l.next = 0
		}
		windows.CloseHandle(l.stop)
	})
	return nil
}

// wait waits until somebody has connected to an end, or the listener is closed.
func (l *pipeListener) wait(end windows.Handle) error {
	done, err := windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(done)
	call := &windows.Overlapped{HEvent: done}
	err = windows.ConnectNamedPipe(end, call)
	if errors.Is(err, windows.ERROR_PIPE_CONNECTED) {
		return nil
	}
	if !errors.Is(err, windows.ERROR_IO_PENDING) {
		return err
	}
	which, err := windows.WaitForMultipleObjects([]windows.Handle{done, l.stop}, false, windows.INFINITE)
	if err != nil || which != windows.WAIT_OBJECT_0 {
		_ = windows.CancelIoEx(end, call)
	}
	var n uint32
	failed := windows.GetOverlappedResult(end, call, &n, true) // the system is done with call then
	if which == windows.WAIT_OBJECT_0+1 {
		return net.ErrClosed
	}
	return errors.Join(err, failed)
}
