package analysis

import (
	"slices"
	"strings"
)

// names is what the local names of one file stand for while its references are linked.
type names struct {
	l        *linker
	self     int32
	scope    *scope
	links    []ImportLink
	modules  map[string][]binding // local name → imports whose whole module it may name
	visible  []int32              // files whose members may be meant by x.name: imported ones
	groups   []*group             // modules of several files that are visible so: imported ones and siblings
	siblings *group
	stars    []star
	named    map[string]bool      // the names that the file refers to
	paths    bool                 // it refers to names by where they are, without taking them out
	meant    map[written]*meaning // what receivers are: nobody else asks that of most of them
	c        collector
}

// star is an import that may bring any name, and how far it leads; nil where it costs no less to ask the module itself.
type star struct {
	imp   int
	reach *reach
}

// link finds out what a node's references mean, and which files its imports are for.
func (l *linker) link(n int32) {
	node := l.g.nodes[n]
	facts := node.file.Facts.Get()
	if facts == nil {
		return
	}
	s := names{l: l, self: n, scope: node.scope(), links: node.imports, modules: map[string][]binding{}, meant: map[written]*meaning{},
		c: collector{uses: l.room.uses[:0], own: l.room.own[:0], consulted: map[int32]bool{}, sets: map[*fileSet]bool{}}}
	if !node.file.Language.Included {
		s.c.names = map[uint64]bool{}
	}
	l.turns++
	s.open(node)
	places := facts.Places
	for i := range facts.References {
		r := &facts.References[i]
		m := mention{name: r.Name, count: r.Count}
		if len(facts.Places) > 0 {
			n := min(int(r.Count), len(places))
			m.places, places = places[:n:n], places[n:]
		}
		s.c.ask(r.Name)
		s.reference(r, m)
	}
	found := l.kept.sorted(s.c.uses)
	node.lazyUses = &nodeUses{names: l.kept.namesOf(found), found: found, own: l.kept.sorted(s.c.own)}
	l.room.uses, l.room.own = s.c.uses, s.c.own
	s.c.keep(l, node)
	for i := range node.imports {
		node.imports[i].Defs = l.kept.list(node.imports[i].Defs)
	}
}

// open follows the imports: what each name taken is defined in, and what is visible by it.
func (s *names) open(node *node) {
	seen := map[int32]bool{s.self: true}
	see := func(files []int32) {
		for _, f := range files {
			if !seen[f] {
				seen[f] = true
				s.visible = append(s.visible, f)
			}
			s.c.consulted[f] = true
		}
	}
	seeAll := func(files []int32) *group {
		g := s.l.group(files)
		if !slices.Contains(s.groups, g) {
			s.groups = append(s.groups, g)
		}
		s.c.sets[g.set] = true
		return g
	}
	for i := range s.links {
		link := &s.links[i]
		imp := link.Import()
		s.paths = s.paths || imp.Implied
		if link.candidates != nil {
			s.c.sets[link.candidates] = true
		}
		for _, b := range imp.Names {
			d := s.l.follow(link, b.Name, false)
			link.Defs = append(link.Defs, d.files...)
			s.c.ask(b.Name)
			s.c.consult(&d.dependence)
		}
		link.Defs = sorted(link.Defs)
		if link.mustDefine && len(imp.Names) > 0 && len(link.Defs) == 0 {
			link.Status, link.candidates, link.Files = Unresolved, s.l.candidatesOf(link.Files), nil
			continue
		}
		if len(link.Files) == 1 {
			see(link.Files)
		} else if len(link.Files) > 0 && len(imp.Names) == 0 {
			seeAll(link.Files)
		}
		see(link.Defs)
		if imp.Local != "" {
			s.modules[imp.Local] = append(s.modules[imp.Local], binding{imp: i})
		} else if len(imp.Names) == 0 && !imp.Star && link.local != "" {
			s.modules[link.local] = append(s.modules[link.local], binding{imp: i})
		}
	}
	if len(node.siblings) > 0 {
		s.siblings = seeAll(node.siblings)
	}
	var reached []*fileSet // how far stars lead, where that is known
	for _, i := range s.scope.stars {
		link := &s.links[i]
		switch {
		case link.inside == nil && s.l.passesOn(link.Files):
			r := s.l.reach(link.Files)
			for _, set := range r.sets {
				s.c.sets[set] = true
			}
			reached = append(reached, r.set)
			s.stars = append(s.stars, star{i, r})
		case len(link.Files) > 0 || len(link.members) > 0:
			s.stars = append(s.stars, star{imp: i})
		}
	}
	for _, set := range fewest(reached) {
		for _, f := range set.files {
			s.l.inTurn[f] = s.l.turns
		}
	}
}

// reaches reports whether a star import may bring what a file has.
func (s *names) reaches(file int32) bool { return s.l.inTurn[file] == s.l.turns }

// reference links one reference. The order is that of the languages: the file's own names, imports,
// the package, star imports; then, with less confidence, members.
func (s *names) reference(r *Reference, m mention) {
	switch {
	case r.Qualifier == "":
		s.bare(r, m)
	case m.places != nil:
		s.receiver(r, m)
	case r.Qualifier == UnknownQualifier || !s.qualified(r, m):
		s.member(r, m)
	}
}

// receiver links a member of a receiver whose type the file tells: where that is known, there is no guess.
func (s *names) receiver(r *Reference, m mention) {
	if len(s.modules[r.Qualifier]) > 0 {
		s.qualified(r, m)
		return
	}
	if s.paths {
		if bindings := s.scope.bound.to(r.Qualifier + "." + r.Name); len(bindings) > 0 {
			s.use(bindings, false, m, confidenceBound)
			return
		}
	}
	for _, b := range s.scope.bound.to(r.Qualifier) {
		if b.name != "" && len(s.links[b.imp].members[b.name]) > 0 && s.qualified(r, m) { // a module taken out of another
			return
		}
	}
	e := &evaluation{l: s.l, meant: s.meant}
	qualifier, setting := strings.CutPrefix(r.Qualifier, setSign)
	held := e.of(s.self, TypeExpr(qualifier))
	of := e.member(held, r.Name)
	s.c.consult(&of.dependence)
	if setting {
		fields := slices.DeleteFunc(slices.Clone(of.types), func(at symbolAt) bool { return !s.l.symbol(at).isDeclaredField() })
		s.members(s.l.distinct(fields), m, confidenceTyped)
		return
	}
	s.members(s.l.distinct(of.types), m, confidenceTyped)
	if !of.known {
		s.guess(r, m)
	}
}

// members notes that members of the mention's name are used; the confidence is shared among them.
func (s *names) members(found []useKey, m mention, confidence float64) {
	for _, key := range found {
		m.name, m.container = key.name, key.container
		s.c.note(key.file, s.self, m, confidence/float64(len(found)))
	}
}

// distinct are the files and types that have some members, overloads counting as one.
func (l *linker) distinct(members []symbolAt) (keys []useKey) {
	for _, at := range members {
		s := l.symbol(at)
		if key := (useKey{at.file, s.Name, s.Container}); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func (s *names) bare(r *Reference, m mention) {
	if s.scope.is(r.Name)&isDefined != 0 {
		s.c.note(s.self, s.self, m, confidenceBound)
		return
	}
	if bindings := s.scope.bound.to(r.Name); len(bindings) > 0 {
		var named []binding
		for _, b := range bindings {
			if b.name != "" {
				named = append(named, b)
			}
		}
		s.use(named, false, m, confidenceBound)
		return
	}
	if s.siblings != nil {
		if files := s.siblings.top.of(r.Name); len(files) > 0 { // never the file itself: it does not define the name
			s.c.add(&definition{files: files}, s.self, m, confidencePackage)
			return
		}
	}
	if s.inherited(m) {
		return
	}
	offering := s.l.offering[r.Name]
	offered := slices.ContainsFunc(offering, s.reaches)
	for _, star := range s.stars {
		if star.reach != nil && !(offered && star.reach.set.meets(offering)) && len(s.links[star.imp].members[r.Name]) == 0 {
			continue
		}
		if s.use([]binding{{star.imp, r.Name}}, true, m, confidenceStar) {
			return
		}
	}
}

// use links a name that imports may bring, by a star or not, and reports whether anybody defines it.
func (s *names) use(bindings []binding, star bool, m mention, confidence float64) bool {
	if len(bindings) == 0 {
		return false
	}
	all := &definition{}
	for _, b := range bindings {
		link := &s.links[b.imp]
		d := s.l.follow(link, b.name, star)
		s.c.ask(b.name)
		if len(d.files) > 0 && (len(link.Import().Names) == 0 || link.Import().Star) {
			link.Defs = sorted(append(link.Defs, d.files...))
		}
		if m.places != nil && len(bindings) == 1 && s.inside(link, b.name, d, m, confidence) {
			return true
		}
		all = all.or(d)
	}
	m.name = bindings[0].name
	return s.c.add(all, s.self, m, confidence)
}

// inside notes the use of a name that an import takes out of a type, as that of its member, and reports whether it is one.
func (s *names) inside(link *ImportLink, name string, d *definition, m mention, confidence float64) (found bool) {
	m.name = name
	for _, f := range d.files {
		if m.container = s.l.inside(link, f, name); m.container != "" {
			s.c.consult(&d.dependence)
			s.c.note(f, s.self, m, confidence/float64(len(d.files)))
			found = true
		}
	}
	return found
}
