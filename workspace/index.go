package workspace

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/watch"
)

// scanFrom is above how many changed paths a scan is cheaper than to look at each by itself.
const scanFrom = 1000

// run takes in what happens on disk until the folder is stopped.
func (f *Folder) run() {
	defer close(f.ended)
	f.remember()
	var watcher *watch.Watcher
	var batches <-chan watch.Batch
	unwatch := func() {
		if watcher != nil {
			watcher.Close()
		}
		watcher, batches = nil, nil
		f.watcher.Store(nil)
	}
	defer unwatch()
	var around <-chan time.Time
	if f.session.opts.Watch {
		ticker := time.NewTicker(f.opts.Poll)
		defer ticker.Stop()
		around = ticker.C
	}
	for {
		select {
		case <-f.ctx.Done():
			f.save(true)
			return
		case <-around:
			f.lookAround()
		case batch := <-batches:
			f.refresh(slices.DeleteFunc(batch.Paths, inGit), batch.Rescan)
		case synced := <-f.syncs:
			synced <- f.sync(watcher)
		case <-f.work:
			for again := true; again && f.ctx.Err() == nil; {
				dirs := f.guarded("listing a folder", f.update)
				if f.moved {
					unwatch() // what is watched is not the folder any more
				}
				switch {
				case dirs == nil || !f.session.opts.Watch:
					again = false
				case watcher == nil:
					watcher = watch.New(f.root, append(dirs, gitDir), f.unwatched, f.opts.Poll, f.opts.Log)
					batches = watcher.Batches()
					f.watcher.Store(watcher)
				default:
					again = watcher.Watch(dirs)
				}
				if again {
					f.mu.Lock()
					f.rescan = true // for what changed before the watches stood
					f.mu.Unlock()
				}
			}
			var history sync.WaitGroup
			if f.absent {
				f.forgetGit()
			} else {
				history.Go(f.readGit)
			}
			f.read()
			history.Wait()
			f.settle(watcher)
			f.save(false)
		}
	}
}

// guarded is the list that a step of taking in the disk gives. A step that panics gives none, the folder
// says that something is missing, and goes on.
func (f *Folder) guarded(step string, run func() []string) (list []string) {
	defer func() {
		if value := recover(); value != nil {
			f.opts.Problems.Panicked(step, value)
			f.mu.Lock()
			defer f.mu.Unlock()
			f.scanProblems = []string{step + " failed: a problem of the program itself"}
		}
	}()
	return run()
}

// gitDir is watched for commits and switches that leave the files as they are.
const gitDir = ".git"

func (f *Folder) unwatched(dir string) bool { return dir != gitDir && f.disk.Skips(dir) }

func inGit(p string) bool { return p == gitDir || strings.HasPrefix(p, gitDir+"/") }

// update brings the list of files in line with the disk: all of it after a scan, of which it returns the
// directories, else the paths that are to be looked at again.
func (f *Folder) update() (dirs []string) {
	f.moved = false
	f.mu.Lock()
	dirty := f.dirty
	rescan := f.rescan || len(dirty) > scanFrom
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
	f.setStatus(func(s *Status) { s.State = Indexing })
	moved, err := f.disk.Reopen()
	if f.moved, f.absent = moved, err != nil; moved {
		f.setRealRoot()
		f.session.replace(f)
	}
	var listing disk.Listing
	if err == nil {
		listing, err = f.disk.Scan(f.ctx)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.scanProblems = []string{"the folder cannot be listed: " + err.Error()}
		if f.absent {
			f.list(disk.Listing{}, dirty)
		}
		return nil
	}
	f.scanProblems = listing.Problems
	f.list(listing, dirty)
	return listing.Dirs
}

// list makes the list of files anew, under the lock. Files that look the same as before, and of which
// nobody said that they changed, are not read again.
func (f *Folder) list(listing disk.Listing, dirty map[string]bool) {
	byPath := func(a, b disk.Entry) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(listing.Files, byPath) { // files would not be found
		f.opts.Problems.Report("a listing of a folder is out of order")
		slices.SortFunc(listing.Files, byPath)
	}
	files := make([]*File, 0, len(listing.Files))
	listed := make(map[string]bool, len(f.documents))
	neighbours := f.neighbours(listing)
	language := func(p string, doc *Document) *analysis.Language {
		if f.languageByNeighbours(p, doc) {
			return neighbours.of(f.session.langs, p)
		}
		return f.language(p, doc)
	}
	for _, e := range listing.Files {
		doc, before := f.documents[e.Path], f.files.get(e.Path)
		lang := language(e.Path, doc)
		listed[e.Path] = doc != nil
		if before != nil && before.Document == doc && before.Size == e.Stamp.Size && before.stamp.Modified == e.Stamp.Modified && !dirty[e.Path] &&
			(before.Language == lang || !f.session.langs.shared(e.Path)) {
			files = append(files, before)
		} else {
			files = append(files, f.file(e, lang, doc, before))
		}
	}
	f.excluded, f.taken, f.forbidden = make(map[string]string, len(listing.Excluded)), false, map[string]bool{}
	for _, e := range listing.Excluded {
		f.excluded[e.Path] = e.Reason
		if e.Reason == disk.Forbidden {
			f.forbidden[e.Path] = true
		}
	}
	f.files = newFileList(files)
	for _, p := range slices.Sorted(maps.Keys(f.documents)) { // those that are not on disk yet
		if listed[p] {
			continue
		}
		if reason := f.disk.Check(p); reason != "" {
			f.exclude(p, reason)
		} else if f.files.get(p) == nil {
			doc := f.documents[p]
			f.put(f.file(disk.Entry{Path: p}, language(p, doc), doc, nil))
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

// lookAround finds what no event tells: the folder's path leads to another directory, or what could not be read
// can be.
func (f *Folder) lookAround() {
	var opened []string
	for _, p := range f.nextForbidden() {
		if f.disk.Readable(p) {
			opened = append(opened, p)
		}
	}
	dir := slices.ContainsFunc(opened, func(p string) bool { return strings.HasSuffix(p, "/") })
	if all := dir || f.disk.Moved(); all || len(opened) > 0 {
		f.refresh(opened, all)
	}
}

// forbiddenAtOnce is how many paths that could not be read are tried at a time: some milliseconds' worth.
const forbiddenAtOnce = 500

// nextForbidden are the next paths to be tried of those that could not be read. Where there are many, each has its turn.
func (f *Folder) nextForbidden() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.untried) == 0 {
		f.untried = slices.Collect(maps.Keys(f.forbidden))
	}
	n := min(forbiddenAtOnce, len(f.untried))
	next := slices.DeleteFunc(f.untried[:n:n], func(p string) bool { return !f.forbidden[p] })
	f.untried = f.untried[n:]
	return next
}

// settle notes that all is taken in, unless more came meanwhile.
func (f *Folder) settle(watcher *watch.Watcher) {
	again := f.readAgain()
	f.lookAgain()
	f.mu.Lock()
	if f.rescan || len(f.dirty) > 0 || f.ctx.Err() != nil {
		f.mu.Unlock()
		return
	}
	degraded := slices.Concat(f.scanProblems, f.gitProblems, again)
	if watcher != nil {
		degraded = append(degraded, watcher.Degraded()...)
	}
	f.mu.Unlock()
	f.setStatus(func(s *Status) {
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
	f.whole = true // whoever waited for that may close the folder before anything is saved
	select {
	case <-f.idle:
	default:
		close(f.idle)
	}
}
