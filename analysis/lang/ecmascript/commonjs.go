package ecmascript

import (
	"cmp"
	"strings"
)

// commonJS reads the exports of CommonJS modules.
func (r *reader) commonJS() {
	variables := map[uint32]definition{} // by where their values end
	for _, d := range r.definitions {
		if d.kind == "variable" && d.value.End > 0 {
			variables[d.value.End] = d
		}
	}
	for i := range r.definitions {
		d := &r.definitions[i]
		if d.kind != "assignment" || d.name.End == 0 || r.taken[d.value.Start] {
			continue
		}
		name, ok := exportTarget(r.line(d.name))
		if !ok || name == "__esModule" {
			continue
		}
		if v, ok := variables[d.whole.End]; ok && v.value.Contains(d.whole) { // var app = exports = module.exports = {}
			r.offer(name, r.line(v.name))
			continue
		}
		r.assigned(name, d)
	}
	for _, e := range r.entries {
		if r.line(e.target) != "module.exports" || e.value.End > 0 && r.taken[e.value.Start] {
			continue
		}
		local := r.b.Text(e.value)
		if local == "" || local != identifier(local) {
			local = "default" // it is written inside the object
		}
		r.offer(unquote(r.b.Text(e.key)), local)
	}
}

// exportTarget is the name that an assignment to module.exports or exports gives to others.
func exportTarget(target string) (name string, ok bool) {
	if target == "module.exports" {
		return "default", true
	}
	name, ok = strings.CutPrefix(strings.TrimPrefix(target, "module."), "exports.")
	return name, ok && name == identifier(name)
}

// assigned offers what is assigned to an export, and reports whether that is a definition of its own and
// not something that is defined elsewhere.
func (r *reader) assigned(outside string, d *definition) bool {
	text := r.b.Text(d.value)
	name := identifier(text)
	rest := strings.TrimSpace(text[len(name):])
	switch {
	case name == "undefined" || text == "void 0": // a compiler's declaration; the value comes later
		return false
	case name != "" && (rest == "" || strings.HasPrefix(rest, "as ") || strings.HasPrefix(rest, "satisfies ")):
		r.offer(outside, name)
		return false
	}
	d.as = outside
	if _, ok := r.lambda(*d); ok {
		d.as = cmp.Or(ownName(text), outside)
	}
	r.offer(outside, d.as)
	return true
}

// ownName is the name that a function or class as a value has for itself, "" where it has none.
func ownName(text string) string {
	rest := afterWord(text, "async")
	named := afterWord(afterWord(rest, "function"), "class")
	if len(named) == len(rest) {
		return ""
	}
	name := identifier(strings.TrimLeft(named, "* "))
	if name == "extends" {
		return ""
	}
	return name
}
