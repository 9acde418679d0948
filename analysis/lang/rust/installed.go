package rust

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// maxTurns is how many names may stand for each other on the way to a definition.
const maxTurns = 8

// installed finds what crates define that Cargo unpacked.
type installed struct {
	fs.FS
	read   map[string]*items    // by file
	crates map[string]*unpacked // by directory
}

// spot is a module of an installed crate: a file, or one inside of it.
type spot struct {
	*unpacked
	file   string
	inline []string
}

// definition is a name in a module.
type definition struct {
	spot
	name string
}

// called is the definition's name in its file.
func (d *definition) called() string { return strings.Join(append(slices.Clip(d.inline), d.name), ".") }

// module is what an import takes out of the module at a spot: the files that define its names.
func (i installed) module(at spot, imp *analysis.Import) analysis.InstalledModule {
	m := analysis.InstalledModule{Package: analysis.Package{Ecosystem: "cargo", Name: at.name, Version: at.version}}
	member := func(name, file string) {
		if m.Members == nil {
			m.Members = map[string][]string{}
		}
		if !slices.Contains(m.Members[name], file) {
			m.Members[name] = append(m.Members[name], file)
		}
	}
	for _, b := range imp.Names {
		search := searching{installed: i, seen: map[string]bool{}}
		search.find(at, b.Name, maxTurns)
		found := onePlatform(search.found)
		if own := slices.DeleteFunc(slices.Clone(found), func(d definition) bool { return d.called() != b.Name }); len(own) > 0 {
			found = own // what else is called so stands in for it where a feature is off
		}
		for _, d := range found {
			if called := d.called(); called != b.Name {
				member(b.Name, d.file)
				if m.Called == nil {
					m.Called = map[string]string{}
				}
				m.Called[b.Name] = called
			} else if !slices.Contains(m.Files, d.file) {
				m.Files = append(m.Files, d.file)
			}
		}
		if len(search.found) > 0 {
			continue
		}
		if next, ok := i.member(at, b.Name, maxTurns); ok {
			member(b.Name, next.file)
			continue
		}
		if search.unsure || at.macros || at.file == at.root && !isType(b.Name) { // any module may export macros
			m.Loose = true
		} else {
			m.Missing = append(m.Missing, b.Name)
		}
		if !slices.Contains(m.Files, at.file) {
			m.Files = append(m.Files, at.file)
		}
	}
	slices.Sort(m.Files)
	return m
}

// onePlatform leaves one of the definitions that a name has for many platforms: Linux's, if there is one.
func onePlatform(found []definition) []definition {
	if len(found) <= 3 {
		return found
	}
	slices.SortStableFunc(found, func(a, b definition) int { return strings.Count(b.file, "linux") - strings.Count(a.file, "linux") })
	return found[:1]
}

// searching is a search for the definitions of a name, which are several where a trait and a macro share one.
type searching struct {
	installed
	found  []definition
	seen   map[string]bool
	unsure bool // it may be defined where it was not looked for
}

// find finds a name in a module: defined there, else passed on.
func (s *searching) find(at spot, name string, turns int) {
	key := at.file + " " + join(at.inline) + " " + name
	if s.seen[key] || turns == 0 {
		return
	}
	s.seen[key] = true
	it := s.items(at.file)
	if it == nil {
		s.unsure = true
		return
	}
	if it.defined[inside(at.inline, name)] {
		s.found = append(s.found, definition{at, name})
		return
	}
	s.unsure = s.unsure || it.opaque
	before := len(s.found)
	for k := range it.uses {
		if u := &it.uses[k]; u.local == name && u.public && !u.whole && slices.Equal(u.inline, at.inline) {
			s.pass(spot{at.unpacked, at.file, u.inline}, u.path, name, turns-1)
		}
	}
	macros := !slices.ContainsFunc(s.found[before:], func(d definition) bool { return !d.unpacked.macros })
	for k := range it.uses {
		if u := &it.uses[k]; macros && u.star && u.public && slices.Equal(u.inline, at.inline) {
			s.pass(spot{at.unpacked, at.file, u.inline}, append(slices.Clip(u.path), name), name, turns-1)
		}
	}
	if at.file == at.root && len(at.inline) == 0 && len(s.found) == before {
		for _, file := range s.macro(at, name, map[string]bool{}) {
			s.found = append(s.found, definition{spot{at.unpacked, file, nil}, name})
		}
	}
}

// pass finds what a path means that stands in a module.
func (s *searching) pass(at spot, names []string, local string, turns int) {
	last := len(names) - 1
	if last < 1 || last == 1 && names[0] == "" {
		return // a crate
	}
	of, ok := s.resolve(at, names[:last], turns)
	if ok {
		s.find(of, names[last], turns)
		return
	}
	s.unsure = true
	if last > 1 && isType(names[last-1]) { // a variant
		if of, ok := s.resolve(at, names[:last-1], turns); ok {
			typ := searching{installed: s.installed, seen: map[string]bool{}}
			typ.find(of, names[last-1], turns)
			for _, d := range typ.found {
				d.inline = append(slices.Clip(d.inline), d.name)
				s.found = append(s.found, definition{d.spot, names[last]})
			}
		}
	}
}

// macro finds the files that define an exported macro of a crate, as far as its modules say that they have macros.
func (i installed) macro(at spot, name string, seen map[string]bool) []string {
	it := i.items(at.file)
	if it == nil || seen[at.file] {
		return nil
	}
	seen[at.file] = true
	if slices.Contains(it.macros, name) {
		return []string{at.file}
	}
	for _, module := range it.loaded {
		if next, ok := i.child(at, module); ok {
			if files := i.macro(next, name, seen); len(files) > 0 {
				return files
			}
		}
	}
	return nil
}

// items are those of a file, nil where it cannot be read.
func (i installed) items(file string) *items {
	it, known := i.read[file]
	if !known {
		if content, err := fs.ReadFile(i.FS, file); err == nil {
			it = readItems(string(content))
		}
		i.read[file] = it
		if it != nil && len(it.expands) > 0 {
			i.expand(it, file)
		}
	}
	return it
}

// expand takes in what macros hold that stand where the items of a file do: its own, and those of modules that it has
// for their macros.
func (i installed) expand(it *items, file string) {
	bodies := map[string]string{}
	for _, module := range it.loaded {
		for _, at := range append(it.files[module], module+".rs") {
			if at = path.Join(analysis.Dir(file), at); at != file && len(i.files(at)) > 0 {
				maps.Copy(bodies, i.items(at).bodies)
			}
		}
	}
	maps.Copy(bodies, it.bodies)
	for _, name := range it.expands {
		if body, ok := bodies[name]; ok {
			it.take(readItems(body))
		}
	}
}
