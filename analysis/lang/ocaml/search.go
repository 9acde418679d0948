package ocaml

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

const (
	// maxSteps is how many aliases and opens in a row lead to a module before it counts as not found.
	maxSteps = 24
	// maxUnits is how many units are looked into for one path: of units that include one another there are more ways than can be gone.
	// In dune itself it is fewer than 300.
	maxUnits = 5000
)

// target is where a path leads: the files of a unit, or outside.
type target struct {
	files    []string
	external bool
	space    bool // a library as a whole, the module of which dune writes: nothing to lead to
	missing  int  // how many of the path's last names the unit does not show to be in it
	inside   bool // it is a module inside the unit, of which nothing more is known
}

// search resolves one path.
type search struct {
	*resolver
	looked  int               // how many units it looked into
	modules map[string]target // of files and what they open, as far as they were needed; nil: they are found by searches of their own
}

// opens are some modules that a unit opens one after the other, by where its scope has them.
type opens struct {
	last *string
	n    int
}

// found is what a search came to.
type found struct {
	target
	ok bool
}

// path resolves a module path as it is seen in a file: what is open comes first, the last opened before
// others; then units of the component, then libraries, then OCaml's own.
func (s *search) path(from string, path []string, steps int) (target, bool) {
	if steps <= 0 {
		return target{}, false
	}
	p := s.scopes[from]
	for _, brought := range [][]string{p.opens, p.includes} {
		if t, ok := s.opened(from, brought, path, steps-1); ok {
			return t, true
		}
	}
	return s.global(from, path, steps)
}

// opened finds a path below one of the modules that are open; only where the module is known to have it.
func (s *search) opened(from string, opens []string, path []string, steps int) (target, bool) {
	for i := len(opens) - 1; i >= 0 && steps > 0; i-- {
		module := strings.Split(opens[i], ".")
		if module[0] == path[0] {
			continue
		}
		t, ok := s.module(from, opens[:i+1], steps-1)
		switch {
		case !ok || t.external || t.inside:
			continue
		case t.space:
			t, ok = s.global(from, slices.Concat(module, path), steps-1)
		default:
			t, ok = s.walk(t.files, slices.Concat(module[len(module)-t.missing:], path), steps-1), true
		}
		if ok && !t.external && t.missing < len(path) {
			return t, true
		}
	}
	return target{}, false
}

// once is where the last of some opened modules is, by a search for it alone: within another it depends on what is being looked for there.
func (r *resolver) once(from string, names []string) (target, bool) {
	key := opens{&names[len(names)-1], len(names)}
	r.mu.Lock()
	f, known := r.opened[key]
	r.mu.Unlock()
	if !known {
		s := &search{resolver: r, modules: map[string]target{}}
		f.target, f.ok = s.module(from, names, maxSteps)
		r.mu.Lock()
		r.opened[key] = f
		r.mu.Unlock()
	}
	return f.target, f.ok
}

// module is where the last of some opened modules is; it may be in one that was opened before it.
func (s *search) module(from string, opens []string, steps int) (target, bool) {
	if s.modules == nil {
		return s.once(from, opens)
	}
	name := opens[len(opens)-1]
	key := from + " " + name
	if t, ok := s.modules[key]; ok {
		return t, t.files != nil || t.external || t.space
	}
	s.modules[key] = target{} // while it is looked for, it is not there
	module := strings.Split(name, ".")
	t, ok := s.opened(from, opens[:len(opens)-1], module, steps)
	if !ok {
		t, ok = s.global(from, module, steps)
	}
	if ok {
		s.modules[key] = t
	}
	return t, ok
}

// global resolves a path without regard to what is open.
func (s *search) global(from string, path []string, steps int) (target, bool) {
	if steps <= 0 {
		return target{}, false
	}
	own := s.componentOf(from)
	if own != nil {
		if files := own.units[path[0]]; len(files) > 0 && !slices.Contains(files, from) {
			return s.walk(files, path[1:], steps), true
		}
		if own.generated[path[0]] {
			return target{external: true}, true
		}
		if _, unit, ok := strings.Cut(path[0], "__"); ok { // as dune calls it: Library__Unit
			if files := own.units[capitalized(unit)]; len(files) > 0 && !slices.Contains(files, from) {
				return s.walk(files, path[1:], steps), true
			}
		}
	}
	if c := s.libraries[path[0]]; c != nil && slices.Contains(c.mains, path[0]) {
		return s.inLibrary(c, path, steps)
	}
	if own != nil {
		for _, name := range own.libraries {
			if c := s.libraries[name]; c != nil && c.unwrapped && len(c.units[path[0]]) > 0 {
				return s.walk(c.units[path[0]], path[1:], steps), true
			}
		}
	}
	if isStandard(path[0]) || own != nil && own.outside.has(path[0]) || s.outside.has(path[0]) {
		return target{external: true}, true
	}
	return target{}, false
}

// inLibrary resolves a path that begins with a library's main module.
func (s *search) inLibrary(c *component, path []string, steps int) (target, bool) {
	if files := c.units[path[0]]; len(files) > 0 {
		return s.walk(files, path[1:], steps), true
	}
	if len(path) > 1 {
		if files := c.units[path[1]]; len(files) > 0 {
			return s.walk(files, path[2:], steps), true
		}
		if c.generated[path[1]] {
			return target{external: true}, true
		}
		return target{}, false
	}
	return target{space: true}, true // dune writes the module, and each unit's name is in it
}

// walk follows the rest of a path inside a unit, through aliases and what the unit includes. It is the
// unit's own where that defines the module in place, and for want of better where nothing shows it.
func (s *search) walk(files []string, rest []string, steps int) target {
	if s.looked++; len(rest) == 0 || s.looked > maxUnits {
		return target{files: files, missing: len(rest)}
	}
	for _, f := range files {
		p := s.scopes[f]
		path, defined := p.modules[rest[0]]
		if defined && path == "" {
			return target{files: files, missing: len(rest) - 1, inside: true}
		}
		if defined {
			if t, ok := s.path(f, append(strings.Split(path, "."), rest[1:]...), steps-1); ok && !t.external {
				return t
			}
			return target{files: files, missing: len(rest) - 1} // what it stands for lies outside
		}
		for i := range p.includes {
			if t, ok := s.opened(f, p.includes[i:i+1], rest, steps-1); ok && !t.space {
				return t
			}
		}
	}
	return target{files: files, missing: len(rest)}
}

// elsewhere is what is left for a name that nothing brings in: the module of an open one that cannot be
// looked into; without a dune file, a unit anywhere in the folder.
func (s *search) elsewhere(from, name string) analysis.Resolution {
	p := s.scopes[from]
	var opened []string
	for _, open := range slices.Concat(p.opens, p.includes) {
		t, ok := s.global(from, strings.Split(open, "."), maxSteps)
		if ok && t.external {
			return analysis.Resolution{Status: analysis.External} // it has to come from somewhere, and nothing here has it
		}
		if ok {
			opened = append(opened, t.files...)
		}
	}
	if own := s.componentOf(from); own == nil || !own.described {
		found := nearest(s.units[name], analysis.Dir(from), from)
		switch {
		case len(found) == 1:
			return analysis.Resolution{Status: analysis.Resolved, Files: found[0].units[name]}
		case len(found) > 1:
			var files []string
			for _, c := range found {
				files = append(files, c.units[name]...)
			}
			return analysis.Resolution{Status: analysis.Ambiguous, Files: files}
		}
	}
	if len(opened) > 0 {
		return analysis.Resolution{Status: analysis.Ambiguous, Files: opened}
	}
	return analysis.Resolution{Status: analysis.Unresolved}
}

// nearest orders the components that have a unit by how much of their path they share with a directory.
func nearest(found []*component, dir, from string) []*component {
	out := slices.DeleteFunc(slices.Clone(found), func(c *component) bool {
		for _, files := range c.units {
			if slices.Contains(files, from) {
				return true
			}
		}
		return false
	})
	shared := func(c *component) int {
		n := 0
		for n < min(len(c.dir), len(dir)) && c.dir[n] == dir[n] {
			n++
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b *component) int { return shared(b) - shared(a) })
	return out
}
