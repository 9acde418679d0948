package workspace

import (
	"fmt"
	"slices"
	"time"
)

// A file whose extraction was interrupted is read again after firstRetry, and twice as long each time it
// goes on, up to lastRetry.
const (
	firstRetry = 100 * time.Millisecond
	lastRetry  = 20 * time.Second
)

// readAgain sees to it that the files whose extraction was interrupted are read again, and says what is
// missing until then.
func (f *Folder) readAgain() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	files := slices.Collect(f.files.again())
	if len(files) == 0 {
		f.retry = 0
		return nil
	}
	f.retry = min(max(2*f.retry, firstRetry), lastRetry)
	if f.retrying != nil {
		f.retrying.Stop()
	}
	f.retrying = time.AfterFunc(f.retry, func() { f.tryAgain(files) })
	return []string{fmt.Sprintf("parse workers are lost: %d files have no definitions until they are tried again", len(files))}
}

// A folder that could not be looked at as it should is looked at again after firstLook, and twice as long each
// time it goes on, up to lastLook: git may have been killed, or too slow on a busy machine.
const (
	firstLook = time.Second
	lastLook  = 5 * time.Minute
)

// lookAgain sees to it that what could not be listed, or found out about ignore rules and history, is tried again.
func (f *Folder) lookAgain() {
	f.mu.Lock()
	defer f.mu.Unlock()
	rescan := len(f.scanProblems) > 0 && !(f.absent && f.session.opts.Watch) // lookAround sees it come
	if !rescan && !f.gitFailed {
		f.look = 0
		return
	}
	f.look = min(max(2*f.look, firstLook), lastLook)
	if f.looking != nil {
		f.looking.Stop()
	}
	f.looking = time.AfterFunc(f.look, func() { f.refresh(nil, rescan) })
}

// tryAgain has files read, and extracts open documents, since that is done for requests otherwise. What is
// interrupted once more stays as it is.
func (f *Folder) tryAgain(files []*File) {
	var paths []string
	for _, file := range files {
		if d := file.Document; d != nil && file.Language != nil {
			if _, _, err := d.read(f.ctx, file.Language, f, func() { f.readLate(file) }); err != nil && err != errPending {
				continue
			}
		}
		paths = append(paths, file.Path)
	}
	f.refresh(paths, false) // even if there are none, so that the rest gets its turn
}

// interrupted notes that the extraction of an open document, which is in a snapshot as this file, was
// interrupted.
func (f *Folder) interrupted(file *File) {
	f.mu.Lock()
	current := f.files.get(file.Path) == file && !file.again
	if current {
		now := *file
		now.again = true
		f.put(&now)
	}
	f.mu.Unlock()
	if current {
		f.wake()
	}
}

// readLate takes in that an open document, which is in a snapshot as this file, was read after all.
func (f *Folder) readLate(file *File) {
	f.mu.Lock()
	before := f.files.get(file.Path)
	current := before != nil && before.Document == file.Document
	if current {
		now := *before
		f.put(&now)
	}
	f.mu.Unlock()
	if current {
		f.setStatus(func(*Status) {})
	}
}
