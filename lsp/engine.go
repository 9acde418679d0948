package lsp

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace"
)

// Engine answers the custom requests about snapshots, for the server and for the shell alike. It keeps
// what the next answer can use of the last: indexes and vocabularies. It is safe for concurrent use.
type Engine struct {
	version    string
	tokenizers budget.Tokenizers
	trusted    bool  // the client trusts its workspaces; written before anything else runs
	runs       *runs // nil: past packs are not kept
	bodies     rank.Bodies

	mu       sync.Mutex
	settings Settings
	folders  map[string]Settings // of workspace folders that have their own, by root
	encoding Encoding
	indexes  map[*workspace.Folder]*index    // the newest of each folder
	packs    map[*workspace.Folder][]*packed // the last ones, the oldest first
}

// NewEngine makes an engine of a program of this version.
func NewEngine(version string, settings Settings) *Engine {
	return &Engine{version: version, settings: settings, indexes: map[*workspace.Folder]*index{}, packs: map[*workspace.Folder][]*packed{}}
}

// Configure replaces the settings, for answers that are asked for from now on: those of workspace folders
// by their roots, and those of all others.
func (e *Engine) Configure(settings Settings, folders map[string]Settings) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings, e.folders = settings, folders
}

// Settings are the settings in use for the workspace folder at a root.
func (e *Engine) Settings(root string) Settings {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.settingsFor(root)
}

// settingsFor is Settings under the lock.
func (e *Engine) settingsFor(root string) Settings {
	if own, some := e.folders[root]; some {
		return own
	}
	return e.settings
}

// forget drops what is kept about a folder that is closed.
func (e *Engine) forget(f *workspace.Folder) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.indexes, f)
	delete(e.packs, f)
}

// index is a snapshot's rank index with what else is derived from its graph.
type index struct {
	*rank.Index
	commits int // identify the history it was made with
	head    string
}

// index makes the index of a snapshot, on top of the newest there is. The error is ctx's.
func (e *Engine) index(ctx context.Context, snap *workspace.Snapshot) (*index, error) {
	graph, err := snap.Graph(ctx)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	prev := e.indexes[snap.Folder()]
	e.mu.Unlock()
	if prev != nil && prev.Graph() == graph && prev.follows(snap) {
		return prev, nil
	}
	var history *rank.History
	if prev != nil && prev.follows(snap) {
		history = prev.History()
	} else {
		history = historyOf(snap)
	}
	ix := newIndex(prev, graph, history)
	ix.commits, ix.head = len(snap.Commits()), snap.Head()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.indexes[snap.Folder()] = ix
	return ix, nil
}

// newIndex makes an index on top of an earlier one, which may be nil. It does not keep that.
func newIndex(prev *index, graph *analysis.Graph, history *rank.History) *index {
	ix := &index{}
	var earlier *rank.Index
	if prev != nil {
		earlier = prev.Index
	}
	ix.Index = rank.NewIndex(earlier, graph, history)
	return ix
}

func (ix *index) follows(snap *workspace.Snapshot) bool {
	return ix.head == snap.Head() && ix.commits == len(snap.Commits())
}

func historyOf(snap *workspace.Snapshot) *rank.History {
	var commits []rank.Commit
	for _, c := range snap.Commits() {
		commits = append(commits, rank.Commit{Time: c.Time.Unix(), Subject: c.Subject, Paths: c.Paths})
	}
	return rank.NewHistory(commits)
}

// view is a snapshot with its index, as one request sees them.
type view struct {
	*index
	snap     *workspace.Snapshot
	version  string
	settings Settings
	encoding Encoding
}

func (e *Engine) view(ctx context.Context, snap *workspace.Snapshot) (*view, error) {
	ix, err := e.index(ctx, snap)
	if err != nil {
		return nil, err
	}
	return e.viewOf(snap, ix), nil
}

func (e *Engine) viewOf(snap *workspace.Snapshot, ix *index) *view {
	e.mu.Lock()
	defer e.mu.Unlock()
	return &view{index: ix, snap: snap, version: e.version, settings: e.settingsFor(snap.Folder().Root()), encoding: e.encoding}
}

// uri is the URI of a file of the folder.
func (v *view) uri(rel string) string { return FileURI(v.snap.Folder().Abs(rel)) }

func (v *view) uris(nodes []int32) []string {
	uris := make([]string, len(nodes))
	for i, n := range nodes {
		uris[i] = v.uri(v.Graph().Path(n))
	}
	return uris
}

// rel is the path of a URI's file relative to a folder, ok if it lies inside.
func rel(folder *workspace.Folder, uri string) (string, bool) {
	p, err := pathOf(uri)
	if err != nil {
		return "", false
	}
	return relTo(folder, p)
}

func relTo(folder *workspace.Folder, p string) (string, bool) { return within(folder.Root(), p) }

// within is a path relative to a directory, with forward slashes; ok if it lies inside.
func within(root, p string) (string, bool) {
	r, err := filepath.Rel(root, p)
	if err != nil || r == "." || r == ".." || strings.HasPrefix(r, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(r), true
}

// facts are a node's Facts, empty ones where there are none.
func (v *view) facts(n int32) *analysis.Facts {
	if f := v.Graph().File(n).Facts; f != nil {
		return f
	}
	return &analysis.Facts{}
}

// provenance says what an answer is made from.
func (v *view) provenance(tokenizer string) Provenance {
	if tokenizer == "" {
		tokenizer = budget.Heuristic
	}
	p := Provenance{
		Server: "contextls " + v.version, Folder: FileURI(v.snap.Folder().Root()), Snapshot: v.snap.ID(),
		Versions: map[string]int32{}, GitHead: v.snap.Head(), Tokenizer: tokenizer,
		BuiltAt: time.Now().UTC().Format(time.RFC3339Nano), Indexing: v.snap.Status().State == workspace.Indexing,
	}
	for _, f := range v.snap.Files() {
		if f.Document != nil {
			p.Versions[v.uri(f.Path)] = f.Document.Version
		}
	}
	return p
}

// withDeadline is ctx with a deadline some milliseconds from now; nil sets none.
func withDeadline(ctx context.Context, ms *int) (context.Context, context.CancelFunc) {
	if ms == nil {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(*ms)*time.Millisecond)
}
