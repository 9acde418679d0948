package analysis

import (
	"math"
	"slices"
	"strings"
)

// written is a type expression in the file whose words it uses.
type written struct {
	file int32
	expr TypeExpr
}

// symbolAt is one definition of the folder, with the type arguments that it, or the type that it is a member of, is
// given: a list of the linker's generics, 0 for none.
type symbolAt struct{ file, symbol, args int32 }

// meaning is what a type expression comes to.
type meaning struct {
	known  bool       // what it is, is known; with none of the following it is nothing of the folder's
	types  []symbolAt // the definitions of the type that it is an instance of
	shapes []written  // the collections and functions that it is: several are overloads
	module []int32    // the files of the module that it names

	outside string // the specifier of the module that it comes from, if that is not in the folder

	dependence
}

// maxDepth is how many expressions may lead from one to the next before it is given up.
const maxDepth = 24

// evaluation is the working out of one expression. Expressions may lead back to themselves: then they are
// unknown, and what was found out on the way is not remembered, for it depends on where one began.
type evaluation struct {
	l     *linker
	meant map[written]*meaning // what is remembered of the expression itself; nil: as all others
	open  []written
	cut   bool // it was led back, or went too deep

	outside bool // outsiders are being looked up
	lost    bool // e.cut, for another reason than that
}

// of is what an expression comes to.
func (e *evaluation) of(file int32, t TypeExpr) *meaning {
	switch {
	case t == "" || t == Unknown:
		return &meaning{}
	case t == Foreign:
		return &meaning{known: true}
	case t.isCollection() || t.isFunc():
		return &meaning{known: true, shapes: []written{{file, t}}}
	}
	key := written{file, t}
	if m, ok := e.l.known[key]; ok {
		return m
	}
	known := e.l.known
	if len(e.open) == 0 && e.meant != nil {
		known = e.meant
		if m, ok := known[key]; ok {
			return m
		}
	}
	if len(e.open) == maxDepth || slices.Contains(e.open, key) {
		e.cut, e.lost = true, true
		return &meaning{}
	}
	e.open = append(e.open, key)
	before := e.cut
	e.cut = false
	m := e.work(file, t)
	if !e.cut {
		known[key] = m
	}
	e.cut = e.cut || before
	e.open = e.open[:len(e.open)-1]
	return m
}

// work resolves the first name of an expression and takes its steps.
func (e *evaluation) work(file int32, t TypeExpr) *meaning {
	if either := t.alternatives(); len(either) > 1 {
		m := &meaning{}
		for _, one := range either {
			m.become(e.of(file, one))
		}
		m.settle()
		return m
	}
	name, steps := e.l.first(file, t)
	m := &meaning{}
	switch {
	case strings.HasPrefix(name, "#"): // a type parameter, of which is known what it must be at least
		if strings.HasPrefix(string(steps), "{") {
			_, bound, rest := steps.step()
			*m, steps = *e.of(file, TypeExpr(bound)), rest
		}
	case strings.HasPrefix(name, "&"):
		arg := e.l.generics.all[number(name[1:])]
		*m = *e.of(arg.file, arg.expr)
	default:
		name, global := strings.CutPrefix(name, globalSign)
		m = e.l.resolve(file, name)
		if global && len(m.types) == 0 && e.l.g.nodes[file].file.Language.Bare {
			m = e.inherited(m, file, name)
		}
		m = e.held(m, m.types)
		m.known = m.known || global
	}
	for steps != "" && steps[0] != ',' {
		kind, name, rest := steps.step()
		if steps = rest; kind == '{' {
			m = e.generic(m, file, TypeExpr(name))
		} else {
			m = e.step(m, kind, name)
		}
	}
	m.settle()
	return m
}

// step is what one step leads to.
func (e *evaluation) step(m *meaning, kind byte, name string) *meaning {
	if kind == '.' {
		if shape := fullest(m.shapes, false); shape != nil && (len(m.types) == 0 || shape.expr.isCollection()) {
			next := &meaning{}
			next.depend(&m.dependence)
			next.become(e.of(shape.file, shape.expr.method(name)))
			return next
		}
		next := e.member(m, name)
		return e.held(next, next.types)
	}
	next := &meaning{known: m.known, outside: m.outside}
	next.depend(&m.dependence)
	shapes := e.shapes(next, m)
	if kind == '@' && len(shapes) == 0 {
		shapes = e.functional(m)
	}
	switch shape := fullest(shapes, kind == '(' || kind == '@'); {
	case kind == '(' && shape != nil && shape.expr.isFunc():
		next.become(e.of(shape.file, shape.expr.Result(number(name))))
		for _, s := range shapes { // what others give that are called so: which is meant, their arguments say
			if s != *shape && s.expr.isFunc() && e.l.g.nodes[s.file].file.Language.Overloads {
				next.become(e.of(s.file, s.expr.Result(number(name))))
			}
		}
	case kind == '@' && shape != nil && shape.expr.isFunc(): // of any overload
		known := false
		for _, s := range shapes {
			param := e.of(s.file, s.expr.Param(number(name)))
			next.become(param)
			known = known || param.known
		}
		next.known = known
	case kind == '@':
		next.known = false
	case kind == '(' && (name == "" || name == "0"): // a conversion, or a class that makes an instance
		next.types = m.types
	case kind == '[' && shape != nil && shape.expr.isFunc(): // its type arguments
		next.shapes = shapes
	case kind == '[' && shape != nil:
		next.become(e.of(shape.file, shape.expr.Element()))
	case kind == 'k' && shape != nil:
		next.become(e.of(shape.file, shape.expr.Key()))
	case kind != '(' && len(m.types) > 0: // what gives its elements by a method
		next.known = false
	}
	return next
}

// number is that of a result, a parameter or an argument.
func number(digits string) (n int) {
	for _, digit := range []byte(digits) {
		n = min(10*n+int(digit-'0'), math.MaxInt32)
	}
	return n
}

// shapes are the collections and functions that something is, if need be as its type is defined.
func (e *evaluation) shapes(next, m *meaning) []written {
	if len(m.shapes) > 0 {
		return m.shapes
	}
	for _, at := range m.types {
		t := e.l.bind(e.l.symbol(at).Type, at)
		if t.isCollection() || t.isFunc() {
			return []written{{at.file, t}}
		}
		for _, base := range t.bases() {
			b := e.of(at.file, base)
			next.depend(&b.dependence)
			if len(b.shapes) > 0 {
				return b.shapes
			}
		}
	}
	return nil
}

// functional are the functions that may be given for interfaces, in languages where they may be for those of one method.
func (e *evaluation) functional(m *meaning) (shapes []written) {
	for _, at := range m.types {
		if only := e.l.onlyMethod(at); only != nil && e.l.g.nodes[at.file].file.Language.Functional {
			if t := e.l.bind(only.Type, at); t.isFunc() {
				shapes = append(shapes, written{at.file, t})
			}
		}
	}
	return shapes
}

// onlyMethod is the one that an interface leaves to others, if it is one.
func (l *linker) onlyMethod(at symbolAt) (only *Symbol) {
	scope := l.g.nodes[at.file].scope()
	if l.symbol(at).Kind != Interface {
		return nil
	}
	for _, i := range scope.within(l.symbol(at)) {
		switch s := &scope.symbols[i]; {
		case !s.isAbstract():
		case only != nil:
			return nil
		default:
			only = s
		}
	}
	return only
}

// held is what the values are that some definitions stand for: of a type an instance, of a function itself,
// of a variable what it holds. m, which found them, says what the answer depends on.
func (e *evaluation) held(m *meaning, found []symbolAt) *meaning {
	if len(found) == 0 {
		return m
	}
	next := &meaning{}
	next.depend(&m.dependence)
	for _, at := range found {
		s := e.l.symbol(at)
		switch s.Kind {
		case Class, Interface, Struct, Enum, Trait, TypeAlias, Module:
		default: // a function, of a property what it gives; a value
			next.become(e.of(at.file, e.l.bind(s.Type, at)))
			if !e.l.g.nodes[at.file].scope().inside(s) { // what it has by itself
				continue
			}
		}
		next.known = true
		next.types = append(next.types, at)
	}
	return next
}

// become adds to what is known of m what is known of other.
func (m *meaning) become(other *meaning) {
	m.known = other.known || len(m.types) > 0
	m.types = append(m.types, other.types...)
	for _, shape := range other.shapes {
		if !slices.Contains(m.shapes, shape) {
			m.shapes = append(m.shapes, shape)
		}
	}
	if other.module != nil {
		m.module = other.module
	}
	if other.outside != "" {
		m.outside = other.outside
	}
	m.depend(&other.dependence)
}

// fullest is of shapes the first function whose parameters are known, if there is one, or the first collection, as one is
// called or taken apart: a field and a method may have the same name.
func fullest(shapes []written, called bool) (best *written) {
	for i := range shapes {
		s := &shapes[i]
		switch isFunc := s.expr.isFunc(); {
		case isFunc == called && (!isFunc || s.expr.Param(0) != Unknown):
			return s
		case best == nil || isFunc == called && best.expr.isFunc() != called:
			best = s
		}
	}
	return best
}

func (l *linker) symbol(at symbolAt) *Symbol { return &l.g.nodes[at.file].scope().symbols[at.symbol] }
