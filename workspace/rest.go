package workspace

import (
	"time"

	"github.com/contextls/contextls/analysis"
)

const (
	// keepAfter is how long nobody has worked with a folder when its graph is kept, for the program may be killed.
	keepAfter = 15 * time.Second

	// restAfter is how long nobody has worked with a folder that rests again; the first time, that is keepAfter. Who comes back waits for the
	// first pack about as long as when the folder is opened: who only thinks should not, and leaves little to give back.
	restAfter = 2 * time.Minute

	// restFrom is how many bytes of Facts have to have been read to go over to what is kept: that takes about as long as opening the
	// folder again.
	restFrom = 4 << 20
)

// lookUnused keeps the graph, and goes over to what is kept where that is worth it, of which no more stays in memory than is asked for: each once
// after each time that somebody has worked with the folder.
func (f *Folder) lookUnused() {
	used := f.site.used.Load()
	unused := time.Since(time.Unix(0, used))
	if unused < keepAfter || !f.Settled() {
		return
	}
	if f.keptAt != used {
		f.keptAt = used
		f.keepGraph()
	}
	after := restAfter
	if f.had == 0 { // all that was read in indexing is in memory still
		after = keepAfter
	}
	if unused < after || f.restedAt == used {
		return
	}
	f.restedAt = used
	if taken := &f.session.facts.taken; taken.Load()-f.had >= restFrom && f.Rest() {
		f.had = taken.Load()
	}
	f.session.facts.kept().LetGo()
}

// Rest goes over to what is kept, as if the folder were opened again: its graph is linked on top of the kept one, what is derived from it is made
// again, and Facts are forgotten until they are asked for. All say the same as before. Where something that is not kept stands in
// the way, all stays as it is. It reports whether it did it.
func (f *Folder) Rest() bool {
	if f.session.facts.kept().Cache == nil || f.opts.ShowSecrets { // of what shows secrets not all is kept
		return false
	}
	f.keepGraph()
	f.mu.Lock()
	beside, kept := f.beside, f.keptParts != nil && (f.besideKept || f.beside.graph == nil)
	f.mu.Unlock()
	if !kept {
		return false
	}
	now := f.reopen()
	if now == nil {
		return false
	}
	was := f.takeBeside()
	if beside.reopen != nil {
		if err := beside.reopen(was.graph, was.stored, now); err != nil {
			f.session.facts.kept().Damaged(err)
		}
	}
	now.ForgetScopes()
	f.forgetFacts()
	return true
}

// reopen has the folder's newest graph linked on top of the one that is kept, or gives the one that another folder here has; nil where that
// cannot be.
func (f *Folder) reopen() *analysis.Graph {
	select {
	case <-f.site.linking:
		defer func() { f.site.linking <- struct{}{} }()
	default: // somebody works with it after all
		return nil
	}
	before := f.present()
	files, open, err := before.linkable(f.ctx)
	if err != nil {
		return nil
	}
	prev := f.site.reopened
	if prev == nil || prev == f.newest {
		if prev = f.keptGraph(before, files); prev == nil {
			return nil
		}
	}
	f.mu.Lock()
	f.snapshots++
	now := &Snapshot{folder: f, number: f.snapshots, files: before.files, excluded: before.excluded, status: before.status,
		commits: before.commits, written: before.written, head: before.head, missing: before.missing}
	f.mu.Unlock()
	now.link(prev, files, open)
	f.site.reopened = now.graph
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.snapshot == before {
		f.snapshot = now
	}
	return now.graph
}

// forgetFacts forgets those that are kept of the texts on disk.
func (f *Folder) forgetFacts() {
	f.mu.Lock()
	files := f.files
	f.mu.Unlock()
	for _, file := range files.slice() {
		if file.facts == nil || file.Language == nil || file.pending || file.again {
			continue
		}
		file.facts.Forget(func() analysis.FactsSource {
			return f.session.facts.again(file.Language.ID, file.hash, func() { go f.refresh([]string{file.Path}, false) })
		})
	}
}
