package python

import (
	"cmp"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// line reads a logical line: statements with semicolons between them, the first of which may be the head of a block.
func (r *receivers) line(i, end int) {
	indent := r.indent(i)
	r.indented = indent
	for len(r.frames) > 1 && r.top().indent >= indent {
		r.frames = r.frames[:len(r.frames)-1]
	}
	narrow := r.top().narrow[:0]
	for _, n := range r.top().narrow {
		if n.indent < indent {
			narrow = append(narrow, n)
		}
	}
	r.top().narrow = narrow
	for i < end {
		j := r.next(i, end, ";")
		r.statement(i, j, indent)
		i = j + 1
	}
}

func (r *receivers) statement(i, end, indent int) {
	if i >= end {
		return
	}
	if r.is(i, end, "async") {
		i++
	}
	if i >= end {
		return
	}
	word := ""
	if r.tokens[i].kind == 'n' {
		word = r.str(i)
	}
	switch word {
	case "def":
		r.def(i, end, indent)
		return
	case "class":
		r.class(i, end, indent)
		return
	case "if", "elif", "while":
		colon := r.colon(i, end)
		r.value(i+1, colon)
		r.narrowBy(i+1, colon, indent)
		r.statement(colon+1, end, indent+1)
	case "for":
		colon := r.colon(i, end)
		r.loop(i, colon)
		r.statement(colon+1, end, indent+1)
	case "with":
		colon := r.colon(i, end)
		r.with(i+1, colon)
		r.statement(colon+1, end, indent+1)
	case "except":
		colon := r.colon(i, end)
		as := r.next(i, colon, "as")
		t := r.value(i+1, as)
		if as+1 < colon {
			r.declare(as+1, t, false)
		}
		r.statement(colon+1, end, indent+1)
	case "else", "try", "finally":
		r.statement(r.colon(i, end)+1, end, indent+1)
	case "assert":
		r.value(i+1, end)
		r.narrowBy(i+1, end, indent-1)
	case "return", "raise", "del", "yield":
		if from := r.next(i+1, end, "from"); word == "raise" && from < end {
			r.value(i+1, from)
			i = from
		}
		r.value(i+1, end)
	case "import", "from":
		r.imports(i, end)
	case "global", "nonlocal", "pass", "break", "continue":
	default:
		if r.tokens[i].kind == '@' {
			r.value(i+1, end)
			last := i + 1
			for last+2 < end && r.is(last+1, end, ".") {
				last += 2
			}
			if last < end {
				r.decorators = append(r.decorators, r.str(last))
			}
			return
		}
		r.assignment(i, end)
	}
	r.decorators = nil
}

// colon is where the head of a block ends.
func (r *receivers) colon(i, end int) int {
	for i < end {
		j := r.next(i, end, ":", "lambda")
		if !r.is(j, end, "lambda") {
			return j
		}
		i = r.next(j, end, ":") + 1
	}
	return end
}

func (r *receivers) imports(i, end int) {
	from := r.is(i, end, "from")
	f := r.top()
	path := from // the names of the module, not of what is taken out of it
	for i++; i < end; i++ {
		if r.is(i, end, "import") {
			path = false
		}
		if r.tokens[i].kind != 'n' {
			continue
		}
		if path || r.tokens[i-1].kind == '.' {
			r.b.Local(uint32(r.tokens[i].start))
			continue
		}
		name := r.str(i)
		if f.kind != 'f' || !from && !r.is(i+1, end, ",") && i+1 < end {
			continue
		}
		if f.names == nil {
			f.names = map[string]held{}
		}
		f.names[name] = held{typ: analysis.TypeExpr(name), imported: true}
	}
}

func (r *receivers) class(i, end, indent int) {
	colon := r.colon(i, end)
	if i+1 >= colon {
		return
	}
	name := r.str(i + 1)
	var bases analysis.TypeExpr
	if i+2 < colon && r.tokens[i+2].kind == '(' {
		for _, a := range r.arguments(i + 2) {
			if !r.is(a[0]+1, a[1], "=") {
				r.value(a[0], a[1])
				base := r.annotation(a[0], a[1])
				if bases != "" {
					bases += ","
				}
				bases += base
				continue
			}
			r.b.Local(uint32(r.tokens[a[0]].start))
			r.value(a[0]+2, a[1])
		}
	}
	path := name
	outer := r.top()
	switch {
	case outer.kind == 'c':
		path = outer.class + "." + name
	case outer.kind == 'f':
		r.declare(i+1, cmp.Or(analysis.TypeExpr(strings.ReplaceAll(string(bases), ",", "|")), analysis.Foreign), true)
		path = ""
	}
	r.has(i+1, bases)
	r.frames = append(r.frames, frame{kind: 'c', indent: indent, class: path, bases: analysis.TypeExpr(strings.ReplaceAll(string(bases), ",", "|"))})
	r.statement(colon+1, end, indent+1)
	r.decorators = nil
}

func (r *receivers) def(i, end, indent int) {
	colon := r.colon(i, end)
	if i+2 >= colon || r.tokens[i+2].kind != '(' {
		return
	}
	outer := r.top()
	f := frame{kind: 'f', indent: indent, names: map[string]held{}}
	static, property, context, other := false, false, false, false
	for _, d := range r.decorators {
		switch {
		case d == "staticmethod":
			static = true
		case strings.HasSuffix(d, "property"), d == "setter", d == "getter":
			property = true
		case strings.HasSuffix(d, "contextmanager"):
			context = true
		case d == "classmethod", d == "abstractmethod", d == "overload", d == "override", d == "wraps", d == "lru_cache", d == "cache", d == "final":
		default: // it may make anything of the function
			other = true
		}
	}
	r.decorators = nil
	if outer.kind == 'c' {
		f.class, f.bases = outer.class, outer.bases
	} else if outer.kind == 'f' {
		f.class, f.bases = outer.class, outer.bases
	}
	args := r.arguments(i + 2)
	types := make([]analysis.TypeExpr, len(args))
	r.frames = append(r.frames, frame{kind: 'c', indent: indent}) // annotations and defaults are not of the function
	for n, a := range args {
		types[n] = r.param(a[0], a[1], n == 0 && outer.kind == 'c' && !static)
	}
	arrow := r.after(i + 2)
	result := analysis.Unknown
	if r.is(arrow, colon, "->") {
		result = r.annotation(arrow+1, colon)
		f.sent = r.sent(arrow+1, colon)
		r.annotationNames(arrow+1, colon)
	}
	r.frames = r.frames[:len(r.frames)-1]
	typ := analysis.Func(result)
	switch {
	case other:
		typ = analysis.Unknown
	case property:
		typ = result
	case context:
		typ = analysis.Func(result.Element())
	}
	r.has(i+1, typ)
	if outer.kind == 'f' {
		r.declare(i+1, typ, true)
	}
	r.frames = append(r.frames, f)
	for n, a := range args {
		at := a[0]
		for at < a[1] && r.tokens[at].kind == '*' {
			at++
		}
		if at < a[1] && r.tokens[at].kind == 'n' {
			r.declare(at, types[n], r.is(at+1, a[1], ":"))
		}
	}
	r.statement(colon+1, end, indent+1)
}

// param is what a parameter holds.
func (r *receivers) param(i, end int, self bool) analysis.TypeExpr {
	stars := 0
	for i < end && r.tokens[i].kind == '*' {
		stars += r.tokens[i].end - r.tokens[i].start
		i++
	}
	equal := r.next(i, end, "=")
	t := analysis.Unknown
	switch {
	case self: // where it is annotated, it is by a variable that stands for the class
		t = analysis.TypeExpr(r.frames[len(r.frames)-2].class)
	case r.is(i+1, equal, ":"):
		t = r.annotation(i+2, equal)
		r.annotationNames(i+2, equal)
	}
	if value := r.value(equal+1, end); t == analysis.Unknown && value != analysis.Foreign {
		t = value
	}
	if stars > 0 {
		return analysis.Collection("", t)
	}
	if t == "" {
		return analysis.Unknown
	}
	return t
}

func (r *receivers) loop(i, end int) {
	in := r.next(i, end, "in")
	pairs, enumerated := r.iterated(in+1, end)
	t := r.value(in+1, end)
	r.targets(i+1, in, t, pairs, enumerated)
}

// targets declares the targets of a loop over a collection.
func (r *receivers) targets(i, end int, t analysis.TypeExpr, pairs, enumerated bool) {
	if i < end && r.after(i) == end && (r.tokens[i].kind == '(' || r.tokens[i].kind == '[') {
		i, end = i+1, end-1
	}
	parts := r.split(i, end)
	for n, p := range parts {
		element := t.Element()
		switch {
		case pairs && len(parts) == 2 && n == 0:
			element = t.Key()
		case enumerated && len(parts) == 2 && n == 0:
			element = analysis.Foreign
		case len(parts) > 1 && !pairs && !enumerated:
			element = analysis.Unknown
		}
		r.target(p[0], p[1], element)
	}
}

// target assigns to a name, an attribute, or a list of them.
func (r *receivers) target(i, end int, t analysis.TypeExpr) {
	for i < end && r.tokens[i].kind == '*' {
		i, t = i+1, analysis.Unknown
	}
	switch {
	case i >= end:
	case i+1 == end && r.tokens[i].kind == 'n':
		r.declare(i, t, false)
	case r.tokens[i].kind == '(' && r.after(i) == end:
		for _, p := range r.split(i+1, end-1) {
			r.target(p[0], p[1], analysis.Unknown)
		}
	default:
		r.value(i, end)
		r.attribute(i, end, end, t, false)
	}
}

func (r *receivers) with(i, end int) {
	if i < end && r.tokens[i].kind == '(' && r.after(i) == end {
		i, end = i+1, end-1
	}
	for _, p := range r.split(i, end) {
		as := r.next(p[0], p[1], "as")
		t := r.value(p[0], as)
		if as+1 < p[1] {
			r.target(as+1, p[1], t)
		}
	}
}

// narrowBy takes isinstance(name, type) for true in the block to come, unless it is but one of several alternatives.
func (r *receivers) narrowBy(i, end, indent int) {
	if r.next(i, end, "or", "not") < end {
		return
	}
	for i < end {
		if r.is(i, end, "isinstance") && i+1 < end && r.tokens[i+1].kind == '(' {
			if a := r.arguments(i + 1); len(a) == 2 && a[0][0]+1 == a[0][1] && r.tokens[a[0][0]].kind == 'n' {
				t := analysis.TypeExpr("")
				from, to := a[1][0], a[1][1]
				if r.tokens[from].kind == '(' {
					from, to = from+1, to-1
				}
				for _, p := range r.split(from, to) {
					t = union(t, r.annotation(p[0], p[1]))
				}
				f := r.top()
				f.narrow = append(f.narrow, narrowed{r.str(a[0][0]), t, indent})
			}
		}
		i = r.after(i)
	}
}

// assignment reads an assignment or an expression.
func (r *receivers) assignment(i, end int) {
	colon := r.next(i, end, ":", "lambda")
	equal := r.next(i, end, "=")
	if r.is(colon, end, ":") && colon < equal && colon > i {
		t := r.annotation(colon+1, equal)
		r.annotationNames(colon+1, equal)
		value := r.value(equal+1, end)
		if t == analysis.Unknown {
			t = value
		}
		if colon == i+1 && r.tokens[i].kind == 'n' {
			r.has(i, t)
			r.declare(i, t, true)
			return
		}
		r.value(i, colon)
		r.attribute(i, colon, end, t, true)
		return
	}
	if equal == end {
		r.value(i, end)
		return
	}
	var targets [][2]int
	for equal < end {
		targets = append(targets, [2]int{i, equal})
		i, equal = equal+1, r.next(equal+1, end, "=")
	}
	t := r.value(i, end)
	if r.isType(i, end) {
		t = r.annotation(i, end)
	}
	for _, target := range targets {
		parts := r.split(target[0], target[1])
		values := r.split(i, end)
		for n, p := range parts {
			of := t
			switch {
			case len(parts) > 1 && len(values) == len(parts):
				of = r.parts[values[n][0]]
			case len(parts) > 1 && strings.HasSuffix(string(t), "()"):
				of = t[:len(t)-2].Result(n)
			case len(parts) > 1:
				of = t.Element()
			}
			if p[0]+1 == p[1] && r.tokens[p[0]].kind == 'n' {
				r.has(p[0], of)
			}
			if len(parts) == 1 && p[0]+1 < p[1] && r.tokens[p[0]].kind != '(' {
				r.value(p[0], p[1])
				r.attribute(p[0], p[1], end, of, false)
				continue
			}
			r.target(p[0], p[1], of)
		}
	}
}

// has notes the type of a symbol.
func (r *receivers) has(i int, t analysis.TypeExpr) {
	key := defined{r.b.Line(uint32(r.tokens[i].start)), r.str(i)}
	if _, known := r.types[key]; !known {
		r.types[key] = t
	}
}

// attribute notes that an assignment sets an attribute of self.
func (r *receivers) attribute(i, end, whole int, t analysis.TypeExpr, annotated bool) {
	f := r.top()
	if f.kind != 'f' || f.class == "" || i+3 != end || r.tokens[i+1].kind != '.' || r.tokens[i+2].kind != 'n' {
		return
	}
	if self, local := r.find(r.str(i)); !local || string(self) != f.class {
		return
	}
	key := attribute{f.class, r.str(i + 2)}
	if s := r.attributes[key]; s != nil {
		switch {
		case annotated:
			s.Type = t
		case !strings.Contains(s.Signature, ": "):
			s.Type = union(s.Type, t)
		}
		return
	}
	if r.own[key] {
		return
	}
	start, stop := r.tokens[i].start, r.tokens[end-1].end
	name := key.name
	r.attributes[key] = &analysis.Symbol{Name: name, Kind: analysis.Field, Container: f.class, Type: t, Exported: isPublic(name),
		Signature: name, Set: true, Range: analysis.Span{Start: uint32(start), End: uint32(stop)}, Line: r.b.Line(uint32(r.tokens[i+2].start))}
	statement := r.b.Signature(uint32(start), uint32(r.tokens[whole-1].end))
	if _, annotation, value := splitAssignment(statement[:min(len(statement), 4*maxValue)]); annotation != "" {
		r.attributes[key].Signature += ": " + annotation
	} else if value != "" {
		r.attributes[key].Signature += " = " + showValue(name, value)
	}
}
