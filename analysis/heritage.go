package analysis

import (
	"slices"
	"strings"
)

// mostHeritage is how many types a file's own ones may have members of: what has more is looked for in the nearest.
const mostHeritage = 32

// inherited links a bare name to the members of that name that the file's types have from others, in languages that name them so.
func (s *names) inherited(m mention) bool {
	if !s.l.g.nodes[s.self].file.Language.Bare || s.scope.hasMember(m.name) {
		return false
	}
	if s.heritage == nil {
		s.heritage = s.inherits()
	}
	for _, of := range s.heritage { // the nearest first
		scope := s.l.g.nodes[of.file].scope()
		constructor := s.l.symbol(of).Name == m.name
		if !constructor && len(scope.find(s.l.symbol(of).QualifiedName(), m.name)) > 0 {
			m.container = s.l.symbol(of).QualifiedName()
			s.c.note(of.file, s.self, m, confidenceMember)
			return true
		}
	}
	return false
}

// inherits are what the types of the file are in other files, those that they name as what they derive from, and what these derive from in
// turn, the nearest first; never nil.
func (s *names) inherits() []symbolAt {
	found, parted := []symbolAt{}, s.parted()
	most := mostHeritage + len(parted)
	add := func(file int32, path string) {
		path, _, _ = strings.Cut(path, "{") // without type arguments
		path = strings.TrimPrefix(path, globalSign)
		name := path[strings.LastIndexAny(path, ".:")+1:]
		for _, f := range s.l.definersFor(file, path, &s.c) {
			symbols := s.l.g.nodes[f].scope().symbols
			for i := range symbols {
				at := symbolAt{file: f, symbol: int32(i)}
				meant := symbols[i].Name == name && (isType(symbols[i].Kind) || symbols[i].Kind == Module) && f != s.self
				if meant && len(found) < most && !slices.Contains(found, at) {
					found = append(found, at)
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
		add(s.self, name)
	}
	for i := range s.scope.symbols {
		bases(s.self, &s.scope.symbols[i])
	}
	for i := 0; i < len(found); i++ {
		bases(found[i].file, s.l.symbol(found[i]))
	}
	return found
}

// parted are the types that may have members in other files, too: C#'s partial ones, and what the file has members of alone, as of a
// class of C++ that a header declares or that tests are fixed to, or of a type that Swift extends.
func (s *names) parted() (names []string) {
	types := map[string]bool{}
	for i := range s.scope.symbols {
		if t := &s.scope.symbols[i]; isType(t.Kind) || t.Kind == Module {
			types[t.QualifiedName()] = true
			if t.IsPartial() {
				names = append(names, t.Name)
			}
		}
	}
	for i := range s.scope.symbols {
		path := s.scope.symbols[i].QualifiedName() // of a test, the name has that of its type, too
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
	take := func(d *definition) {
		c.consult(d)
		for _, f := range d.files {
			c.consulted[f] = true
			files = append(files, f)
		}
	}
	for _, b := range node.scope().bound.to(name) {
		if b.name != "" {
			take(l.follow(&node.imports[b.imp], b.name, false))
		}
	}
	if len(node.siblings) > 0 {
		g := l.group(node.siblings)
		c.sets[&g.files[0]] = g.files
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
			case "extends", "implements", "with", "by", "public", "protected", "private", "internal", "virtual", "final", "constructor":
			default:
				names = append(names, name)
			}
		}
		start = -1
		switch {
		case strings.IndexByte("([{", c) >= 0, c == '<' && (i == 0 || text[i-1] != ' '): // one behind a space is Ruby's
			depth++
		case strings.IndexByte(")]}>", c) >= 0 && depth > 0:
			depth--
		}
	}
	return names
}
