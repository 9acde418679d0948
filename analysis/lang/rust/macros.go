package rust

import (
	"maps"
	"slices"
)

// spread says for a module and those in it which files' macros are in scope without a path: those of the
// modules around it and those that #[macro_use] lets out. Which comes first in the text is not looked at.
func (r *resolver) spread(m *module, above []string) {
	m.textual = above
	if len(m.children) == 0 { // its own macros are found in it anyway
		return
	}
	if own := r.letsOut(m); len(own) > 0 {
		all := slices.Concat(above, own)
		slices.Sort(all)
		m.textual = slices.Compact(all)
	}
	for _, name := range slices.Sorted(maps.Keys(m.children)) {
		for _, child := range m.children[name] {
			r.spread(child, m.textual)
		}
	}
}

// letsOut are the files whose macros reach the modules inside m.
func (r *resolver) letsOut(m *module) []string {
	file := r.tree.File(m.file)
	if m.inline || file == nil || file.Facts == nil {
		return nil
	}
	var out []string
	for _, d := range readDeclarations(file.Facts.Package) {
		switch d.kind {
		case localMacro, exportedMacro:
			out = append(out, m.file)
		case macroUse:
			for _, child := range m.children[d.name] {
				out = append(out, r.letsOut(child)...)
			}
			if len(m.children[d.name]) > 0 {
				break
			}
			for _, lib := range r.crateNamed(m.crate, d.name, trail{}).modules { // of an extern crate
				for _, files := range lib.crate.macros {
					out = append(out, files...)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
