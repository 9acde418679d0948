package rust

import (
	"slices"
	"strings"
)

// A file's Facts.Package is what the resolver builds the module tree from: words, sorted, each one
// declaration. Names are paths from the file's own module, a::b for what inline modules hold.
//
//	a::b          mod b; inside mod a { }
//	b=sys/b.rs    #[path = "sys/b.rs"] mod b;
//	a{}           mod a { }
//	a{}=sys       #[path = "sys"] mod a { }
//	#b            #[macro_use] on mod b or extern crate b
//	b<crate::x    use crate::x as b; pub or not, where b may be a module; extern crate
//	*<self::x     use self::x::*;
//	b!            macro_rules! b
//	b!!           #[macro_export] macro_rules! b
type declaration struct {
	kind   declarationKind
	name   string // with the inline modules around it, by ::
	target string // a file, a directory, or a path
}

type declarationKind uint8

const (
	fileModule declarationKind = iota
	inlineModule
	macroUse
	passedOn
	localMacro
	exportedMacro
)

func (d declaration) String() string {
	switch d.kind {
	case inlineModule:
		d.name += "{}"
		fallthrough
	case fileModule:
		if d.target != "" {
			return d.name + "=" + strings.ReplaceAll(d.target, " ", "%20")
		}
		return d.name
	case macroUse:
		return "#" + d.name
	case passedOn:
		return d.name + "<" + d.target
	case localMacro:
		return d.name + "!"
	default:
		return d.name + "!!"
	}
}

func writeDeclarations(declarations []declaration) string {
	words := make([]string, len(declarations))
	for i, d := range declarations {
		words[i] = d.String()
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

func readDeclarations(text string) []declaration {
	var out []declaration
	for w := range strings.FieldsSeq(text) {
		d := declaration{name: w}
		if name, ok := strings.CutPrefix(w, "#"); ok {
			d.kind, d.name = macroUse, name
		} else if name, target, ok := strings.Cut(w, "<"); ok {
			d.kind, d.name, d.target = passedOn, name, target
		} else if name, ok := strings.CutSuffix(w, "!!"); ok {
			d.kind, d.name = exportedMacro, name
		} else if name, ok := strings.CutSuffix(w, "!"); ok {
			d.kind, d.name = localMacro, name
		} else {
			name, target, _ := strings.Cut(w, "=")
			d.name, d.target = name, strings.ReplaceAll(target, "%20", " ")
			if inline, ok := strings.CutSuffix(name, "{}"); ok {
				d.kind, d.name = inlineModule, inline
			}
		}
		out = append(out, d)
	}
	return out
}
