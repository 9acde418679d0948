package analysis

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// scope is a file's names, indexed for linking. It follows from the Facts alone.
type scope struct {
	top      map[string]bool      // defined at the top level; whether other files see it
	declared map[string]bool      // of these, the ones that the file does not define itself
	members  map[string]bool      // defined inside something
	exports  map[string]string    // offered name → local name
	bound    map[string][]binding // local name → the imports that may bring it, the other branch of an if or try among them
	stars    []int                // imports that bring all names
	augments []int32              // the modules of which it declares more: see augments; by their numbers
	symbols  []Symbol             // the file's
	byName   []int32              // their numbers by Container, Name
}

// binding says what a local name stands for: a name of the module that an import leads to, or, where
// name is "", the module as a whole.
type binding struct {
	imp  int
	name string
}

func newScope(f *Facts) *scope {
	s := &scope{top: map[string]bool{}, declared: map[string]bool{}, members: map[string]bool{}, exports: map[string]string{}, bound: map[string][]binding{}}
	if f == nil {
		return s
	}
	s.index(f)
	for i := range f.Symbols {
		if sym := &f.Symbols[i]; sym.Container == "" {
			exported, again := s.top[sym.Name]
			s.top[sym.Name] = exported || sym.Exported
			if sym.Kind == Module && sym.Type != "" {
				s.augments = append(s.augments, int32(i))
			}
			if !sym.Declared {
				delete(s.declared, sym.Name)
			} else if !again {
				s.declared[sym.Name] = true
			}
		} else {
			s.members[sym.Name] = true
		}
	}
	for _, e := range f.Exports {
		s.exports[e.Name] = e.Local
	}
	bind := func(local string, b binding) {
		same := func(other binding) bool { // imports inside functions say the same many times
			x, y := &f.Imports[other.imp], &f.Imports[b.imp]
			return other.name == b.name && x.Specifier == y.Specifier && x.ReExport == y.ReExport
		}
		if !slices.ContainsFunc(s.bound[local], same) {
			s.bound[local] = append(s.bound[local], b)
		}
	}
	for i := range f.Imports {
		imp := &f.Imports[i]
		for _, n := range imp.Names {
			bind(n.Local, binding{i, n.Name})
		}
		if imp.Local != "" {
			bind(imp.Local, binding{i, ""})
		}
		if imp.Star {
			s.stars = append(s.stars, i)
		}
	}
	return s
}

// index makes the file's symbols easy to find.
func (s *scope) index(f *Facts) {
	s.symbols = f.Symbols
	s.byName = make([]int32, len(f.Symbols))
	for i := range s.byName {
		s.byName[i] = int32(i)
	}
	slices.SortStableFunc(s.byName, func(a, b int32) int {
		x, y := &f.Symbols[a], &f.Symbols[b]
		return cmp.Or(strings.Compare(x.Container, y.Container), strings.Compare(x.Name, y.Name))
	})
}

// find are the symbols of a name in a container, by their numbers.
func (s *scope) find(container, name string) []int32 {
	first, _ := slices.BinarySearchFunc(s.byName, 0, func(i int32, _ int) int {
		return cmp.Or(strings.Compare(s.symbols[i].Container, container), strings.Compare(s.symbols[i].Name, name))
	})
	last := first
	for last < len(s.byName) && s.symbols[s.byName[last]].Container == container && s.symbols[s.byName[last]].Name == name {
		last++
	}
	return s.byName[first:last]
}

// inside reports whether a symbol has members.
func (s *scope) inside(of *Symbol) bool {
	return len(s.within(of)) > 0
}

// within are the symbols that a symbol contains, by their numbers.
func (s *scope) within(of *Symbol) []int32 {
	path := of.QualifiedName()
	at := func(i int) string { return s.symbols[s.byName[i]].Container }
	first := sort.Search(len(s.byName), func(i int) bool { return at(i) >= path })
	last := first
	for last < len(s.byName) && at(last) == path {
		last++
	}
	return s.byName[first:last]
}

// defines reports whether a name is defined at the top level.
func (s *scope) defines(name string) bool {
	_, defined := s.top[name]
	return defined
}

// sameInterface reports whether two versions of a file look the same to the files that import them: same
// definitions, imports, exports and package. Then only the file's own links can have changed.
func sameInterface(a, b *Facts) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Package == b.Package &&
		slices.EqualFunc(a.Symbols, b.Symbols, func(x, y Symbol) bool {
			return x.Name == y.Name && x.Container == y.Container && x.Exported == y.Exported && x.Declared == y.Declared && x.Kind == y.Kind && x.Type == y.Type && x.Set == y.Set
		}) &&
		slices.EqualFunc(a.Imports, b.Imports, func(x, y Import) bool {
			return x.Specifier == y.Specifier && x.Local == y.Local && x.Star == y.Star && x.ReExport == y.ReExport &&
				slices.Equal(x.Names, y.Names)
		}) &&
		slices.Equal(a.Exports, b.Exports)
}
