package analysis

import (
	"slices"
	"strings"
)

// member links x.name for an unknown x: to members of that name in files that are visible here, if
// they are few.
func (s *names) member(r *Reference, m mention) {
	if s.scope.hasMember(r.Name) {
		return
	}
	var files []int32
	for _, g := range s.groups {
		files = append(files, g.members.of(r.Name)...)
	}
	most := len(files) + receiverCandidates // of the others none is there twice
	add := func(f int32) bool {
		files = append(files, f)
		return len(files) <= most
	}
	for _, f := range s.l.holding[r.Name] { // what a module passes on, as a header does what it includes, is seen by who takes it
		if s.reaches(f) && !add(f) {
			return
		}
	}
	for _, f := range s.visible {
		if !s.reaches(f) && s.l.g.nodes[f].scope().hasMember(r.Name) && !add(f) {
			return
		}
	}
	if files = sorted(files); len(files) <= receiverCandidates {
		s.c.add(&definition{files: files}, s.self, m, confidenceReceiver)
	}
}

// guess links x.name for an x that the file tells nothing of: to the types that have such a member among the
// files that are visible here and the file itself, if they are few. A file's types are left out where several
// have it and none of them is named here.
func (s *names) guess(r *Reference, m mention) {
	_, common := slices.BinarySearch(s.l.g.nodes[s.self].file.Language.Common, r.Name)
	if common || strings.HasPrefix(r.Name, "__") { // Python's own: all types have them
		return
	}
	files := []int32{s.self}
	for _, g := range s.groups {
		files = append(files, g.members.of(r.Name)...)
	}
	for _, f := range s.visible {
		if s.l.g.nodes[f].scope().hasMember(r.Name) {
			files = append(files, f)
		}
	}
	files = sorted(files)
	if len(files) > receiverCandidates+1 {
		return
	}
	var candidates []useKey
	for _, f := range files {
		candidates = append(candidates, s.candidates(f, r.Name)...)
	}
	if len(candidates) > receiverCandidates {
		return
	}
	s.members(candidates, m, confidenceReceiver)
}

// candidates are a file's members of a name: where several types have it, those of the types that are named here.
func (s *names) candidates(file int32, name string) []useKey {
	var all []symbolAt
	symbols := s.l.g.nodes[file].scope().symbols
	for i := range symbols {
		if symbols[i].Name == name && traitsOf(&symbols[i]) == isMember {
			all = append(all, symbolAt{file: file, symbol: int32(i)})
		}
	}
	keys := s.l.distinct(all)
	if len(keys) > 1 {
		keys = slices.DeleteFunc(keys, func(k useKey) bool { return !s.mentions(k.container[strings.LastIndexByte(k.container, '.')+1:]) })
	}
	return keys
}

// mentions reports whether the file refers to a name.
func (s *names) mentions(name string) bool {
	if s.named == nil {
		s.named = map[string]bool{}
		for _, r := range s.l.g.nodes[s.self].file.Facts.Get().References {
			s.named[r.Name] = true
		}
	}
	return s.named[name]
}
