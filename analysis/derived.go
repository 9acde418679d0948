package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// Derived is a definition that stands in for another: a type that has it among its bases or implements it, or
// such a type's member of the same name.
type Derived struct {
	File       int32
	Symbol     int     // its index among the file's Symbols
	Confidence float64 // 0–1
}

// Derived finds what stands in for a definition, by path and position: of a type the types that derive from it,
// directly or through others; of a member theirs of that name.
func (g *Graph) Derived(file int32, symbol int) []Derived {
	d := &derivation{l: newLinker(g), found: map[symbolAt]float64{}}
	of := symbolAt{file: file, symbol: int32(symbol)}
	s := d.l.symbol(of)
	bases := []symbolAt{of}
	if member := s.Container != "" && !isType(s.Kind); member {
		bases = d.l.containers(file, s.Container)
	}
	for _, b := range bases {
		d.from(b)
		if d.structural(b) {
			d.implementing(b)
		}
	}
	var all []Derived
	for at, confidence := range d.found {
		if isType(s.Kind) {
			all = append(all, Derived{at.file, int(at.symbol), confidence})
			continue
		}
		own := &meaning{}
		(&evaluation{l: d.l}).own(own, at, s.Name)
		for _, m := range own.types {
			all = append(all, Derived{m.file, int(m.symbol), confidence})
		}
	}
	slices.SortFunc(all, func(a, b Derived) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Symbol, b.Symbol)) })
	return slices.CompactFunc(all, func(a, b Derived) bool { return a.File == b.File && a.Symbol == b.Symbol })
}

// isType reports whether symbols of a kind may have members.
func isType(k Kind) bool {
	return k == Class || k == Interface || k == Struct || k == Enum || k == Trait || k == TypeAlias
}

// containers are the definitions of the type that a file's members are in: in it, or beside it in its package.
func (l *linker) containers(file int32, path string) (all []symbolAt) {
	container, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		container, name = path[:i], path[i+1:]
	}
	own := len(l.g.nodes[file].scope().find(container, name)) > 0
	for _, f := range sorted(append([]int32{file}, l.g.nodes[file].siblings...)) {
		if own && f != file && !l.mates(f, file) { // a test may have members of a type that its package declares
			continue
		}
		for _, i := range l.g.nodes[f].scope().find(container, name) {
			if isType(l.g.nodes[f].scope().symbols[i].Kind) {
				all = append(all, symbolAt{file: f, symbol: i})
			}
		}
	}
	return all
}

// derivation finds the types that derive from one.
type derivation struct {
	l     *linker
	found map[symbolAt]float64
}

// from adds the types that name a type among their bases, and those that derive from these. They stand in its own
// file, or in one that uses it.
func (d *derivation) from(base symbolAt) {
	files := []int32{base.file}
	for _, e := range d.l.g.In(base.file) {
		files = append(files, e.To)
	}
	for _, f := range files {
		symbols := d.l.g.nodes[f].scope().symbols
		for i := range symbols {
			at := symbolAt{file: f, symbol: int32(i)}
			if _, known := d.found[at]; known || at == base || !isType(symbols[i].Kind) || symbols[i].Kind == TypeAlias || !d.hasBase(at, base) {
				continue
			}
			d.found[at] = confidenceTyped
			d.from(at)
		}
	}
}

func (d *derivation) hasBase(at, base symbolAt) bool {
	t := d.l.symbol(at).Type
	if t.isCollection() || t.isFunc() {
		return false
	}
	return slices.ContainsFunc(slices.Concat(t.bases(), t.promised()), func(b TypeExpr) bool {
		return slices.ContainsFunc((&evaluation{l: d.l}).of(at.file, b).types, func(t symbolAt) bool {
			return t.file == base.file && t.symbol == base.symbol
		})
	})
}

// structural reports whether types implement an interface without saying so.
func (d *derivation) structural(at symbolAt) bool {
	return d.l.g.nodes[at.file].file.Language.Structural && d.l.symbol(at).Kind == Interface
}

// implementing adds the types that have all the methods of an interface, by name and number of results.
func (d *derivation) implementing(at symbolAt) {
	methods := d.methods(at, map[symbolAt]bool{})
	if len(methods) == 0 {
		return
	}
	rarest := slices.MinFunc(methods, func(a, b *Symbol) int {
		return cmp.Compare(d.l.g.definers.count(a.Name), d.l.g.definers.count(b.Name))
	})
	seen := map[symbolAt]bool{}
	for _, f := range d.l.g.definers.of(rarest.Name) {
		if d.l.g.nodes[f].file.Language.Family != d.l.g.nodes[at.file].file.Language.Family {
			continue
		}
		for _, s := range d.l.g.nodes[f].scope().symbols {
			if s.Name != rarest.Name || s.Container == "" {
				continue
			}
			for _, of := range d.l.containers(f, s.Container) {
				if !seen[of] && of != at && d.l.symbol(of).Kind != Interface && d.hasAll(of, methods) {
					d.found[of] = max(d.found[of], confidenceMember)
					d.from(of)
				}
				seen[of] = true
			}
		}
	}
}

// methods are those of an interface, with those of its bases.
func (d *derivation) methods(at symbolAt, seen map[symbolAt]bool) (all []*Symbol) {
	if seen[at] {
		return nil
	}
	seen[at] = true
	s := d.l.symbol(at)
	symbols := d.l.g.nodes[at.file].scope().symbols
	for i := range symbols {
		if symbols[i].Container == s.QualifiedName() {
			all = append(all, &symbols[i])
		}
	}
	for _, b := range s.Type.bases() {
		for _, base := range (&evaluation{l: d.l}).of(at.file, b).types {
			all = append(all, d.methods(base, seen)...)
		}
	}
	return all
}

func (d *derivation) hasAll(at symbolAt, methods []*Symbol) bool {
	return !slices.ContainsFunc(methods, func(m *Symbol) bool {
		has := (&evaluation{l: d.l}).member(&meaning{known: true, types: []symbolAt{at}}, m.Name)
		return !slices.ContainsFunc(has.types, func(of symbolAt) bool {
			s := d.l.symbol(of)
			return s.Kind == Method && s.Type.results() == m.Type.results()
		})
	})
}

// results is how many results a function's type has; -1 where that is not known.
func (t TypeExpr) results() int {
	if !t.isFunc() {
		return -1
	}
	return len(t[1:t.closing()].list(','))
}
