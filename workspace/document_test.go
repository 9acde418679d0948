package workspace

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// A document that takes for ever to be read keeps nobody waiting: answers do without it and say so, whatever is
// typed in it, and have it again when it can be read.
func TestSlowDocument(t *testing.T) {
	s := workerSession(t, os.Args[0])
	f, err := s.AddFolder(files(t, map[string]string{"a.pl": "def A\n", "b.pl": "def B\n"}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	s.Open(f.Abs("a.pl"), "plain", 1, "def A\n")
	s.Open(f.Abs("b.pl"), "plain", 1, "def B\nspin\n")
	for i := range int32(10) {
		s.Edit(f.Abs("a.pl"), i+2, fmt.Sprintf("def A\ndef A%d\n", i))
		s.Edit(f.Abs("b.pl"), i+2, fmt.Sprintf("def B\nspin\ndef B%d\n", i))
		snap := f.Snapshot()
		id := snap.ID()
		g, err := snap.Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		left := snap.Excluded()
		if len(g.File(0).Facts.Get().Symbols) != 2 || g.File(1).Facts != nil || len(left) != 1 || left[0] != (Excluded{"b.pl", "parse_pending"}) || snap.ID() == id {
			t.Fatalf("version %d: %+v, %+v, left out %v", i+2, g.File(0).Facts, g.File(1).Facts, left)
		}
	}
	s.Edit(f.Abs("b.pl"), 20, "def B\ndef C\ndef D\n")
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		snap := f.Snapshot()
		g, err := snap.Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if facts := g.File(1).Facts; facts != nil && len(facts.Get().Symbols) == 3 && len(snap.Excluded()) == 0 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("%+v, left out %v", facts, snap.Excluded())
		}
	}
	if s.Document(f.Abs("b.pl")).slow.Load() {
		t.Error("it is still taken to be slow")
	}
}
