package ecmascript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// symbols adds the symbols: the definitions that no block hides, and the members of these.
func (r *reader) symbols() {
	slices.SortStableFunc(r.definitions, func(x, y definition) int {
		return cmp.Or(cmp.Compare(x.whole.Start, y.whole.Start), cmp.Compare(y.whole.End, x.whole.End))
	})
	places := r.places()
	for _, d := range r.definitions {
		at := r.mendedPlace(d, places.at(d.whole.Start))
		d.whole.End = r.before(d.whole.Start, d.whole.End)
		switch visible, ok := r.bodies[d.in.Start]; {
		case d.in.End > 0:
			if !ok && !at.hidden {
				visible, ok = r.inType(d.in)
			}
			if ok {
				r.member(d, visible)
			}
		case d.kind == "key":
			if !at.hidden {
				r.key(d)
			}
		case at.hidden:
			r.local(d, at)
		case d.value.End > 0 && r.taken[d.value.Start]:
		case d.kind == "variable":
			r.variable(d, at)
		case d.kind == "assignment":
			r.assignment(d)
		default:
			r.declaration(d, at)
		}
	}
}

// declaration adds what has a keyword of its own: a function, class, interface, type, enum or module.
func (r *reader) declaration(d definition, at place) {
	s := analysis.Symbol{Name: r.name(d.name), Range: analysis.Span{Start: r.begin(d, at), End: d.whole.End}}
	end := d.whole.End
	if d.body.End > 0 {
		end = d.body.Start
	}
	from, decorators := r.decorated(s.Range.Start)
	s.Signature = decorators + r.b.Signature(from, end)
	switch d.kind {
	case "function":
		s.Kind = analysis.Function
		if strings.Contains(" "+r.b.Text(analysis.Span{Start: from, End: d.name.Start}), " async ") {
			s.Kind = analysis.AsyncFunction
		}
	case "class":
		s.Kind = analysis.Class
	case "interface":
		s.Kind = analysis.Interface
	case "enum":
		s.Kind = analysis.Enum
		s.Signature += " " + r.constants(d.body)
	case "type":
		s.Kind = analysis.TypeAlias
		s.Signature = r.b.Signature(from, d.value.Start) + " " + r.short(d.value, maxType)
	case "module":
		s.Kind = analysis.Module
	}
	s.Exported = r.visible(s.Name, at)
	if at.space == nil && at.export.End > 0 {
		outside := s.Name
		if r.backOver(d.whole.Start, "default") < d.whole.Start {
			outside = "default"
		}
		r.offer(outside, s.Name)
	}
	if d.body.End > 0 {
		r.bodies[d.body.Start] = s.Exported
		r.measure(d.body)
	}
	if d.kind == "type" {
		r.bodies[d.value.Start] = s.Exported
	}
	if d.kind == "type" || d.kind == "interface" {
		r.around = typeSymbol{d.whole, s.Exported}
	}
	if d.kind == "module" {
		forAll := s.Name == "global" && strings.HasSuffix(s.Signature, "declare global")
		outside := forAll || s.Name != r.b.Text(d.name) // a module by its quoted name
		s.Exported = s.Exported || outside
		ambient := outside || at.space != nil && at.space.ambient || strings.Contains(" "+s.Signature, " declare ")
		if inside := r.spaces[d.body.Start]; inside != nil {
			inside.visible, inside.ambient = s.Exported, ambient
		}
		if forAll { // what it holds is no part of anything
			r.forAll = true
			return
		}
	}
	r.add(s, d.name.Start)
}

// variable adds what one declarator defines: a constant, a variable, a function or class that is the
// value of one, or each name of a destructuring pattern.
func (r *reader) variable(d definition, at place) {
	b := r.b
	lambda, isLambda := r.lambda(d)
	if at.inside && !isLambda && d.whole.Start < r.value { // of a module as a value, what it does
		return
	}
	r.value = max(r.value, d.whole.End)
	start := r.begin(d, at)
	head := b.Signature(start, d.whole.Start)
	if head == "" && strings.TrimSpace(b.Text(analysis.Span{Start: min(r.last.end, d.whole.Start), End: d.whole.Start})) == "," {
		head = r.last.head // const a = 1, b = 2: the keyword is the first one's
	}
	r.last.head, r.last.end = head, d.whole.End
	s := analysis.Symbol{Kind: analysis.Variable, Range: analysis.Span{Start: start, End: d.whole.End}}
	if strings.HasSuffix(head, "const") {
		s.Kind = analysis.Constant
	}
	s.Signature = strings.TrimSpace(head+" ") + " "
	r.valued(&s, d, d.whole.Start)
	for _, bound := range pattern(r.line(d.name)) {
		s.Name, s.Exported = bound.Local, r.visible(bound.Local, at)
		if at.space == nil && at.export.End > 0 {
			r.offer(s.Name, s.Name)
		}
		if isLambda {
			r.bodies[lambda.body.Start] = s.Exported
			r.measure(lambda.body)
		}
		r.add(s, d.name.Start)
	}
	r.hold(d)
}

// assignment adds what is assigned to an export (then d.as is its name), or a function that is
// assigned to a member of something: app.use = function …, Type.prototype.method = function ….
func (r *reader) assignment(d definition) {
	lambda, isLambda := r.lambda(d)
	s := analysis.Symbol{Name: d.as, Kind: analysis.Constant, Range: d.whole, Exported: true}
	if d.as == "" {
		target := strings.Split(r.b.Signature(d.name.Start, d.name.End), ".")
		n := len(target)
		if !isLambda || n < 2 || target[0] == "this" || target[0] == "module" || target[0] == "exports" {
			return
		}
		s.Name, s.Container = target[n-1], strings.TrimSuffix(strings.Join(target[:n-1], "."), ".prototype")
		s.Exported = r.locals[target[0]]
	}
	r.valued(&s, d, d.whole.Start)
	if d.as == "" && s.Kind != analysis.Class {
		s.Kind = analysis.Method
	}
	if isLambda {
		r.bodies[lambda.body.Start] = s.Exported
		r.measure(lambda.body)
	}
	r.add(s, d.whole.Start)
	r.hold(d)
}

// member adds a member of a class, an interface or an object type.
func (r *reader) member(d definition, visible bool) {
	start := d.whole.Start
	for {
		before := bytes.TrimRight(r.b.Src()[:start], whiteSpace)
		decorator, ok := r.decoratorAt[uint32(len(before))]
		if !ok {
			break
		}
		start = decorator
	}
	s := analysis.Symbol{Name: r.name(d.name), Kind: analysis.Method, Range: analysis.Span{Start: start, End: d.whole.End}}
	from, decorators := r.decorated(start)
	switch d.kind {
	case "constant":
		s.Kind = analysis.Constant
		s.Signature = r.b.Signature(from, d.whole.End)
		s.Exported = visible
		r.add(s, d.name.Start)
		return
	case "field":
		s.Kind = analysis.Field
		s.Signature = decorators
		r.valued(&s, d, from)
	default:
		end := d.whole.End
		if d.body.End > 0 {
			end = d.body.Start
			r.measure(d.body)
		}
		s.Signature = decorators + r.b.Signature(from, end)
	}
	modifiers := " " + r.b.Text(analysis.Span{Start: from, End: d.name.Start})
	s.Exported = visible && !strings.HasPrefix(s.Name, "#") && !strings.Contains(modifiers, " private ")
	r.add(s, d.name.Start)
}

// inType reports whether an object type stands in a type or an interface, and whether other files see that.
func (r *reader) inType(in analysis.Span) (visible, ok bool) {
	return r.around.visible, r.around.Contains(in)
}

// valued completes the signature, and for functions and classes the kind, of a symbol with a value. The
// text begins at from.
func (r *reader) valued(s *analysis.Symbol, d definition, from uint32) {
	lambda, isLambda := r.lambda(d)
	switch {
	case isLambda:
		s.Signature += r.b.Signature(from, lambda.body.Start)
		head := r.b.Text(analysis.Span{Start: d.value.Start, End: lambda.body.Start})
		switch {
		case afterWord(head, "class") != head || head[0] == '@':
			s.Kind = analysis.Class
		case s.Kind == analysis.Field:
			s.Kind = analysis.Method
		case afterWord(head, "async") != head:
			s.Kind = analysis.AsyncFunction
		default:
			s.Kind = analysis.Function
		}
	case d.value.End > 0:
		s.Signature += r.b.Signature(from, d.value.Start) + " "
		if secret(r.b.Text(d.name)) && strings.ContainsAny(r.b.Text(d.value), "'\"`") {
			s.Signature += "…"
		} else {
			s.Signature += r.short(d.value, maxValue)
		}
	default:
		s.Signature += r.b.Signature(from, d.whole.End)
	}
}
