package analysis

// FewNames are some names among very many that are asked for: most of those that are none of them have another length.
type FewNames struct {
	names   map[string]bool
	lengths uint64    // a bit for each length, but for its multiples of 64
	ends    [4]uint64 // a bit for each last byte
}

// NewFewNames are the names of a set, which is not to be changed from then on.
func NewFewNames(names map[string]bool) FewNames {
	few := FewNames{names: names}
	for name := range names {
		few.lengths |= 1 << (len(name) % 64)
		if name != "" {
			last := name[len(name)-1]
			few.ends[last/64] |= 1 << (last % 64)
		}
	}
	return few
}

// Has reports whether a name is one of them.
func (f *FewNames) Has(name string) bool {
	return f.hasLength(len(name)) && f.names[name]
}

// MayEnd reports whether the end of a name may be one of them. It looks at its last byte.
func (f *FewNames) MayEnd(name string) bool {
	return name != "" && f.ends[name[len(name)-1]/64]>>(name[len(name)-1]%64)&1 != 0
}

// HasJoined is Has of a name in parts, which are put together only where one of its length is there.
func (f *FewNames) HasJoined(first, between, last string) bool {
	return f.hasLength(len(first)+len(between)+len(last)) && f.names[first+between+last]
}

func (f *FewNames) hasLength(length int) bool { return f.lengths>>(length%64)&1 != 0 }
