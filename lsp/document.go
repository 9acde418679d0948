package lsp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// document is a file that the client has open.
type document struct {
	version  int32
	desynced string // why its text is not known any more, "" while it is; until it is reopened the disk counts
}

type textDocument struct {
	URI string `json:"uri"`
}

// filePath is the path of a document. Those that are no files have none, and are left alone.
func (s *server) filePath(method string, d textDocument) (string, bool) {
	path, err := protocol.Path(d.URI)
	if err != nil {
		s.log.Debug("not a file", "method", method, "uri", d.URI, "reason", err)
	}
	return path, err == nil
}

func (s *server) didOpen(params []byte) {
	p, ok := parse[struct {
		TextDocument struct {
			textDocument
			LanguageID string `json:"languageId"`
			Version    int32  `json:"version"`
			Text       string `json:"text"`
		} `json:"textDocument"`
	}](s, "textDocument/didOpen", params)
	if !ok {
		return
	}
	d := p.TextDocument
	path, ok := s.filePath("textDocument/didOpen", d.textDocument)
	if !ok {
		return
	}
	s.mu.Lock()
	was := s.documents[path]
	s.documents[path] = &document{version: d.Version}
	s.session.Open(path, d.LanguageID, d.Version, d.Text)
	s.mu.Unlock()
	if was != nil && was.desynced != "" {
		s.syncChanged(path)
	}
	s.lens.poke()
}

func (s *server) didChange(params []byte) {
	p, ok := parse[struct {
		TextDocument struct {
			textDocument
			Version int32 `json:"version"`
		} `json:"textDocument"`
		ContentChanges []protocol.Change `json:"contentChanges"`
	}](s, "textDocument/didChange", params)
	if !ok {
		s.changeLost(params)
		return
	}
	path, ok := s.filePath("textDocument/didChange", p.TextDocument.textDocument)
	if !ok {
		return
	}
	s.mu.Lock()
	reason := s.edit(path, p.TextDocument.Version, p.ContentChanges)
	s.mu.Unlock()
	if reason != "" {
		s.desync(path, reason)
	}
	s.lens.poke()
}

// edit makes changes to a document. It says why it cannot. It needs the lock.
func (s *server) edit(path string, version int32, changes []protocol.Change) (reason string) {
	doc := s.documents[path]
	switch {
	case doc == nil:
		s.log.Warn("a change to a document that is not open", "path", path)
		return ""
	case doc.desynced != "":
		return ""
	case version <= doc.version:
		return fmt.Sprintf("version %d came after version %d", version, doc.version)
	}
	open := s.session.Document(path)
	if open == nil {
		return "its text is not there"
	}
	text, err := protocol.Apply(open.Text, changes, s.info.encoding)
	if err != nil {
		return err.Error()
	}
	doc.version = version
	s.session.Edit(path, version, text)
	return ""
}

// changeLost is for a change that cannot be read: the document it was for is not known any more.
func (s *server) changeLost(params []byte) {
	p, err := protocol.Decode[struct {
		TextDocument textDocument `json:"textDocument"`
	}](params)
	if err != nil {
		return
	}
	if path, ok := s.filePath("textDocument/didChange", p.TextDocument); ok {
		s.desync(path, "a change could not be read")
	}
}

// desync gives a document's text up, and says so.
func (s *server) desync(path, reason string) {
	s.mu.Lock()
	doc := s.documents[path]
	if doc == nil || doc.desynced != "" {
		s.mu.Unlock()
		return
	}
	doc.desynced = reason
	s.session.CloseDocument(path)
	s.mu.Unlock()
	s.client.logMessage(warningMessage, fmt.Sprintf("%s is out of sync: %s. Until it is reopened, the file on disk is used.", path, reason))
	s.syncChanged(path)
}

// desynced says what of a folder's documents is not known.
func (s *server) desynced(f *workspace.Folder) (reasons []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range slices.Sorted(maps.Keys(s.documents)) {
		if doc := s.documents[path]; doc.desynced != "" {
			if rel, ok := f.Place(path); ok {
				reasons = append(reasons, fmt.Sprintf("%s is out of sync with the editor: %s", rel, doc.desynced))
			}
		}
	}
	return reasons
}

// syncChanged tells of the folder whose document came into sync or went out of it.
func (s *server) syncChanged(path string) {
	if f, _, ok := s.current().FolderOf(path); ok {
		s.statusChanged(f, f.Status())
	}
}

// unsaved are the open documents below a directory that are not what is on disk.
func (s *server) unsaved(dir string) []workspace.Unsaved {
	session := s.current()
	if session == nil {
		return nil // before initialize
	}
	return session.Unsaved(dir)
}

func (s *server) didSave(params []byte) {
	s.touched(params, "textDocument/didSave", func(path string) {
		s.current().DiskChanged([]string{path})
	})
}

func (s *server) didClose(params []byte) {
	s.touched(params, "textDocument/didClose", func(path string) {
		s.mu.Lock()
		doc := s.documents[path]
		delete(s.documents, path)
		s.session.CloseDocument(path)
		s.mu.Unlock()
		if doc != nil && doc.desynced != "" {
			s.syncChanged(path)
		}
		s.lens.poke()
	})
}

func (s *server) touched(params []byte, method string, f func(path string)) {
	p, ok := parse[struct {
		TextDocument textDocument `json:"textDocument"`
	}](s, method, params)
	if !ok {
		return
	}
	if path, ok := s.filePath(method, p.TextDocument); ok {
		f(path)
	}
}

// filesChanged takes in what a client says of files on disk: that it watched, created, renamed or
// deleted them. What became of each is looked up there.
func (s *server) filesChanged(params []byte) {
	type file struct {
		URI    string `json:"uri"`
		OldURI string `json:"oldUri"`
		NewURI string `json:"newUri"`
	}
	p, ok := parse[struct {
		Changes []file `json:"changes"`
		Files   []file `json:"files"`
	}](s, "changed files", params)
	if !ok {
		return
	}
	var paths []string
	for _, f := range append(p.Changes, p.Files...) {
		for _, u := range []string{f.URI, f.OldURI, f.NewURI} {
			if path, err := protocol.Path(u); err == nil {
				paths = append(paths, path)
			}
		}
	}
	s.current().DiskChanged(paths)
	s.lens.poke()
}
