package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/contextls/contextls/workspace/faulttest"
)

// killWorkers kills the worker processes that run, and says how many those were.
func killWorkers(t *testing.T) (killed int) {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		children, _ := os.ReadFile(list) // the thread may have ended
		for _, field := range strings.Fields(string(children)) {
			program, _ := os.Readlink("/proc/" + field + "/exe")
			environment, _ := os.ReadFile("/proc/" + field + "/environ") // that of a child that is yet to become git is ours
			pid, err := strconv.Atoi(field)
			if err == nil && program == self && strings.Contains(string(environment), "\x00GOMAXPROCS=1\x00") && syscall.Kill(pid, syscall.SIGKILL) == nil {
				killed++
			}
		}
	}
	return killed
}

func symbols(t *testing.T, snap *Snapshot) (n int) {
	t.Helper()
	g, err := snap.Graph(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range g.Tree().Files() {
		if f.Facts != nil {
			n += len(f.Facts.Get().Symbols)
		}
	}
	return n
}

// waitFor waits until a folder has as many symbols and nothing is degraded.
func waitFor(t *testing.T, f *Folder, want int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		snap := ready(t, f)
		n := symbols(t, snap)
		left := snap.Excluded()
		if status := f.Status(); n == want && len(left) == 0 && status.State == Ready {
			return
		} else if time.Now().After(end) {
			t.Fatalf("%d symbols of %d, %v left out, %+v", n, want, left, status)
		}
	}
}

// Whatever kills workers while they rest costs no document its definitions, not even in one answer.
func TestKilledAtRest(t *testing.T) {
	s := workerSession(t, os.Args[0])
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"}))
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, f, 2)
	s.Open(f.Abs("a.pl"), "plain", 1, "def A\n")
	for i := range int32(faulttest.Times(t, "resting workers killed before each answer", "answers", 30, 2000, 10_000)) {
		killWorkers(t) // and do not wait until they are dead
		s.Edit(f.Abs("a.pl"), i+2, fmt.Sprintf("def A%d\ndef B\n", i))
		if n := symbols(t, f.Snapshot()); n != 3 {
			t.Fatalf("version %d: %d symbols", i+2, n)
		}
	}
}

// Workers that are killed all the time while a folder is indexed, and a document edited, cost nothing in the end.
func TestKilledAtWork(t *testing.T) {
	texts := map[string]string{}
	for i := range 300 {
		texts[fmt.Sprintf("d%d/f%d.pl", i%7, i)] = fmt.Sprintf("def A%d\ndef B%d\n", i, i)
	}
	s := workerSession(t, os.Args[0])
	f, err := s.AddFolder(files(t, texts))
	if err != nil {
		t.Fatal(err)
	}
	s.Open(f.Abs("d0/f0.pl"), "plain", 1, "def A\n")
	for killed, kills := 0, faulttest.Times(t, "workers killed while a folder is indexed", "kills", 40, 2000, 10_000); killed < kills; time.Sleep(time.Millisecond) {
		killed += killWorkers(t)
		s.Edit(f.Abs("d0/f0.pl"), int32(killed+2), fmt.Sprintf("def A%d\n", killed))
		symbols(t, f.Snapshot())
		if f.Settled() { // so that there is work
			f.refresh(nil, true)
			for i := range 300 {
				f.refresh([]string{fmt.Sprintf("d%d/f%d.pl", i%7, i)}, false)
			}
			s.facts.last.Lock() // a reader may be at work already
			s.facts.read.Purge()
			s.facts.last.Unlock()
		}
	}
	waitFor(t, f, 599)
}

// What workers cannot do is said, in the answer and of the folder, and is made up for when they can.
func TestNoWorkers(t *testing.T) {
	program := filepath.Join(t.TempDir(), "worker")
	s := workerSession(t, program)
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"}))
	if err != nil {
		t.Fatal(err)
	}
	s.Open(f.Abs("a.pl"), "plain", 1, "def A\ndef C\n")
	snap := ready(t, f)
	n, left, id := symbols(t, snap), snap.Excluded(), snap.ID()
	if n != 0 || len(left) != 2 || !strings.HasPrefix(left[0].Reason, "parse_interrupted") || !strings.HasPrefix(left[1].Reason, "parse_interrupted") {
		t.Errorf("%d symbols; left out: %v", n, left)
	}
	for end := time.Now().Add(time.Minute); f.Status().State != Degraded; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the folder is %+v", f.Status())
		}
	}
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	waitFor(t, f, 3)
	if f.Snapshot().ID() == id {
		t.Error("the snapshot with definitions has the ID of the one without")
	}
}
