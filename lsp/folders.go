package lsp

import (
	"os"
	"slices"

	"github.com/contextls/contextls/lsp/protocol"
	"github.com/contextls/contextls/workspace"
)

// newSession makes a session that reads each folder as its settings say.
func (s *server) newSession() *workspace.Session {
	opts := s.opts.Workspace
	opts.Log, opts.Problems = s.log, s.problems
	opts.ForFolder = func(root string, o *workspace.Options) {
		v := s.engine.Settings(root)
		v.ApplyTo(o)
	}
	var session *workspace.Session
	ready := make(chan struct{})
	opts.OnStatus = func(f *workspace.Folder, status workspace.Status) {
		<-ready
		s.mu.Lock()
		current := s.session == session
		s.mu.Unlock()
		if current {
			s.statusChanged(f, status)
		}
	}
	session = workspace.NewSession(opts)
	close(ready)
	return session
}

// restart puts a session with other settings in the place of the present one. Requests under way keep
// the snapshots they have.
func (s *server) restart() {
	next := s.newSession()
	s.mu.Lock()
	old := s.session
	for path := range s.documents {
		if doc := old.Document(path); doc != nil {
			next.Open(path, doc.LanguageID, doc.Version, doc.Text)
		}
	}
	s.session = next
	s.open(s.roots)
	s.mu.Unlock()
	old.Close()
}

func (s *server) current() *workspace.Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session
}

// addFolders opens the folders with these URIs.
func (s *server) addFolders(uris []string) {
	s.mu.Lock()
	var added []string
	for _, u := range uris {
		root, err := protocol.Path(u)
		if err != nil {
			s.log.Warn("not a folder of this machine", "uri", u, "reason", err)
			continue
		}
		if !slices.Contains(s.roots, root) {
			s.roots = append(slices.Clip(s.roots), root)
			added = append(added, root)
		}
	}
	s.mu.Unlock()
	if s.load() {
		s.background("restarting a session", func() {
			s.configuring.Lock()
			defer s.configuring.Unlock()
			s.restart()
		})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open(added)
}

// open has the session open folders, which starts to index them. It needs the lock.
func (s *server) open(roots []string) {
	for _, root := range roots {
		f, err := s.session.AddFolder(root)
		if err != nil {
			s.client.showMessage(errorMessage, "contextls: "+err.Error())
			continue
		}
		if _, err := os.Stat(root); err != nil {
			s.client.showMessage(warningMessage, "contextls: "+err.Error()+"; the folder is indexed when it is there")
		}
		s.statusChanged(f, f.Status())
	}
}

func (s *server) removeFolders(uris []string) {
	for _, u := range uris {
		root, err := protocol.Path(u)
		if err != nil {
			continue
		}
		s.current().RemoveFolder(root)
		s.mu.Lock()
		s.roots = slices.DeleteFunc(slices.Clone(s.roots), func(r string) bool { return r == root })
		s.mu.Unlock()
	}
}

func (s *server) didChangeWorkspaceFolders(params []byte) {
	type folder struct {
		URI string `json:"uri"`
	}
	p, ok := parse[struct {
		Event struct {
			Added   []folder `json:"added"`
			Removed []folder `json:"removed"`
		} `json:"event"`
	}](s, "workspace/didChangeWorkspaceFolders", params)
	if !ok {
		return
	}
	uris := func(folders []folder) (out []string) {
		for _, f := range folders {
			out = append(out, f.URI)
		}
		return out
	}
	s.removeFolders(uris(p.Event.Removed))
	s.addFolders(uris(p.Event.Added))
	s.lens.poke()
}
