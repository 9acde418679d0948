package analysis

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// nameIndex finds what a file says of a name: a few bytes for each, in the order of their hashes, where a map would take many times
// as much and is asked no sooner.
type nameIndex []nameEntry

type nameEntry struct {
	hash   uint32
	symbol int32 // one of that name
	is     nameTraits
}

// nameTraits are what a file's symbols of one name are.
type nameTraits uint8

const (
	isTop     nameTraits = 1 << iota // at the top level
	isShown                          // other files see one at the top level
	isDefined                        // one at the top level is more than declared
	isMember                         // inside something
	isLocal                          // a LocalFunction
)

func traitsOf(s *Symbol) nameTraits {
	if s.Kind == LocalFunction {
		return isLocal
	}
	if s.Container != "" {
		return isMember
	}
	is := isTop
	if s.Exported {
		is |= isShown
	}
	if !s.Declared {
		is |= isDefined
	}
	return is
}

// nameSeed is the same for all, so that hashes of one file are those of another.
var nameSeed = maphash.MakeSeed()

func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

func newNameIndex(symbols []Symbol) nameIndex {
	all := make([]nameEntry, len(symbols))
	for i := range symbols {
		s := &symbols[i]
		all[i] = nameEntry{hash: hashName(s.Name), symbol: int32(i), is: traitsOf(s)}
	}
	slices.SortFunc(all, func(a, b nameEntry) int {
		if a.hash != b.hash {
			return cmp.Compare(a.hash, b.hash)
		}
		return cmp.Or(strings.Compare(symbols[a.symbol].Name, symbols[b.symbol].Name), cmp.Compare(a.symbol, b.symbol))
	})
	n := 0
	for _, e := range all {
		if n > 0 && all[n-1].hash == e.hash && symbols[all[n-1].symbol].Name == symbols[e.symbol].Name {
			all[n-1].is |= e.is
			continue
		}
		all[n] = e
		n++
	}
	return slices.Clone(all[:n])
}

// of are what symbols of a name are, nothing where there is none.
func (ix nameIndex) of(symbols []Symbol, name string) nameTraits {
	if len(ix) == 0 {
		return 0
	}
	hash := hashName(name)
	i, found := searchSpread(len(ix), func(i int) uint64 { return uint64(ix[i].hash) << 32 }, uint64(hash)<<32)
	for ; found && i < len(ix) && ix[i].hash == hash; i++ {
		if symbols[ix[i].symbol].Name == name {
			return ix[i].is
		}
	}
	return 0
}

// binding says what a local name stands for: a name of the module that an import leads to, or, where
// name is "", the module as a whole.
type binding struct {
	imp  int
	name string
}

// boundNames are the names that imports bind, in the order of their hashes.
type boundNames struct {
	hashes   []uint32
	locals   []string // of the same numbers
	bindings []binding
}

// bind lists what imports bind to names.
func bind(imports []Import) (b boundNames) {
	n := 0
	for i := range imports {
		n += len(imports[i].Names) + 1
	}
	type bound struct {
		hash  uint32
		local string
		binding
	}
	all := make([]bound, 0, n)
	for i := range imports {
		imp := &imports[i]
		for _, n := range imp.Names {
			all = append(all, bound{hashName(n.Local), n.Local, binding{i, n.Name}})
		}
		if imp.Local != "" {
			all = append(all, bound{hashName(imp.Local), imp.Local, binding{i, ""}})
		}
	}
	slices.SortStableFunc(all, func(x, y bound) int {
		if x.hash != y.hash {
			return cmp.Compare(x.hash, y.hash)
		}
		return strings.Compare(x.local, y.local)
	})
	same := func(x, y bound) bool { // imports inside functions say the same many times
		m, n := &imports[x.imp], &imports[y.imp]
		return x.name == y.name && m.Specifier == n.Specifier && m.ReExport == n.ReExport
	}
	kept, first := all[:0], 0
	for _, x := range all {
		if len(kept) > 0 && kept[len(kept)-1].local != x.local {
			first = len(kept)
		}
		if !slices.ContainsFunc(kept[first:], func(y bound) bool { return same(x, y) }) {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		return b
	}
	b = boundNames{make([]uint32, len(kept)), make([]string, len(kept)), make([]binding, len(kept))}
	for i, x := range kept {
		b.hashes[i], b.locals[i], b.bindings[i] = x.hash, x.local, x.binding
	}
	return b
}

// to is what a local name may stand for, in the order of the imports.
func (b *boundNames) to(local string) []binding {
	if len(b.hashes) == 0 {
		return nil
	}
	hash := hashName(local)
	first, found := slices.BinarySearch(b.hashes, hash)
	if !found {
		return nil
	}
	for first < len(b.hashes) && b.hashes[first] == hash && b.locals[first] != local {
		first++
	}
	last := first
	for last < len(b.hashes) && b.hashes[last] == hash && b.locals[last] == local {
		last++
	}
	return b.bindings[first:last:last]
}
