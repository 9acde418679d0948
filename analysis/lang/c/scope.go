package c

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// scope is what stands around a declaration.
type scope struct {
	container string
	class     string // the name of the class whose body this is
	inClass   bool
	hidden    bool // nothing in it is visible to other files
	export    bool // in an export block of a module
}

// deepest is how many scopes inside each other are read.
const deepest = 48

// within is the scope inside one of that name.
func (s scope) within(name string) scope {
	if name != "" {
		s.container = strings.TrimPrefix(s.container+"."+name, ".")
	}
	return s
}

// scope reads the declarations in [i,end).
func (r *reader) scope(i, end int, s scope) {
	if r.nested == deepest {
		return
	}
	r.nested++
	for i < end {
		i = max(i+1, r.declaration(i, end, &s))
	}
	r.nested--
}

// declaration reads one declaration and returns where the next one begins. What stands before its own first
// word is taken off here: template parameters, linkage, attributes, macros.
func (r *reader) declaration(i, end int, s *scope) int {
	d := decl{reader: r, scope: s, start: i, end: end}
	for i < end {
		t := r.at(i)
		if t.kind == sign {
			switch {
			case t.sign == '[' && r.is(i+1, '['): // [[attributes]]
				i = r.after(i)
				continue
			case t.sign == '~' || t.sign == scopeSign || t.sign == '*' || t.sign == '&':
				d.first = i
				return d.read()
			}
			return r.after(i)
		}
		if t.kind != word {
			return i + 1
		}
		switch t.keyword {
		case templateKey:
			if !r.is(i+1, '<') {
				return r.statementEnd(i, end) // an explicit instantiation
			}
			d.template = true
			r.templateParameters(i + 1)
			i = r.constraint(r.after(i + 1))
			continue
		case externKey:
			if r.at(i+1).kind == literal {
				if i += 2; r.is(i, '{') {
					r.scope(i+1, int(r.match[i]), *s)
					return r.after(i)
				}
				continue
			}
			if r.isKeyword(i+1, templateKey) {
				return r.statementEnd(i, end)
			}
			d.extern = true
			i++
			continue
		case exportKey:
			d.export = true
			if i++; r.is(i, '{') {
				inner := *s
				inner.export = true
				r.scope(i+1, int(r.match[i]), inner)
				return r.after(i)
			}
			continue
		case inlineKey:
			if r.isKeyword(i+1, namespaceKey) {
				i++
				continue
			}
		case namespaceKey:
			return r.namespace(&d, i)
		case usingKey:
			return r.using(&d, i)
		case friendKey:
			return r.pastBody(i, end)
		case assertKey:
			return r.statementEnd(i, end)
		case conceptKey:
			return r.concept(&d, i)
		case accessWord, privateWord:
			if n := r.accessLabel(i); n > 0 {
				s.hidden = t.keyword == privateWord
				return i + n
			}
		case typedefKey:
			d.typedef = true
			i++
			continue
		case plain:
			if next, ok := r.moduleLine(&d, i); ok {
				return next
			}
			if next := r.macroLine(i, end, s.class); next > i {
				i = next
				if !r.at(i).first {
					continue
				}
				d.start = i
				continue
			}
		}
		d.first = i
		return d.read()
	}
	return i
}

// accessLabel is the length of a label such as "public:" or "private slots:", 0 for other words.
func (r *reader) accessLabel(i int) int {
	switch {
	case r.is(i+1, ':'):
		return 2
	case r.is(i+2, ':') && r.isName(i+1):
		return 3
	}
	return 0
}

// namespace reads a namespace, at its keyword.
func (r *reader) namespace(d *decl, i int) int {
	first := i + 1
	i = first
	var names []int
	for ; r.at(i).kind == word || r.is(i, scopeSign) || r.is(i, '[') || r.is(i, '('); i = r.after(i) {
		if r.isName(i) {
			names = append(names, i)
		}
		if i >= d.end {
			break
		}
	}
	if !r.is(i, '{') { // an alias
		return r.statementEnd(i, d.end)
	}
	inner := *d.scope
	inner.export = inner.export || d.export
	close := r.after(i)
	// Only the last of several names without :: between them is the namespace's: the others are macros.
	for k, n := range names {
		if k+1 < len(names) && !r.is(n+1, scopeSign) {
			continue
		}
		s := analysis.Symbol{Kind: analysis.Module, Signature: "namespace " + strings.ReplaceAll(inner.container+"."+r.text(n), ".", "::")}
		s.Signature = strings.Replace(s.Signature, " ::", " ", 1)
		s.Doc = r.docAbove(d.start)
		r.add(s, n, d.start, close, inner, visible)
		inner = inner.within(r.text(n))
		r.spaces[inner.container] = true
	}
	if len(names) == 0 {
		inner.hidden = true
	}
	r.scope(i+1, close-1, inner)
	return close
}

// using reads an alias; other usings bring in names that references name already.
func (r *reader) using(d *decl, i int) int {
	end := r.statementEnd(i, d.end)
	name := i + 1
	eq := name + 1
	for r.is(eq, '[') {
		eq = r.after(eq)
	}
	if r.isName(name) && r.is(eq, '=') {
		d.add(analysis.Symbol{Kind: analysis.TypeAlias, Signature: r.signature(d.start, end-1), Doc: d.doc(end)}, name, end, local)
	}
	return end
}

// concept reads a concept, at its keyword.
func (r *reader) concept(d *decl, i int) int {
	if !r.isName(i+1) || !r.is(i+2, '=') {
		d.first = i
		return d.read()
	}
	end := r.statementEnd(i, d.end)
	d.add(analysis.Symbol{Kind: analysis.Trait, Signature: shorten(r.signature(d.start, end-1), 200), Doc: d.doc(end)}, i+1, end, local)
	return end
}
