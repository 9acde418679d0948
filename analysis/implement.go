package analysis

import (
	"slices"
)

// implement adds to the uses of a node those of the files that implement what others only declare: the
// function that a C header shows may be defined in a source file of any name. It is a source that sees the
// declaration, and they must be few: a header that many programs implement says nothing of whose is meant.
//
// This is apart from linking a node because any file of the folder may come to define the name: these uses are made anew
// when the names of any file changed, as the edges of files that use one of these names are.
func (l *linker) implement(n int32) []Use {
	found := l.g.nodes[n].uses().found
	if !l.usesDeclared(n) {
		return found
	}
	known := map[string]bool{} // names with a definition
	for _, u := range found {
		if !l.g.nodes[u.File].scope().declares(u.Name) {
			known[u.Name] = true
		}
	}
	c := collector{}
	for _, u := range found {
		if scope := l.g.nodes[u.File].scope(); scope.declares(u.Name) && !known[u.Name] {
			files := l.implementers(lookup{u.File, u.Name})
			c.add(&definition{files: files}, n, mention{name: u.Name, count: u.Count, places: u.Places}, min(u.Confidence, confidenceImplementation))
		}
	}
	if len(c.uses) == 0 {
		return found
	}
	return mergeUses(found, new(chunks).sorted(c.uses))
}

// mergeUses makes one sorted list of two.
func mergeUses(a, b []Use) []Use {
	all := make([]Use, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		first := &a
		if compareUses(b[0], a[0]) < 0 {
			first = &b
		}
		all = append(all, (*first)[0])
		*first = (*first)[1:]
	}
	return append(append(all, a...), b...)
}

// usesDeclared reports whether a node uses what only is declared where it is found.
func (l *linker) usesDeclared(n int32) bool {
	return slices.ContainsFunc(l.g.nodes[n].uses().found, func(u Use) bool {
		return l.g.nodes[u.File].scope().declares(u.Name)
	})
}

// implementers are the files that define what a file declares, if they are few.
func (l *linker) implementers(declared lookup) []int32 {
	if files, ok := l.implementing[declared]; ok {
		return files
	}
	var files []int32
	for _, f := range l.definitions(declared.name) {
		if l.sees(f, declared.file) {
			files = append(files, f)
		}
	}
	if len(files) > receiverCandidates {
		files = nil
	}
	l.implementing[declared] = files
	return files
}

// manyDefinitions is how many files may define a name for other files before it is not asked which of
// them is meant.
const manyDefinitions = 32

// definitions are the files that define a name for others.
func (l *linker) definitions(name string) []int32 {
	if files, ok := l.defining[name]; ok {
		return files
	}
	var files []int32
	for _, f := range l.g.definers.of(name) {
		if s := l.g.nodes[f].scope(); s.is(name)&isShown != 0 && !s.declares(name) {
			files = append(files, f)
		}
	}
	if len(files) > manyDefinitions {
		files = nil
	}
	l.defining[name] = files
	return files
}

// sees reports whether a file imports another, directly or by what the ones it imports pass on whole.
func (l *linker) sees(file, other int32) bool {
	for i := range l.g.nodes[file].imports {
		for _, f := range l.g.nodes[file].imports[i].Files {
			if l.reach([]int32{f}).set.has(other) {
				return true
			}
		}
	}
	return false
}
