package rust

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// importer turns the ties of one file into its imports and its declarations.
type importer struct {
	*ties
	line    func(uint32) uint32
	modules map[string]bool     // declared in the file, with the inline modules around them
	inlined map[string]bool     // those of them that are in the file
	macros  map[string]bool     // that the file defines
	aliases map[string][]string // names that use brings, likewise, with their paths
	open    map[string]bool     // inline modules with use super::*;
}

func newImporter(t *ties, line func(uint32) uint32) *importer {
	n := &importer{ties: t, line: line, modules: map[string]bool{}, inlined: map[string]bool{}, macros: map[string]bool{}, aliases: map[string][]string{},
		open: map[string]bool{}}
	for _, d := range t.declarations {
		switch d.kind {
		case fileModule, inlineModule:
			n.modules[d.name] = true
			n.inlined[d.name] = d.kind == inlineModule
		case localMacro, exportedMacro:
			n.macros[d.name] = true
		}
	}
	for _, u := range t.uses {
		if name := inside(u.inline, u.local); u.local != "" && !n.modules[name] {
			n.aliases[name] = u.path
		}
		if u.star && len(u.path) == 1 && u.path[0] == "super" {
			n.open[join(u.inline)] = true
		}
	}
	return n
}

func inside(inline []string, name string) string {
	return strings.Join(append(slices.Clone(inline), name), "::")
}

// scope is the innermost of the inline modules around a path in which a name means something that the
// file itself says; ok is false where none does.
func (n *importer) scope(inline []string, name string) (at []string, ok bool) {
	for {
		own := inside(inline, name)
		if _, alias := n.aliases[own]; alias || n.modules[own] {
			return inline, true
		}
		if !n.open[join(inline)] || len(inline) == 0 {
			return nil, false
		}
		inline = inline[:len(inline)-1]
	}
}

// normal is a path as the file's own module would write it: super inside an inline module is self, and
// a name that another use brings is what that one says.
func (n *importer) normal(inline, path []string) []string { return n.follow(inline, path, 4) }

// follow is normal for a name of a name of a name, so many times.
func (n *importer) follow(inline, path []string, times int) []string {
	written, rest := path, path[1:]
	switch path[0] {
	case "crate", "":
		return path
	case "$crate":
		return append([]string{"crate"}, rest...)
	case "super":
		if len(inline) == 0 {
			return path
		}
		if len(rest) == 0 || rest[0] != "super" {
			rest = append([]string{"self"}, rest...)
		}
		return n.follow(inline[:len(inline)-1], rest, times)
	case "self":
		if path = rest; len(path) > 0 && path[0] == "super" {
			return n.follow(inline, path, times)
		}
	default:
		at, ok := n.scope(inline, path[0])
		if !ok || len(at) == 0 && n.modules[path[0]] {
			return path
		}
		inline = at
	}
	if len(path) > 1 {
		if alias, ok := n.aliases[inside(inline, path[0])]; ok && alias[0] != path[0] && times > 0 {
			return n.follow(inline, append(slices.Clone(alias), path[1:]...), times-1)
		} else if ok && written[0] != "self" {
			return written
		}
	}
	return slices.Concat([]string{"self"}, inline, path)
}

// split cuts a path into the module and the name that is taken out of it: the first type, for what
// follows that is inside it; else the last name.
func split(path []string) (module []string, name string) {
	last := slices.IndexFunc(path, isType)
	if last < 0 {
		last = len(path) - 1
	}
	if last == 0 {
		return []string{"self"}, path[0]
	}
	return path[:last], path[last]
}

func join(path []string) string { return strings.Join(path, "::") }

// imports are what mod, use and extern crate declare, and then what paths in the code need.
func (n *importer) imports(defined map[string]bool) []analysis.Import {
	out := n.declared()
	out = append(out, n.used(defined)...)
	slices.SortStableFunc(out, func(a, b analysis.Import) int { return int(a.Line) - int(b.Line) })
	return out
}

func (n *importer) declared() []analysis.Import {
	var out []analysis.Import
	first, group := 0, -1 // of the imports of one declaration
	for _, u := range n.uses {
		if u.group != group {
			first, group = len(out), u.group
		}
		imp := n.read(u)
		same := slices.IndexFunc(out[first:], func(o analysis.Import) bool {
			return o.Specifier == imp.Specifier && (o.Local == "" || imp.Local == "")
		})
		if same < 0 {
			out = append(out, imp)
			continue
		}
		have := &out[first+same]
		have.Names = append(have.Names, imp.Names...)
		have.Local += imp.Local
		have.Star = have.Star || imp.Star
	}
	return out
}

// read makes the import of one name, and notes what the file passes on.
func (n *importer) read(u use) analysis.Import {
	imp := analysis.Import{ReExport: true, Line: n.line(u.offset)}
	if strings.HasSuffix(u.path[0], ".rs") { // include!
		imp.Specifier, imp.Star = u.path[0], true
		return imp
	}
	own := inside(u.inline, u.local)
	if alias, ok := n.aliases[own]; ok && slices.Equal(alias, u.path) {
		delete(n.aliases, own) // it is no name for itself
		defer func() { n.aliases[own] = alias }()
	}
	path := n.normal(u.inline, u.path)
	single := len(path) == 1 || len(path) == 2 && path[0] == ""
	typed := slices.ContainsFunc(path, isType)
	switch {
	case len(path) == 1 && n.macros[path[0]]: // macro_rules! a { … } pub(crate) use a;
		imp.Specifier, imp.Names = "self", []analysis.Binding{{Name: path[0], Local: u.local}}
		return imp
	case u.star && !typed:
		imp.Specifier, imp.Star = join(path), true
	case (u.whole || single) && !typed:
		imp.Specifier, imp.Local = join(path), u.local
	default:
		module, name := split(path)
		local := u.local
		if u.star { // of an enum's variants: what is needed is the enum
			local = name
		}
		imp.Specifier, imp.Names = join(module), []analysis.Binding{{Name: name, Local: local}}
	}
	n.passOn(u, path, typed)
	return imp
}

// passOn notes a name that paths through this file may go by. Private ones are among them: the modules
// below see those, and of all other code, only such that does not compile goes by them.
func (n *importer) passOn(u use, path []string, typed bool) {
	name := u.local
	if u.star {
		name = "*"
	}
	own := inside(u.inline, name)
	switch {
	case typed || isType(name) || name == "_", n.modules[own], isStandard(path[0]) && !u.public:
		return // no module, or known as one
	case u.star && path[0] == "self" && (len(path) == 1 || n.inlined[join(path[1:])]):
		return // of the file itself
	}
	n.declarations = append(n.declarations, declaration{passedOn, own, join(path)})
}

// used are the imports that qualified paths in the code stand for: crate::a::b() needs what use
// crate::a would bring. Paths that begin with a name of the file are references to that.
func (n *importer) used(defined map[string]bool) []analysis.Import {
	var out []analysis.Import
	seen := map[string]bool{}
	for _, p := range n.paths {
		if !n.leadsOut(p, defined) {
			continue
		}
		path := n.normal(p.inline, p.names)
		module, name := split(path)
		if module[0] == "self" && (len(module) == 1 || n.inlined[join(module[1:])]) {
			continue
		}
		imp := analysis.Import{Specifier: join(module), Line: n.line(p.offset)}
		// References know a qualifier of three names at most, and none with signs in it.
		if slices.Equal(path, p.names) && len(module) <= 3 && module[0] != "" {
			imp.Local = strings.Join(module, ".")
		} else {
			imp.Names = []analysis.Binding{{Name: name, Local: join(p.names)}}
		}
		key := imp.Specifier + " " + imp.Local
		if imp.Local == "" {
			key += name
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, imp)
		}
	}
	return out
}

// leadsOut reports whether a path begins at a module that is not named in the file.
func (n *importer) leadsOut(p usedPath, defined map[string]bool) bool {
	switch first := p.names[0]; first {
	case "crate", "super", "self", "$crate":
		return true
	case "":
		return len(p.names) > 2
	default:
		_, bound := n.scope(p.inline, first)
		return !bound && !isType(first) && first[0] != '_' && !defined[first] && !isStandard(first) && !isBuiltin(first)
	}
}
