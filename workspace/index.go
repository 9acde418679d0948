package workspace

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/watch"
)

// Files that were read are put in the list together, since each time costs a copy of the list.
const (
	installEvery = 100 * time.Millisecond
	installMost  = 512
)

// someFiles is from how many changed files on the folder says that it is indexing: a save is not worth
// the flicker.
const someFiles = 50

// manyFiles is above how many changed files a scan is cheaper: each file looked at by itself costs a copy
// of the list.
const manyFiles = 1000

// historyLimit is how long reading the history may hold up a folder that is otherwise ready.
const historyLimit = 10 * time.Second

// run takes in what happens on disk until the folder is stopped.
func (f *Folder) run() {
	defer close(f.ended)
	var watcher *watch.Watcher
	var batches <-chan watch.Batch
	for {
		select {
		case <-f.ctx.Done():
			if watcher != nil {
				watcher.Close()
			}
			return
		case batch := <-batches:
			f.refresh(slices.DeleteFunc(batch.Paths, inGit), batch.Rescan)
		case <-f.work:
			dirs := f.look()
			for dirs != nil && f.session.opts.Watch && f.ctx.Err() == nil {
				if watcher == nil {
					watcher = watch.New(f.root, append(dirs, gitDir), f.unwatched, f.opts.Poll, f.opts.Log)
					batches = watcher.Batches()
				} else if !watcher.Watch(dirs) {
					break
				}
				f.mu.Lock()
				f.rescan = true // for what changed before the watches stood
				f.mu.Unlock()
				dirs = f.look()
			}
			var history sync.WaitGroup
			history.Go(f.readGit)
			f.read()
			history.Wait()
			f.rest(watcher)
		}
	}
}

// gitDir is watched for commits and switches that leave the files as they are.
const gitDir = ".git"

func (f *Folder) unwatched(dir string) bool { return dir != gitDir && f.disk.Skips(dir) }

func inGit(p string) bool { return p == gitDir || strings.HasPrefix(p, gitDir+"/") }

// look brings the list of files in line with the disk: all of it after a scan, of which it returns the
// directories, else the paths that are to be looked at again.
func (f *Folder) look() (dirs []string) {
	f.mu.Lock()
	dirty := f.dirty
	rescan := f.rescan || len(dirty) > manyFiles
	f.rescan, f.dirty = false, map[string]bool{}
	f.mu.Unlock()
	if !rescan {
		for _, p := range slices.Sorted(maps.Keys(dirty)) {
			rescan = rescan || f.lookAt(p)
		}
	}
	if !rescan {
		return nil
	}
	f.set(func(s *Status) { s.State = Indexing })
	listing, err := f.disk.Scan(f.ctx, nil)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.scanProblems = []string{"the folder cannot be listed: " + err.Error()}
		return nil
	}
	f.scanProblems = listing.Problems
	f.list(listing, dirty)
	return listing.Dirs
}

// list makes the list of files anew, under the lock. Files that look the same as before, and of which
// nobody said that they changed, are not read again.
func (f *Folder) list(listing disk.Listing, dirty map[string]bool) {
	files := make([]*File, 0, len(listing.Files))
	listed := make(map[string]bool, len(f.documents))
	neighbours := f.neighbours(listing)
	for _, e := range listing.Files {
		doc := f.documents[e.Path]
		lang := f.language(e.Path, doc)
		shared := f.session.langs.shared(e.Path)
		if shared && (doc == nil || f.session.langs.of("", doc.LanguageID) == nil) {
			lang = neighbours.of(f.session.langs, e.Path)
		}
		listed[e.Path] = doc != nil
		var before *File
		if i, found := f.find(e.Path); found {
			before = f.files[i]
		}
		if before != nil && before.Document == doc && before.modTime.Equal(e.ModTime) && before.Size == e.Size && !dirty[e.Path] &&
			(!shared || before.Language == lang) {
			files = append(files, before)
		} else {
			files = append(files, f.file(e.Path, lang, e, doc, before))
		}
	}
	f.excluded = make(map[string]string, len(listing.Excluded))
	for _, e := range listing.Excluded {
		f.excluded[e.Path] = e.Reason
	}
	f.files = files
	for _, p := range slices.Sorted(maps.Keys(f.documents)) { // those that are not on disk yet
		if listed[p] {
			continue
		}
		if reason := f.disk.Check(p); reason != "" {
			f.exclude(p, reason)
		} else if i, found := f.find(p); !found {
			doc := f.documents[p]
			lang := f.language(p, doc)
			if f.session.langs.shared(p) && f.session.langs.of("", doc.LanguageID) == nil {
				lang = neighbours.of(f.session.langs, p)
			}
			f.insert(i, f.file(p, lang, disk.Entry{}, doc, nil))
		}
	}
	f.changed()
}

// neighbours counts what was listed and what is open besides.
func (f *Folder) neighbours(listing disk.Listing) neighbours {
	paths := slices.Collect(maps.Keys(f.documents))
	for _, e := range listing.Files {
		if f.documents[e.Path] == nil {
			paths = append(paths, e.Path)
		}
	}
	return f.session.langs.neighbours(paths)
}

// read reads all files that were listed and not read yet.
func (f *Folder) read() {
	f.mu.Lock()
	var pending []*File
	for _, file := range f.files {
		if file.pending && file.Document == nil {
			pending = append(pending, file)
		}
	}
	f.mu.Unlock()
	f.set(func(s *Status) {
		s.Done, s.Total = 0, len(pending)
		if len(pending) >= someFiles {
			s.State = Indexing
		}
	})
	todo, done := make(chan *File), make(chan reading)
	var readers sync.WaitGroup
	for range f.session.pool.Workers() + 1 { // one more, so that a worker never waits for the disk
		readers.Go(func() {
			for file := range todo {
				done <- f.readOne(file)
			}
		})
	}
	go func() {
		defer close(done)
		defer readers.Wait()
		defer close(todo)
		for _, file := range pending {
			select {
			case todo <- file:
			case <-f.ctx.Done():
				return
			}
		}
	}()
	f.install(done)
}

// reading is what reading a file came to: the file as it is now, or why it is left out.
type reading struct {
	was, is *File
	reason  string
}

func (f *Folder) readOne(file *File) reading {
	content, err := f.disk.Read(file.Path)
	if err != nil {
		return reading{was: file, reason: f.disk.Reason(err)}
	}
	is := *file
	is.pending, is.Problem, is.facts = false, "", nil
	is.hash, is.Size, is.modTime = hashOf([]byte(content.Text)), content.Size, content.ModTime
	is.digest = digestOf(is.Path, is.hash)
	if content.Warning != "" {
		is.Warning = content.Warning
	}
	if f.session.langs.of(file.Path, "") == nil && mayBeScript(file.Path) {
		is.Language = f.session.langs.ofScript(content.Text)
	}
	if f.session.langs.isManifest(file.Path) {
		is.manifest = []byte(content.Text)
	}
	if is.Language != nil {
		if is.facts, err = f.session.facts.get(f.ctx, is.Language, is.hash, []byte(content.Text)); err != nil {
			is.Problem = err.Error()
		}
	}
	return reading{was: file, is: &is}
}

// install puts what was read in the list, many at a time.
func (f *Folder) install(done <-chan reading) {
	var batch []reading
	tick := time.NewTicker(installEvery)
	defer tick.Stop()
	flush := func() {
		if len(batch) == 0 || f.ctx.Err() != nil {
			return
		}
		f.mu.Lock()
		f.files = slices.Clone(f.files)
		f.changed()
		for _, r := range batch {
			i, found := f.find(r.was.Path)
			if !found || f.files[i] != r.was { // changed since: it is read again, or open in the editor
				continue
			}
			if r.is != nil {
				f.files[i] = r.is
			} else {
				f.remove(i)
				f.exclude(r.was.Path, r.reason)
			}
		}
		f.mu.Unlock()
		f.set(func(s *Status) { s.Done += len(batch) })
		batch = batch[:0]
	}
	for {
		select {
		case r, ok := <-done:
			if !ok {
				flush()
				return
			}
			if batch = append(batch, r); len(batch) >= installMost {
				flush()
			}
		case <-tick.C:
			flush()
		}
	}
}

// rest says that all is taken in, unless more came meanwhile.
func (f *Folder) rest(watcher *watch.Watcher) {
	f.mu.Lock()
	if f.rescan || len(f.dirty) > 0 || f.ctx.Err() != nil {
		f.mu.Unlock()
		return
	}
	degraded := slices.Concat(f.scanProblems, f.gitProblems)
	if watcher != nil {
		degraded = append(degraded, watcher.Degraded()...)
	}
	f.mu.Unlock()
	f.set(func(s *Status) {
		s.State, s.Degraded = Ready, degraded
		if len(degraded) > 0 {
			s.State = Degraded
		}
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.rescan || len(f.dirty) > 0 {
		return
	}
	select {
	case <-f.idle:
	default:
		close(f.idle)
	}
}

// readGit reads the history, when what is checked out is another commit than before.
func (f *Folder) readGit() {
	ctx, cancel := context.WithTimeout(f.ctx, historyLimit)
	defer cancel()
	head, err := git.Head(ctx, f.root)
	f.mu.Lock()
	same := head == f.head && f.gitRead
	f.mu.Unlock()
	if same {
		return
	}
	var commits []git.Commit
	if err == nil && f.session.opts.History > 0 {
		commits, err = git.History(ctx, f.root, f.session.opts.History)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head, f.commits, f.gitRead, f.gitProblems = head, commits, true, nil
	if err != nil && !errors.Is(err, git.ErrNoRepository) {
		f.gitProblems = []string{"no history: " + err.Error()}
	}
	f.changed()
}

// set changes the status and tells of it.
func (f *Folder) set(change func(*Status)) {
	f.mu.Lock()
	before := f.status
	before.Updated = f.told
	change(&f.status)
	status := f.status
	f.told = status.Updated
	f.snapshot = nil
	f.mu.Unlock()
	if f.session.opts.OnStatus != nil && (before.State != status.State || before.Done != status.Done ||
		before.Total != status.Total || !before.Updated.Equal(status.Updated) || !slices.Equal(before.Degraded, status.Degraded)) {
		f.session.opts.OnStatus(f, status)
	}
}
