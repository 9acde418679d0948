package workspace

import (
	"slices"
	"strings"
	"time"
)

// Unsaved is a text that is open in an editor and is not what is on disk.
type Unsaved struct {
	Path       string // absolute
	LanguageID string
	Version    int32
	Text       string
	Edited     time.Time
}

// Unsaved are the session's documents below a directory that are not what is on disk, by path. Of what is left out of
// its folder nothing is told. It reads the files of all that are open.
func (s *Session) Unsaved(dir string) []Unsaved {
	open, real := map[string]*Document{}, follow(dir)
	s.mu.Lock()
	for path, doc := range s.documents {
		_, below := Rel(dir, path)
		_, through := Rel(real, doc.real) // another name of it
		if below || through {
			open[path] = doc.Document
		}
	}
	s.mu.Unlock()
	var unsaved []Unsaved
	for path, doc := range open {
		f, rel, ok := s.FolderOf(path)
		if !ok || doc.Unsaved || !f.lists(rel) {
			continue
		}
		if content, err := f.disk.Read(rel); err != nil || content.Text != doc.text() {
			unsaved = append(unsaved, Unsaved{path, doc.LanguageID, doc.Version, doc.Text, doc.Edited})
		}
	}
	slices.SortFunc(unsaved, func(a, b Unsaved) int { return strings.Compare(a.Path, b.Path) })
	return unsaved
}

// Unsaved are the paths of the files that the snapshot has as they are open elsewhere, and not saved.
func (s *Snapshot) Unsaved() (paths []string) {
	for f := range s.files.open() {
		if f.Document.Unsaved {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// Borrow has the session see texts that are open elsewhere: exactly these, of two at one path the one edited last. It
// is for a session that opens no documents of its own.
func (s *Session) Borrow(texts []Unsaved) {
	latest := map[string]Unsaved{}
	for _, t := range texts {
		if other, twice := latest[t.Path]; !twice || t.Edited.After(other.Edited) {
			latest[t.Path] = t
		}
	}
	s.mu.Lock()
	var gone []string
	for path, doc := range s.documents {
		t, still := latest[path]
		switch {
		case !still:
			gone = append(gone, path)
		case t.Version == doc.Version && t.LanguageID == doc.LanguageID && t.Text == doc.Text:
			delete(latest, path)
		}
	}
	s.mu.Unlock()
	for _, path := range gone {
		s.CloseDocument(path)
	}
	for path, t := range latest {
		doc := newDocument(t.LanguageID, t.Version, t.Text)
		doc.Edited, doc.Unsaved = t.Edited, true
		s.set(path, doc)
	}
}
