package analysis

import (
	"maps"
	"slices"
)

// definers are the files that define each name, at the top level or as a member. After a change they are those of an
// earlier graph, and beside these the names for which that is not so any more.
type definers struct {
	base  *nameFiles         // by the numbers of that graph
	to    []int32            // the number that each of its files has now; nil: the same
	later map[string][]int32 // by the numbers of now; these hold
}

// laterShare is the fraction of all names from which on those that changed are too many to be kept apart…
const (
	laterShare = 16
	leastLater = 1024 // …unless there are fewer than so many
)

// of are the files that define a name, by number.
func (d *definers) of(name string) []int32 {
	files, later := d.later[name]
	if !later {
		if files = d.base.of(name); d.to != nil {
			return renumbered(files, d.to)
		}
	}
	return files
}

// all are the definers of all names in one index.
func (d *definers) all() *nameFiles {
	base := d.base.whole()
	if d.to == nil && len(d.later) == 0 {
		return base
	}
	later := make(map[uint64]bool, len(d.later))
	var all []naming
	for name, files := range d.later {
		later[hashOfName(name)] = true
		for _, f := range files {
			all = append(all, naming{hashOfName(name), f})
		}
	}
	for i, name := range base.names {
		if later[name] {
			continue
		}
		files := base.files[base.start[i]:base.start[i+1]]
		if d.to != nil {
			files = renumbered(files, d.to)
		}
		for _, f := range files {
			all = append(all, naming{name, f})
		}
	}
	x := newNameFiles(all)
	return &x
}

// count is how many files define a name.
func (d *definers) count(name string) int {
	files, later := d.later[name]
	if !later {
		files = d.base.of(name) // what it lost would stand among the later ones
	}
	return len(files)
}

// renumbered are files by other numbers; what has none drops out.
func renumbered(files, to []int32) []int32 {
	out := make([]int32, 0, len(files))
	for _, f := range files {
		if n := to[f]; n >= 0 {
			out = append(out, n)
		}
	}
	return out
}

// defineAll finds out who defines what.
func (g *Graph) defineAll() {
	symbols := 0
	for n := range g.nodes {
		if f := g.nodes[n].file.Facts.Get(); f != nil {
			symbols += len(f.Symbols)
		}
	}
	all := make([]naming, 0, symbols)
	for n := range int32(len(g.nodes)) {
		facts := g.nodes[n].file.Facts.Get()
		if facts == nil {
			continue
		}
		for i := range facts.Symbols {
			all = append(all, naming{hashOfName(facts.Symbols[i].Name), n})
		}
	}
	base := newNameFiles(all)
	g.definers = definers{base: &base}
}

// names are what the symbols of each name are.
func (f *Facts) names() map[string]nameTraits {
	names := map[string]nameTraits{}
	if f != nil {
		for i := range f.Symbols {
			names[f.Symbols[i].Name] |= traitsOf(&f.Symbols[i])
		}
	}
	return names
}

// define finds out who defines what on top of what prev knows, and gives the names that other files define now than there, or
// otherwise. It is not ok where these are too many: then nothing is known of what is the same. m is nil where the files have the
// numbers that they had.
func (g *Graph) define(prev *Graph, m *moving) (names map[string]bool, ok bool) {
	names, ok = map[string]bool{}, true
	now := map[string][]int32{} // of the files that changed, what they define
	changed := map[int32]bool{} // those that there are
	most := max(leastLater, prev.definers.base.count()/laterShare)
	change := func(old, file *File, n int32) {
		var was, is map[string]nameTraits
		if old != nil {
			was = old.Facts.Get().names()
		}
		if file != nil {
			is, changed[n] = file.Facts.Get().names(), true
		}
		for name := range was {
			if is[name] == 0 {
				names[name] = true
			}
		}
		for name, traits := range is {
			now[name] = append(now[name], n)
			if was[name] != traits {
				names[name] = true
			}
		}
	}
	for n, node := range g.nodes {
		var old *File
		if m == nil {
			if node == prev.nodes[n] {
				continue
			}
			old = prev.nodes[n].file
		} else if was := m.old(n); was != nil {
			old = was.file
		}
		if file := node.file; old == nil || old.Facts != file.Facts {
			change(old, file, int32(n))
		}
		if len(names)+len(prev.definers.later) > most {
			return nil, false
		}
	}
	if m != nil {
		for old, n := range m.to {
			if n < 0 {
				change(prev.nodes[old].file, nil, -1)
			}
		}
	}
	if len(names)+len(prev.definers.later) > most {
		return nil, false
	}
	d := prev.definers
	if len(names) > 0 || m != nil {
		d.later = maps.Clone(d.later)
	}
	if m != nil {
		d = d.moved(m.to)
	}
	if d.later == nil {
		d.later = map[string][]int32{}
	}
	for name := range names {
		files := slices.DeleteFunc(slices.Clone(d.of(name)), func(n int32) bool { return changed[n] })
		d.later[name] = sorted(append(files, now[name]...))
	}
	g.definers = d
	return names, true
}

// moved are the definers when files have other numbers. It changes what is later.
func (d definers) moved(to []int32) definers {
	now := to
	if d.to != nil {
		now = make([]int32, len(d.to))
		for i, n := range d.to {
			if now[i] = n; n >= 0 {
				now[i] = to[n]
			}
		}
	}
	for name, files := range d.later {
		d.later[name] = renumbered(files, to)
	}
	d.to = now
	return d
}
