package analysis

import (
	"slices"
	"strings"
)

// fullSign begins the full name of a definition that is not imported.
const fullSign = `\`

// resolve finds what a name of a file's top level stands for: definitions, in types, or a module.
func (l *linker) resolve(file int32, name string) *meaning {
	node := l.g.nodes[file]
	m := &meaning{dependence: dependence{consulted: []int32{file}}}
	m.ask(name)
	if l.collect(m, file, name) {
		return m
	}
	bindings := node.scope().bound.to(name)
	for _, i := range l.modulesOf(file)[name] {
		bindings = append(slices.Clip(bindings), binding{imp: i})
	}
	for _, b := range bindings {
		link := &node.imports[b.imp]
		var d *definition
		missing := false // the files that could define it do not, whether or not that was found out before
		if b.name != "" {
			d = l.follow(link, b.name, false)
			m.ask(b.name)
			missing = link.mustDefine && len(d.files) == 0
		}
		m.known = m.known || link.Status != Unresolved && !missing
		if len(link.Files) == 0 || missing {
			m.outside = link.Import().Specifier
		}
		if b.name == "" {
			m.module = append(m.module, link.Files...)
			m.sets = append(m.sets, l.ofSeveral(link.Files)...)
			continue
		}
		m.depend(&d.dependence)
		m.module = append(m.module, d.modules...)
		if files := link.members[b.name]; len(files) > 0 && slices.Equal(d.files, files) {
			m.module = append(m.module, files...)
			continue
		}
		for _, f := range d.files {
			if !l.collectInside(m, link, f, b.name) {
				l.collect(m, f, d.nameIn(f, b.name))
			}
		}
	}
	if len(bindings) > 0 {
		return m
	}
	if strings.HasPrefix(name, fullSign) {
		m.known = true
		own := name[strings.LastIndex(name, fullSign)+1:]
		m.ask(own)
		for _, f := range l.consult(m, question{file, name, true}) {
			m.consulted = append(m.consulted, f)
			l.collect(m, f, own)
		}
		return m
	}
	if parent := l.parent(m, file, name); len(parent) > 0 {
		m.known, m.module = true, parent
		return m
	}
	if len(node.siblings) > 0 {
		g := l.group(node.siblings)
		m.sets = append(m.sets, g.set)
		for _, f := range g.top.of(name) {
			l.collect(m, f, name)
		}
		if m.known {
			return m
		}
	}
	for _, i := range node.scope().stars {
		link := &node.imports[i]
		d := l.follow(link, name, true)
		m.depend(&d.dependence)
		for _, f := range d.files {
			if !l.collectInside(m, link, f, name) {
				l.collect(m, f, name)
			}
		}
	}
	return m
}

// collectInside adds a file's definitions of a name in the type that an import takes it out of, if it does.
func (l *linker) collectInside(m *meaning, link *ImportLink, file int32, name string) bool {
	container := l.inside(link, file, name)
	if container == "" {
		return false
	}
	m.known = true
	for _, i := range l.g.nodes[file].scope().find(container, name) {
		m.types = append(m.types, symbolAt{file: file, symbol: i})
	}
	return true
}

// inside is the type of a file that an import takes a name out of: "" where it takes none out of a type that has it itself.
func (l *linker) inside(link *ImportLink, file int32, name string) string {
	if link.inside == nil {
		return ""
	}
	specifier, scope := link.Import().Specifier, l.g.nodes[file].scope()
	for at := 0; ; { // the longest path that is a type's
		if path := specifier[at:]; len(scope.find(path, name)) > 0 {
			return path
		}
		next := strings.IndexByte(specifier[at:], '.')
		if next < 0 {
			return ""
		}
		at += next + 1
	}
}

// first is the name that an expression begins with: the longest that the file imports a module by, or up to the first
// sign.
func (l *linker) first(file int32, t TypeExpr) (name string, steps TypeExpr) {
	bound := &l.g.nodes[file].scope().bound
	name, steps = t.cut()
	for longer, rest := name, steps; strings.HasPrefix(string(rest), "."); {
		_, next, after := rest.step()
		longer, rest = longer+"."+next, after
		if len(bound.to(longer)) > 0 {
			name, steps = longer, rest
		}
	}
	return name, steps
}

// collect adds a file's definitions of a name at its top level, or of the one that it exports so.
func (l *linker) collect(m *meaning, file int32, name string) bool {
	scope := l.g.nodes[file].scope()
	numbers := scope.find("", name)
	if local, exported := scope.exports[name]; len(numbers) == 0 && exported {
		numbers = scope.find("", local)
	}
	for _, i := range numbers {
		m.known = true
		m.types = append(m.types, symbolAt{file: file, symbol: i})
	}
	return len(numbers) > 0
}

// modulesOf are the imports of a file that are called as the imported module calls itself.
func (l *linker) modulesOf(file int32) map[string][]int {
	modules, ok := l.modules[file]
	if !ok {
		modules = map[string][]int{}
		links := l.g.nodes[file].imports
		for i := range links {
			if imp := links[i].Import(); imp.Local == "" && len(imp.Names) == 0 && !imp.Star && links[i].local != "" {
				modules[links[i].local] = append(modules[links[i].local], i)
			}
		}
		l.modules[file] = modules
	}
	return modules
}

// member finds the definitions that .name of something means: those of its type, else of the nearest of
// its type's bases.
func (e *evaluation) member(m *meaning, name string) *meaning {
	next := &meaning{}
	next.depend(&m.dependence)
	next.ask(name)
	if len(m.module) > 0 {
		d := e.l.lookIn(m.module, name)
		next.known = true
		next.depend(&d.dependence)
		for _, f := range d.files {
			e.l.collect(next, f, d.nameIn(f, name))
		}
		next.module = append(next.module, d.modules...)
		if len(next.types)+len(next.module) == 0 && len(m.module) == 1 { // it may have imported a module by that name
			if next.become(e.l.resolve(m.module[0], name)); !next.known || len(next.types)+len(next.module) == 0 {
				next.module = e.l.submodule(next, m.module[0], name)
			}
			next.known = true
		}
		return next
	}
	next.known, next.outside = m.known, m.outside
	var seen []symbolAt // whatever their arguments
	for level := m.types; len(level) > 0 && (len(next.types) == 0 || e.l.symbol(next.types[0]).Set); {
		before := next.types
		next.types = nil
		var bases []symbolAt
		for k := 0; k < len(level); k++ {
			at := level[k]
			plain := symbolAt{file: at.file, symbol: at.symbol}
			if slices.Contains(seen, plain) {
				continue
			}
			seen = append(seen, plain)
			level = append(slices.Clip(level), e.l.declaredOf(at)...)
			found := len(next.types)
			e.own(next, at, name)
			alias := e.l.symbol(at).Kind == TypeAlias && len(next.types) == found // but another name for its bases
			t := e.l.bind(e.l.symbol(at).Type, at)
			if t.isCollection() || t.isFunc() {
				continue
			}
			for _, base := range t.bases() {
				b := e.of(at.file, base)
				next.depend(&b.dependence)
				next.known = next.known && b.known
				if b.outside != "" {
					next.outside = b.outside
				}
				if alias {
					level = append(slices.Clip(level), b.types...)
				} else {
					bases = append(bases, b.types...)
				}
			}
		}
		if len(next.types) == 0 {
			next.types = before // what a method set is its own after all
		}
		level = bases
	}
	if len(next.types) == 0 && next.outside != "" {
		m := e.outsiders(next.outside, name)
		next.types = slices.Clone(m.types)
		next.depend(&m.dependence)
	}
	next.known = next.known || len(next.types) > 0
	return next
}

// mates reports whether two files are of one package, so that each has what the other declares for it: a sibling that does not see a file
// back, as one that declares something for all, has no part in its types.
func (l *linker) mates(file, other int32) bool {
	_, sees := slices.BinarySearch(l.g.nodes[file].siblings, other)
	return sees
}

// own adds the members of a name that a type has itself. In a package of several files, any may define them.
func (e *evaluation) own(next *meaning, at symbolAt, name string) {
	s := e.l.symbol(at)
	files := []int32{at.file}
	if siblings := e.l.g.nodes[at.file].siblings; len(siblings) > 0 && !e.l.g.nodes[at.file].file.Language.Whole {
		g := e.l.group(siblings)
		next.sets = append(next.sets, g.set)
		for _, f := range g.members.of(name) {
			if e.l.mates(f, at.file) {
				files = append(files, f)
			}
		}
	}
	container := s.QualifiedName()
	for _, f := range files {
		for _, i := range e.l.g.nodes[f].scope().find(container, name) {
			next.types = append(next.types, symbolAt{f, i, at.args})
		}
	}
}
