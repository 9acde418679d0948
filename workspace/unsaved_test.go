package workspace

import (
	"slices"
	"testing"
	"time"
)

// What is told of the documents that are open is what differs from the disk, and nothing of what is left out.
func TestUnsaved(t *testing.T) {
	s := newSession(t, false)
	f, err := s.AddFolder(files(t, map[string]string{"a.txt": "def A\n", "sub/b.txt": "def B\n", ".env": "PASSWORD=hunter2\n"}))
	if err != nil {
		t.Fatal(err)
	}
	ready(t, f)
	for i, p := range []string{"a.txt", "sub/b.txt", "sub/new.txt", ".env"} {
		s.Open(f.Abs(p), "plain", int32(i), "def C\n")
	}
	s.Edit(f.Abs("a.txt"), 10, "def A\n") // as on disk
	for dir, want := range map[string][]string{
		f.Root():       {f.Abs("sub/b.txt"), f.Abs("sub/new.txt")},
		f.Abs("sub"):   {f.Abs("sub/b.txt"), f.Abs("sub/new.txt")},
		f.Abs("su"):    nil,
		f.Abs("a.txt"): nil,
	} {
		var got []string
		for _, u := range s.Unsaved(dir) {
			got = append(got, u.Path)
			if u.Text != "def C\n" || u.LanguageID != "plain" {
				t.Errorf("%+v", u)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("below %s: %q, want %q", dir, got, want)
		}
	}
}

// A session that borrows texts sees those, of two the later one, and nothing of what it had before.
func TestBorrow(t *testing.T) {
	s := newSession(t, false)
	f, err := s.AddFolder(files(t, map[string]string{"a.txt": "def A\n", "b.txt": "def B\n", ".env": "PASSWORD=hunter2\n"}))
	if err != nil {
		t.Fatal(err)
	}
	fresh := ready(t, f).ID()
	now := time.Now()
	text := func(p, text string, age time.Duration) Unsaved {
		return Unsaved{Path: f.Abs(p), LanguageID: "plain", Version: 3, Text: text, Edited: now.Add(-age)}
	}
	for _, tt := range []struct {
		texts []Unsaved
		want  map[string]string
	}{
		{[]Unsaved{text("a.txt", "old", time.Hour), text("a.txt", "new", time.Second), text("a.txt", "older", 2*time.Hour)}, map[string]string{"a.txt": "new", "b.txt": "def B\n"}},
		{[]Unsaved{text("a.txt", "newer", 0), text("c.txt", "def C\n", 0), text(".env", "def E\n", 0)}, map[string]string{"a.txt": "newer", "b.txt": "def B\n", "c.txt": "def C\n"}},
		{[]Unsaved{text("c.txt", "def C\n", 0)}, map[string]string{"a.txt": "def A\n", "b.txt": "def B\n", "c.txt": "def C\n"}},
		{nil, map[string]string{"a.txt": "def A\n", "b.txt": "def B\n"}},
	} {
		s.Borrow(tt.texts)
		snap := ready(t, f)
		if len(snap.Files()) != len(tt.want) {
			t.Errorf("%v: there are %d files", tt.texts, len(snap.Files()))
		}
		for p, want := range tt.want {
			if got, err := snap.Text(p); got != want || err != nil {
				t.Errorf("%v: %s is %q, %v", tt.texts, p, got, err)
			}
			if doc := snap.File(p).Document; doc != nil && !doc.Unsaved {
				t.Errorf("%s is nobody's", p)
			}
		}
	}
	if id := ready(t, f).ID(); id != fresh {
		t.Error("something is left of it")
	}
	if len(s.Unsaved(f.Root())) != 0 {
		t.Error("what is borrowed is told")
	}
}
