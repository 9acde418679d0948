package analysis

import (
	"math"
	"slices"
)

// stringTable is strings in one: Linux' graph has 860,000, whose headers would take as much as they do.
type stringTable struct {
	all  string
	ends []uint32
}

func (t *stringTable) at(i int) string {
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.all[start:t.ends[i]]
}

// tables reads what many nodes share.
func (d *graphDecoder) tables() {
	d.strings.ends = make([]uint32, d.count(1))
	end := 0
	for i := range d.strings.ends {
		end += d.count(1)
		d.strings.ends[i] = uint32(end)
	}
	d.bad = d.bad || uint64(end) > math.MaxUint32
	d.strings.all = string(d.bytes(end))
	d.lists = make([][]int32, d.count(1)+1)
	for i := range d.lists[1:] {
		d.lists[i+1] = d.fileList()
	}
	d.sets = make([]*fileSet, len(d.lists))
	d.maps = make([]map[string][]int32, d.count(1)+1)
	for i := range d.maps[1:] {
		n := d.count(2)
		m := make(map[string][]int32, n)
		for range n {
			name := d.str()
			m[name] = d.list()
		}
		d.maps[i+1] = m
	}
	d.floats = make([]float64, d.count(8))
	for i := range d.floats {
		d.floats[i] = d.float64()
	}
	d.asks = make([]*asked, d.count(4))
	for i := range d.asks {
		d.asks[i] = &asked{d.file(int64(d.num32())), d.str(), d.flag(), d.list()}
	}
}

func (d *graphDecoder) fileList() []int32 {
	out := cut(&d.files, d.count(1), 4096)
	last := int64(0)
	for i := range out {
		last += d.diff()
		out[i] = d.file(last)
	}
	return orNil(out)
}

// element is the one of a table that the next number means.
func element[T any](d *graphDecoder, table []T) (none T) {
	n := d.num()
	if n >= uint64(len(table)) {
		d.bad = true
		return none
	}
	return table[n]
}

func (d *graphDecoder) str() string {
	n := d.num()
	if n >= uint64(len(d.strings.ends)) || d.bad {
		d.bad = true
		return ""
	}
	return d.strings.at(int(n))
}

func (d *graphDecoder) list() []int32 { return element(d, d.lists) }

// set is one of the lists as a set; none of no files.
func (d *graphDecoder) set() *fileSet {
	n := d.num()
	if n >= uint64(len(d.lists)) {
		d.bad = true
		return nil
	}
	if len(d.lists[n]) == 0 {
		return nil
	}
	s := d.sets[n]
	if s == nil {
		d.bad = d.bad || !slices.IsSorted(d.lists[n])
		s = &fileSet{files: d.lists[n]}
		d.sets[n] = s
	}
	return s
}
