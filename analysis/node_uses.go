package analysis

import "sync"

// nodeUses are the uses that a node has, each list by File, Name, Container. Of a graph that was kept they are read when they are first
// asked for.
type nodeUses struct {
	found []Use // those that linking found
	own   []Use // of its own names, where the Facts have their places
	all   []Use // found, and those of what only is declared there

	once sync.Once
	kept *useTables // what they are read with; nil: they are there
	data []byte     // what they are read from
}

// useTables are what the uses of a kept graph's nodes have in common.
type useTables struct {
	strings []string
	floats  []float64
	nodes   int
}

// uses are a node's. It is safe for concurrent use.
func (n *node) uses() *nodeUses {
	u := n.lazyUses
	if u == nil {
		return &nodeUses{}
	}
	u.once.Do(func() {
		if u.kept == nil {
			return
		}
		d := &graphDecoder{decoder: decoder{data: u.data, strings: u.kept.strings}, floats: u.kept.floats, nodes: u.kept.nodes}
		u.found, u.own = d.useList(), d.useList()
		if u.all = u.found; !d.flag() {
			u.all = d.useList()
		}
		if d.bad {
			u.found, u.own, u.all = nil, nil, nil
		}
		u.kept, u.data = nil, nil
	})
	return u
}
