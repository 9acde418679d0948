package analysis

import (
	"cmp"
	"math/bits"
	"slices"
)

// nameFiles are the files that define each name, which stands for itself by a hash of 64 bits: of the millions of names of the largest
// repositories, two have the same once in millions of repositories. A map would take many times as much room, and could not be kept.
type nameFiles struct {
	names []uint64 // the names' hashes, ascending
	start []uint32 // where the files of each are, and the end of all
	files []int32  // each name's, ascending

	kept *keptNames // what all of that is read from; nil: it is there
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
	if x.kept != nil {
		return x.kept.of(h)
	}
	return x.ofHash(h)
}

func (x *nameFiles) ofHash(h uint64) []int32 {
	i, known := searchSpread(len(x.names), func(i int) uint64 { return x.names[i] }, h)
	if !known {
		return nil
	}
	first, end := x.start[i], x.start[i+1]
	return x.files[first:end:end]
}

// whole are they with all that there is of them.
func (x *nameFiles) whole() *nameFiles {
	if x.kept != nil {
		return x.kept.all()
	}
	return x
}

// count is how many names there are.
func (x *nameFiles) count() int {
	if x.kept != nil {
		return x.kept.count
	}
	return len(x.names)
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
	x.names, x.start, x.files = slices.Clone(x.names), slices.Clone(x.start), slices.Clone(x.files)
	return x
}
