package workspace

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/secret"
)

// Snapshot is one state of a folder. It never changes.
type Snapshot struct {
	folder   *Folder
	files    *fileList
	excluded map[string]string
	status   Status
	commits  []git.Commit
	written  *Written
	head     string

	graph *analysis.Graph // once linked; guarded by the folder's linking token

	mu      sync.Mutex
	texts   map[string]Hash    // of what Text gave of files that the folder has not read
	missing map[string]missing // open documents that stand in the graph without Facts, by path

	number      uint64 // in the order of the folder's snapshots
	attachments attachments
}

// missing is why a document has no Facts.
type missing struct {
	reason string
	again  bool // it may have some when it is tried again
}

// Excluded is a path that was left out, with the reason. An ignored directory is one path, ending in a
// slash.
type Excluded struct{ Path, Reason string }

// Snapshot is the folder as it is now.
func (f *Folder) Snapshot() *Snapshot {
	f.used()
	return f.present()
}

// present is Snapshot for the folder itself, which is not to be taken for somebody who works with it.
func (f *Folder) present() *Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.snapshot == nil {
		f.snapshots++
		f.taken = true
		f.snapshot = &Snapshot{folder: f, number: f.snapshots, files: f.files, excluded: f.excluded, status: f.status, commits: f.commits, written: f.written, head: f.head}
	}
	return f.snapshot
}

// Folder is what the snapshot is of.
func (s *Snapshot) Folder() *Folder { return s.folder }

// Files are all files that are listed, by path. Not to be changed. The first call after a change takes
// time in proportion to their number.
func (s *Snapshot) Files() []*File { return s.files.slice() }

// Open are the files that are open in the editor, by path.
func (s *Snapshot) Open() iter.Seq[*File] { return s.files.open() }

// File finds a file by its path, nil if it is not listed.
func (s *Snapshot) File(rel string) *File { return s.files.get(rel) }

// Status is what the folder was doing when the snapshot was taken.
func (s *Snapshot) Status() Status { return s.status }

// Commits are the last commits of the folder's repository, the newest first; nil where there is none. They may lack their Lines.
func (s *Snapshot) Commits() []git.Commit { return s.commits }

// Written is what Commits wrote; it does not hold the snapshot.
func (s *Snapshot) Written() *Written { return s.written }

// Head is the commit that is checked out, "" where there is none.
func (s *Snapshot) Head() string { return s.head }

// ID names the state: snapshots with the same files and texts have the same ID, unless the graph of one has
// to do without some file's Facts until workers are there again.
func (s *Snapshot) ID() string {
	id := s.files.digest()
	s.mu.Lock()
	for p, m := range s.missing {
		if m.again {
			id.combine(digestAgain(p))
		}
	}
	s.mu.Unlock()
	return hex.EncodeToString(id[:8])
}

// Excluded lists all that was left out, by path. Of open documents it is known once the graph was linked.
func (s *Snapshot) Excluded() []Excluded {
	out := make([]Excluded, 0, len(s.excluded))
	for p, reason := range s.excluded {
		out = append(out, Excluded{p, reason})
	}
	for f := range s.files.amiss() {
		out = append(out, Excluded{f.Path, f.Problem})
	}
	s.mu.Lock()
	for p, m := range s.missing {
		out = append(out, Excluded{p, m.reason})
	}
	s.mu.Unlock()
	slices.SortFunc(out, func(a, b Excluded) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	return out
}

// Reason says why a path is left out, "" if it is not known to be.
func (s *Snapshot) Reason(rel string) string {
	if reason := s.excluded[rel]; reason != "" {
		return reason
	}
	return underExcluded(s.excluded, rel)
}

// ErrChanged says that the file on disk is not what the snapshot has of it any more. Its text is the
// reason for leaving the file out.
var ErrChanged = errors.New("changed_on_disk")

// ReasonOf is an error of Text as the reason for leaving the file out.
func ReasonOf(err error) string {
	if errors.Is(err, ErrChanged) {
		return ErrChanged.Error()
	}
	return disk.Reason(err)
}

// Text is a file's text: the editor's, if it is open there, else what is on disk, which is read now, or was
// and is the same. A snapshot gives one text of a file, however often it is asked: where the disk has another by now, the
// error is ErrChanged, and the folder reads the file again by itself.
func (s *Snapshot) Text(rel string) (string, error) {
	file := s.File(rel)
	if file != nil {
		doc := file.Document
		if file.Problem == disk.TooLarge || doc != nil && doc.tooLarge(file.Language, &s.folder.opts) {
			return "", &disk.Refused{Path: rel, Reason: disk.TooLarge}
		}
		if doc != nil {
			return doc.text(), nil
		}
	}
	read, err := s.folder.texts.read(s.folder.disk, rel)
	if err == nil && !s.expects(rel, file, read.hash) {
		err = fmt.Errorf("%s: %w", rel, ErrChanged)
	}
	if file != nil && err != nil || errors.Is(err, ErrChanged) {
		s.folder.outdated(rel, file)
	}
	if err != nil {
		return "", err
	}
	return read.Text, nil
}

// Secrets is a text that Text gave of a file, with what must not be shown of it: nothing where the settings
// say so. The error is ctx's.
func (s *Snapshot) Secrets(ctx context.Context, rel, text string) (secret.Text, error) {
	f := s.File(rel)
	switch {
	case s.folder.opts.ShowSecrets:
		return secret.Text{Raw: text}, nil
	case f == nil:
	case f.Document != nil:
		return f.Document.secrets(ctx)
	case f.facts != nil: // looked for when it was read
		return secret.Text{Raw: text, Found: f.secrets}, nil
	}
	return secret.ReadContext(ctx, text)
}

// Redact is any other text, as it may be shown: a short one.
func (s *Snapshot) Redact(text string) string {
	shown, _ := s.RedactContext(context.Background(), text) // which is never done
	return shown
}

// RedactContext is Redact of a text of any length. The error is ctx's.
func (s *Snapshot) RedactContext(ctx context.Context, text string) (string, error) {
	if s.folder.opts.ShowSecrets {
		return text, nil
	}
	read, err := secret.ReadContext(ctx, text)
	return read.Shown(), err
}

// Shown is what Text gives of a file, with what must not be shown of it.
func (s *Snapshot) Shown(ctx context.Context, rel string) (secret.Text, error) {
	text, err := s.Text(rel)
	if err != nil {
		return secret.Text{}, err
	}
	return s.Secrets(ctx, rel, text)
}

// expects reports whether a text on disk is the one the snapshot is of: what the folder has read of the
// file, else what was read first for this snapshot.
func (s *Snapshot) expects(rel string, file *File, text Hash) bool {
	if file != nil && file.hash != (Hash{}) {
		return file.hash == text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	first, known := s.texts[rel]
	if !known {
		if s.texts == nil {
			s.texts = map[string]Hash{}
		}
		s.texts[rel] = text
	}
	return !known || first == text
}

// outdated has a path looked at again, if a snapshot's file there, which differs from the disk, is still
// what the folder knows.
func (f *Folder) outdated(rel string, file *File) {
	f.mu.Lock()
	current := f.files.get(rel) == file
	f.mu.Unlock()
	if current {
		f.refresh([]string{rel}, false)
	}
}

// miss notes why an open document has no Facts.
func (s *Snapshot) miss(p string, m missing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing == nil {
		s.missing = map[string]missing{}
	}
	s.missing[p] = m
}
