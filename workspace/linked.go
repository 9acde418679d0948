package workspace

import (
	"fmt"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/kept"
)

// linked is a graph with the files that it was linked from.
type linked struct {
	graph *analysis.Graph
	files *fileList
}

// part is what linking sees of a file, by hashes.
type part struct {
	path     string
	language string // the Language's ID; "": none
	content  Hash   // zero: it has no Facts
	manifest Hash   // of its text; zero: it is no manifest
}

// driftMost is how many files may differ from what a graph was kept of before another one is kept: linking these is
// quicker than writing all.
const driftMost = 50

// partOf is what linking sees of a file; ok is false where that is not kept: of text that is not saved.
func partOf(f *File, in analysis.File) (p part, ok bool) {
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

func (f *Folder) graphKey() kept.Key {
	return f.session.facts.kept().key("graph", f.root, fmt.Sprint(f.opts.ShowSecrets))
}

// keptGraph is the graph of an earlier run, to link these files on top of; nil where there is none that helps.
func (f *Folder) keptGraph(snap *Snapshot, files []analysis.File) *analysis.Graph {
	kept := f.session.facts.kept()
	if kept.Cache == nil {
		return nil
	}
	page := kept.Load(f.graphKey())
	if page == nil {
		return nil
	}
	u := unpacker{data: page}
	parts := make([]part, u.count(36))
	for i := range parts {
		p := part{path: u.text(), language: u.name()}
		copy(p.content[:], u.bytes(len(p.content)))
		copy(p.manifest[:], u.bytes(len(p.manifest)))
		parts[i] = p
	}
	if u.bad || len(parts) != len(files) {
		return nil
	}
	before := make([]analysis.File, len(files))
	for i, file := range snap.Files() {
		now, _ := partOf(file, files[i])
		if !parts[i].sameFile(&now) {
			return nil
		}
		before[i] = files[i]
		if was := parts[i].content; was != now.content {
			before[i].Facts = nil
			if was != (Hash{}) {
				e, known := f.session.facts.known(source{language: file.Language, hash: was, showSecrets: f.opts.ShowSecrets})
				if !known || e.facts == nil {
					return nil
				}
				before[i].Facts = e.facts
			}
		}
	}
	g, err := analysis.DecodeGraph(analysis.NewTree(before), u.data)
	if err != nil {
		kept.Damaged(err)
		return nil
	}
	f.mu.Lock()
	f.keptParts = parts
	f.mu.Unlock()
	return g
}

// keepGraph keeps the newest graph, unless what is kept is much the same.
func (f *Folder) keepGraph() {
	kept := f.session.facts.kept()
	f.mu.Lock()
	newest, before := f.linked, f.keptParts
	f.mu.Unlock()
	if kept.Cache == nil || newest.graph == nil {
		return
	}
	tree := newest.graph.Tree().Files()
	parts := make([]part, len(tree))
	drift := 0
	for i, file := range newest.files.slice() {
		var ok bool
		if parts[i], ok = partOf(file, tree[i]); !ok {
			return
		}
		switch {
		case len(before) != len(parts) || !before[i].sameFile(&parts[i]):
			drift = len(parts) + driftMost
		case before[i].content != parts[i].content:
			drift++
		}
	}
	if drift <= driftMost {
		return
	}
	var p packer
	p.num(int64(len(parts)))
	for _, one := range parts {
		p.text(one.path)
		p.text(one.language)
		p.data = append(p.data, one.content[:]...)
		p.data = append(p.data, one.manifest[:]...)
	}
	kept.Save(f.graphKey(), append(p.data, analysis.EncodeGraph(newest.graph)...))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keptParts = parts
}
