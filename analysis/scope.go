package analysis

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
)

// scope is a file's names, indexed for linking. It follows from the Facts alone.
type scope struct {
	names    nameIndex         // of its symbols
	declared bool              // some name is no more than declared here
	exports  map[string]string // offered name → local name
	assigned string            // see Facts.Assigned
	bound    boundNames        // local name → the imports that may bring it, the other branch of an if or try among them
	stars    []int             // imports that bring all names
	augments []int32           // the modules of which it declares more: see augments; by their numbers
	symbols  []Symbol          // the file's
	byName   []int32           // their numbers by Container, Name
}

// scopeLater is the scope of a file, made when it is first asked for: nobody asks for most of them after a start.
type scopeLater struct {
	facts *LazyFacts
	made  atomic.Pointer[scope]
}

// scope are the names of a node's file. It is safe for concurrent use.
func (n *node) scope() *scope {
	if s := n.names.made.Load(); s != nil {
		return s
	}
	s := newScope(n.names.facts.Get())
	n.names.made.Store(s)
	return s
}

// ForgetScopes lets go of what the graph has of Facts until it is asked for again, so that these can be forgotten. It is safe for concurrent use.
func (g *Graph) ForgetScopes() {
	g.linker.Store(nil)
	for i := range g.nodes {
		g.nodes[i].names.made.Store(nil)
	}
}

func newScope(f *Facts) *scope {
	if f == nil {
		return &scope{}
	}
	s := &scope{names: newNameIndex(f.Symbols), bound: bind(f.Imports), assigned: f.Assigned()}
	s.index(f)
	for i := range f.Symbols {
		if f.Symbols[i].augments() {
			s.augments = append(s.augments, int32(i))
		}
	}
	s.declared = slices.ContainsFunc(s.names, func(e nameEntry) bool { return e.is&(isTop|isDefined) == isTop })
	s.exports = exportsOf(f)
	for i := range f.Imports {
		if f.Imports[i].Star {
			s.stars = append(s.stars, i)
		}
	}
	return s
}

// exportsOf are the local names of what a file offers, by the names that it offers them by.
func exportsOf(f *Facts) map[string]string {
	if len(f.Exports) == 0 {
		return nil
	}
	exports := make(map[string]string, len(f.Exports))
	for _, e := range f.Exports {
		exports[e.Name] = e.Local
	}
	return exports
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

// is tells what the file's symbols of a name are, nothing where it has none.
func (s *scope) is(name string) nameTraits { return s.names.of(s.symbols, name) }

// defines reports whether a name is defined at the top level.
func (s *scope) defines(name string) bool { return s.is(name)&isTop != 0 }

// declares reports whether a name is declared at the top level, and not defined there.
func (s *scope) declares(name string) bool {
	return s.declared && s.is(name)&(isTop|isDefined) == isTop
}

// hasMember reports whether a name is defined inside something.
func (s *scope) hasMember(name string) bool { return s.is(name)&isMember != 0 }

// each calls f with the names of the file's symbols, and what they are.
func (s *scope) each(f func(name string, is nameTraits)) {
	for _, e := range s.names {
		f(s.symbols[e.symbol].Name, e.is)
	}
}

// sameInterface reports whether two versions of a file look the same to the files that import them: same
// definitions, imports, exports and package. Then only the file's own links can have changed.
func sameInterface(a, b *Facts) bool {
	if a == nil || b == nil {
		return a == b
	}
	return sameImports(a, b) && slices.Equal(a.Exports, b.Exports) && slices.EqualFunc(a.Symbols, b.Symbols, func(x, y Symbol) bool { return x.Name == y.Name && sameToOthers(&x, &y) })
}

// sameToOthers reports whether two symbols of one name look the same to other files.
func sameToOthers(x, y *Symbol) bool {
	return x.Container == y.Container && x.Exported == y.Exported && x.Declared == y.Declared && x.Kind == y.Kind && x.Type == y.Type && x.Set == y.Set && x.isDeclaredField() == y.isDeclaredField() && x.isAbstract() == y.isAbstract()
}

// sameImports reports whether two versions of a file are of the same package and import the same.
func sameImports(a, b *Facts) bool {
	return a.Package == b.Package && slices.EqualFunc(a.Imports, b.Imports, func(x, y Import) bool {
		return x.Specifier == y.Specifier && x.Local == y.Local && x.Star == y.Star && x.ReExport == y.ReExport && slices.Equal(x.Names, y.Names)
	})
}
