package lsp

import (
	"slices"
	"strconv"

	"go.lsp.dev/jsonrpc2"

	"github.com/contextls/contextls/workspace"
)

// located is implemented by parameters that are about files of one folder.
type located interface {
	// places are the workspace folder that is asked for, "" if none is, and the URIs that are meant,
	// with the names of their fields. The first one's folder is the default.
	places() (folder string, fields, uris []string)
}

// errNoFolder answers requests that need a folder when none is open.
var errNoFolder = jsonrpc2.NewError(requestFailed, "no workspace folder is open")

// folderFor finds the folder that a request is about. Every URI has to lie in some folder.
func (s *server) folderFor(p located) (*workspace.Folder, error) {
	wanted, fields, uris := p.places()
	session := s.current()
	var first *workspace.Folder
	for i, u := range uris {
		path, err := pathOf(u)
		if err != nil {
			return nil, bad(fields[i], "%q is %v", u, err)
		}
		f := folderOf(session, path)
		if f == nil {
			return nil, bad(fields[i], "%q lies in no workspace folder", u)
		}
		if first == nil {
			first = f
		}
	}
	s.mu.Lock()
	roots := s.roots
	s.mu.Unlock()
	var root string
	switch {
	case wanted != "":
		var err error
		if root, err = pathOf(wanted); err != nil || !slices.Contains(roots, root) {
			return nil, bad("workspaceFolder", "%q is not an open folder", wanted)
		}
	case first != nil:
		return first, nil
	case len(roots) > 0:
		root = roots[0]
	}
	for _, f := range session.Folders() {
		if f.Root() == root {
			return f, nil
		}
	}
	return nil, errNoFolder
}

// folderOf finds the folder that a path belongs to, through links if need be; nil if there is none.
func folderOf(session *workspace.Session, path string) *workspace.Folder {
	if f, _, inside := session.FolderOf(path); inside {
		return f
	}
	for _, f := range session.Folders() {
		if _, inside, err := throughLinks(f, path); err == nil && inside {
			return f
		}
	}
	return nil
}

func (p *PackParams) places() (string, []string, []string) {
	fields, uris := targetPlaces(p.Targets)
	for i, f := range p.Files {
		fields, uris = append(fields, "files["+strconv.Itoa(i)+"].uri"), append(uris, f.URI)
	}
	return p.WorkspaceFolder, fields, uris
}

func (p *RepoMapParams) places() (string, []string, []string) {
	fields, uris := targetPlaces(p.Targets)
	return p.WorkspaceFolder, fields, uris
}

func (p *RankParams) places() (string, []string, []string) {
	fields, uris := targetPlaces(p.Targets)
	return p.WorkspaceFolder, fields, uris
}

func (p *ExplainParams) places() (string, []string, []string) {
	fields, uris := targetPlaces(p.Targets)
	return "", append([]string{"uri"}, fields...), append([]string{p.URI}, uris...)
}

func (p *SymbolsParams) places() (string, []string, []string) {
	return "", []string{"uri"}, []string{p.URI}
}

func (p *ImportsParams) places() (string, []string, []string) {
	return "", []string{"uri"}, []string{p.URI}
}

func (p *ImportChainParams) places() (string, []string, []string) {
	return "", []string{"from", "to"}, []string{p.From, p.To}
}

func targetPlaces(targets []Target) (fields, uris []string) {
	for i, t := range targets {
		fields, uris = append(fields, "targets["+strconv.Itoa(i)+"].uri"), append(uris, t.URI)
	}
	return fields, uris
}
