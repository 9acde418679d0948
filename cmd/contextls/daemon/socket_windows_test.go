package daemon

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"
)

// leaveSocket leaves what a killed process leaves that has listened: its pipe goes with it.
func leaveSocket(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

// The account alone that makes a pipe may connect to it, and nothing is left of one that is closed.
func TestPipe(t *testing.T) {
	path := filepath.Join(place(t).Dir, "x.sock")
	l, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	d, err := windows.GetSecurityInfo(l.(*pipeListener).next, windows.SE_KERNEL_OBJECT, windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := account()
	if err != nil {
		t.Fatal(err)
	}
	const all = "0x1f01ff" // FILE_ALL_ACCESS, which is written as FA as well
	if got := d.String(); got != "O:"+mine+"D:P(A;;FA;;;"+mine+")" && got != "O:"+mine+"D:P(A;;"+all+";;;"+mine+")" {
		t.Errorf("who may connect: %s", got)
	}
	l.Close()
	if _, err := os.Stat(path); err == nil {
		t.Error("its file is left behind")
	}
	if _, err := dial(t.Context(), path); !nobodyListens(err) {
		t.Errorf("a pipe that is closed: %v", err)
	}
}
