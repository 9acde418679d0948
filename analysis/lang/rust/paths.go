package rust

import (
	"slices"
	"strings"
)

// useTree reads a use tree at token i below a prefix and returns its last token, or that of the
// semicolon behind it.
func (t *ties) useTree(i int, prefix []string, group int) int {
	path := slices.Clone(prefix)
	u := use{inline: t.here(), group: group, public: t.public}
	if i < len(t.tokens) {
		u.offset = t.tokens[i].start
	}
	for ; i < len(t.tokens); i++ {
		switch text := t.text(i); {
		case text == "::":
			if len(path) == 0 {
				path = append(path, "")
			}
		case text == "*":
			if join(path) == "" { // edition 2015
				path = []string{"crate"}
			}
			u.path, u.star = path, true
			t.uses = append(t.uses, u)
			return i
		case text == "{":
			end := closing(t.tokens, t.src, i)
			for i++; i < end; i++ {
				if text := t.text(i); text == "," {
					continue
				}
				i = t.useTree(i, path, group)
			}
			return end
		case t.tokens[i].kind == word:
			path = append(path, strings.TrimPrefix(strings.TrimPrefix(text, "r#"), "$"))
			if t.text(i+1) == "::" {
				continue
			}
			u.path, u.local = path, path[len(path)-1]
			if len(path) > 1 && u.local == "self" {
				u.path, u.whole = path[:len(path)-1], true
				u.local = u.path[len(u.path)-1]
			}
			if t.text(i+1) == "as" {
				i += 2
				u.local = t.name(i)
			}
			t.uses = append(t.uses, u)
			return i
		default:
			return i
		}
	}
	return i
}

// usedPath is a qualified path in the code.
type usedPath struct {
	inline []string
	names  []string // first "" for a leading ::, $crate as it is
	offset uint32
}

// path reads a path of two names or more at token i, and returns its last token.
func (t *ties) path(i int) int {
	first := i
	if before := t.text(i - 1); t.name(i) == "" || isKeyword(t.text(i)) || before == "." || before == "#" || before == "$" {
		return i // no name, a member, or one that a macro fills in
	}
	global := t.text(i-1) == "::"
	if global && i >= 2 && (t.tokens[i-2].kind == word && !isKeyword(t.text(i-2)) || t.text(i-2) == ">") {
		return i // it goes on: <T as A>::b
	}
	var names []string
	if global {
		names = append(names, "")
	}
	for {
		names = append(names, t.name(i))
		if t.text(i+1) != "::" || t.name(i+2) == "" {
			break
		}
		i += 2
	}
	if len(names) > 1 {
		t.paths = append(t.paths, usedPath{t.here(), names, t.tokens[first].start})
	}
	return i
}
