package analysis

import (
	"encoding/binary"
	"math/bits"
)

// keptNames are nameFiles as they are kept, in buckets by the first bits of a name: of each name its hash, how many bytes its files take,
// and these, as differences. Who asks for a name reads a bucket.
type keptNames struct {
	count  int      // of the names
	width  int      // how many first bits number the buckets
	ends   []uint32 // of the buckets, in stored
	stored Stored
	nodes  int
	again  func() *nameFiles // makes them anew, where what was kept is lost
}

// namesPerBucket is about how many names are read for one.
const namesPerBucket = 64

// encode gives the form in which names are kept: how many there are, and how long each bucket is; and the buckets.
func (x *nameFiles) encode() (directory, buckets []byte) {
	width := bits.Len(uint(len(x.names) / namesPerBucket))
	directory = binary.AppendUvarint(directory, uint64(len(x.names)))
	directory = append(directory, byte(width))
	i := 0
	var files []byte
	for b := range uint64(1) << width {
		before := len(buckets)
		for ; i < len(x.names) && x.names[i]>>(64-width) == b; i++ {
			files = files[:0]
			last := int32(0)
			for _, f := range x.files[x.start[i]:x.start[i+1]] {
				files = binary.AppendUvarint(files, uint64(f-last))
				last = f
			}
			buckets = binary.LittleEndian.AppendUint64(buckets, x.names[i])
			buckets = binary.AppendUvarint(buckets, uint64(len(files)))
			buckets = append(buckets, files...)
		}
		directory = binary.AppendUvarint(directory, uint64(len(buckets)-before))
	}
	return directory, buckets
}

// names reads the directory that encode wrote.
func (d *graphDecoder) names() *keptNames {
	k := &keptNames{count: int(d.num32()), width: int(d.num()), nodes: d.nodes}
	if k.width > 32 || 1<<k.width > len(d.data) {
		d.bad = true
		return k
	}
	k.ends = make([]uint32, 1<<k.width)
	end := uint32(0)
	for i := range k.ends {
		end += d.num32()
		k.ends[i] = end
		d.bad = d.bad || i > 0 && end < k.ends[i-1]
	}
	return k
}

// bytes are how many the buckets take.
func (k *keptNames) bytes() int { return int(k.ends[len(k.ends)-1]) }

// of are the files that define a name, by its hash.
func (k *keptNames) of(h uint64) (files []int32) {
	b, first := h>>(64-k.width), 0
	if b > 0 {
		first = int(k.ends[b-1])
	}
	d := &graphDecoder{decoder: decoder{data: k.stored.Read(first, int(k.ends[b])-first, nil)}, nodes: k.nodes}
	if d.data == nil {
		return k.again().ofHash(h)
	}
	for len(d.data) > 0 && !d.bad {
		if name, list := d.name(); name == h {
			d.data = list
			files = d.files32()
			break
		}
	}
	if d.bad {
		return k.again().ofHash(h)
	}
	return files
}

// all are all of them.
func (k *keptNames) all() *nameFiles {
	d := &graphDecoder{decoder: decoder{data: k.stored.Read(0, k.bytes(), nil)}, nodes: k.nodes}
	if d.data == nil {
		return k.again()
	}
	x := &nameFiles{names: make([]uint64, 0, k.count), start: make([]uint32, 0, k.count+1)}
	for len(d.data) > 0 && !d.bad {
		name, list := d.name()
		x.names, x.start = append(x.names, name), append(x.start, uint32(len(x.files)))
		rest := d.data
		d.data = list
		x.files = append(x.files, d.files32()...)
		d.data = rest
	}
	if d.bad {
		return k.again()
	}
	x.start = append(x.start, uint32(len(x.files)))
	return x
}

// name is the next name of a bucket, and its files.
func (d *graphDecoder) name() (h uint64, list []byte) {
	if first := d.bytes(8); first != nil {
		h = binary.LittleEndian.Uint64(first)
	}
	return h, d.bytes(d.count(1))
}

// files32 are files in order, up to the end of the data.
func (d *graphDecoder) files32() (files []int32) {
	last := int64(0)
	for len(d.data) > 0 {
		last += int64(d.num32())
		files = append(files, d.file(last))
	}
	return files
}
