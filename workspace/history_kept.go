package workspace

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/contextls/contextls/workspace/git"
	"github.com/contextls/contextls/workspace/kept"
)

// history is what was read of a repository at one head.
type history struct {
	headText string // as of git.HeadText; "" where only git can tell
	head     string
	commits  []git.Commit
}

// hasLines reports whether it was read what the last commits wrote.
func (h history) hasLines() bool { return len(h.commits) > 0 && h.commits[0].Lines != nil }

// noted is the history without a text of another head, as there is when that was moved while git was asked.
func (h history) noted() history {
	if !strings.HasSuffix(h.headText, h.head) {
		h.headText = ""
	}
	return h
}

// readHistories are what was read of a root's repository, by how many commits were wanted, for all folders there.
type readHistories struct {
	turn chan struct{} // one token: who has it may ask git

	mu   sync.Mutex
	last map[int]history
}

func newReadHistories() readHistories {
	return readHistories{turn: oneToken(), last: map[int]history{}}
}

func (r *readHistories) get(n int) history {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[n]
}

func (r *readHistories) put(n int, h history) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last[n] = h
}

// knownHistory is what was read last, in this run or an earlier one.
func (f *Folder) knownHistory() history {
	if h := f.site.histories.get(f.session.opts.History); h.head != "" {
		return h
	}
	return f.keptHistory()
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
		h = h.noted()
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
