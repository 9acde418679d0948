package analysis

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
)

// KeptGraph is a graph as it was kept, read as far as it can be without the files. It is good for one Graph.
type KeptGraph struct {
	graph *Graph // its nodes have no files yet
	uses  *keptUses
	names *keptNames
}

// ReadGraph reads what EncodeGraph wrote. The error wraps ErrCorrupt.
func ReadGraph(stored Stored) (*KeptGraph, error) {
	head := stored.Read(0, graphHead, nil)
	if head == nil || head[0] != graphVersion {
		return nil, fmt.Errorf("%w: no graph of version %d", ErrCorrupt, graphVersion)
	}
	_, stored = stored.Split(graphHead)
	length := binary.LittleEndian.Uint64(head[1:])
	if length > uint64(stored.Len()) {
		return nil, ErrCorrupt
	}
	first, stored := stored.Split(int(length))
	d := &graphDecoder{decoder: decoder{data: first.Read(0, first.Len(), nil)}}
	d.nodes = d.count(1)
	d.tables()
	g := &Graph{nodes: newNodes(d.nodes), numbers: new(byte)}
	uses := &keptUses{strings: d.strings, floats: d.floats, nodes: d.nodes}
	stated, lazy, at := make([]byte, d.nodes), make([]nodeUses, d.nodes), uint64(0)
	for i := range g.nodes {
		if d.bad {
			break
		}
		n := g.nodes[i]
		lazy[i] = nodeUses{kept: uses, number: int32(i), at: at}
		n.stated, n.lazyUses = &stated[i], &lazy[i]
		d.node(n)
		at += uint64(lazy[i].length)
	}
	names := d.names()
	if d.bad || len(d.data) > 0 || uint64(stored.Len()) != uint64(names.bytes())+at {
		return nil, ErrCorrupt
	}
	names.stored, uses.stored = stored.Split(names.bytes())
	g.definers = definers{base: &nameFiles{kept: names}}
	g.finish()
	return &KeptGraph{g, uses, names}, nil
}

// Graph gives the graph of a tree back whose linking was kept: of the same paths, languages and manifests, with Facts that say the same. The
// error wraps ErrCorrupt. Linking a changed tree on top of it is as on top of what was encoded. What is read later and is lost by then
// is linked anew.
func (k *KeptGraph) Graph(tree *Tree) (*Graph, error) {
	g := k.graph
	g.tree, g.resolvers = tree, &resolvers{tree: tree}
	if tree.read() != len(g.nodes) {
		return nil, fmt.Errorf("%w: the graph of other files", ErrCorrupt)
	}
	nodes := g.nodes
	for i := range tree.files {
		f := tree.files[i]
		if f.Language == nil {
			continue
		}
		n := nodes[0]
		nodes = nodes[1:]
		if f.Facts == nil && len(n.imports) > 0 {
			return nil, fmt.Errorf("%w: a file that has no Facts imports others", ErrCorrupt)
		}
		n.file, n.names = f, &scopeLater{facts: f.Facts}
		for k := range n.imports {
			n.imports[k].facts = f.Facts
		}
	}
	g.findAugmenting()
	k.uses.again = sync.OnceValue(func() *Graph { return Link(nil, tree) })
	k.names.again = func() *nameFiles { return k.uses.again().definers.base }
	return g, nil
}

type graphDecoder struct {
	decoder
	strings stringTable // in place of the decoder's
	nodes   int
	lists   [][]int32
	sets    []*fileSet // the lists as sets, by the same number; made when first used
	maps    []map[string][]int32
	floats  []float64
	asks    []*asked
	places  []uint32 // from which those of uses are cut
	words   []uint64 // from which filters of names are cut
	files   []int32  // from which lists are cut
}

// bytes are the next n.
func (d *graphDecoder) bytes(n int) []byte {
	if n < 0 || n > len(d.data) {
		d.bad, d.data = true, nil
		return nil
	}
	part := d.data[:n:n]
	d.data = d.data[n:]
	return part
}

func (d *graphDecoder) float64() float64 { return math.Float64frombits(d.uint64()) }

func (d *graphDecoder) uint64() uint64 {
	if len(d.data) < 8 {
		d.bad, d.data = true, nil
		return 0
	}
	x := binary.LittleEndian.Uint64(d.data)
	d.data = d.data[8:]
	return x
}

// file is the number of a node.
func (d *graphDecoder) file(n int64) int32 {
	if n < 0 || n >= int64(d.nodes) {
		d.bad = true
		return 0
	}
	return int32(n)
}

// node reads all of a node but its uses, of which it reads how many bytes they are, and their names.
func (d *graphDecoder) node(n *node) {
	if count := d.count(10); count > 0 {
		n.imports = make([]ImportLink, count)
	}
	for i := range n.imports {
		n.imports[i] = ImportLink{number: int32(i), Status: d.status(), Files: d.list(), Defs: d.list(), named: int32(d.num32()),
			members: element(d, d.maps), local: d.str(), mustDefine: d.flag(), candidates: d.set(), inside: element(d, d.maps), Package: d.pkg()}
	}
	n.lazyUses.length, n.lazyUses.names = d.num32(), d.nameFilter()
	n.siblings = d.list()
	n.consulted = d.fileList()
	if count := d.count(1); count > 0 {
		n.sets = make([]*fileSet, count)
	}
	for i := range n.sets {
		n.sets[i] = d.set()
		d.bad = d.bad || n.sets[i] == nil
	}
	n.sought = d.nameFilter()
	if count := d.count(1); count > 0 {
		n.asked = make([]*asked, count)
	}
	for i := range n.asked {
		n.asked[i] = element(d, d.asks)
	}
	n.out = make([]Edge, d.count(10))
	last := int64(0)
	for i := range n.out {
		last += int64(d.num32())
		n.out[i] = Edge{To: d.file(last), Weight: d.float64(), Import: d.flag()}
	}
}

func (d *graphDecoder) nameFilter() nameFilter {
	words := d.count(8)
	if words == 0 {
		return nil
	}
	d.bad = d.bad || words&(words-1) != 0
	names := nameFilter(cut(&d.words, words, chunkFilters))
	for i := range names {
		names[i] = d.uint64()
	}
	return names
}

func (d *graphDecoder) pkg() *Package {
	if !d.flag() {
		return nil
	}
	return &Package{Ecosystem: d.str(), Name: d.str(), Version: d.str(), Source: d.str(), As: d.str()}
}

func (d *graphDecoder) status() Status {
	n := d.num()
	if n >= uint64(len(statusNames)) {
		d.bad = true
		return 0
	}
	return Status(n)
}

func (d *graphDecoder) useList() []Use {
	out := make([]Use, d.count(6))
	last := int64(0)
	for i := range out {
		last += int64(d.num32())
		u := Use{File: d.file(last), Name: d.str(), Container: d.str(), Count: d.num32(), Confidence: element(d, d.floats)}
		if count := d.num(); count > 0 {
			if count-1 > uint64(len(d.data)) {
				d.bad = true
				return nil
			}
			u.Places = cut(&d.places, int(count-1), min(len(d.data), 256))
			place := uint32(0)
			for k := range u.Places {
				place += d.num32()
				u.Places[k] = place
			}
		}
		out[i] = u
	}
	return orNil(out)
}
