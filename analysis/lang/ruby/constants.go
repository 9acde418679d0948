package ruby

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// useConstants adds an import for each constant that the file uses and does not define.
func useConstants(b *syntax.Builder, d *draft, own map[string]bool) {
	w := walker{scopes: d.scopes}
	seen := map[string]bool{}
	end := uint32(0)
	for _, at := range d.constants {
		if at.End <= end { // part of a longer path
			continue
		}
		end = at.End
		path := b.Text(at)
		asked := memberBehind(b, at.End) > 0
		tell(b, at.End, path)
		if d.defined[at.Start] || !isConstantPath(path) || seen[path] {
			continue
		}
		if name := strings.TrimPrefix(path, "::"); !defines(own, nesting(d.scopes, w.to(at.Start), len(name) < len(path)), name, asked) {
			seen[path] = true
			b.Import(analysis.Import{Specifier: path, Names: []analysis.Binding{{Name: path, Local: path}}, Implied: true, Line: b.Line(at.Start)})
		}
	}
}

// tell tells whose member is named behind a constant that lies in another: the scan for names sees but their ends.
func tell(b *syntax.Builder, end uint32, path string) {
	if path = strings.TrimPrefix(path, "::"); !strings.Contains(path, "::") || !isConstantPath(path) {
		return
	}
	if member := memberBehind(b, end); member > 0 {
		b.Receiver(member, strings.ReplaceAll(path, "::", "."))
	}
}

// memberBehind is where the name of a method begins that what ends at an offset is asked for, 0 for none.
func memberBehind(b *syntax.Builder, end uint32) uint32 {
	rest := string(b.Src()[end:min(int(end)+3, len(b.Src()))])
	for _, sign := range []string{"&.", "::", "."} {
		if next, ok := strings.CutPrefix(rest, sign); ok {
			if next != "" && (next[0] == '_' || 'a' <= next[0] && next[0] <= 'z') {
				return end + uint32(len(sign))
			}
			break
		}
	}
	return 0
}

// nesting are the full names of the modules around a place, from the inside out, the last being "".
func nesting(scopes []scope, open []int, absolute bool) []string {
	out := []string{""}
	for _, i := range open {
		name, top := strings.CutPrefix(scopes[i].name, "::")
		switch {
		case name == "" || absolute:
		case top:
			out = append(out, name)
		default:
			out = append(out, inModule(out[len(out)-1], name))
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// defines reports whether the file itself defines what a path means at a place, or at least opens it and asks it for nothing: the methods
// of a module that it opens to put others into it are in another file.
func defines(own map[string]bool, nesting []string, path string, asked bool) bool {
	for _, module := range nesting {
		if defined, opened := own[inModule(module, path)]; opened {
			return defined || !asked
		}
	}
	return false
}

// isTypeName reports whether the last name of a path is a type's, not that of a value (A::LIMIT), which may
// come from an ancestor of the module that it is asked of.
func isTypeName(path string) bool {
	last := path[strings.LastIndexByte(path, ':')+1:]
	return strings.ToUpper(last) != last || len(last) == 1
}

func inModule(module, name string) string {
	if module == "" {
		return name
	}
	return module + "::" + name
}

// isConstantPath reports whether a text is the name of a constant: A, A::B or ::A.
func isConstantPath(text string) bool {
	for name := range strings.SplitSeq(strings.TrimPrefix(text, "::"), "::") {
		if name == "" || name[0] < 'A' || name[0] > 'Z' && name[0] < 0x80 {
			return false
		}
		for i := range len(name) {
			if !isWordByte(name[i]) {
				return false
			}
		}
	}
	return true
}
