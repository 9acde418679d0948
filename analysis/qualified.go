package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// qualified links module.name and Type.name; it reports whether the qualifier settled the matter.
func (s *names) qualified(r *Reference, m mention) bool {
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
			return s.use(bindings, false, m, confidenceBound) || rest == ""
		}
		if bindings := s.scope.bound.to(q); len(bindings) > 0 && bindings[0].name != "" {
			linked := false
			for _, b := range bindings {
				linked = b.name != "" && s.boundMember(b, rest, r, m) || linked
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
	return s.scope.defines(first) && s.scope.hasMember(r.Name)
}

// boundMember links name.member where name was taken out of a module: a submodule's name, or a member
// of a type. rest are the names between the two.
func (s *names) boundMember(b binding, rest string, r *Reference, m mention) bool {
	link := &s.links[b.imp]
	if files := link.members[b.name]; len(files) > 0 {
		name, _, _ := strings.Cut(rest, ".")
		s.c.ask(name)
		d := s.l.lookIn(files, cmp.Or(name, r.Name))
		if m.name = cmp.Or(name, r.Name); s.c.add(d, s.self, m, confidenceBound) {
			link.Defs = sorted(append(link.Defs, d.files...))
			return true
		}
	}
	d := s.l.follow(link, b.name, false)
	with := &definition{dependence: d.dependence}
	for _, f := range d.files {
		if s.l.g.nodes[f].scope().hasMember(r.Name) {
			with.files = append(with.files, f)
		}
	}
	m.name = r.Name
	return s.c.add(with, s.self, m, confidenceMember)
}
