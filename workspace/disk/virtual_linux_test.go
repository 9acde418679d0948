package disk

import (
	"os"
	"strconv"
	"testing"
)

// Of the system's directories that hold no files nothing is read: some of it would wait for ever.
func TestVirtual(t *testing.T) {
	f, err := Open("/", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for path, want := range map[string]string{"proc": "the system's own: proc", "proc/kmsg": "the system's own: proc", "etc": ""} {
		if got := f.Check(path); got != want {
			t.Errorf("%s is left out as %q, want %q", path, got, want)
		}
	}
}

// What could be waited for is read like any other file while it has something to read.
func TestReadWhatCouldBeWaitedFor(t *testing.T) {
	tree, err := OpenTree("/proc")
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	mounts := strconv.Itoa(os.Getpid()) + "/mounts"
	want, err := os.ReadFile("/proc/" + mounts)
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := tree.read(mounts, 1<<20); got != string(want) || err != nil {
		t.Errorf("it is %q, error %v, want %q", got, err, want)
	}
}
