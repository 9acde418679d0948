package analysis

import (
	"cmp"
	"maps"
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
	c        collector
}

// link finds out what a node's references mean, and which files its imports are for.
func (l *linker) link(n int32) {
	node := &l.g.nodes[n]
	facts := node.file.Facts
	if facts == nil {
		return
	}
	s := names{l: l, self: n, scope: node.scope, links: node.imports, modules: map[string][]binding{},
		c: collector{uses: map[useKey]Use{}, consulted: map[int32]bool{}, sets: map[*int32][]int32{}}}
	s.open(node)
	for i := range facts.References {
		s.reference(&facts.References[i])
	}
	node.found = s.c.sorted()
	node.consulted = slices.Sorted(maps.Keys(s.c.consulted))
	node.sets = slices.Collect(maps.Values(s.c.sets))
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
		s.c.sets[&g.files[0]] = g.files
		return g
	}
	for i := range s.links {
		link := &s.links[i]
		imp := link.Import
		if len(link.candidates) > 0 {
			s.c.sets[&link.candidates[0]] = link.candidates
		}
		for _, b := range imp.Names {
			d := s.l.follow(link, b.Name, false)
			link.Defs = append(link.Defs, d.files...)
			s.c.consult(d)
		}
		link.Defs = sorted(link.Defs)
		if link.mustDefine && len(imp.Names) > 0 && len(link.Defs) == 0 {
			link.Status, link.Files = Unresolved, nil
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
}

// reference links one reference. The order is that of the languages: the file's own names, imports,
// the package, star imports; then, with less confidence, members.
func (s *names) reference(r *Reference) {
	switch r.Qualifier {
	case "":
		s.bare(r)
	case UnknownQualifier:
		s.member(r)
	default:
		if !s.qualified(r) {
			s.member(r)
		}
	}
}

func (s *names) bare(r *Reference) {
	if s.scope.defines(r.Name) && !s.scope.declared[r.Name] {
		return
	}
	if bindings := s.scope.bound[r.Name]; len(bindings) > 0 {
		var named []binding
		for _, b := range bindings {
			if b.name != "" {
				named = append(named, b)
			}
		}
		s.use(named, false, r.Count, confidenceBound)
		return
	}
	if s.siblings != nil {
		if files := s.siblings.top[r.Name]; len(files) > 0 { // never the file itself: it does not define the name
			s.c.add(&definition{files: files}, s.self, r.Name, r.Count, confidencePackage)
			return
		}
	}
	for _, i := range s.scope.stars {
		if files := s.links[i].Files; len(files) == 1 && s.links[i].inside == nil {
			reach := s.l.reach(files[0])
			s.c.sets[&reach.files[0]] = reach.files
			if !reach.offered[r.Name] && len(s.links[i].members[r.Name]) == 0 {
				continue
			}
		}
		if s.use([]binding{{i, r.Name}}, true, r.Count, confidenceStar) {
			return
		}
	}
}

// use links a name that imports may bring, by a star or not, and reports whether anybody defines it.
func (s *names) use(bindings []binding, star bool, count uint32, confidence float64) bool {
	if len(bindings) == 0 {
		return false
	}
	all := &definition{}
	for _, b := range bindings {
		link := &s.links[b.imp]
		d := s.l.follow(link, b.name, star)
		if len(d.files) > 0 && (len(link.Import.Names) == 0 || link.Import.Star) {
			link.Defs = sorted(append(link.Defs, d.files...))
		}
		all = all.or(d)
	}
	return s.c.add(all, s.self, bindings[0].name, count, confidence)
}

// qualified links module.name and Type.name; it reports whether the qualifier settled the matter.
func (s *names) qualified(r *Reference) bool {
	for q, rest := r.Qualifier, ""; ; {
		if modules := s.modules[q]; len(modules) > 0 {
			name := r.Name
			if rest != "" {
				name, _, _ = strings.Cut(rest, ".") // module.Type.name needs the type
			}
			bindings := slices.Clone(modules)
			for i := range bindings {
				bindings[i].name = name
			}
			return s.use(bindings, false, r.Count, confidenceBound) || rest == ""
		}
		if bindings := s.scope.bound[q]; len(bindings) > 0 && bindings[0].name != "" {
			linked := false
			for _, b := range bindings {
				linked = b.name != "" && s.boundMember(b, rest, r) || linked
			}
			return linked
		}
		cut := strings.LastIndexByte(q, '.')
		if cut < 0 {
			break
		}
		q, rest = q[:cut], strings.TrimSuffix(q[cut+1:]+"."+rest, ".")
	}
	first, _, _ := strings.Cut(r.Qualifier, ".")
	return s.scope.defines(first) && s.scope.members[r.Name]
}

// boundMember links name.member where name was taken out of a module: a submodule's name, or a member
// of a type. rest are the names between the two.
func (s *names) boundMember(b binding, rest string, r *Reference) bool {
	link := &s.links[b.imp]
	if files := link.members[b.name]; len(files) > 0 {
		name, _, _ := strings.Cut(rest, ".")
		d := s.l.lookIn(files, cmp.Or(name, r.Name))
		if s.c.add(d, s.self, cmp.Or(name, r.Name), r.Count, confidenceBound) {
			link.Defs = sorted(append(link.Defs, d.files...))
			return true
		}
	}
	d := s.l.follow(link, b.name, false)
	with := &definition{consulted: d.consulted, sets: d.sets}
	for _, f := range d.files {
		if s.l.g.nodes[f].scope.members[r.Name] {
			with.files = append(with.files, f)
		}
	}
	return s.c.add(with, s.self, r.Name, r.Count, confidenceMember)
}

// member links x.name for an unknown x: to members of that name in files that are visible here, if
// they are few.
func (s *names) member(r *Reference) {
	if s.scope.members[r.Name] {
		return
	}
	var files []int32
	for _, g := range s.groups {
		files = append(files, g.members[r.Name]...)
	}
	for _, f := range s.visible {
		if len(files) > receiverCandidates {
			return
		}
		if s.l.g.nodes[f].scope.members[r.Name] {
			files = append(files, f)
		}
	}
	if files = sorted(files); len(files) <= receiverCandidates {
		s.c.add(&definition{files: files}, s.self, r.Name, r.Count, confidenceReceiver)
	}
}
