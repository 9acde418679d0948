package rust

import "slices"

// unwrap blanks out, byte for byte, the wrappers of macro invocations that stand where items do and hold
// items: of cfg_rt! { pub mod task; } the item is left, at its place. To the grammar a macro's argument
// is a heap of tokens, but crates keep large parts of themselves in such macros. It returns the macros'
// names as well, and what the types of flags consist of; without any the source is returned as it is.
func unwrap(src string) (text string, macros []string, flags map[string]string) {
	u := &unwrapper{src: src, tokens: lex(src), flags: map[string]string{}}
	u.items(0, len(u.tokens))
	if u.out == nil {
		return src, nil, nil
	}
	return string(u.out), u.macros, u.flags
}

type unwrapper struct {
	src    string
	tokens []token
	out    []byte // the source with blanks; nil while there are none
	macros []string
	flags  map[string]string
}

func (u *unwrapper) text(i int) string {
	if i < 0 || i >= len(u.tokens) {
		return ""
	}
	return u.src[u.tokens[i].start:u.tokens[i].end]
}

// blank replaces tokens [from,to) and what is between them with spaces; line breaks stay.
func (u *unwrapper) blank(from, to int) {
	if u.out == nil {
		u.out = []byte(u.src)
	}
	for at := u.tokens[from].start; at < u.tokens[to-1].end; at++ {
		if u.out[at] != '\n' {
			u.out[at] = ' '
		}
	}
}

// items goes through tokens [from,to) that are items.
func (u *unwrapper) items(from, to int) {
	decisive := "" // the keyword that says what the item is
	start := from  // of the item, without its attributes
	for i := from; i < to; i++ {
		switch t := u.text(i); t {
		case ";", "}":
			decisive, start = "", i+1
		case "#":
			if next := i + 1; u.text(next) == "[" || u.text(next) == "!" && u.text(next+1) == "[" {
				first := start == i
				for u.text(next) != "[" {
					next++
				}
				i = u.matching(next)
				if first {
					start = i + 1
				}
			}
		case "fn", "struct", "enum", "union", "static", "const", "type", "use", "mod", "impl", "trait", "extern":
			if decisive == "" || decisive == "extern" || decisive == "const" {
				decisive = t
			}
		case "!":
			if decisive != "" {
				break
			}
			if end := u.macro(start, i, to); end > 0 {
				i, start = end, end+1
			}
		case "(", "[":
			i = u.matching(i)
		case "{":
			end := u.matching(i)
			if decisive == "mod" || decisive == "impl" || decisive == "trait" || decisive == "extern" {
				u.items(i+1, end)
			}
			i, start = end, end+1
			decisive = ""
		}
	}
}

// macro reads an invocation whose path begins at token start and whose ! is at bang, and returns the
// index of its last token, 0 where there is none.
func (u *unwrapper) macro(start, bang, to int) int {
	if start >= bang || u.tokens[bang-1].kind != word || u.tokens[start].kind != word && u.text(start) != "::" {
		return 0
	}
	if u.text(bang-1) == "macro_rules" {
		bang++ // its name
	}
	open := bang + 1
	if open >= to || !slices.Contains([]string{"{", "(", "["}, u.text(open)) {
		return 0
	}
	end := u.matching(open)
	name := u.text(bang - 1)
	if u.text(open) != "{" || end >= to || u.text(bang) != "!" {
		return end
	}
	switch {
	case name == "cfg_if":
		u.alternatives(open+1, end)
	case name == "bitflags":
		u.bits(open+1, end)
	case u.isItem(open + 1):
		u.items(open+1, end)
	default:
		return end
	}
	u.macros = append(u.macros, name)
	u.blank(start, open+1)
	u.blank(end, end+1)
	return end
}

// alternatives unwraps if #[cfg(…)] { items } else { items }.
func (u *unwrapper) alternatives(from, to int) {
	start := from
	for i := from; i < to; i++ {
		switch u.text(i) {
		case "[":
			i = u.matching(i)
		case "{":
			end := u.matching(i)
			u.items(i+1, end)
			u.blank(start, i+1)
			if end < to {
				u.blank(end, end+1)
			}
			i, start = end, end+1
		}
	}
}

// isItem reports whether an item, or a macro that may hold items, begins at a token.
func (u *unwrapper) isItem(i int) bool {
	for u.text(i) == "#" && (u.text(i+1) == "[" || u.text(i+1) == "!" && u.text(i+2) == "[") {
		if i++; u.text(i) == "!" {
			i++
		}
		i = u.matching(i) + 1
	}
	switch u.text(i) {
	case "pub", "mod", "use", "fn", "async", "unsafe", "const", "static", "struct", "enum", "union", "trait", "impl", "type", "extern", "macro_rules":
		return true
	}
	return i < len(u.tokens) && u.tokens[i].kind == word && u.text(i+1) == "!" && u.text(i+2) == "{"
}

func (u *unwrapper) matching(i int) int { return closing(u.tokens, u.src, i) }
