package ecmascript

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// importStatement reads an import statement. Only its module is taken from the tree and the rest from
// the text: its grammar is regular, and so what the tree's grammar does not know (import defer) reads
// as well.
func (r *reader) importStatement(whole, source analysis.Span) {
	clause := strings.TrimPrefix(r.b.Signature(whole.Start, source.Start), "import")
	clause = strings.TrimSpace(strings.TrimSuffix(clause, "from"))
	i := analysis.Import{Specifier: unquote(r.b.Text(source))}
	if name, ok := strings.CutSuffix(clause, "= require("); ok {
		i.Local = strings.TrimSpace(strings.TrimPrefix(name, "type "))
	} else {
		readClause(clause, &i)
	}
	r.imports = append(r.imports, located{whole.Start, i})
}

// exportStatement reads an export statement, unless it holds a declaration: that one will find it.
// Inside a namespace or an ambient module it exports nothing of this file.
func (r *reader) exportStatement(s statement, own bool) {
	if s.source.End > 0 {
		clause := strings.TrimPrefix(r.b.Signature(s.whole.Start, s.source.Start), "export")
		clause = strings.TrimSpace(strings.TrimSuffix(clause, "from"))
		i := analysis.Import{Specifier: unquote(r.b.Text(s.source)), ReExport: own, Star: own && strings.HasSuffix(clause, "*")}
		if clause != "*" && clause != "type *" {
			readClause(clause, &i)
		}
		r.imports = append(r.imports, located{s.whole.Start, i})
		return
	}
	if !own {
		return
	}
	if s.value.End > 0 {
		d := definition{kind: "assignment", whole: s.whole, value: s.value}
		if r.assigned("default", &d) {
			r.definitions = append(r.definitions, d)
		}
		return
	}
	rest := afterWord(afterWord(r.b.Text(s.whole), "export"), "type")
	switch {
	case strings.HasPrefix(rest, "{"):
		names := strings.TrimRight(r.b.Signature(s.whole.End-uint32(len(rest)), s.whole.End), "; ")
		for _, b := range readNames(names) {
			r.offer(b.Local, b.Name)
		}
	case strings.HasPrefix(rest, "="):
		if name := identifier(strings.TrimSpace(rest[1:])); name != "" {
			r.offer("default", name)
			for i := range r.imports {
				if imp := &r.imports[i].Import; imp.Local == name { // the file gives that module's names
					imp.ReExport, imp.Star = true, true
				}
			}
		}
	}
}

// readClause reads what stands between import and from, or export and from: a default name, * as a
// name, names in braces.
func readClause(clause string, i *analysis.Import) {
	if word, rest, ok := strings.Cut(clause, " "); ok {
		switch word {
		case "type", "typeof", "defer", "source":
			clause = rest
		}
	}
	if clause != "" && clause[0] != '{' && clause[0] != '*' {
		name, rest, _ := strings.Cut(clause, ",")
		i.Names = append(i.Names, analysis.Binding{Name: "default", Local: strings.TrimSpace(name)})
		clause = strings.TrimSpace(rest)
	}
	if name, ok := strings.CutPrefix(clause, "* as "); ok {
		i.Local = unquote(name)
	} else if clause != "" {
		i.Names = append(i.Names, readNames(clause)...)
	}
}

// readNames reads {a, b as c, type D}.
func readNames(braces string) []analysis.Binding {
	var out []analysis.Binding
	for part := range strings.SplitSeq(strings.Trim(braces, "{}"), ",") {
		part = strings.TrimSpace(part)
		if rest := afterWord(afterWord(part, "type"), "typeof"); rest != "" && identifier(rest) != "as" {
			part = rest
		}
		name, local, renamed := strings.Cut(part, " as ")
		if !renamed {
			local = name
		}
		if name = unquote(name); name != "" {
			out = append(out, analysis.Binding{Name: name, Local: unquote(local)})
		}
	}
	return out
}

// moduleCalls reads require("x"), import("x") and the import("x") of types, with what takes the module.
func (r *reader) moduleCalls() {
	takers := map[uint32]definition{} // by where the value starts
	for _, d := range r.definitions {
		if d.value.End > 0 && (d.kind == "variable" || d.kind == "assignment" && d.name.End > 0) {
			takers[d.value.Start] = d
		}
	}
	for _, e := range r.entries {
		if e.value.End > 0 && r.line(e.target) == "module.exports" {
			takers[e.value.Start] = definition{kind: "entry", name: e.key, value: e.value}
		}
	}
	for _, c := range r.calls {
		callee, source := r.b.Text(c.callee), r.b.Text(c.source)
		if callee != "require" && callee != "import" || strings.Contains(source, "${") {
			continue
		}
		i := analysis.Import{Specifier: unquote(source)}
		start := c.whole.Start
		if callee == "import" {
			start = r.backOver(start, "await")
		}
		if callee == "import" && start == c.whole.Start { // a promise, or in a type the module itself
			rest := r.b.Text(analysis.Span{Start: c.whole.End, End: min(c.whole.End+maxPrefix, uint32(len(r.b.Src())))})
			if member, ok := strings.CutPrefix(rest, "."); ok && !ofPromise(identifier(member)) {
				i.Names = []analysis.Binding{{Name: identifier(member)}}
			}
		} else if taker, ok := takers[start]; ok {
			r.take(taker, c.whole.End, &i)
		}
		r.imports = append(r.imports, located{c.whole.Start, i})
	}
}

// ofPromise reports whether a member is one of a promise and not of the module that it is for.
func ofPromise(member string) bool {
	return member == "" || member == "then" || member == "catch" || member == "finally"
}

// take reads what becomes of a module, or of one member of it; end is where the call ends that loads it.
func (r *reader) take(by definition, end uint32, i *analysis.Import) {
	member := ""
	if rest := r.b.Text(analysis.Span{Start: end, End: max(end, by.value.End)}); rest != "" {
		member = identifier(strings.TrimPrefix(rest, "."))
		if rest != "."+member {
			return // it is something that the module makes
		}
	}
	name := r.line(by.name)
	if name == "" {
		return
	}
	switch by.kind {
	case "entry":
		i.ReExport = true
	case "assignment":
		outside, ok := exportTarget(name)
		if !ok {
			return
		}
		name, i.ReExport, i.Star = outside, true, outside == "default" && member == ""
	}
	r.taken[by.value.Start] = true
	switch {
	case i.Star:
	case name[0] == '{' || name[0] == '[':
		for _, b := range pattern(name) {
			if b.Name != "" && member == "" {
				i.Names = append(i.Names, b)
			}
		}
		if member != "" {
			i.Names = []analysis.Binding{{Name: member}}
		}
	case member != "":
		i.Names = []analysis.Binding{{Name: member, Local: name}}
	default:
		i.Local = name
	}
}
