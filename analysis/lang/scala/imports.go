package scala

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// imports reads what follows the keyword of an import clause, on one line: "a.b.C, d.{E, F => G, _}".
func imports(text string) []analysis.Import {
	var out []analysis.Import
	for _, clause := range split(text) {
		if imp, ok := readImport(clause); ok {
			out = append(out, imp)
		}
	}
	return out
}

// split splits at the commas outside of brackets.
func split(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case ',':
			if depth == 0 {
				out, start = append(out, text[start:i]), i+1
			}
		}
	}
	return append(out, text[start:])
}

func readImport(clause string) (imp analysis.Import, ok bool) {
	path, selectors, several := strings.Cut(clause, "{")
	if !several {
		dot := lastDot(path)
		path, selectors = path[:max(dot, 0)], path[dot+1:]
	}
	imp.Specifier = strings.ReplaceAll(unquoted(strings.TrimSuffix(strings.TrimSpace(path), ".")), " ", "")
	givens := false
	for _, selector := range split(strings.TrimRight(selectors, "} ")) {
		name, local, renamed := cutRename(selector)
		switch {
		case name == "*" || name == "_" || name == "given":
			imp.Star = true
		case strings.HasPrefix(name, "given "):
			givens = true
		case name == "" || local == "_": // left out of what the others take
		case !renamed:
			imp.Names = append(imp.Names, analysis.Binding{Name: unquoted(name), Local: unquoted(name)})
		default:
			imp.Names = append(imp.Names, analysis.Binding{Name: unquoted(name), Local: unquoted(local)})
		}
	}
	imp.Star = imp.Star || givens && imp.Names == nil
	return imp, imp.Star || imp.Names != nil
}

// lastDot is the last dot that is not inside backticks, -1 where there is none.
func lastDot(path string) int {
	quoted, last := false, -1
	for i := range len(path) {
		switch path[i] {
		case '`':
			quoted = !quoted
		case '.':
			if !quoted {
				last = i
			}
		}
	}
	return last
}

// cutRename splits "A => B" and "A as B".
func cutRename(selector string) (name, local string, renamed bool) {
	for _, arrow := range []string{"=>", " as "} {
		if name, local, ok := strings.Cut(selector, arrow); ok {
			return strings.TrimSpace(name), strings.TrimSpace(local), true
		}
	}
	return strings.TrimSpace(selector), "", false
}

// importer reads the imports of a file in their order. Those out of what the file defines itself it leaves
// out, and it completes those that begin with what an earlier one has brought in: import
// scala.collection.mutable; import mutable.Buffer.
type importer struct {
	brought map[string]string // whole names by local ones
	objects map[string]bool   // defined at the top level of the file
	own     map[string]bool   // values and objects defined anywhere in it
}

// read reads what follows the keyword of an import clause; one inside a definition sees what is defined
// there.
func (r *importer) read(b *syntax.Builder, text string, line uint32, export, inside bool) {
	for _, imp := range imports(text) {
		first, rest, dotted := strings.Cut(imp.Specifier, ".")
		if from, ok := r.brought[first]; ok {
			imp.Specifier = from
			if dotted {
				imp.Specifier += "." + rest
			}
		} else if r.objects[first] || inside && r.own[first] || first == "this" {
			continue
		}
		for _, n := range imp.Names {
			r.brought[n.Local] = strings.TrimPrefix(imp.Specifier+"."+n.Name, ".")
		}
		imp.Line, imp.ReExport = line, export
		b.Import(imp)
	}
}
