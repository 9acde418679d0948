package workspace

import (
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
)

// linked is a graph with the files that it was linked from.
type linked struct {
	graph *analysis.Graph
	files *fileList
	open  []int // of the files, those that have a Document; ascending
}

// seen gives files as linking saw them, where they have no Document and are the same now, else nil. They are asked for by path.
func (l linked) seen() func(f *File) *analysis.File {
	if l.graph == nil {
		return func(*File) *analysis.File { return nil }
	}
	files, tree, open, at := l.files.slice(), l.graph.Tree().Files(), l.open, 0
	return func(f *File) *analysis.File {
		for at < len(files) && files[at] != f && files[at].Path < f.Path {
			at++
		}
		for len(open) > 0 && open[0] < at {
			open = open[1:]
		}
		if at == len(files) || files[at] != f || len(open) > 0 && open[0] == at {
			return nil
		}
		at++
		return tree[at-1]
	}
}

// beside is what somebody derives from a graph, and wants to be kept with it.
type beside struct {
	graph  *analysis.Graph
	encode func() []byte
	reopen func(was *analysis.Graph, stored analysis.Stored, now *analysis.Graph) error
}

// keptBeside is what was kept beside a graph of an earlier run.
type keptBeside struct {
	graph  *analysis.Graph // nil: nothing is there, or it was taken
	stored analysis.Stored
}

// KeepBeside has what somebody derives from a graph of the folder kept on disk with it, if that graph is kept: what encode gives. reopen is
// called when the folder goes over to what is kept: with another graph that says the same as the folder's newest, to be worked with from then on, and
// what TakeBeside gives or, where another folder has that graph already, nothing.
func (f *Folder) KeepBeside(graph *analysis.Graph, encode func() []byte, reopen func(was *analysis.Graph, stored analysis.Stored, now *analysis.Graph) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.beside = beside{graph, encode, reopen}
}

// TakeBeside gives, once, what was kept beside a graph of an earlier run, which the folder's are linked on top of. An error of
// take says that it is damaged. Where nothing is there, take is not called.
func (f *Folder) TakeBeside(take func(graph *analysis.Graph, stored analysis.Stored) error) {
	was := f.takeBeside()
	if was.graph == nil {
		return
	}
	if err := take(was.graph, was.stored); err != nil {
		f.session.facts.kept().Damaged(err)
	}
}

func (f *Folder) takeBeside() keptBeside {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.keptBeside
	f.keptBeside = keptBeside{}
	return was
}

// driftMost is how many files may differ from what a graph was kept of before another one is kept: linking these is
// quicker than writing all.
const driftMost = 50

// soon is within what time who opens a folder asks for its graph, or does not need to have it read ahead.
const soon = 10 * time.Second

// loadAhead reads what is kept of files and of a graph while the disk is listed; done waits for it.
func (f *Folder) loadAhead() (done func()) {
	kept := f.session.facts.kept()
	if kept.Cache == nil || f.twin() != nil {
		return func() {}
	}
	ahead := make(chan graphPage, 1)
	var loading sync.WaitGroup
	loading.Go(func() {
		kept.Prepare()
		ahead <- f.findGraph()
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ahead = ahead
	time.AfterFunc(soon, func() { f.takeAhead() })
	return loading.Wait
}

func (f *Folder) takeAhead() (ahead chan graphPage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ahead, f.ahead = f.ahead, nil
	return ahead
}

// loadGraph gives what is kept of a graph.
func (f *Folder) loadGraph() graphPage {
	if ahead := f.takeAhead(); ahead != nil {
		return <-ahead
	}
	return f.findGraph()
}

// keptGraph is the graph of an earlier run, to link these files on top of; nil where there is none that helps.
func (f *Folder) keptGraph(snap *Snapshot, files []*analysis.File) *analysis.Graph {
	kept := f.session.facts.kept()
	if kept.Cache == nil {
		return nil
	}
	page := f.loadGraph()
	if page.graph == nil {
		return nil
	}
	before := f.filesOf(page.parts, snap, files)
	if before == nil {
		return nil
	}
	g, err := page.graph.Graph(analysis.NewTree(nil).With(before))
	if err != nil {
		kept.Damaged(err)
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keptParts = page.parts
	if f.besideKept = page.beside.Len() > 0; f.besideKept {
		f.keptBeside = keptBeside{g, page.beside}
	}
	return g
}

// filesOf are the files that a graph was kept of; those that are the same now are the same File. They are nil where most are others now, and where
// something of them cannot be had any more: the Facts of one that is another now or gone, or the text of a manifest, of which only the hash is kept.
func (f *Folder) filesOf(parts []part, snap *Snapshot, files []*analysis.File) []*analysis.File {
	before, at, others := make([]*analysis.File, len(parts)), 0, 0
	for i := range parts {
		was := &parts[i]
		for at < len(files) && files[at].Path < was.path {
			at++
		}
		var now part // of nothing
		var manifest []byte
		if at < len(files) && files[at].Path == was.path {
			now, _ = partOf(snap.Files()[at], files[at])
			manifest = files[at].Manifest
		}
		if now == *was {
			before[i] = files[at]
			continue
		}
		one := &analysis.File{Path: was.path, Language: f.session.langs.byID[was.language], Manifest: manifest}
		if others++; others > max(driftMost, len(parts)/2) || now.manifest != was.manifest || one.Language == nil && (was.language != "" || was.content != Hash{}) {
			return nil
		}
		if was.content != (Hash{}) {
			e, known := f.session.facts.known(source{language: one.Language, hash: was.content, showSecrets: f.opts.ShowSecrets})
			if !known || e.facts == nil {
				return nil
			}
			one.Facts = e.facts
		}
		before[i] = one
	}
	return before
}

// unkept reports whether nothing was kept of any graph yet, or not what is beside the newest one. It needs the lock.
func (f *Folder) unkept() bool {
	return f.keptParts == nil || !f.besideKept && f.beside.graph != nil && f.beside.graph == f.linked.graph
}

// keepGraph keeps the newest graph with what is beside it, unless what is kept is much the same.
func (f *Folder) keepGraph() {
	f.keeping.Lock()
	defer f.keeping.Unlock()
	kept := f.session.facts.kept()
	f.mu.Lock()
	newest, before, beside, unkept := f.linked, f.keptParts, f.beside, f.unkept()
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
	if drift <= driftMost && !unkept {
		return
	}
	graph := analysis.EncodeGraph(newest.graph)
	var more []byte
	with := beside.graph == newest.graph
	if with {
		more = beside.encode()
	}
	kept.Save(f.graphKey(), append(encodeParts(parts, len(graph)), graph, more)...)
	if key, ok := f.worktreeKey(); ok {
		kept.Save(key, []byte(f.root))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keptParts, f.besideKept = parts, with
}
