package workspace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/store"
)

// memory is what was read of a folder's files in an earlier run, by path: while a file's stamp is the same, it need
// not be read again.
type memory map[string]memo

type memo struct {
	stamp    disk.Stamp
	hash     Hash
	language string // the Language's ID, where the file's first line says it
	refused  string // why it is not read on
}

// remember takes in what an earlier run has saved.
func (f *Folder) remember() {
	kept := f.session.facts.kept.Load()
	page := kept.Load(f.memoryKey())
	if page == nil {
		return
	}
	m, ok := decodeMemory(page)
	if !ok {
		kept.Damaged(fmt.Errorf("what is remembered of %s is not whole", f.root))
		return
	}
	f.memory = m
}

func (f *Folder) memoryKey() store.Key { return f.session.opts.Cache.key("memory", f.root) }

// save has what was read remembered: after all was read for the first time, and at the end. In between, too little
// is lost when the program is killed to be worth it.
func (f *Folder) save(last bool) {
	kept := f.session.facts.kept.Load()
	if kept == nil || f.ctx.Err() != nil && !last {
		return
	}
	kept.Flush()
	first := !f.whole
	f.whole, f.memory = f.whole || !last, nil
	if first == last { // closed before all was read, or neither the first time nor the last
		return
	}
	f.mu.Lock()
	var m memory
	if f.unsaved {
		f.unsaved = false
		m = f.memorize()
	}
	f.mu.Unlock()
	if m != nil {
		kept.Save(f.memoryKey(), m.encode())
	}
}

// recall is what reading a file would come to, ok if that is remembered. A manifest is read: its text is needed.
func (f *Folder) recall(before *File) (read reading, ok bool) {
	m, known := f.memory[before.Path]
	if !known || m.stamp != before.stamp || f.session.langs.isManifest(before.Path) {
		return reading{}, false
	}
	if m.refused != "" {
		return reading{before: before, reason: m.refused, refused: m, recalled: true}, true
	}
	now := *before
	now.pending, now.again, now.Problem, now.facts, now.secrets = false, false, "", nil, nil
	now.hash, now.Size, now.settled = m.hash, m.stamp.Size, true
	now.digest = digestOf(now.Path, now.hash)
	if f.session.langs.of(now.Path, "") == nil && mayBeScript(now.Path) {
		now.Language = f.session.langs.byID[m.language]
	}
	if now.Language != nil {
		e, known := f.session.facts.known(source{language: now.Language, hash: now.hash, showSecrets: f.opts.ShowSecrets})
		if !known || e.err != nil {
			return reading{}, false
		}
		now.facts, now.secrets = e.facts, e.secrets
	}
	return reading{before: before, now: &now, recalled: true}, true
}

// refusalOf is what to remember of a file that was refused for what is in it.
func refusalOf(content disk.Content, err error) memo {
	var refused *disk.Refused
	if !content.Settled || !errors.As(err, &refused) {
		return memo{}
	}
	return memo{stamp: content.Stamp, refused: refused.Reason}
}

// memorize is what is to be remembered of the folder as it is now. It needs the lock.
func (f *Folder) memorize() memory {
	m := memory{}
	for _, file := range f.files.slice() {
		if file.Document != nil || file.pending || !file.settled || file.again || file.Warning != f.disk.Warning(file.Path) {
			continue
		}
		one := memo{stamp: file.stamp, hash: file.hash}
		if file.Language != nil {
			one.language = file.Language.ID
		}
		m[file.Path] = one
	}
	for p, one := range f.refused {
		if f.excluded[p] == one.refused {
			m[p] = one
		}
	}
	return m
}

// encode is the form in which a memory is kept: by path, of which each has as much as is the same as of the one
// before, and the rest; then its stamp, hash, language and refusal. Numbers are varints.
func (m memory) encode() []byte {
	var data []byte
	num := func(n int64) { data = binary.AppendVarint(data, n) }
	text := func(s string) {
		num(int64(len(s)))
		data = append(data, s...)
	}
	num(int64(len(m)))
	before := ""
	for _, p := range slices.Sorted(maps.Keys(m)) {
		same := 0
		for same < min(len(p), len(before)) && p[same] == before[same] {
			same++
		}
		num(int64(same))
		text(p[same:])
		one := m[p]
		for _, n := range []int64{one.stamp.Size, one.stamp.Modified, one.stamp.Changed, int64(one.stamp.Inode)} {
			num(n)
		}
		data = append(data, one.hash[:]...)
		text(one.language)
		text(one.refused)
		before = p
	}
	return data
}

// decodeMemory reads what encode wrote; ok if it is that.
func decodeMemory(data []byte) (m memory, ok bool) {
	bad := false
	num := func() int64 {
		n, size := binary.Varint(data)
		if size <= 0 {
			bad, data = true, nil
			return 0
		}
		data = data[size:]
		return n
	}
	bytes := func(n int64) []byte {
		if n < 0 || n > int64(len(data)) {
			bad, data = true, nil
			return nil
		}
		part := data[:n]
		data = data[n:]
		return part
	}
	count := num()
	if count < 0 || count > int64(len(data)) {
		return nil, false
	}
	m = make(memory, count)
	names := map[string]string{} // few differ
	name := func() string {
		part := bytes(num())
		if s, known := names[string(part)]; known {
			return s
		}
		s := string(part)
		names[s] = s
		return s
	}
	path := ""
	for range count {
		same := num()
		if same < 0 || same > int64(len(path)) {
			return nil, false
		}
		path = strings.Clone(path[:same] + string(bytes(num())))
		var one memo
		one.stamp = disk.Stamp{Size: num(), Modified: num(), Changed: num(), Inode: uint64(num())}
		copy(one.hash[:], bytes(int64(len(one.hash))))
		one.language, one.refused = name(), name()
		m[path] = one
	}
	return m, !bad && len(data) == 0
}
