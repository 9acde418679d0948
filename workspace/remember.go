package workspace

import (
	"errors"
	"maps"
	"slices"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/disk"
	"github.com/contextls/contextls/workspace/kept"
)

// memory is what was read of a folder's files in an earlier run, by path: while a file's stamp is the same, it need
// not be read again.
type memory map[string]memo

type memo struct {
	stamp    disk.Stamp
	hash     Hash
	language string        // the Language's ID, where the file's first line says it
	refused  string        // why it is not read on
	plain    bool          // it has Facts and no secrets…
	head     analysis.Head // …and this is what is asked of all Facts
}

// remember takes in what another session knows, or an earlier run has saved.
func (f *Folder) remember() {
	if twin := f.twin(); twin != nil {
		twin.mu.Lock()
		defer twin.mu.Unlock()
		f.memory = twin.memorize()
		return
	}
	kept := f.session.facts.kept()
	if kept.Cache == nil {
		return
	}
	page := kept.Load(f.memoryKey())
	if page == nil {
		return
	}
	m, err := decodeMemory(page)
	if err != nil {
		kept.Damaged(err)
		return
	}
	f.memory = m
}

func (f *Folder) memoryKey() kept.Key { return f.session.facts.kept().key("memory", f.root) }

// save has what was read remembered: after all was read for the first time, and at the end. In between, too little
// is lost when the program is killed to be worth it. The graph is kept in between, too (rest.go).
func (f *Folder) save(last bool) {
	kept := f.session.facts.kept()
	if kept.Cache == nil || f.ctx.Err() != nil && !last {
		return
	}
	kept.Flush()
	if !f.whole { // closed before all was read
		return
	}
	again := f.saved && !last
	f.saved, f.memory = true, nil
	f.mu.Lock()
	unkept := f.unkept()
	f.mu.Unlock()
	if last || unkept {
		f.keepGraph()
	}
	if again {
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

// refusalOf is what to remember of a file that was refused for what is in it.
func refusalOf(content disk.Content, err error) memo {
	var refused *disk.Refused
	if !content.Settled || !errors.As(err, &refused) {
		return memo{}
	}
	return memo{stamp: content.Stamp, refused: refused.Reason}
}

// memoOf is what to remember of a file; ok is false where that is nothing.
func (f *Folder) memoOf(file *File) (one memo, ok bool) {
	if file.Document != nil || file.pending || !file.settled || file.again || file.Warning != f.disk.Warning(file.Path) {
		return memo{}, false
	}
	one = memo{stamp: file.stamp, hash: file.hash}
	if file.Language != nil {
		one.language = file.Language.ID
	}
	if !f.opts.ShowSecrets && file.facts != nil && len(file.secrets) == 0 { // where they are shown, nobody has looked for them
		one.plain = true
		one.head = file.facts.Head
	}
	return one, true
}

// remembers reports whether what was read is remembered already.
func (f *Folder) remembers(r reading) bool {
	if r.recalled {
		return true
	}
	one := r.refused
	if r.now != nil {
		var ok bool
		if one, ok = f.memoOf(r.now); !ok {
			return true // it is nothing
		}
	}
	m, known := f.memory[r.before.Path]
	return known && m == one
}

// memorize is what is to be remembered of the folder as it is now. It needs the lock.
func (f *Folder) memorize() memory {
	m := memory{}
	for _, file := range f.files.slice() {
		if one, ok := f.memoOf(file); ok {
			m[file.Path] = one
		}
	}
	for p, one := range f.refused {
		if f.excluded[p] == one.refused {
			m[p] = one
		}
	}
	return m
}

// encode is the form in which a memory is kept: by path, of which each has as much as is the same as of the one
// before, and the rest; then its stamp, hash, language, refusal and head.
func (m memory) encode() []byte {
	var p packer
	p.num(int64(len(m)))
	before := ""
	for _, path := range slices.Sorted(maps.Keys(m)) {
		same := 0
		for same < min(len(path), len(before)) && path[same] == before[same] {
			same++
		}
		p.num(int64(same))
		p.text(path[same:])
		one := m[path]
		for _, n := range []int64{one.stamp.Size, one.stamp.Modified, one.stamp.Changed, int64(one.stamp.Inode)} {
			p.num(n)
		}
		p.data = append(p.data, one.hash[:]...)
		p.text(one.language)
		p.text(one.refused)
		if p.flag(one.plain); one.plain {
			p.text(one.head.Package)
			p.num(int64(one.head.Lines))
			p.num(int64(one.head.Symbols))
			p.num(int64(one.head.Mentions))
			p.flag(one.head.Generated)
			p.flag(one.head.Augments)
		}
		before = path
	}
	return p.data
}

// decodeMemory reads what encode wrote; the error wraps analysis.ErrCorrupt.
func decodeMemory(data []byte) (memory, error) {
	u := unpacker{data: data}
	count := u.count(len(Hash{}))
	m := make(memory, count)
	path := ""
	for range count {
		same := int(u.num())
		if same < 0 || same > len(path) {
			u.bad = true
			break
		}
		path = path[:same] + u.text()
		var one memo
		one.stamp = disk.Stamp{Size: u.num(), Modified: u.num(), Changed: u.num(), Inode: uint64(u.num())}
		copy(one.hash[:], u.bytes(len(one.hash)))
		one.language, one.refused = u.name(), u.name()
		if one.plain = u.flag(); one.plain {
			one.head = analysis.Head{Package: u.name(), Lines: uint32(u.num()), Symbols: uint32(u.num()), Mentions: uint32(u.num()), Generated: u.flag(), Augments: u.flag()}
		}
		m[path] = one
	}
	return m, u.end()
}
