package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/git"
)

// Folder is one workspace folder: what is in it now.
//
// One goroutine (run, in index.go) takes in all that happens on disk, in order; documents are taken in
// where they come from. Both replace entries of the sorted list of files, never change one.
type Folder struct {
	session *Session
	root    string
	opts    Options // the session's, as they are for this folder
	disk    *disk.Folder

	work   chan struct{} // wakes run; holds at most one token
	ctx    context.Context
	cancel context.CancelFunc
	ended  chan struct{}

	linking chan struct{} // one token: who has it may link

	mu           sync.Mutex
	files        []*File              // by path; replaced, never changed
	excluded     map[string]string    // path → reason; replaced, never changed
	documents    map[string]*Document // what is open in the editor, left out or not
	dirty        map[string]bool      // paths to look at again
	rescan       bool
	status       Status
	told         time.Time     // what OnStatus was last told of
	idle         chan struct{} // closed when there is nothing left to take in
	snapshot     *Snapshot     // the present one, once somebody asked
	newest       *analysis.Graph
	commits      []git.Commit
	head         string // the commit checked out
	gitRead      bool
	gitProblems  []string // what does not work as it should…
	scanProblems []string // …for a person to read
}

func newFolder(s *Session, root string, d *disk.Folder, opts Options) *Folder {
	ctx, cancel := context.WithCancel(context.Background())
	f := &Folder{session: s, root: root, opts: opts, disk: d, ctx: ctx, cancel: cancel,
		work: make(chan struct{}, 1), ended: make(chan struct{}), linking: make(chan struct{}, 1),
		dirty: map[string]bool{}, documents: map[string]*Document{}, rescan: true, idle: make(chan struct{}),
		status: Status{State: Indexing, Updated: time.Now()}}
	f.linking <- struct{}{}
	return f
}

// Root is the folder's absolute path.
func (f *Folder) Root() string { return f.root }

// Abs is the absolute path of a file in the folder.
func (f *Folder) Abs(rel string) string { return filepath.Join(f.root, filepath.FromSlash(rel)) }

// Status is what the folder is doing.
func (f *Folder) Status() Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.status
}

// Settled says whether the folder has taken in all it knows to have changed.
func (f *Folder) Settled() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.idle:
		return true
	default:
		return false
	}
}

// Ready waits until the folder has taken in all it knows to have changed, or is closed and takes in no more.
func (f *Folder) Ready(ctx context.Context) error {
	f.mu.Lock()
	idle := f.idle
	f.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-f.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *Folder) start() {
	f.wake()
	go f.run()
}

// stop ends what the folder does by itself. Its handle on the disk is left to the snapshots that still
// read from it; the garbage collector closes it after the last.
func (f *Folder) stop() {
	f.cancel()
	<-f.ended
}

func (f *Folder) wake() {
	select {
	case f.work <- struct{}{}:
	default:
	}
}

// refresh has the paths looked at again, or everything.
func (f *Folder) refresh(paths []string, all bool) {
	f.mu.Lock()
	f.rescan = f.rescan || all
	for _, p := range paths {
		if f.disk.IsRule(p) {
			f.rescan = true
		}
		f.dirty[p] = true
	}
	f.busy()
	f.mu.Unlock()
	f.wake()
}

// busy notes, under the lock, that there is something to take in.
func (f *Folder) busy() {
	select {
	case <-f.idle:
		f.idle = make(chan struct{})
	default:
	}
}

// setDocument takes in what is open at a path: a document, or nil for none.
func (f *Folder) setDocument(rel string, doc *Document) {
	f.mu.Lock()
	if doc == nil {
		delete(f.documents, rel)
	} else {
		f.documents[rel] = doc
	}
	f.mu.Unlock()
	rescan := f.lookAt(rel)
	if doc == nil {
		f.refresh([]string{rel}, rescan)
	} else if rescan {
		f.refresh(nil, true)
	}
}

// lookAt brings one path in line with the disk and the editor. It returns true when only a scan can: when
// the path is a directory, or was one, or when what other files are depends on it.
func (f *Folder) lookAt(p string) (rescan bool) {
	reason := f.disk.Check(p)
	entry, err := f.disk.Stat(p)
	f.mu.Lock()
	defer f.mu.Unlock()
	i, found := f.find(p)
	doc := f.documents[p]
	switch {
	case doc == nil && err != nil || reason != "":
		if found {
			f.remove(i)
			rescan = f.session.langs.counts(p)
		}
		if doc == nil && err != nil {
			reason = ""
		}
		f.exclude(p, reason)
		return rescan || doc == nil && (entry.IsDir || i < len(f.files) && strings.HasPrefix(f.files[i].Path, p+"/"))
	case !found:
		f.insert(i, f.file(p, f.language(p, doc), entry, doc, nil))
		rescan = f.session.langs.counts(p) || f.session.langs.shared(p)
	default:
		lang := f.language(p, doc)
		if before := f.files[i]; doc == nil && f.session.langs.shared(p) {
			lang, rescan = before.Language, before.Document != nil
		}
		f.replace(i, f.file(p, lang, entry, doc, f.files[i]))
	}
	f.exclude(p, "")
	return rescan
}

// language is the language of a path by itself: what the editor says, its name, its first line in the
// editor. What is on disk only is looked into when it is read.
func (f *Folder) language(p string, doc *Document) *analysis.Language {
	langs := f.session.langs
	if doc == nil {
		return langs.of(p, "")
	}
	if l := langs.of(p, doc.LanguageID); l != nil || !mayBeScript(p) {
		return l
	}
	return langs.ofScript(doc.Text)
}

// file makes the entry of the list for a path: of the document open there, else of what is on disk,
// which is to be read. Until then it stands with what was read before.
func (f *Folder) file(p string, lang *analysis.Language, entry disk.Entry, doc *Document, before *File) *File {
	file := &File{Path: p, Language: lang, Document: doc, Size: entry.Size, modTime: entry.ModTime, Warning: f.disk.Warning(p)}
	if doc != nil {
		file.Size = int64(len(doc.Text))
	}
	manifest := f.session.langs.isManifest(p)
	file.pending = doc == nil && (lang != nil || manifest || mayBeScript(p))
	if lang == nil && before != nil && file.pending && before.Document == nil {
		file.Language = before.Language // by its first line, until that is read again
	}
	if before != nil && before.Language == file.Language {
		file.hash, file.facts, file.manifest = before.hash, before.facts, before.manifest
	}
	file.digest = digestOf(p, file.hash)
	if doc != nil && manifest {
		file.manifest = []byte(doc.Text)
	}
	return file
}

// The following run under the lock.

func (f *Folder) find(rel string) (int, bool) {
	return findFile(f.files, rel)
}

// findFile finds a path in a sorted list, or where it would stand.
func findFile(files []*File, rel string) (int, bool) {
	return sort.Find(len(files), func(i int) int { return strings.Compare(rel, files[i].Path) })
}

func (f *Folder) replace(i int, file *File) {
	f.files = slices.Clone(f.files)
	f.files[i] = file
	f.changed()
}

func (f *Folder) insert(i int, file *File) {
	f.files = slices.Insert(slices.Clone(f.files), i, file)
	f.changed()
}

func (f *Folder) remove(i int) {
	f.files = slices.Delete(slices.Clone(f.files), i, i+1)
	f.changed()
}

// exclude notes why a path is left out; "" is that it is not. What an ignored directory holds goes
// without saying.
func (f *Folder) exclude(rel, reason string) {
	if f.excluded[rel] == reason || reason != "" && underExcluded(f.excluded, rel) != "" {
		return
	}
	f.excluded = maps.Clone(f.excluded)
	if f.excluded == nil {
		f.excluded = map[string]string{}
	}
	if reason == "" {
		delete(f.excluded, rel)
	} else {
		f.excluded[rel] = reason
	}
	f.changed()
}

// underExcluded is the reason for which a directory above a path is left out.
func underExcluded(excluded map[string]string, rel string) string {
	for dir := analysis.Dir(rel); dir != ""; dir = analysis.Dir(dir) {
		if reason := excluded[dir+"/"]; reason != "" {
			return reason
		}
	}
	return ""
}

func (f *Folder) changed() {
	f.snapshot = nil
	f.status.Updated = time.Now()
}
