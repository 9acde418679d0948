package analysis

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"sort"
)

// nameFiles are the files that define each name, which stands for itself by a hash of 64 bits: of the millions of names of the largest
// repositories, two have the same once in millions of repositories. A map would take many times as much room, and could not be kept.
type nameFiles struct {
	names []uint64 // the names' hashes, ascending
	start []uint32 // where the files of each are, and the end of all
	files []int32  // each name's, ascending
}

// hashOfName is FNV-1a with its bits mixed, so that names are spread evenly.
func hashOfName(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// of are the files that define a name, by number. Not to be changed.
func (x *nameFiles) of(name string) []int32 {
	h := hashOfName(name)
	i, known := slices.BinarySearch(x.names, h)
	if !known {
		return nil
	}
	first, end := x.start[i], x.start[i+1]
	return x.files[first:end:end]
}

// naming is that a file defines a name.
type naming struct {
	name uint64
	file int32
}

// newNameFiles sorts what files define, of which each is said once or more often: by the first bits of a name into buckets, and each of
// these by itself.
func newNameFiles(all []naming) nameFiles {
	width := max(bits.Len(uint(len(all)))-2, 0)
	bucket := func(n naming) uint64 { return n.name >> (64 - width) }
	ends := make([]uint32, 1<<width+1)
	for _, n := range all {
		ends[bucket(n)+1]++
	}
	for i := range len(ends) - 1 {
		ends[i+1] += ends[i]
	}
	placed := make([]naming, len(all))
	for _, n := range all {
		b := bucket(n)
		placed[ends[b]] = n
		ends[b]++
	}
	x := nameFiles{files: make([]int32, 0, len(all))}
	first := uint32(0)
	for _, end := range ends[:len(ends)-1] {
		part := placed[first:end]
		first = end
		slices.SortFunc(part, func(a, b naming) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.file, b.file)) })
		for i, n := range part {
			if i > 0 && n == part[i-1] {
				continue
			}
			if i == 0 || n.name != part[i-1].name {
				x.names, x.start = append(x.names, n.name), append(x.start, uint32(len(x.files)))
			}
			x.files = append(x.files, n.file)
		}
	}
	x.start = append(x.start, uint32(len(x.files)))
	x.names, x.start, x.files = slices.Clip(x.names), slices.Clip(x.start), slices.Clip(x.files)
	return x
}

// append adds the form in which it is kept: how many names and files there are, then the three lists, little-endian.
func (x *nameFiles) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(x.names)))
	to = binary.AppendUvarint(to, uint64(len(x.files)))
	to = slices.Grow(to, 12*len(x.names)+4*len(x.files)+4)
	for _, h := range x.names {
		to = binary.LittleEndian.AppendUint64(to, h)
	}
	for _, at := range x.start {
		to = binary.LittleEndian.AppendUint32(to, at)
	}
	for _, f := range x.files {
		to = binary.LittleEndian.AppendUint32(to, uint32(f))
	}
	return to
}

// nameFiles reads what append wrote.
func (d *graphDecoder) nameFiles() nameFiles {
	names, files := d.count(12), d.count(4)
	if len(d.data) < 12*names+4*files+4 {
		d.bad = true
		return nameFiles{}
	}
	x := nameFiles{make([]uint64, names), make([]uint32, names+1), make([]int32, files)}
	for i := range x.names {
		x.names[i] = binary.LittleEndian.Uint64(d.data[8*i:])
		d.bad = d.bad || i > 0 && x.names[i] <= x.names[i-1]
	}
	d.data = d.data[8*names:]
	for i := range x.start {
		x.start[i] = binary.LittleEndian.Uint32(d.data[4*i:])
	}
	d.data = d.data[4*len(x.start):]
	d.bad = d.bad || x.start[names] != uint32(files) || !sort.SliceIsSorted(x.start, func(a, b int) bool { return x.start[a] < x.start[b] })
	for i := range x.files {
		x.files[i] = d.file(int64(binary.LittleEndian.Uint32(d.data[4*i:])))
	}
	d.data = d.data[4*files:]
	return x
}
