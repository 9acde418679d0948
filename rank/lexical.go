package rank

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/contextls/contextls/analysis"
)

// Lexical finds files by their words: all of them, and apart from these the words of the paths and those
// of the names that are defined, since a word in a path says more than a hundred in a text. It is
// immutable.
type Lexical struct {
	*field // all words
	paths  *field
	names  *field
}

// NewLexical indexes a graph's files. What prev, which may be nil, knows of files that are the same in
// both graphs is kept; the result answers exactly as one made from nothing.
func NewLexical(prev *Lexical, g *analysis.Graph) *Lexical {
	if prev == nil {
		return freshLexical(g)
	}
	if changed, ok := prev.changed(g); ok {
		return &Lexical{prev.field.with(g, changed, newDocument), prev.paths.with(g, changed, pathDocument), prev.names.with(g, changed, nameDocument)}
	}
	return &Lexical{newField(prev.field, g, newDocument), newField(prev.paths, g, pathDocument), newField(prev.names, g, nameDocument)}
}

// freshLexical reads each file once for all fields. The terms of all texts would take more than all else: they are put together whenever one is
// asked for.
func freshLexical(g *analysis.Graph) *Lexical {
	paths, names := make([][]analysis.Term, g.Len()), make([][]analysis.Term, g.Len())
	analysis.EachOf(g.Len(), func(n int) {
		file := g.File(int32(n))
		paths[n], names[n] = pathTerms(file), nameTerms(file)
	})
	texts := func(n int, room *termRoom) []analysis.Term {
		return textTerms(g.File(int32(n)), paths[n], names[n], room)
	}
	return &Lexical{indexed(g, g.Len(), texts), indexed(g, g.Len(), held(paths)), indexed(g, g.Len(), held(names))}
}

// fieldOf is one of a Lexical's, with what it reads of a file.
type fieldOf struct {
	field *field
	read  func(*analysis.File) document
}

func (l *Lexical) fields() []fieldOf {
	return []fieldOf{{l.field, newDocument}, {l.paths, pathDocument}, {l.names, nameDocument}}
}

// field is an index of some words of each file: postings of a base, made once, and the files that have
// changed since, which are read directly.
type field struct {
	graph  *analysis.Graph
	base   *postings
	length []uint32                  // of the graph's nodes' documents
	nodes  []int32                   // base document → its node, -1 when it is gone or changed
	counts *termCounts               // of the base documents that have a node
	delta  []int32                   // the nodes that are not in the base, in order…
	words  map[int32][]analysis.Term // …and the terms of each, by hash
	total  uint64                    // sum of the documents' lengths
}

// changed are the files of a graph whose Facts are not those that were indexed; ok is false where its files have other numbers.
func (l *field) changed(g *analysis.Graph) (changed []int32, ok bool) {
	if g.SameFiles(l.graph) {
		return g.Changed(l.graph), true
	}
	if g.Len() != l.graph.Len() {
		return nil, false
	}
	for n := range int32(g.Len()) {
		file, was := g.File(n), l.graph.File(n)
		if was.Path != file.Path { // one string nearly always: quick
			return nil, false
		}
		if was.Facts != file.Facts {
			changed = append(changed, n)
		}
	}
	return changed, true
}

// with is newField for a graph whose files have the same numbers; read gives what changed.
func (l *field) with(g *analysis.Graph, changed []int32, read func(*analysis.File) document) *field {
	if len(changed) == 0 {
		same := *l
		same.graph = g
		return &same
	}
	now := &field{graph: g, base: l.base, length: slices.Clone(l.length), nodes: l.nodes, counts: l.counts, delta: slices.Clone(l.delta), words: maps.Clone(l.words), total: l.total}
	for _, n := range changed {
		if i, known := slices.BinarySearch(now.delta, n); !known {
			if now.delta = slices.Insert(now.delta, i, n); &now.nodes[0] == &l.nodes[0] {
				now.nodes, now.counts = slices.Clone(l.nodes), &termCounts{}
			}
			now.nodes[slices.Index(now.nodes, n)] = -1
		}
		now.set(n, read(g.File(n)))
	}
	return now.compacted(read)
}

// set has a document stand for a node of the delta.
func (l *field) set(n int32, d document) {
	if l.words == nil {
		l.words = map[int32][]analysis.Term{}
	}
	l.total += uint64(d.length) - uint64(l.length[n])
	l.length[n], l.words[n] = d.length, d.terms
}

// newField indexes what read gives of each file.
func newField(prev *field, g *analysis.Graph, read func(*analysis.File) document) *field {
	l := &field{graph: g, base: prev.base, length: make([]uint32, g.Len()), nodes: make([]int32, len(prev.nodes)), counts: &termCounts{}}
	for i := range l.nodes {
		l.nodes[i] = -1
	}
	baseOf := make([]int32, len(prev.length)) // prev's node → its base document, -1 when it is in the delta
	for i := range baseOf {
		baseOf[i] = -1
	}
	for doc, n := range prev.nodes {
		if n >= 0 {
			baseOf[n] = int32(doc)
		}
	}
	old := int32(0)
	for n := range int32(g.Len()) {
		file := g.File(n)
		is := func() bool { return int(old) < len(prev.length) && prev.graph.Path(old) == file.Path } // one string nearly always: quick
		for int(old) < len(prev.length) && !is() && prev.graph.Path(old) < file.Path {
			old++
		}
		known := is()
		switch same := known && prev.graph.File(old).Facts == file.Facts; {
		case same && baseOf[old] >= 0:
			l.nodes[baseOf[old]], l.length[n] = n, prev.length[old]
			l.total += uint64(l.length[n])
		case same:
			l.delta = append(l.delta, n)
			l.set(n, document{prev.length[old], prev.words[old]})
		default:
			l.delta = append(l.delta, n)
			l.set(n, read(file))
		}
		if known {
			old++
		}
	}
	return l.compacted(read)
}

// compacted is the field, indexed anew where too much has changed since it was.
func (l *field) compacted(read func(*analysis.File) document) *field {
	if len(l.delta) > maxDelta || len(l.nodes)-(len(l.length)-len(l.delta)) > maxGone {
		return freshField(l.graph, read)
	}
	return l
}

func freshField(g *analysis.Graph, read func(*analysis.File) document) *field {
	return indexed(g, g.Len(), documentsOf(filesOf(g), read))
}

func filesOf(g *analysis.Graph) []*analysis.File {
	files := make([]*analysis.File, g.Len())
	for n := range files {
		files[n] = g.File(int32(n))
	}
	return files
}

func documentsOf(files []*analysis.File, read func(*analysis.File) document) documents {
	terms := make([][]analysis.Term, len(files))
	analysis.EachOf(len(files), func(n int) { terms[n] = read(files[n]).terms })
	return held(terms)
}

// indexed is the field of so many documents, all of them in its base.
func indexed(g *analysis.Graph, docs int, of documents) *field {
	l := &field{graph: g, length: make([]uint32, docs), nodes: make([]int32, docs), counts: &termCounts{}}
	var all, total atomic.Int64
	rooms := sync.Pool{New: func() any { return new(termRoom) }}
	analysis.EachOf(docs, func(n int) {
		room := rooms.Get().(*termRoom)
		defer rooms.Put(room)
		d := asDocument(of(n, room))
		l.nodes[n], l.length[n] = int32(n), d.length
		all.Add(int64(len(d.terms)))
		total.Add(int64(d.length))
	})
	l.total = uint64(total.Load())
	l.base = newPostings(docs, int(all.Load()), of)
	return l
}
