package analysis

import (
	"maps"
	"slices"
	"strings"
)

// mostHeritage is how many types a file's own ones may have members of: what has more is looked for in the nearest.
const mostHeritage = 32

// heritage is what the types of a file are in other files: those that they name as what they derive from, and what these derive from in
// turn, the nearest first.
type heritage struct {
	types []symbolAt
	dependence
}

// inherited links a bare name to the members of that name that the file's types have from others, in languages that name them so.
func (s *names) inherited(m mention) bool {
	if !s.l.g.nodes[s.self].file.Language.Bare || s.scope.hasMember(m.name) {
		return false
	}
	h := s.l.heritageOf(s.self)
	s.c.consult(&h.dependence)
	found := s.l.has(h, m.name)
	if len(found) == 0 {
		return false
	}
	m.container = s.l.symbol(found[0]).Container
	s.c.note(found[0].file, s.self, m, confidenceMember)
	return true
}

// inherited adds to a name that nothing else of a file means what its types have of that name from others.
func (e *evaluation) inherited(m *meaning, file int32, name string) *meaning {
	h := e.l.heritageOf(file)
	next := *m
	next.types = append(slices.Clip(m.types), e.l.has(h, name)...)
	next.depend(&h.dependence)
	return &next
}

// has are the members of a name of the nearest type of a heritage that has some; constructors are not inherited.
func (l *linker) has(h *heritage, name string) (found []symbolAt) {
	for _, of := range h.types {
		if t := l.symbol(of); t.Name != name {
			for _, i := range l.g.nodes[of.file].scope().find(t.QualifiedName(), name) {
				found = append(found, symbolAt{file: of.file, symbol: i})
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

func (l *linker) heritageOf(file int32) *heritage {
	h, known := l.heritages[file]
	if !known {
		h = l.inherits(file)
		l.heritages[file] = h
	}
	return h
}

func (l *linker) inherits(self int32) *heritage {
	scope := l.g.nodes[self].scope()
	c := collector{consulted: map[int32]bool{}, sets: map[*fileSet]bool{}, names: map[uint64]bool{}}
	h, parted := &heritage{}, scope.parted()
	most := mostHeritage + len(parted)
	add := func(file int32, path string) {
		path, _, _ = strings.Cut(path, "{") // without type arguments
		path = strings.TrimPrefix(path, globalSign)
		name := path[strings.LastIndexAny(path, ".:")+1:]
		c.ask(name)
		for _, f := range l.definersFor(file, path, &c) {
			symbols := l.g.nodes[f].scope().symbols
			for i := range symbols {
				at := symbolAt{file: f, symbol: int32(i)}
				meant := symbols[i].Name == name && (isType(symbols[i].Kind) || symbols[i].Kind == Module) && f != self
				if meant && len(h.types) < most && !slices.Contains(h.types, at) {
					h.types = append(h.types, at)
				}
			}
		}
	}
	bases := func(file int32, of *Symbol) {
		if isType(of.Kind) || of.Kind == Module {
			for _, base := range of.Type.bases() {
				add(file, string(base))
			}
		}
	}
	for _, name := range parted {
		add(self, name)
	}
	for i := range scope.symbols {
		bases(self, &scope.symbols[i])
	}
	for i := 0; i < len(h.types); i++ {
		bases(h.types[i].file, l.symbol(h.types[i]))
	}
	h.consulted = slices.Collect(maps.Keys(c.consulted))
	h.sets = fewest(slices.Collect(maps.Keys(c.sets)))
	h.names = slices.Collect(maps.Keys(c.names))
	return h
}

// parted are the types that may have members in other files, too: C#'s partial ones, and what the file has members of alone, as of a
// class of C++ that a header declares or that tests are fixed to, or of a type that Swift extends.
func (s *scope) parted() (names []string) {
	types := map[string]bool{}
	for i := range s.symbols {
		if t := &s.symbols[i]; isType(t.Kind) || t.Kind == Module {
			types[t.QualifiedName()] = true
			if t.IsPartial() {
				names = append(names, t.Name)
			}
		}
	}
	for i := range s.symbols {
		path := s.symbols[i].QualifiedName() // of a test, the name has that of its type, too
		if of := path[:max(0, strings.LastIndexByte(path, '.'))]; of != "" && !types[of] {
			types[of] = true
			names = append(names, of[strings.LastIndexByte(of, '.')+1:])
		}
	}
	return names
}

// definersFor are the files that define a name as a file sees it.
func (l *linker) definersFor(file int32, name string, c *collector) (files []int32) {
	node := l.g.nodes[file]
	c.consulted[file] = true
	c.ask(name)
	take := func(d *definition) {
		c.consult(&d.dependence)
		for _, f := range d.files {
			c.consulted[f] = true
			files = append(files, f)
		}
	}
	for _, b := range node.scope().bound.to(name) {
		if b.name != "" {
			c.ask(b.name)
			take(l.follow(&node.imports[b.imp], b.name, false))
		}
	}
	if len(node.siblings) > 0 {
		g := l.group(node.siblings)
		c.sets[g.set] = true
		files = append(files, g.top.of(name)...)
	}
	if len(files) > 0 {
		return files
	}
	for _, i := range node.scope().stars {
		take(l.follow(&node.imports[i], name, true))
	}
	return files
}

// readBases notes what types derive from where that stands in their signatures: the names behind their own, outside of brackets.
func (f *Facts) readBases() {
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if !isType(s.Kind) || s.Kind == TypeAlias {
			continue
		}
		_, rest, _ := strings.Cut(s.Signature, " "+s.Name)
		names := baseNames(rest)
		for _, name := range s.Type.bases() { // what its body says
			names = append(names, strings.TrimPrefix(string(name), globalSign))
		}
		s.Type = ""
		for _, name := range names { // as many as there is room for
			if more := TypeExpr(strings.TrimPrefix(string(s.Type)+","+name, ",")); len(more) <= maxTypeExpr {
				s.Type = more
			}
		}
	}
}

// baseNames are the names in a signature behind that of its type.
func baseNames(text string) (names []string) {
	text += " "
	depth, start := 0, -1
	for i, c := range []byte(text) {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
		inside := c == '.' || '0' <= c && c <= '9' || strings.HasPrefix(text[i:], "::") || c == ':' && i > 0 && text[i-1] == ':'
		switch {
		case letter && start < 0:
			start = i
			continue
		case letter, inside && start >= 0:
			continue
		}
		if start >= 0 && depth == 0 {
			switch name := text[start:i]; name {
			case "where", "requires", "permits", "derives": // what is behind is about others
				return names
			case "extends", "implements", "with", "by", "public", "protected", "private", "internal", "virtual", "final", "actual", "constructor":
			default:
				names = append(names, name)
			}
		}
		start = -1
		switch {
		case strings.IndexByte("([{", c) >= 0, c == '<' && (i == 0 || text[i-1] != ' '): // one behind a space is Ruby's
			depth++
		case c == '>' && i > 0 && strings.IndexByte("-=", text[i-1]) >= 0: // an arrow
		case strings.IndexByte(")]}>", c) >= 0 && depth > 0:
			depth--
		}
	}
	return names
}
