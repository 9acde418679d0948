package analysis

import (
	"slices"
	"strings"
)

// alterations are what other files see of some files otherwise than before: the names that these define otherwise, if that is all.
type alterations struct {
	files []int32 // by number
	names map[string]bool
	more  bool      // that is not all
	some  someNames // the names, once all files are added
}

// add adds what another version of a file changes.
func (a *alterations) add(n int32, old, now *File) {
	was, is := old.Facts.Get(), now.Facts.Get()
	if a.more = a.more || was == nil || is == nil || !sameImports(was, is) || was.Assigned() != is.Assigned(); a.more {
		return
	}
	if a.names == nil {
		a.names = map[string]bool{}
	}
	a.files = append(a.files, n)
	before, after := symbolsByName(was), symbolsByName(is)
	alter := func(name string, symbols ...*Symbol) {
		a.names[name] = true
		for _, s := range symbols {
			a.alterContainer(s, before, after, now.Language)
		}
	}
	for name, symbols := range before {
		if len(after[name]) == 0 {
			alter(name, symbols...)
		}
	}
	for name, symbols := range after {
		if !slices.EqualFunc(before[name], symbols, sameToOthers) {
			alter(name, slices.Concat(before[name], symbols)...)
		}
	}
	offered, offers := exportsOf(was), exportsOf(is)
	for name := range offered {
		if _, still := offers[name]; !still {
			alter(name)
		}
	}
	for name, local := range offers {
		if old, known := offered[name]; !known || old != local || a.names[local] {
			alter(name)
		}
	}
}

// addWhole adds all that a file defines which came or went.
func (a *alterations) addWhole(file *File) {
	if a.more = a.more || len(a.names) > mostAsked; a.more {
		return
	}
	facts := file.Facts.Get()
	if facts == nil {
		return
	}
	if a.names == nil {
		a.names = map[string]bool{}
	}
	symbols, exports := facts.names(), exportsOf(facts)
	for name := range symbols {
		a.names[name] = true
	}
	for name, local := range exports {
		a.names[name] = true
		a.more = a.more || symbols[local]&isTop == 0 // it passes on what it does not define
	}
	a.more = a.more || facts.Assigned() != "" || slices.ContainsFunc(facts.Imports, func(i Import) bool { return i.ReExport })
}

// alterContainer adds the name of what a symbol that is another now is in, if what that is depends on what is in it: a function that has members is
// something itself, and an interface of one method may stand for a function.
func (a *alterations) alterContainer(s *Symbol, before, after map[string][]*Symbol, lang *Language) {
	name := s.Container[strings.LastIndexByte(s.Container, '.')+1:]
	for _, of := range slices.Concat(before[name], after[name]) {
		if of.QualifiedName() == s.Container && (!isType(of.Kind) || of.Kind == Interface && lang.Functional) {
			a.names[name] = true
		}
	}
}

// symbolsByName are a file's symbols of each name.
func symbolsByName(f *Facts) map[string][]*Symbol {
	all := map[string][]*Symbol{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		all[s.Name] = append(all[s.Name], s)
	}
	return all
}

// done says that all files are added.
func (a *alterations) done() { a.some = newSomeNames(a.names) }

// spare reports whether a node that depends on some of the files is linked as before, for it asks them for other names.
func (a *alterations) spare(n *node) bool {
	if n.file.Facts != nil && n.file.Language.Included { // it asks for what it refers to
		return !a.more && !slices.ContainsFunc(n.file.Facts.Get().References, func(r Reference) bool { return a.some.Has(r.Name) })
	}
	return !a.more && !a.some.may(n.sought) &&
		!slices.ContainsFunc(n.imports, func(l ImportLink) bool { return l.candidates != nil && l.candidates.meets(a.files) }) // it has a list of these names
}
