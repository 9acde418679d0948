package rust

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// candidates is what a path leads to.
type candidates struct {
	modules  []*module
	external bool
	of       *analysis.Package // of what is external; nil for a standard library
	inside   []string          // the names behind that package's
}

func (p candidates) none() bool { return len(p.modules) == 0 && !p.external }

// trail are the questions asked on the way to one answer, with their answers: none as yet for one that
// leads in a circle.
type trail map[question]candidates

type question struct {
	m    *module
	name string
}

// walk follows a path from a file's module.
func (r *resolver) walk(m *module, names []string, asked trail) candidates {
	at, names := r.start(m, names, asked)
	for _, name := range names {
		var next candidates
		if at.external {
			next = candidates{external: true, of: at.of, inside: append(slices.Clip(at.inside), name)}
		}
		for _, m := range at.modules {
			p := r.member(m, name, asked)
			next.add(p)
		}
		at = next
	}
	return at
}

// start finds where a path begins, and what is left of it.
func (r *resolver) start(m *module, names []string, asked trail) (candidates, []string) {
	switch first := names[0]; first {
	case "crate":
		return candidates{modules: []*module{m.crate.root}}, names[1:]
	case "self":
		return candidates{modules: []*module{m}}, names[1:]
	case "super":
		for ; len(names) > 0 && names[0] == "super" && m != nil; names = names[1:] {
			m = m.parent
		}
		if m == nil {
			return candidates{}, nil
		}
		return candidates{modules: []*module{m}}, names
	case "":
		if len(names) == 1 {
			return candidates{}, nil
		}
		p := r.crateNamed(m.crate, names[1], asked)
		if p.none() {
			p = r.member(m.crate.root, names[1], asked) // edition 2015
		}
		return p, names[2:]
	default:
		p := candidates{}
		if m.crate.old() {
			p = r.member(m.crate.root, first, asked)
		}
		if p.none() {
			p = r.member(m, first, asked)
		}
		if p.none() {
			p = r.crateNamed(m.crate, first, asked)
		}
		return p, names[1:]
	}
}

// old reports whether paths begin at the root, as they did until edition 2018. Outside packages nothing
// says so.
func (c *crate) old() bool { return c.pkg != nil && (c.pkg.edition == "" || c.pkg.edition == "2015") }

// crateNamed finds a crate by what another one calls it.
func (r *resolver) crateNamed(c *crate, name string, asked trail) candidates {
	if c.pkg != nil {
		if lib := r.libs[c.pkg]; lib != nil && lib.name == name {
			return candidates{modules: []*module{lib.root}}
		}
		if to, outside, ok := c.pkg.depends(name); ok {
			if lib := r.libs[to]; lib != nil {
				return candidates{modules: []*module{lib.root}}
			}
			return candidates{external: true, of: outside}
		}
	}
	if isStandard(name) {
		return candidates{external: true}
	}
	if _, renamed := c.root.passed[name]; renamed { // extern crate a as b
		return r.member(c.root, name, asked)
	}
	return candidates{}
}

// member finds a module by its name in another: declared there, or passed on.
func (r *resolver) member(m *module, name string, asked trail) candidates {
	if own := m.children[name]; len(own) > 0 {
		return candidates{modules: own}
	}
	if len(m.globs) == 0 && len(m.passed[name]) == 0 {
		return candidates{}
	}
	q := question{m, name}
	if answer, known := asked[q]; known {
		return answer
	}
	asked[q] = candidates{}
	out := r.passed(m, name, asked)
	asked[q] = out
	return out
}

// passed finds a module that another passes on under a name.
func (r *resolver) passed(m *module, name string, asked trail) (out candidates) {
	base := m
	for base.inline { // paths in Facts are those of the file's own module
		base = base.parent
	}
	for _, p := range m.passed[name] {
		out.add(r.walk(base, strings.Split(p, "::"), asked))
	}
	named := !out.none()
	for _, p := range m.globs {
		if named { // a name hides what globs bring
			break
		}
		for _, from := range r.walk(base, strings.Split(p, "::"), asked).modules {
			if from != m {
				out.add(r.member(from, name, asked))
			}
		}
	}
	return out
}

func (p *candidates) add(other candidates) {
	for _, m := range other.modules {
		if !slices.Contains(p.modules, m) {
			p.modules = append(p.modules, m)
		}
	}
	if other.external && !p.external {
		p.external, p.of, p.inside = true, other.of, other.inside
	}
}
