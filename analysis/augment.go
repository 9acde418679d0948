package analysis

import (
	"slices"
	"strings"
)

// augments is what files declare that modules have besides: TypeScript's declare module "x" { interface Y … }.
type augments struct {
	more    map[lookup][]symbolAt // by who defines the name, and that name
	outside []outsider            // of modules that are not in the folder
	members map[outsideMember]*meaning
}

// outsider is a definition that a file adds to a module which is not in the folder.
type outsider struct {
	module string
	at     symbolAt
}

// outsideMember is the question which of them have a member, for what comes from a module outside.
type outsideMember struct{ module, name string }

// augments reports whether a symbol stands for a module elsewhere, of which its file declares more.
func (s Symbol) augments() bool { return s.Container == "" && s.Kind == Module && s.Type != "" }

// augments reports whether a node's file declares more of modules elsewhere. Hardly any does: nobody is to read the Facts of all others for that.
func (n *node) augments() bool { return n.file.Facts != nil && n.file.Facts.Augments }

// findAugmenting finds those nodes.
func (g *Graph) findAugmenting() {
	g.augmenting = nil
	for n, node := range g.nodes {
		if node.augments() {
			g.augmenting = append(g.augmenting, int32(n))
		}
	}
}

// augments finds what is declared so. Every answer of a linker may depend on it: see sameAugments.
func (l *linker) augments() *augments {
	if l.augmented != nil {
		return l.augmented
	}
	a := &augments{more: map[lookup][]symbolAt{}, members: map[outsideMember]*meaning{}}
	l.augmented = a
	for _, n := range l.g.augmenting {
		node := l.g.nodes[n]
		r := l.g.resolvers.of(node.file.Language.Family)
		if r == nil {
			continue
		}
		for _, i := range node.scope().augments {
			module := &node.scope().symbols[i]
			specifier := strings.Trim(string(module.Type), `"`)
			files := l.number(r.Resolve(node.file.Path, &Import{Specifier: specifier}).Files)
			for _, i := range node.scope().within(module) {
				at := symbolAt{file: n, symbol: i}
				if len(files) == 0 {
					a.outside = append(a.outside, outsider{specifier, at})
					continue
				}
				name := l.symbol(at).Name
				d := l.lookIn(files, name)
				for _, f := range d.files {
					key := lookup{f, d.nameIn(f, name)}
					a.more[key] = append(a.more[key], at)
				}
			}
		}
	}
	return a
}

// declaredOf is what other files declare of a type besides.
func (l *linker) declaredOf(at symbolAt) []symbolAt {
	s := l.symbol(at)
	if s.Container != "" {
		return nil
	}
	more := l.augments().more[lookup{at.file, s.Name}]
	if at.args == 0 || len(more) == 0 {
		return more
	}
	more = slices.Clone(more)
	for i := range more {
		more[i].args = at.args
	}
	return more
}

// sameAugments reports whether nothing changed of what is declared of modules elsewhere. altered are the files whose
// names and types did; to is the number that a file of the graph before has now, or -1.
func (l *linker) sameAugments(prev *Graph, altered []bool, to func(int32) int32) bool {
	for _, n := range l.g.augmenting {
		if altered[n] {
			return false
		}
	}
	for _, n := range prev.augmenting {
		if now := to(n); now < 0 || altered[now] {
			return false
		}
	}
	if len(l.g.augmenting) == 0 {
		return true
	}
	old, now := newLinker(prev).augments(), l.augments()
	moved := func(x, y symbolAt) bool { return to(x.file) == y.file && x.symbol == y.symbol }
	for key, list := range old.more {
		if !slices.EqualFunc(list, now.more[lookup{to(key.file), key.name}], moved) {
			return false
		}
	}
	return len(old.more) == len(now.more) &&
		slices.EqualFunc(old.outside, now.outside, func(x, y outsider) bool { return x.module == y.module && moved(x.at, y.at) })
}

// outsiders finds the members of a name that files declare of what comes from a module which is not in the folder. Of that
// is not known which of its types it is, so that any of them counts.
func (e *evaluation) outsiders(module, name string) *meaning {
	a := e.l.augments()
	if len(a.outside) == 0 {
		return &meaning{}
	}
	if e.outside { // what they extend may come from there
		e.cut = true
		return &meaning{}
	}
	key := outsideMember{module, name}
	found, known := a.members[key]
	if known {
		return found
	}
	found = &meaning{}
	before, lost := e.cut, e.lost
	e.cut, e.lost, e.outside = false, false, true
	best := 0
	for _, o := range a.outside {
		kinship := kinship(o.module, module)
		if kinship == 0 || kinship < best {
			continue
		}
		m := e.member(&meaning{types: []symbolAt{o.at}}, name)
		found.depend(&m.dependence)
		for _, at := range m.types {
			if kinship > best {
				best, found.types = kinship, nil
			}
			if !slices.Contains(found.types, at) {
				found.types = append(found.types, at)
			}
		}
	}
	found.settle()
	if !e.lost { // what they extend from outside counts as nothing, wherever one begins
		a.members[key], e.cut = found, before
	}
	e.lost, e.outside = e.lost || lost, false
	return found
}

// kinship is how likely it is that what is declared of a module is of values that come from another, 0 for not at all: it
// is the same module, or a package's main one, of the same package or of one that packages like @vue/test-utils and
// vue-demi are called after.
func kinship(declared, from string) int {
	if declared == from {
		return 3
	}
	home, abroad := packageOf(declared), packageOf(from)
	word := firstWord(home)
	switch {
	case home != abroad && (firstWord(abroad) != word || home != word && !strings.HasPrefix(home, "@"+word+"/")):
		return 0
	case home == declared:
		return 2
	}
	return 1
}

// packageOf is the package of a module: its first name, or two where the first is a scope.
func packageOf(module string) string {
	parts := strings.SplitN(module, "/", 3)
	if strings.HasPrefix(module, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

func firstWord(name string) string {
	name = strings.TrimPrefix(name, "@")
	if i := strings.IndexAny(name, "/-."); i > 0 {
		return name[:i]
	}
	return name
}
