package analysis

import (
	"sync"
	"sync/atomic"
)

// nodeUses are the uses that a node has, each list by File, Name, Container. Of a graph that was kept they are read when they are first
// asked for, and those taken over from a graph whose files had other numbers are numbered anew then.
type nodeUses struct {
	found []Use      // those that linking found
	own   []Use      // of its own names, where the Facts have their places
	all   []Use      // found, and those of what only is declared there
	names nameFilter // of found; there from the beginning

	once   sync.Once
	length uint32                    // of what they are read from…
	at     uint64                    // …its place…
	number int32                     // …and the node's number there
	kept   *keptUses                 // what they are read with; nil: they are there
	moved  atomic.Pointer[movedUses] // nil: they are there
}

// keptUses are the uses of a kept graph's nodes, and what these have in common.
type keptUses struct {
	strings stringTable
	floats  []float64
	nodes   int
	stored  Stored
	again   func() *Graph // links the graph anew, where what was kept is lost
}

// uses are a node's. It is safe for concurrent use.
func (n *node) uses() *nodeUses {
	if n.lazyUses == nil {
		return &nodeUses{}
	}
	return n.lazyUses.get()
}

// get gives the uses once they are there.
func (u *nodeUses) get() *nodeUses {
	u.once.Do(func() {
		if u.kept != nil {
			u.read(u.kept)
			u.kept = nil
		}
		if m := u.moved.Load(); m != nil {
			u.move(m.from.get(), m.to)
			u.moved.Store(nil)
		}
	})
	return u
}

func (u *nodeUses) read(from *keptUses) {
	d := &graphDecoder{decoder: decoder{data: from.stored.Read(int(u.at), int(u.length), nil)}, strings: from.strings, floats: from.floats, nodes: from.nodes}
	u.found, u.own = d.useList(), d.useList()
	if u.all = u.found; !d.flag() {
		u.all = d.useList()
	}
	if d.bad || len(d.data) > 0 {
		anew := from.again().nodes[u.number].uses()
		u.found, u.own, u.all = anew.found, anew.own, anew.all
	}
}
