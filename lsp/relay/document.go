package relay

import "github.com/contextls/contextls/lsp/protocol"

// document is what the editor has open at a path.
type document struct {
	URI        string `json:"uri"`
	LanguageID string `json:"languageId"`
	Version    int32  `json:"version"`
	Text       string `json:"text"`

	refused []byte // the change, as it was sent, that nothing can be made of; what came after it does not count. nil: there is none
}

type identifier struct {
	URI string `json:"uri"`
}

func (s *state) open(params []byte) {
	p, err := protocol.Decode[struct {
		TextDocument document `json:"textDocument"`
	}](params)
	if err != nil {
		return
	}
	if path, err := protocol.Path(p.TextDocument.URI); err == nil {
		s.documents[path] = &p.TextDocument
	}
}

// at is the document that parameters are about, nil where none is open.
func (s *state) at(params []byte) (path string, doc *document) {
	p, err := protocol.Decode[struct {
		TextDocument identifier `json:"textDocument"`
	}](params)
	if err != nil {
		return "", nil
	}
	if path, err = protocol.Path(p.TextDocument.URI); err != nil {
		return "", nil
	}
	return path, s.documents[path]
}

func (s *state) close(params []byte) {
	path, _ := s.at(params)
	delete(s.documents, path)
}

// change makes changes to a document as a server makes them. One that it refuses is kept, for the next server to refuse.
func (s *state) change(params, message []byte) {
	_, doc := s.at(params)
	if doc == nil || doc.refused != nil {
		return
	}
	p, err := protocol.Decode[struct {
		TextDocument struct {
			Version int32 `json:"version"`
		} `json:"textDocument"`
		ContentChanges []protocol.Change `json:"contentChanges"`
	}](params)
	text := ""
	if err == nil {
		text, err = protocol.Apply(doc.Text, p.ContentChanges, s.encoding)
	}
	if version := p.TextDocument.Version; err != nil || version <= doc.Version {
		doc.refused = message
	} else {
		doc.Version, doc.Text = version, text
	}
}

// replay are the messages that open the document as it is now.
func (d *document) replay() [][]byte {
	open := notification("textDocument/didOpen", map[string]*document{"textDocument": d})
	if d.refused == nil {
		return [][]byte{open}
	}
	return [][]byte{open, d.refused}
}
