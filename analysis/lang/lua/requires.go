package lua

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// readRequires adds the imports, each under the name that the module or a part of it is given. It
// returns where the calls start that a name is given to.
func readRequires(b *syntax.Builder, o *outline) map[uint32]bool {
	slices.SortFunc(o.requires, func(x, y require) int { return cmp.Compare(x.call.Start, y.call.Start) })
	named := map[uint32]bool{}
	seen := map[string]bool{}
	for _, r := range o.requires {
		imp := analysis.Import{Specifier: r.specifier, Line: b.Line(r.call.Start)}
		if r.loader != "require" && r.loader != "prequire" {
			imp.Specifier = r.loader + " " + r.specifier
		}
		target := targetOf(b, o, r)
		member, whole := after(b.Src()[r.call.End:])
		switch {
		case target != "" && whole:
			imp.Local = target
			named[r.call.Start] = true
		case target != "" && member != "":
			imp.Names = []analysis.Binding{{Name: member, Local: target}}
			named[r.call.Start] = true
		case whole && isStatement(b.Src(), r.call.Start): // for its effects: the globals that it defines
			imp.Star = true
		}
		key := imp.Specifier + "\x00" + imp.Local + "\x00" + target
		if !seen[key] {
			seen[key] = true
			b.Import(imp)
		}
	}
	return named
}

// targetOf is the name that the value which begins with a call is assigned to: a local's, a global's, a
// field's.
func targetOf(b *syntax.Builder, o *outline, r require) string {
	for _, a := range o.assignments {
		if !a.values.Contains(r.call) {
			continue
		}
		i := slices.IndexFunc(split(b, a.values), func(v analysis.Span) bool { return v.Start == r.call.Start })
		if i >= 0 && r.protected {
			i++
		}
		if targets := split(b, a.targets); i >= 0 && i < len(targets) {
			name, _, _ := strings.Cut(b.Text(targets[i]), "<")
			name = strings.TrimSpace(name)
			if !strings.ContainsAny(name, "[(: ") && !strings.HasPrefix(name, "self.") && name != "_" {
				return name
			}
		}
	}
	return ""
}

// isStatement reports whether nothing but white space stands before an offset on its line.
func isStatement(src []byte, at uint32) bool {
	line := src[bytes.LastIndexByte(src[:at], '\n')+1 : at]
	return len(bytes.TrimSpace(line)) == 0
}

// after reads what follows a call: a part taken out of what it returns, or nothing.
func after(rest []byte) (member string, whole bool) {
	text := string(rest[:min(len(rest), 256)])
	text = strings.TrimLeft(text, " \t)")
	if text == "" || strings.IndexByte(".:([{\"'", text[0]) < 0 {
		return "", true
	}
	if text[0] != '.' || strings.HasPrefix(text, "..") {
		return "", false
	}
	n := nameLen(text[1:])
	if tail := strings.TrimLeft(text[1+n:], " \t"); tail != "" && strings.IndexByte(".:([{\"'", tail[0]) >= 0 {
		return "", false // the result of a call, or something deeper
	}
	return text[1 : 1+n], false
}
