package analysis

import "slices"

// reach is how far a star import of a module can lead: most names that a file uses are no module's, and this tells so by one
// look instead of a search through all that is passed on.
type reach struct {
	set   *fileSet   // the module's own files and what they pass on whole, and so on
	sets  []*fileSet // what it depends on: that, and the files that could define the types whose members are passed on
	plain bool       // what is passed on whole are files: none of it is what a type has, or modules of a module
}

// passesOn reports whether to find a name in a module may be a search. Of several files that pass nothing on it never is.
func (l *linker) passesOn(files []int32) bool {
	return len(files) == 1 || len(files) > 1 && len(l.group(files).passing) > 0
}

// reach finds out how far a star import of a module can lead; it has one file at least.
func (l *linker) reach(files []int32) *reach {
	if len(files) > 1 {
		g := l.group(files)
		if g.reach == nil {
			g.reach = l.newReach(files)
		}
		return g.reach
	}
	of := &l.reaches[files[0]]
	if *of == nil {
		*of = l.newReach(files)
	}
	return *of
}

func (l *linker) newReach(files []int32) *reach {
	reached, plain, sets := slices.Clone(files), true, append([]*fileSet{nil}, l.ofSeveral(files)...)
	l.rounds++
	for _, f := range files {
		l.seen[f] = l.rounds
	}
	for i := 0; i < len(reached); i++ {
		f := reached[i]
		p := l.passedOn(f)
		plain, sets = plain && p.plain, append(sets, p.candidates...)
		for _, next := range p.to {
			if l.seen[next] != l.rounds {
				l.seen[next] = l.rounds
				reached = append(reached, next)
			}
		}
	}
	slices.Sort(reached)
	sets[0] = &fileSet{reached, slices.Clone(files)}
	return &reach{sets[0], slices.Clip(fewest(sets)), plain}
}

// passed is what a file passes on whole.
type passed struct {
	to         []int32
	candidates []*fileSet // of imports out of types
	plain      bool       // see reach
}

// passedOn is what a file passes on; what it offers is noted when it is first asked for.
func (l *linker) passedOn(f int32) *passed {
	if l.passed[f] == nil {
		p := &passed{plain: true}
		node := l.g.nodes[f]
		for _, i := range node.scope().stars {
			if link := &node.imports[i]; link.Import().ReExport {
				p.plain = p.plain && link.inside == nil && len(link.members) == 0 && link.candidates == nil
				p.to = append(p.to, link.Files...)
				if link.candidates != nil {
					p.candidates = append(p.candidates, link.candidates)
				}
			}
		}
		l.passed[f] = p
		l.offer(f)
	}
	return l.passed[f]
}

// offer notes the names that a file may bring to those that take all names of it.
func (l *linker) offer(f int32) {
	node := l.g.nodes[f]
	s := node.scope()
	add := func(name string) {
		if by := l.offering[name]; len(by) == 0 || by[len(by)-1] != f {
			l.offering[name] = append(by, f)
		}
	}
	s.each(func(name string, is nameTraits) {
		if is&isTop != 0 {
			add(name)
		}
		if is&isMember != 0 {
			l.holding[name] = append(l.holding[name], f)
		}
	})
	for name := range s.exports {
		add(name)
	}
	if s.assigned != "" { // what it is taken for as a whole: search finds its members
		for i := range s.symbols {
			if s.symbols[i].Container == s.assigned {
				add(s.symbols[i].Name)
			}
		}
	}
	for i, b := range s.bound.bindings {
		if node.imports[b.imp].Import().ReExport {
			add(s.bound.locals[i])
		}
	}
	for _, i := range s.stars {
		if link := &node.imports[i]; link.Import().ReExport {
			for name := range link.members {
				add(name)
			}
			for name := range link.inside {
				add(name)
			}
		}
	}
}
