package ruby

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish brings what read left into order: containers and visibility of the symbols, the constants that
// the file defines and those that it uses.
func finish(b *syntax.Builder, d *draft) {
	if len(b.Facts().Problems) > 0 {
		mend(b, d)
	}
	byRange := func(x, y analysis.Span) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End)) }
	slices.SortStableFunc(d.scopes, func(x, y scope) int { return byRange(x.Span, y.Span) })
	slices.SortStableFunc(d.symbols, func(x, y definition) int { return byRange(x.Range, y.Range) })
	slices.SortFunc(d.sections, func(x, y section) int { return byRange(x.Span, y.Span) })
	slices.SortFunc(d.constants, byRange)

	o := newOutline(d)
	for i := range d.symbols {
		o.add(b, &d.symbols[i])
	}
	f := b.Facts()
	o.hide(f.Symbols)
	seen := map[[2]string]bool{}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool { // assigned or attributed again
		id := [2]string{s.Container, s.Name}
		value := s.Kind == analysis.Constant || s.Kind == analysis.Field
		again := value && seen[id]
		seen[id] = seen[id] || value
		return again
	})
	for _, args := range d.mixins {
		mixIn(b, args)
	}
	own := declare(b, d)
	useConstants(b, d, own)
	slices.SortStableFunc(f.Imports, func(x, y analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	d.addTests(b)
}

// longMixins is how many bytes of names a class is mixed of, about: more than linking looks at.
const longMixins = 1024

// mixIn has the innermost class around it, or module inside another, derive from the modules that it is given. The outermost modules are
// names for what is in them.
func mixIn(b *syntax.Builder, args analysis.Span) {
	symbols := b.Facts().Symbols
	for i := len(symbols) - 1; i >= 0; i-- {
		s := &symbols[i]
		if s.Kind != analysis.Class && (s.Kind != analysis.Module || s.Container == "") || !s.Range.Contains(args) {
			continue
		}
		for name := range strings.SplitSeq(strings.Trim(b.Text(args), "()"), ",") {
			if name = strings.TrimSpace(name); isConstantPath(name) && len(s.Type) < longMixins {
				s.Type = analysis.TypeExpr(strings.TrimPrefix(string(s.Type)+","+name, ","))
			}
		}
		return
	}
}

// walker goes through the scopes of a file from its beginning to its end.
type walker struct {
	scopes []scope
	next   int
	open   []int // the scopes around the current offset
}

// to moves on to an offset and returns the scopes that are around it.
func (w *walker) to(offset uint32) []int {
	for w.next < len(w.scopes) && w.scopes[w.next].Start < offset {
		w.close(w.scopes[w.next].Start)
		w.open = append(w.open, w.next)
		w.next++
	}
	w.close(offset)
	return w.open
}

func (w *walker) close(offset uint32) {
	for len(w.open) > 0 && w.scopes[w.open[len(w.open)-1]].End <= offset {
		w.open = w.open[:len(w.open)-1]
	}
}

// outline gives symbols their containers and their visibility.
type outline struct {
	walker
	sections []section
	at       int            // the next section
	word     map[int]string // what the last bare section in a scope says
	hidden   []hiddenNames  // what sections say of names
}

// hiddenNames is a section about names of one container.
type hiddenNames struct {
	container string
	section   section
}

func newOutline(d *draft) *outline {
	return &outline{walker: walker{scopes: d.scopes}, sections: d.sections, word: map[int]string{}}
}

// add adds a symbol to the facts, unless it is inside a method.
func (o *outline) add(b *syntax.Builder, def *definition) {
	wrapper := o.readSections(def.Range)
	open := o.to(def.Range.Start)
	top, inner, singleton := containerOf(o.scopes, open)
	if inner >= 0 && o.scopes[inner].method {
		return
	}
	s := def.Symbol
	if !def.absolute {
		s.Container = top
	}
	if i := strings.LastIndex(s.Name, "::"); def.constant && i >= 0 {
		s.Container = strings.TrimPrefix(s.Container+"."+strings.ReplaceAll(s.Name[:i], "::", "."), ".")
		s.Name = s.Name[i+2:]
	}
	switch {
	case def.on != "" && def.on != "self" && !strings.HasSuffix("."+top, "."+def.on):
		if s.Container = ""; isConstantPath(def.on) {
			s.Container = strings.ReplaceAll(def.on, "::", ".")
		}
	case s.Kind == analysis.Method && s.Container == "":
		s.Kind = analysis.Function
	case singleton && s.Kind == analysis.Method && strings.HasPrefix(s.Signature, "def "):
		s.Signature = "def self." + strings.TrimPrefix(s.Signature, "def ")
	}
	switch {
	case wrapper != "":
		s.Exported = exportedUnder(wrapper, def.singleton)
	case s.Kind == analysis.Method || s.Kind == analysis.Field:
		s.Exported = def.singleton || exportedUnder(o.word[inner], false)
	}
	b.Add(s)
}

// readSections reads the sections before a symbol, and returns the word of the one that it is an
// argument of.
func (o *outline) readSections(symbol analysis.Span) (wrapper string) {
	for o.at < len(o.sections) && o.sections[o.at].Start <= symbol.Start {
		s := o.sections[o.at]
		o.at++
		open := o.to(s.Start)
		top, inner, _ := containerOf(o.scopes, open)
		switch {
		case s.bare:
			o.word[inner] = s.word
		case s.Contains(symbol) && len(s.names) == 0:
			wrapper = s.word
		default:
			o.hidden = append(o.hidden, hiddenNames{top, s})
		}
	}
	return wrapper
}

// hide applies the sections with names.
func (o *outline) hide(symbols []analysis.Symbol) {
	if len(o.hidden) == 0 {
		return
	}
	named := map[[2]string][]int{}
	for i, s := range symbols {
		id := [2]string{s.Container, s.Name}
		named[id] = append(named[id], i)
	}
	for _, h := range o.hidden {
		onSingleton := strings.HasSuffix(h.section.word, "_class_method")
		for _, name := range h.section.names {
			for _, i := range named[[2]string{h.container, name}] {
				if singleton := strings.HasPrefix(symbols[i].Signature, "def self."); singleton == onSingleton {
					symbols[i].Exported = exportedUnder(h.section.word, singleton)
				}
			}
		}
	}
}

// containerOf is the dotted name of the modules open at a place, the innermost scope that says what is
// visible there, and whether this is a singleton class.
func containerOf(scopes []scope, open []int) (dotted string, inner int, singleton bool) {
	inner = -1
	for _, i := range open {
		s := scopes[i]
		inner = i
		switch {
		case s.method:
			return dotted, i, false
		case s.name == "":
			singleton = true
		default:
			singleton = false
			dotted = strings.TrimPrefix(dotted+"."+strings.ReplaceAll(strings.TrimLeft(s.name, ":"), "::", "."), ".")
		}
	}
	return dotted, inner, singleton
}

func isVisibility(word string) bool {
	switch word {
	case "private", "protected", "public", "module_function", "private_class_method", "public_class_method", "private_constant":
		return true
	}
	return false
}

// exportedUnder reports whether methods are seen by others under such a word.
func exportedUnder(word string, singleton bool) bool {
	switch word {
	case "private", "protected":
		return singleton
	case "private_class_method", "private_constant":
		return false
	}
	return true
}
