package workspace

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/kept"
)

// historyLimit is how long reading the history may hold up a folder that is otherwise ready.
const historyLimit = 10 * time.Second

// lasting reports whether git would fail in the same way another time.
func lasting(err error) bool {
	return slices.ContainsFunc([]error{git.ErrNoRepository, git.ErrBorrowed, git.ErrForeign, git.ErrNoGit},
		func(known error) bool { return errors.Is(err, known) })
}

// forgetGit forgets the history, since there is no folder.
func (f *Folder) forgetGit() {
	f.headText = ""
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head, f.commits, f.gitRead, f.gitProblems, f.gitFailed = "", nil, false, nil, false
}

// patches is how many commits are read with the lines that they wrote.
const patches = 300

// readGit reads the history, when what is checked out is another commit than before. Git is not asked
// where its files say that it is the same: a save is not to wait for a program to start.
func (f *Folder) readGit() {
	defer f.opts.Problems.Recover("reading the history")
	text := git.HeadText(f.root)
	if text != "" && text == f.headText {
		return
	}
	f.headText = ""
	var kept history
	if git.Borrows(f.root) == nil {
		kept = f.keptHistory()
	}
	if text != "" && text == kept.headText { // no git is needed
		f.setHistory(text, kept.head, kept.commits, nil)
		return
	}
	ctx, cancel := context.WithTimeout(f.ctx, historyLimit)
	defer cancel()
	head, err := git.Head(ctx, f.root)
	f.mu.Lock()
	same := (err == nil || lasting(err)) && head == f.head && f.gitRead && !f.gitFailed
	f.mu.Unlock()
	if same {
		f.headText = text
		return
	}
	var commits []git.Commit
	if err == nil && f.session.opts.History > 0 {
		var whole bool
		if commits, whole, err = f.readHistory(ctx, head, kept); whole {
			f.keepHistory(history{text, head, commits})
		}
	}
	f.setHistory(text, head, commits, err)
}

// readHistory gives the history at a commit, and whether nothing was in the way; what was kept helps.
func (f *Folder) readHistory(ctx context.Context, head string, kept history) (commits []git.Commit, whole bool, err error) {
	n := f.session.opts.History
	withLines := min(n, patches)
	if head == kept.head {
		return kept.commits, true, nil
	}
	if commits, ok := git.Update(ctx, f.root, kept.head, kept.commits, n, withLines); ok {
		return commits, true, nil
	}
	var lines git.Lines
	var linesErr error // they are evidence that can be done without
	var reading sync.WaitGroup
	reading.Go(func() { lines, linesErr = git.LinesWritten(ctx, f.root, withLines) })
	commits, err = git.History(ctx, f.root, n)
	reading.Wait()
	for i := range commits {
		commits[i].Lines = lines[commits[i].Hash]
	}
	return commits, head != "" && err == nil && linesErr == nil, err
}

// setHistory takes in what was read, or why it was not.
func (f *Folder) setHistory(text, head string, commits []git.Commit, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.head, f.commits, f.gitRead, f.gitProblems = head, commits, true, nil
	if f.gitFailed = err != nil && !lasting(err); !f.gitFailed {
		f.headText = text
	}
	if err != nil && !errors.Is(err, git.ErrNoRepository) {
		problem := "no history: " + err.Error()
		if errors.Is(err, git.ErrBorrowed) { // it is told, and used
			problem = err.Error()
		}
		f.gitProblems = []string{problem}
	}
	f.changed()
}

// history is what was read of a repository at one head.
type history struct {
	headText string // as of git.HeadText; "" where only git can tell
	head     string
	commits  []git.Commit
}

func (f *Folder) historyKey() kept.Key {
	return f.session.facts.kept().key("history", f.root, fmt.Sprint(f.session.opts.History, patches))
}

// keptHistory is what an earlier run has read, nothing where there is none.
func (f *Folder) keptHistory() history {
	kept := f.session.facts.kept()
	if kept.Cache == nil {
		return history{}
	}
	page := kept.Load(f.historyKey())
	if page == nil {
		return history{}
	}
	h, err := decodeHistory(page)
	if err != nil {
		kept.Damaged(err)
		return history{}
	}
	return h
}

func (f *Folder) keepHistory(h history) {
	if kept := f.session.facts.kept(); kept.Cache != nil {
		if !strings.HasSuffix(h.headText, h.head) { // it was moved in between
			h.headText = ""
		}
		if page := h.encode(); page != nil {
			kept.Save(f.historyKey(), page)
		}
	}
}

// encode is the form in which a history is kept. Most names of files occur often: they are numbers in a table. It is
// nil for what is no history.
func (h *history) encode() []byte {
	var p, paths packer
	numbers := map[string]int64{}
	path := func(s string) {
		n, known := numbers[s]
		if !known {
			n = int64(len(numbers))
			numbers[s] = n
			paths.text(s)
		}
		p.num(n)
	}
	p.text(h.headText)
	p.text(h.head)
	p.num(int64(len(h.commits)))
	var at int64
	for _, c := range h.commits {
		hash, err := hex.DecodeString(c.Hash)
		if err != nil {
			return nil
		}
		p.text(string(hash))
		p.num(c.Time.Unix() - at)
		at = c.Time.Unix()
		p.text(c.Subject)
		p.num(int64(len(c.Paths)))
		for _, name := range c.Paths {
			path(name)
		}
		if c.Lines == nil {
			p.num(-1)
			continue
		}
		p.num(int64(len(c.Lines)))
		for _, name := range slices.Sorted(maps.Keys(c.Lines)) {
			path(name)
			p.num(int64(len(c.Lines[name])))
			for _, line := range c.Lines[name] {
				p.data = binary.LittleEndian.AppendUint32(p.data, line)
			}
		}
	}
	var table packer
	table.num(int64(len(numbers)))
	return slices.Concat(table.data, paths.data, p.data)
}

// decodeHistory reads what encode wrote; the error wraps analysis.ErrCorrupt.
func decodeHistory(data []byte) (history, error) {
	u := unpacker{data: data}
	names := make([]string, u.count(1))
	for i := range names {
		names[i] = u.text()
	}
	path := func() string {
		n := u.num()
		if n < 0 || n >= int64(len(names)) {
			u.bad = true
			return ""
		}
		return names[n]
	}
	h := history{headText: u.text(), head: u.text()}
	if n := u.count(5); n > 0 {
		h.commits = make([]git.Commit, n)
	}
	var at int64
	for i := range h.commits {
		c := &h.commits[i]
		c.Hash = hex.EncodeToString(u.bytes(u.count(1)))
		at += u.num()
		c.Time, c.Subject = time.Unix(at, 0), u.text()
		if n := u.count(1); n > 0 {
			c.Paths = make([]string, n)
		}
		for j := range c.Paths {
			c.Paths[j] = path()
		}
		files := u.num()
		if files < 0 || files > int64(len(u.data)) {
			u.bad = u.bad || files != -1
			continue
		}
		c.Lines = make(map[string][]uint32, files)
		for range files {
			name := path()
			lines := make([]uint32, u.count(4))
			for k := range lines {
				lines[k] = binary.LittleEndian.Uint32(u.bytes(4))
			}
			c.Lines[name] = lines
		}
	}
	return h, u.end()
}
