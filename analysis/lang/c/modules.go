package c

import "github.com/contextls/contextls/analysis"

// moduleLine reads what C++20 says of modules, at a plain word: "module a.b:part;", "import a.b;",
// "import <header>;". Facts.Package is what the unit belongs to: "a.b:part", with "export " before it where
// it is an interface.
func (r *reader) moduleLine(d *decl, i int) (next int, ok bool) {
	if !r.modules || d.scope.container != "" || d.scope.inClass || !r.at(d.start).first {
		return 0, false
	}
	keyword := r.text(i)
	if keyword != "module" && keyword != "import" {
		return 0, false
	}
	end := i + 1
	for ; end < d.end && !r.is(end, ';'); end++ {
		if t := r.at(end); t.line != r.at(i).line {
			return 0, false
		}
	}
	name := ""
	if first := r.at(i + 1); end > i+1 {
		name = string(r.src[first.start:r.at(end-1).end])
		if first.kind == sign && first.sign != ':' && first.sign != '<' {
			return 0, false // a variable
		}
	}
	for k := i; k < end; k++ {
		r.at(k).defines = true
	}
	switch {
	case keyword == "module" && (name == "" || name[0] == ':'): // the global and the private fragment
	case keyword == "module":
		if d.export {
			name = "export " + name
		}
		r.facts.Package = name
	case name != "":
		if name[0] == '"' && len(name) > 1 {
			name = name[1 : len(name)-1]
		}
		r.facts.Imports = append(r.facts.Imports, analysis.Import{Specifier: name, Star: true, ReExport: d.export, Line: r.at(i).line})
	}
	return end + 1, true
}
