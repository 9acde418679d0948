package rust

import (
	"path"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// resolve follows a path that stands in a module to another one.
func (i installed) resolve(at spot, names []string, turns int) (spot, bool) {
	if turns <= 0 || len(names) == 0 {
		return spot{}, false
	}
	root := spot{unpacked: at.unpacked, file: at.root}
	switch names[0] {
	case "crate", "$crate":
		at, names = root, names[1:]
	case "self", "super":
		if names[0] == "self" {
			names = names[1:]
		}
		for ; len(names) > 0 && names[0] == "super"; names = names[1:] {
			var ok bool
			if at, ok = i.parent(at); !ok {
				return spot{}, false
			}
		}
	default:
		global := names[0] == ""
		if global {
			names = names[1:]
		}
		if len(names) == 0 {
			return spot{}, false
		}
		next, ok := spot{}, false
		if !global {
			next, ok = i.child(at, names[0])
		}
		if !ok {
			if of := i.dependency(at.unpacked, names[0]); of != nil {
				next, ok = spot{unpacked: of, file: of.root}, true
			} else if names[0] == crateName(at.name) {
				next, ok = root, true
			}
		}
		if !ok && !global {
			if next, ok = i.member(at, names[0], turns-1); !ok && at.file != at.root { // edition 2015
				next, ok = i.child(root, names[0])
			}
		}
		if !ok {
			return spot{}, false
		}
		at, names = next, names[1:]
	}
	for _, name := range names {
		var ok bool
		if at, ok = i.member(at, name, turns-1); !ok {
			return spot{}, false
		}
	}
	return at, true
}

// member finds a module in another by its name: declared there, or passed on.
func (i installed) member(at spot, name string, turns int) (spot, bool) {
	if next, ok := i.child(at, name); ok {
		return next, true
	}
	it := i.items(at.file)
	if it == nil || turns <= 0 || isType(name) {
		return spot{}, false
	}
	for k := range it.uses {
		if u := &it.uses[k]; u.local == name && slices.Equal(u.inline, at.inline) && !slices.Equal(u.path, []string{"self", name}) {
			if len(u.path) == 1 && u.path[0] == name || len(u.path) == 2 && u.path[0] == "" { // a crate
				if of := i.dependency(at.unpacked, u.path[len(u.path)-1]); of != nil {
					return spot{unpacked: of, file: of.root}, true
				}
				continue
			}
			if next, ok := i.resolve(spot{at.unpacked, at.file, u.inline}, u.path, turns-1); ok {
				return next, true
			}
		}
	}
	for k := range it.uses {
		if u := &it.uses[k]; u.star && slices.Equal(u.inline, at.inline) {
			if from, ok := i.resolve(spot{at.unpacked, at.file, u.inline}, u.path, turns-2); ok && (from.file != at.file || !slices.Equal(from.inline, at.inline)) {
				if next, ok := i.member(from, name, turns-2); ok {
					return next, true
				}
			}
		}
	}
	return spot{}, false
}

// child finds a module that another one declares; most files lie where they are looked for first.
func (i installed) child(at spot, name string) (spot, bool) {
	if isType(name) {
		return spot{}, false
	}
	dir := path.Join(append([]string{at.children()}, at.inline...)...)
	for _, file := range []string{path.Join(dir, name+".rs"), path.Join(dir, name, "mod.rs")} {
		if file != at.file && file != at.root && len(i.files(file)) > 0 {
			return spot{unpacked: at.unpacked, file: file}, true
		}
	}
	it := i.items(at.file)
	if it == nil {
		return spot{}, false
	}
	own := inside(at.inline, name)
	if it.inlined[own] {
		return spot{unpacked: at.unpacked, file: at.file, inline: append(slices.Clip(at.inline), name)}, true
	}
	for _, target := range it.files[own] {
		if file := path.Join(analysis.Dir(at.file), target); len(i.files(file)) > 0 {
			return spot{unpacked: at.unpacked, file: file}, true
		}
	}
	return spot{}, false
}

// children is where the files of a file's modules are.
func (at *spot) children() string {
	if at.file == at.root || path.Base(at.file) == "mod.rs" {
		return analysis.Dir(at.file)
	}
	return strings.TrimSuffix(at.file, ".rs")
}

// parent is the module around one.
func (i installed) parent(at spot) (spot, bool) {
	if n := len(at.inline); n > 0 {
		return spot{unpacked: at.unpacked, file: at.file, inline: at.inline[:n-1]}, true
	}
	dir := analysis.Dir(at.file)
	if path.Base(at.file) == "mod.rs" {
		dir = analysis.Dir(dir)
	}
	candidates := []string{path.Join(dir, "mod.rs"), dir + ".rs"}
	if dir == analysis.Dir(at.root) {
		candidates = []string{at.root}
	}
	for _, file := range candidates {
		if file != at.file && len(i.files(file)) > 0 {
			return spot{unpacked: at.unpacked, file: file}, true
		}
	}
	return spot{}, false
}
