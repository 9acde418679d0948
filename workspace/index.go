package workspace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
)

// scanFrom is above how many changed paths a scan is cheaper than to look at each by itself.
const scanFrom = 1000

// run takes in what happens on disk until the folder is stopped.
func (f *Folder) run() {
	defer close(f.ended)
	var loading sync.WaitGroup // of what is remembered, while the disk is listed
	loading.Go(f.remember)
	defer f.loadAhead()()
	var around <-chan time.Time
	if f.session.opts.Watch {
		ticker := time.NewTicker(f.opts.Poll)
		defer ticker.Stop()
		around = ticker.C
	}
	for {
		select {
		case <-f.ctx.Done():
			loading.Wait()
			f.endReading()
			f.save(true)
			return
		case <-around:
			f.lookAround()
			f.lookUnused()
		case synced := <-f.syncs:
			synced <- f.sync()
		case <-f.work:
			for again := true; again && f.ctx.Err() == nil; {
				again = f.guarded("listing a folder", f.update)
			}
			var history sync.WaitGroup
			if f.absent {
				f.forgetGit()
			} else {
				history.Go(f.readGit)
			}
			loading.Wait()
			f.read()
			history.Wait()
			f.settle()
			f.save(false)
			if f.session.opts.Watch {
				f.readAhead()
			}
		}
	}
}

// guarded is whether a step of taking in the disk is to be done again. One that panics is not: the folder
// says that something is missing, and goes on.
func (f *Folder) guarded(step string, run func() bool) (again bool) {
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

func inGit(p string) bool { return p == gitDir || strings.HasPrefix(p, gitDir+"/") }

// update brings the list of files in line with the disk: with a listing, else the paths that are to be looked at again. It reports
// whether there is more to bring in line before anything is read.
func (f *Folder) update() (again bool) {
	f.mu.Lock()
	dirty, rescan := f.dirty, f.rescan
	f.rescan, f.dirty = time.Time{}, map[string]time.Time{}
	f.mu.Unlock()
	if len(dirty) > scanFrom {
		rescan = latest(rescan, slices.Collect(maps.Values(dirty))...)
	}
	if rescan.IsZero() {
		for _, p := range slices.Sorted(maps.Keys(dirty)) {
			if f.looked = latest(f.looked, dirty[p]); f.lookAt(p) {
				rescan = latest(rescan, dirty[p])
			}
		}
	}
	if rescan.IsZero() {
		return false
	}
	f.setStatus(func(s *Status) { s.State = Indexing })
	listing, err := f.lookout.list(f.ctx, f, latest(rescan, f.looked))
	if f.ctx.Err() != nil {
		return false
	}
	f.absent = listing.absent != nil
	if listing.moves != f.moves {
		f.moves = listing.moves
		f.setRealRoot()
		f.session.replace(f)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err = cmp.Or(listing.absent, err); err != nil {
		f.scanProblems = []string{"the folder cannot be listed: " + err.Error()}
		if f.absent {
			f.list(disk.Listing{}, dirty)
		}
		return false
	}
	f.scanProblems = listing.Problems
	f.list(listing.Listing, dirty)
	f.rescan = latest(f.rescan, listing.stood)
	again = !listing.stood.IsZero()
	for p, told := range dirty {
		if !told.Before(listing.began) { // that is another session's
			f.dirty[p] = latest(f.dirty[p], told)
			again = true
		}
	}
	return again
}

// latest is the last of some times; the zero time is none.
func latest(t time.Time, others ...time.Time) time.Time {
	for _, other := range others {
		if other.After(t) {
			t = other
		}
	}
	return t
}

// list makes the list of files anew, under the lock. Files that look the same as before, and of which
// nobody said that they changed, are not read again.
func (f *Folder) list(listing disk.Listing, dirty map[string]time.Time) {
	f.listings.Add(1)
	byPath := func(a, b disk.Entry) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(listing.Files, byPath) { // files would not be found
		f.opts.Problems.Report("a listing of a folder is out of order")
		slices.SortFunc(listing.Files, byPath)
	}
	f.neighbours = f.session.langs.neighbours(f.listedOrOpen(listing.Files))
	language := func(p string, doc *Document) *analysis.Language {
		if f.languageByNeighbours(p, doc) {
			return f.neighbours.of(f.session.langs, p)
		}
		return f.language(p, doc)
	}
	files := make([]*File, len(listing.Files))
	analysis.EachOf(len(files), func(i int) {
		e := listing.Files[i]
		doc, before := f.documents[e.Path], f.files.get(e.Path)
		if doc == nil && before == nil && f.refusedBefore(e) && dirty[e.Path].IsZero() {
			return
		}
		lang := language(e.Path, doc)
		if before != nil && before.Document == doc && before.Size == e.Stamp.Size && before.stamp.Modified == e.Stamp.Modified && dirty[e.Path].IsZero() &&
			(before.Language == lang || !f.session.langs.shared(e.Path)) {
			files[i] = before
		} else {
			files[i] = f.file(e, lang, doc, before)
		}
	})
	f.excluded, f.taken, f.forbidden = make(map[string]string, len(listing.Excluded)), false, map[string]bool{}
	for _, e := range listing.Excluded {
		f.excluded[e.Path] = e.Reason
		if e.Reason == disk.Forbidden {
			f.forbidden[e.Path] = true
		}
	}
	for i, e := range listing.Files {
		if files[i] == nil {
			f.excluded[e.Path] = f.refused[e.Path].refused
		}
	}
	f.files = newFileList(slices.DeleteFunc(files, func(file *File) bool { return file == nil }))
	for _, p := range slices.Sorted(maps.Keys(f.documents)) { // those that are not on disk yet
		if f.files.get(p) != nil {
			continue
		}
		if reason := f.disk.Check(p); reason != "" {
			f.exclude(p, reason)
		} else {
			doc := f.documents[p]
			f.put(f.file(disk.Entry{Path: p}, language(p, doc), doc, nil))
		}
	}
	f.changed()
}

// refusedBefore reports whether a file looks as it did when it was left out for what is in it. It needs the lock. Were it listed until it
// is read again, and refused again, all that refers to it would be linked twice for nothing.
func (f *Folder) refusedBefore(e disk.Entry) bool {
	one, known := f.refused[e.Path]
	return known && one.stamp == e.Stamp
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
func (f *Folder) settle() {
	again := f.readAgain()
	f.lookAgain()
	f.mu.Lock()
	if f.toldMore() || f.ctx.Err() != nil {
		f.mu.Unlock()
		return
	}
	degraded := slices.Concat(f.scanProblems, f.gitProblems, f.tellBound(), again)
	if f.reading != nil {
		degraded = append(degraded, "the history is still being read")
	}
	degraded = append(degraded, f.lookout.degraded()...)
	f.mu.Unlock()
	f.setStatus(func(s *Status) {
		s.State, s.Degraded = Ready, degraded
		if len(degraded) > 0 {
			s.State = Degraded
		}
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.toldMore() {
		return
	}
	f.whole = true // whoever waited for that may close the folder before anything is saved
	select {
	case <-f.idle:
	default:
		close(f.idle)
	}
}

// toldMore reports whether there is something to look at. It needs the lock.
func (f *Folder) toldMore() bool { return !f.rescan.IsZero() || len(f.dirty) > 0 }
