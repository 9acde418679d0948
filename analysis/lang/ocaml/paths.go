package ocaml

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// readPaths adds an import for each module path that the file names, and tells the resolver what it opens
// and which modules it defines. Paths that begin with a module of the file's own lead nowhere else.
func readPaths(b *syntax.Builder, o *outline, inside func(analysis.Span) bool) {
	var words []string // for Facts.Package
	note := func(text string) {
		if !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	taken := map[uint32]bool{} // where paths begin that are imports already
	type key struct{ specifier, local string }
	found := map[key]*analysis.Import{}
	var order []*analysis.Import
	add := func(specifier, local string, at uint32) *analysis.Import {
		k := key{specifier, local}
		if found[k] == nil {
			found[k] = &analysis.Import{Specifier: specifier, Local: local, Line: b.Line(at)}
			order = append(order, found[k])
		}
		return found[k]
	}
	for _, a := range o.aliases {
		if !inside(a.at) && !nested(b, a) {
			note(a.name + "=" + a.path(b))
		}
	}
	own := ownModules(b, o)
	isOwn := func(path string, at uint32) bool {
		since, ok := own[head(path)]
		return ok && at >= since
	}
	for _, a := range o.aliases {
		if path := a.path(b); path != "" && !isOwn(path, a.body.Start) {
			add(path, a.name, a.body.Start)
			taken[a.body.Start] = true
		}
	}
	for _, open := range o.opens {
		path := modulePath(b.Text(open.path))
		if path == "" || isOwn(path, open.path.Start) {
			continue
		}
		imp := add(path, path, open.path.Start)
		imp.Star = true
		if open.include {
			imp.ReExport = true
			note("include:" + path)
		} else {
			note("open:" + path)
		}
	}
	for _, p := range syntax.Outermost(o.paths) {
		path := modulePath(b.Text(p))
		if path == "" || isOwn(path, p.Start) || taken[p.Start] || o.elsewhere[p.Start] {
			continue
		}
		add(path, path, p.Start)
	}
	b.SetPackage(strings.Join(words, " "))
	slices.SortStableFunc(order, func(x, y *analysis.Import) int { return cmp.Compare(x.Line, y.Line) })
	for _, imp := range order {
		b.Import(*imp)
	}
}

// ownModules are the names of modules that the file defines, with where they begin to mean that: behind the
// definition, for what stands in it under the same name is another.
func ownModules(b *syntax.Builder, o *outline) map[string]uint32 {
	own := map[string]uint32{}
	for name, at := range o.parameters {
		own[name] = at
	}
	for _, a := range o.aliases {
		since := a.whole.End
		if recursive(b.Src(), a.at.Start) {
			since = 0
		}
		if before, known := own[a.name]; !known || since < before {
			own[a.name] = since
		}
	}
	return own
}

// recursive reports whether a module's name stands in a "module rec … and …".
func recursive(src []byte, name uint32) bool {
	before := bytes.TrimRight(src[:name], " \t\r\n")
	return bytes.HasSuffix(before, []byte(" rec")) || bytes.HasSuffix(before, []byte("and"))
}

// path is what an alias stands for; "" for a module that is defined in place.
func (a alias) path(b *syntax.Builder) string {
	path := modulePath(b.Text(a.body))
	if path == a.name && recursive(b.Src(), a.at.Start) {
		return ""
	}
	return path
}

// nested reports whether an alias stands inside another module.
func nested(b *syntax.Builder, a alias) bool {
	return slices.ContainsFunc(b.Facts().Symbols, func(s analysis.Symbol) bool {
		return (s.Kind == analysis.Module || s.Kind == analysis.Interface) && s.Name != wrapper && s.Range.Start < a.at.Start && a.at.End < s.Range.End && s.Name != a.name
	})
}

// modulePath is the module path that a text begins with: "Foo.Bar (Arg)" is Foo.Bar; "" for a structure.
func modulePath(text string) string {
	n := 0
	for n < len(text) {
		c := text[n]
		if c != '_' && c != '.' && c != '\'' && c < 0x80 && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			break
		}
		n++
	}
	var parts []string
	for part := range strings.SplitSeq(text[:n], ".") {
		if part == "" || part[0] < 'A' || part[0] > 'Z' {
			break
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ".")
}

func head(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}
