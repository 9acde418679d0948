package workspace

import (
	"encoding/binary"
	"fmt"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/kept"
)

// graphPage is what is kept of a graph: how long the parts and the graph are, each in eight bytes, little-endian; the parts; the graph; and
// what is beside it. Of the last two, most is read when it is asked for.
type graphPage struct {
	parts  []part
	graph  *analysis.KeptGraph // nil: nothing is kept
	beside analysis.Stored
}

func (f *Folder) graphKey() kept.Key { return f.graphKeyOf(f.root) }

func (f *Folder) graphKeyOf(root string) kept.Key {
	return f.session.facts.kept().key("graph", root, fmt.Sprint(f.opts.ShowSecrets))
}

// worktreeKey is of the root in the work tree of the folder's repository whose graph was kept last; not ok where there is no repository.
func (f *Folder) worktreeKey() (key kept.Key, ok bool) {
	repository, below := git.Place(f.root)
	return f.session.facts.kept().key("worktree", repository, below, fmt.Sprint(f.opts.ShowSecrets)), repository != ""
}

// graphPageOf finds the page of the folder's own graph, else that of another work tree of its repository; nil where there is none.
func (f *Folder) graphPageOf() *kept.Page {
	kept := f.session.facts.kept()
	if page := kept.FindPage(f.graphKey()); page != nil {
		return page
	}
	if key, ok := f.worktreeKey(); ok {
		if root := kept.Load(key); root != nil {
			return kept.FindPage(f.graphKeyOf(string(root)))
		}
	}
	return nil
}

// pageHeadBytes is how long the two lengths are.
const pageHeadBytes = 16

// findGraph finds what is kept of a graph.
func (f *Folder) findGraph() (found graphPage) {
	kept := f.session.facts.kept()
	page := f.graphPageOf()
	if page == nil {
		return found
	}
	all := analysis.NewStored(page.Len(), page.Read)
	head, rest := all.Split(pageHeadBytes)
	lengths := head.Read(0, pageHeadBytes, nil)
	if lengths == nil {
		return found
	}
	length := func(i int) int { return int(min(binary.LittleEndian.Uint64(lengths[i:]), uint64(rest.Len()))) }
	first, rest := rest.Split(length(0))
	graph, beside := rest.Split(length(8))
	parts, err := decodeParts(first.Read(0, first.Len(), nil))
	if err == nil {
		found.graph, err = analysis.ReadGraph(graph)
	}
	if err != nil {
		kept.Damaged(err)
		return graphPage{}
	}
	found.parts, found.beside = parts, beside
	return found
}

// part is what linking sees of a file, by hashes.
type part struct {
	path     string
	language string // the Language's ID; "": none
	content  Hash   // zero: it has no Facts
	manifest Hash   // of its text; zero: it is no manifest
}

// partOf is what linking sees of a file; ok is false where that is not kept: of text that is not saved.
func partOf(f *File, in *analysis.File) (p part, ok bool) {
	p.path = f.Path
	if f.Language != nil {
		p.language = f.Language.ID
	}
	if in.Facts != nil {
		p.content = f.textHash()
	}
	if in.Manifest != nil {
		p.manifest = hashOf(in.Manifest)
	}
	return p, !f.pending && (f.Document == nil || f.Document.hash() == f.hash)
}

// sameFile reports whether two parts are of one file that has the same place in imports.
func (p *part) sameFile(other *part) bool {
	return p.path == other.path && p.language == other.language && p.manifest == other.manifest
}

// encodeParts gives how a page begins, whose graph has that length.
func encodeParts(parts []part, graph int) [][]byte {
	var p packer
	p.num(int64(len(parts)))
	for _, one := range parts {
		p.text(one.path)
		p.text(one.language)
		p.data = append(p.data, one.content[:]...)
		p.data = append(p.data, one.manifest[:]...)
	}
	head := binary.LittleEndian.AppendUint64(nil, uint64(len(p.data)))
	return [][]byte{binary.LittleEndian.AppendUint64(head, uint64(graph)), p.data}
}

// decodeParts reads what encodeParts wrote of parts; the error wraps analysis.ErrCorrupt.
func decodeParts(data []byte) ([]part, error) {
	u := unpacker{data: data}
	parts := make([]part, u.count(2+len(Hash{})+len(Hash{})))
	for i := range parts {
		p := part{path: u.text(), language: u.name()}
		copy(p.content[:], u.bytes(len(p.content)))
		copy(p.manifest[:], u.bytes(len(p.manifest)))
		parts[i] = p
	}
	return parts, u.end()
}
