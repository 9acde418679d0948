package workspace

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/problem"
)

func problemSession(t *testing.T, l *analysis.Language) (*Session, *problem.List) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	problems := problem.NewList(log)
	s := NewSession(Options{Languages: []*analysis.Language{l}, Log: log, Problems: problems})
	t.Cleanup(s.Close)
	return s, problems
}

// A file that makes the program panic is left out; all others are there, and so is the program.
func TestPanicOfAFile(t *testing.T) {
	l := plain()
	extract := l.Extract
	l.Extract = func(src []byte) (*analysis.Facts, error) {
		if strings.HasPrefix(string(src), "panic") {
			panic(string(src))
		}
		return extract(src)
	}
	s, problems := problemSession(t, l)
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n", "b.pl": "panic hunter2\n", "c.pl": "def C\n"}))
	if err != nil {
		t.Fatal(err)
	}
	snap := ready(t, f)
	if snap.File("a.pl") == nil || snap.File("c.pl") == nil || !strings.HasPrefix(snap.Reason("b.pl"), "unreadable: ") {
		t.Errorf("b.pl is left out because of %q, of %d files", snap.Reason("b.pl"), len(snap.Files()))
	}
	all := problems.All()
	if len(all) != 1 || !strings.HasPrefix(all[0].Message, "reading a file panicked in workspace.") || strings.Contains(all[0].Message, "hunter2") {
		t.Errorf("reported %+v", all)
	}
}

// A step that panics leaves the folder usable, and degraded.
func TestPanicOfAStep(t *testing.T) {
	s, problems := problemSession(t, plain())
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n"}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	if again := f.guarded("a step", func() bool { panic("told to") }); again || len(problems.All()) != 1 {
		t.Errorf("gave %v, reported %+v", again, problems.All())
	}
	f.settle()
	if status := f.Status(); status.State != Degraded || len(status.Degraded) != 1 {
		t.Errorf("the folder is %+v", status)
	}
	if err := f.Rescan(t.Context(), false); err != nil || f.Status().State != Ready {
		t.Errorf("%v: after a scan that went well the folder is %+v", err, f.Status())
	}
}

// Files are found by their place in the list, so a list in another order is put in order.
func TestListingOutOfOrder(t *testing.T) {
	s, problems := problemSession(t, plain())
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "", "b.pl": ""}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	f.mu.Lock()
	f.list(disk.Listing{Files: []disk.Entry{{Path: "b.pl"}, {Path: "a.pl"}}}, nil)
	f.mu.Unlock()
	if snap := f.Snapshot(); snap.File("a.pl") == nil || snap.File("b.pl") == nil || len(problems.All()) != 1 {
		t.Errorf("%d files, reported %+v", len(snap.Files()), problems.All())
	}
}

func TestUsage(t *testing.T) {
	s, _ := problemSession(t, plain())
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	if u := s.Usage(); u.Facts != 2 || u.Workers.Most != 1 || u.Workers.Alive != 0 {
		t.Errorf("usage %+v", u)
	}
}
