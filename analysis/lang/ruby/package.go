package ruby

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// Facts.Package lists what a file defines, separated by spaces: A::B for a class or a module, A::B:: for
// a module that is only opened to put others into it, A::B< for a class that says what it inherits from
// (one that is opened again says so seldom), and after each .X for the other constants in it; what is at
// the top level comes first, as .X.

// declare says in Facts.Package which constants the file defines, and returns them all; true for those
// that it does not merely open.
func declare(b *syntax.Builder, d *draft) map[string]bool {
	own := map[string]bool{}
	inherits := map[string]bool{}
	var order []string
	values := map[string][]string{}
	for _, s := range b.Facts().Symbols {
		container := strings.ReplaceAll(s.Container, ".", "::")
		full := strings.TrimPrefix(container+"::"+s.Name, "::")
		switch s.Kind {
		case analysis.Class, analysis.Module, analysis.Struct:
			filled := s.Kind == analysis.Struct || fills(b, d, s)
			if _, known := own[full]; !known {
				order = append(order, full)
			}
			own[full] = own[full] || filled
			inherits[full] = inherits[full] || strings.Contains(s.Signature, " < ") || s.Kind == analysis.Struct
		case analysis.Constant:
			own[full] = true
			values[container] = append(values[container], s.Name)
			if _, known := own[container]; container != "" && !known { // A::X = 1 with A from elsewhere
				own[container] = false
				order = append(order, container)
			}
		}
	}
	var text strings.Builder
	for _, module := range slices.Concat([]string{""}, order) {
		if module != "" {
			text.WriteString(" " + module)
			if !own[module] {
				text.WriteString("::")
			} else if inherits[module] {
				text.WriteString("<")
			}
		}
		for _, name := range values[module] {
			text.WriteString(" ." + name)
		}
	}
	b.SetPackage(strings.TrimPrefix(text.String(), " "))
	return own
}

// fills reports whether a class or module has more in it than other classes and modules: then this is where
// it is defined. One with nothing at all in it is defined as well.
func fills(b *syntax.Builder, d *draft, symbol analysis.Symbol) bool {
	i, found := slices.BinarySearchFunc(d.scopes, symbol.Range, func(s scope, r analysis.Span) int {
		return int(int64(s.Start) - int64(r.Start))
	})
	if !found {
		return true
	}
	if body := d.scopes[i].body; body.Start < body.End && strings.IndexByte(symbol.Signature, '<') < 0 {
		at, inside := body.Start, false
		for _, inner := range d.scopes[i+1:] {
			if inner.Start >= body.End {
				break
			}
			if inner.Start < at {
				continue
			}
			if inner.method || inner.name == "" || hasCode(b.Src()[at:inner.Start]) {
				return true
			}
			at, inside = min(inner.End, body.End), true
		}
		return !inside || hasCode(b.Src()[at:body.End])
	}
	return true
}

// hasCode reports whether some line of a text is neither blank nor a comment.
func hasCode(text []byte) bool {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line != ";" {
			return true
		}
	}
	return false
}

// definitions are what a Facts.Package says.
type definitions struct {
	defined map[string]bool // full names; false for what is only opened
	values  []string        // those of them that are no classes or modules
	heirs   []string        // those of them that say what they inherit from
	opened  []string        // the modules that the file opens, the deepest first
}

// isRuby reports whether a file is one of Ruby that was read.
func isRuby(f *analysis.File) bool {
	return f.Facts != nil && f.Language != nil && f.Language.Family == "ruby"
}

// definitionsOf are a file's, none where it is none of Ruby.
func definitionsOf(f *analysis.File) definitions {
	if !isRuby(f) {
		return definitions{}
	}
	return parsePackage(f.Facts.Package)
}

func parsePackage(text string) definitions {
	d := definitions{defined: map[string]bool{}}
	seen := map[string]bool{}
	module := ""
	for entry := range strings.FieldsSeq(text) {
		if name, value := strings.CutPrefix(entry, "."); value {
			d.defined[inModule(module, name)] = true
			d.values = append(d.values, inModule(module, name))
			continue
		}
		name, empty := strings.CutSuffix(entry, "::")
		name, heir := strings.CutSuffix(name, "<")
		if heir {
			d.heirs = append(d.heirs, name)
		}
		module = name
		d.defined[name] = !empty
		for ; name != "" && !seen[name]; name = outer(name) {
			seen[name] = true
			d.opened = append(d.opened, name)
		}
	}
	slices.SortStableFunc(d.opened, func(x, y string) int { return strings.Count(y, "::") - strings.Count(x, "::") })
	return d
}

// outer is the name of the module that a constant's full name says it is in.
func outer(name string) string {
	i := strings.LastIndex(name, "::")
	return name[:max(i, 0)]
}
