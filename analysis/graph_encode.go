package analysis

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// The encoding of what linking found out, to be kept until the folder is opened again. It says nothing of the Facts,
// which it belongs to:
//
//	version                             one byte, graphVersion
//	length                              of what follows up to the names' buckets, eight bytes
//	nodes                               how many there are
//	strings lists maps confidences asks tables: what many nodes share stands here once, and lists that are equal become one value
//	nodes                               each one's imports, how many bytes its uses take, siblings, consulted, sets, names sought and edges
//	names                               the directory of the definers, see keptNames
//	buckets                             of the names
//	uses                                of each node
//
// All but the buckets and the uses is read at once, these when they are asked for.
//
// Numbers are unsigned varints, those of files in a list differences (zigzag). A table's element is meant by its
// number from 1; 0 is nil.

// graphVersion is raised with every change of the format.
const graphVersion = 12

// graphHead is how long the version and the length are.
const graphHead = 1 + 8

// EncodeGraph gives a compact binary form of what linking a folder has found out.
func EncodeGraph(g *Graph) []byte {
	e := &graphEncoder{asks: map[*asked]uint64{}, strings: map[string]uint64{}, lists: map[list32]uint64{}, sameLists: map[string]uint64{}, maps: map[uintptr]uint64{}, floats: map[float64]uint64{}}
	for i := range g.nodes {
		e.node(g.nodes[i])
	}
	directory, buckets := g.definers.all().encode()
	e.body = append(e.body, directory...)
	out := append(make([]byte, 0, graphHead), graphVersion)
	out = binary.LittleEndian.AppendUint64(out, 0)
	out = binary.AppendUvarint(out, uint64(len(g.nodes)))
	for _, table := range []struct {
		count int
		data  []byte
	}{{len(e.strings), append(e.stringLengths, e.stringData...)}, {len(e.sameLists), e.listData}, {len(e.maps), e.mapData}, {len(e.floats), e.floatData}, {len(e.asks), e.askData}} {
		out = binary.AppendUvarint(out, uint64(table.count))
		out = append(out, table.data...)
	}
	out = slices.Grow(out, len(e.body)+len(buckets)+len(e.useData))
	out = append(out, e.body...)
	binary.LittleEndian.PutUint64(out[1:], uint64(len(out)-graphHead))
	return append(append(out, buckets...), e.useData...)
}

type graphEncoder struct {
	body []byte

	strings                   map[string]uint64
	lists                     map[list32]uint64
	sameLists                 map[string]uint64 // by what is written of them: equal ones become one
	room                      []byte            // for one list
	maps                      map[uintptr]uint64
	floats                    map[float64]uint64
	asks                      map[*asked]uint64
	stringLengths, stringData []byte
	listData                  []byte
	mapData                   []byte
	floatData                 []byte
	askData                   []byte
	useData                   []byte
}

// list32 is a list of files, by where it lies.
type list32 struct {
	first  *int32
	length int
}

func (e *graphEncoder) num(n uint64) { e.body = binary.AppendUvarint(e.body, n) }

func (e *graphEncoder) flag(b bool) {
	if b {
		e.num(1)
	} else {
		e.num(0)
	}
}

func (e *graphEncoder) str(s string) uint64 {
	n, known := e.strings[s]
	if !known {
		n = uint64(len(e.strings))
		e.strings[s] = n
		e.stringLengths = binary.AppendUvarint(e.stringLengths, uint64(len(s)))
		e.stringData = append(e.stringData, s...)
	}
	return n
}

func (e *graphEncoder) list(l []int32) uint64 {
	if len(l) == 0 {
		return 0
	}
	key := list32{&l[0], len(l)}
	n, known := e.lists[key]
	if !known {
		e.room = appendFiles(e.room[:0], l)
		if n, known = e.sameLists[string(e.room)]; !known {
			n = uint64(len(e.sameLists)) + 1
			e.sameLists[string(e.room)] = n
			e.listData = append(e.listData, e.room...)
		}
		e.lists[key] = n
	}
	return n
}

func appendFiles(to []byte, l []int32) []byte {
	to = binary.AppendUvarint(to, uint64(len(l)))
	last := int32(0)
	for _, f := range l {
		to = binary.AppendVarint(to, int64(f-last))
		last = f
	}
	return to
}

// names is a map from names to lists of files; nil and empty ones differ.
func (e *graphEncoder) names(m map[string][]int32) uint64 {
	if m == nil {
		return 0
	}
	key := reflect.ValueOf(m).Pointer()
	n, known := e.maps[key]
	if !known {
		n = uint64(len(e.maps)) + 1
		e.maps[key] = n
		data := binary.AppendUvarint(nil, uint64(len(m)))
		for name, l := range m {
			data = binary.AppendUvarint(data, e.str(name))
			data = binary.AppendUvarint(data, e.list(l))
		}
		e.mapData = append(e.mapData, data...)
	}
	return n
}

func (e *graphEncoder) float(x float64) uint64 {
	n, known := e.floats[x]
	if !known {
		n = uint64(len(e.floats))
		e.floats[x] = n
		e.floatData = binary.LittleEndian.AppendUint64(e.floatData, math.Float64bits(x))
	}
	return n
}

func (e *graphEncoder) ask(a *asked) uint64 {
	n, known := e.asks[a]
	if !known {
		n = uint64(len(e.asks))
		e.asks[a] = n
		parent := uint64(0)
		if a.parent {
			parent = 1
		}
		for _, part := range []uint64{uint64(a.file), e.str(a.name), parent, e.list(a.answer)} {
			e.askData = binary.AppendUvarint(e.askData, part)
		}
	}
	return n
}

func (e *graphEncoder) node(n *node) {
	e.num(uint64(len(n.imports)))
	for i := range n.imports {
		l := &n.imports[i]
		e.num(uint64(l.Status))
		e.num(e.list(l.Files))
		e.num(e.list(l.Defs))
		e.num(uint64(l.named))
		e.num(e.names(l.members))
		e.num(e.str(l.local))
		e.flag(l.mustDefine)
		e.num(e.list(l.candidates.list()))
		e.num(e.names(l.inside))
		if e.flag(l.Package != nil); l.Package != nil {
			for _, s := range []string{l.Package.Ecosystem, l.Package.Name, l.Package.Version, l.Package.Source, l.Package.As} {
				e.num(e.str(s))
			}
		}
	}
	e.nodeUses(n)
	e.num(e.list(n.siblings))
	e.body = appendFiles(e.body, n.consulted)
	e.num(uint64(len(n.sets)))
	for _, set := range n.sets {
		e.num(e.list(set.files))
	}
	e.nameFilter(n.sought)
	e.num(uint64(len(n.asked)))
	for _, a := range n.asked {
		e.num(e.ask(a))
	}
	e.num(uint64(len(n.out)))
	last := int32(0)
	for _, edge := range n.out {
		e.num(uint64(edge.To - last))
		last = edge.To
		e.body = binary.LittleEndian.AppendUint64(e.body, math.Float64bits(edge.Weight))
		e.flag(edge.Import)
	}
}

// nodeUses writes the uses of a node apart from the rest, which they are read without.
func (e *graphEncoder) nodeUses(n *node) {
	rest := e.body
	e.body = e.useData
	uses := n.uses()
	e.uses(uses.found)
	e.uses(uses.own)
	same := len(uses.all) == len(uses.found) && (len(uses.all) == 0 || &uses.all[0] == &uses.found[0])
	e.flag(same)
	if !same {
		e.uses(uses.all)
	}
	length := len(e.body) - len(e.useData)
	e.useData, e.body = e.body, rest
	e.num(uint64(length))
	e.nameFilter(uses.names)
}

func (e *graphEncoder) nameFilter(f nameFilter) {
	e.num(uint64(len(f)))
	for _, word := range f {
		e.body = binary.LittleEndian.AppendUint64(e.body, word)
	}
}

func (e *graphEncoder) uses(uses []Use) {
	e.num(uint64(len(uses)))
	last := int32(0)
	for i := range uses {
		u := &uses[i]
		e.num(uint64(u.File - last)) // they are sorted
		last = u.File
		e.num(e.str(u.Name))
		e.num(e.str(u.Container))
		e.num(uint64(u.Count))
		e.num(e.float(u.Confidence))
		if u.Places == nil {
			e.num(0)
			continue
		}
		e.num(uint64(len(u.Places)) + 1)
		place := uint32(0)
		for _, p := range u.Places {
			e.num(uint64(p - place))
			place = p
		}
	}
}
