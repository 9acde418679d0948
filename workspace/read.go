package workspace

import (
	"iter"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/parse"
)

// Files that were read are put in the list many at a time, since the status changes with it.
const (
	installEvery = 100 * time.Millisecond
	installMost  = 512
)

// indexingFrom is from how many files to read the folder says that it is indexing: a save is not worth
// the flicker.
const indexingFrom = 50

// read reads all files that were listed and not read yet.
func (f *Folder) read() {
	pending := f.bound()
	f.setStatus(func(s *Status) {
		s.Done, s.Total = 0, len(pending)
		if len(pending) >= indexingFrom {
			s.State = Indexing
		}
	})
	pending = f.recallAll(pending)
	many := len(pending) >= indexingFrom // else chunks would hold more than the few
	todo, done := make(chan *File), make(chan reading)
	var readers sync.WaitGroup
	for range f.session.pool.Workers() + 1 { // one more, so that a worker never waits for the disk
		readers.Go(func() {
			var among *lookups
			if many {
				among = newLookups()
			}
			for file := range todo {
				done <- f.readOne(file, among)
			}
		})
	}
	go func() {
		defer close(done)
		defer readers.Wait()
		defer close(todo)
		for file := range f.inOrder(pending) {
			select {
			case todo <- file:
			case <-f.ctx.Done():
				return
			}
		}
	}()
	f.install(done)
	if many {
		f.session.pool.EndIdle()
	}
}

// Hurry has files read before others, if they were not read yet: somebody waits for them.
func (f *Folder) Hurry(paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range paths {
		if file := f.files.get(p); file != nil && file.pending && len(f.hurried) < hurryMost {
			f.hurried = append(f.hurried, file)
		}
	}
}

// hurryMost is how many files may be before others at one time.
const hurryMost = 1000

// inOrder are pending files, each once, in their order but for those that are to be read before others.
func (f *Folder) inOrder(pending []*File) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		known, given := make(map[*File]bool, len(pending)), map[*File]bool{}
		for _, file := range pending {
			known[file] = true
		}
		give := func(file *File) bool {
			if !known[file] || given[file] {
				return true
			}
			given[file] = true
			return yield(file)
		}
		for _, file := range pending {
			f.mu.Lock()
			hurried := f.hurried
			f.hurried = nil
			f.mu.Unlock()
			for _, h := range append(hurried, file) {
				if !give(h) {
					return
				}
			}
		}
	}
}

// reading is what reading a file came to: the file as it is now, or why it is left out; neither where it is gone.
type reading struct {
	before, now *File
	reason      string
	refused     memo // what to remember of it then; zero: nothing
	recalled    bool // without reading
}

func (f *Folder) readOne(before *File, among *lookups) (read reading) {
	defer func() {
		if value := recover(); value != nil {
			f.opts.Problems.Panicked("reading a file", value)
			read = reading{before: before, reason: "unreadable: a problem of the program itself"}
		}
	}()
	content, err := f.disk.ReadLong(before.Path)
	switch {
	case disk.Gone(err): // since it was listed
		return reading{before: before}
	case err != nil:
		return reading{before: before, reason: disk.Reason(err), refused: refusalOf(content, err)}
	}
	now, text := *before, content.Text
	now.pending, now.again, now.Problem, now.facts, now.secrets = false, false, "", nil, nil
	now.hash, now.Size, now.stamp, now.settled = hashOf([]byte(text)), content.Stamp.Size, content.Stamp, content.Settled
	now.digest = digestOf(now.Path, now.hash)
	if content.Warning != "" {
		now.Warning = content.Warning
	}
	if f.session.langs.of(now.Path, "") == nil && mayBeScript(now.Path) {
		now.Language = f.session.langs.ofScript(content.Text)
	}
	if f.session.langs.isManifest(now.Path) {
		now.manifest = f.session.langs.condense(now.Path, []byte(content.Text))
	}
	if content.Long {
		now.Problem = disk.TooLarge // but for what is read of a long manifest
	}
	if now.Language != nil {
		e := f.session.facts.get(f.ctx, source{now.Language, now.hash, text, f.opts.ShowSecrets, true, among}, func() {})
		if now.facts, now.secrets = e.facts, e.secrets; e.err != nil {
			now.Problem, now.again = e.err.Error(), !parse.AtFault(e.err)
		}
		if now.again {
			now.digest.combine(digestAgain(now.Path))
		}
	}
	return reading{before: before, now: &now}
}

// install puts what was read in the list, many at a time.
func (f *Folder) install(done <-chan reading) {
	var batch []reading
	tick := time.NewTicker(installEvery)
	defer tick.Stop()
	flush := func() {
		f.installAll(batch)
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

// installAll puts what was read in the list.
func (f *Folder) installAll(batch []reading) {
	if len(batch) == 0 || f.ctx.Err() != nil {
		return
	}
	rescan := false
	var read []*File
	f.mu.Lock()
	for _, r := range batch {
		switch {
		case f.files.get(r.before.Path) != r.before: // changed since: it is read again, or open in the editor
		case r.now != nil:
			read = append(read, r.now)
		default:
			f.files = f.files.remove(r.before.Path)
			f.exclude(r.before.Path, r.reason)
			if r.reason == "" {
				rescan = f.turns(r.before.Path, -1) || rescan
			}
			if r.refused.refused != "" {
				f.refused[r.before.Path] = r.refused
			}
		}
		f.unsaved = f.unsaved || !f.remembers(r)
		if r.recalled {
			f.readings.Recalled++
		} else {
			f.readings.Read++
		}
	}
	f.files = f.files.replaceAll(read)
	f.changed()
	f.mu.Unlock()
	if rescan {
		f.refresh(nil, true)
	}
	f.setStatus(func(s *Status) { s.Done += len(batch) })
}
