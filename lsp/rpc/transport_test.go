package rpc

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/contextls/contextls/lsp/lsptest"
)

// checkDialled serves what dial connects to, and has an editor at the other end shut it down.
func checkDialled(t *testing.T, l net.Listener, dial func() (io.ReadWriteCloser, error)) {
	t.Helper()
	defer l.Close()
	ended := make(chan bool, 1)
	go func() {
		transport, err := dial()
		if err != nil {
			t.Error(err)
			l.Close()
			return
		}
		h := Handlers{Queries: map[string]Query{"initialize": answering(1)}}
		ended <- New(transport, options()).Serve(context.Background(), h)
	}()
	client, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	e := lsptest.New(t, client)
	e.MustCall("initialize", nil, nil)
	e.Shutdown()
	if !<-ended {
		t.Error("shutdown and exit were no clean end")
	}
}

func TestSocket(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dial := func() (io.ReadWriteCloser, error) { return DialSocket(l.Addr().(*net.TCPAddr).Port) }
	checkDialled(t, l, dial)
	if _, err := dial(); err == nil {
		t.Error("connected where nobody listens")
	}
}

func TestPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		if _, err := DialPipe(`\\.\pipe\contextls-nobody-listens`); err == nil {
			t.Error("connected where nobody listens")
		}
		return
	}
	dir, err := os.MkdirTemp("", "") // t.TempDir's paths can be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "s")
	l, err := net.Listen("unix", name)
	if err != nil {
		t.Fatal(err)
	}
	checkDialled(t, l, func() (io.ReadWriteCloser, error) { return DialPipe(name) })
	if _, err := DialPipe(name + "xxx"); err == nil {
		t.Error("connected where nobody listens")
	}
}
