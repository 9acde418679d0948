package rust

import (
	"maps"
	"slices"
	"strings"
)

// items are what one file of an installed crate defines and passes on, read without a tree: most of a crate's files
// are only looked through on the way to a name.
type items struct {
	defined map[string]bool     // by their names, with the inline modules around them, by ::
	inlined map[string]bool     // inline modules, likewise
	files   map[string][]string // modules with a #[path], likewise, with their files
	uses    []use
	macros  []string          // exported ones or not
	loaded  []string          // modules whose macros reach the crate
	bodies  map[string]string // what macros without parameters hold
	expands []string          // macros that stand where items do
	opaque  bool              // macros or included files may define more
}

// maxBody is how much of a macro is kept that may hold items, in bytes.
const maxBody = 64 << 10

// readItems reads the items of a file, and what its macros make.
func readItems(src string) *items {
	text, _, _ := unwrap(src)
	it := itemsOf(text)
	if made := expand(text); made.text != "" {
		it.take(itemsOf(made.text))
	}
	return it
}

// itemsOf reads the items of a file whose macros are unwrapped.
func itemsOf(text string) *items {
	it := &items{defined: map[string]bool{}, inlined: map[string]bool{}, files: map[string][]string{}, bodies: map[string]string{}}
	t := readTies(text)
	it.uses = t.uses
	for _, d := range t.declarations {
		switch d.kind {
		case inlineModule:
			it.inlined[d.name] = true
		case exportedMacro, localMacro: // what a macro exports looks local
			it.macros = append(it.macros, d.name)
		case macroUse:
			it.loaded = append(it.loaded, d.name)
		case fileModule:
			if d.target != "" {
				it.files[d.name] = append(it.files[d.name], d.target)
			} else if strings.Contains(d.name, "macro") {
				it.loaded = append(it.loaded, d.name)
			}
		}
	}
	it.read(t)
	return it
}

// read goes through what stands in modules, and not in definitions.
func (it *items) read(t *ties) {
	var inline []string
	var open []bool // for each brace, whether it is an inline module's
	attributes := ""
	value := false // what is defined may have one
	define := func(i int) {
		if name := t.name(i); name != "" {
			it.defined[inside(inline, name)] = true
		}
		for name := range strings.SplitSeq(derived(attributes), " ") {
			if name != "" {
				it.defined[name] = true
			}
		}
		attributes = ""
	}
	for i := 0; i < len(t.tokens); i++ {
		switch t.text(i) {
		case "#":
			for i++; t.text(i) == "!"; i++ {
			}
			if t.text(i) == "[" {
				end := closing(t.tokens, t.src, i)
				attributes += t.src[t.tokens[i].start:t.tokens[end].end]
				i = end
			}
		case "mod":
			if t.text(i+2) == "{" {
				inline, open = append(slices.Clip(inline), t.name(i+1)), append(open, true)
				i += 2
			}
		case "extern":
			if t.text(i+1) == "{" || t.text(i+2) == "{" { // what other libraries have belongs to the module
				for t.text(i) != "{" {
					i++
				}
				open = append(open, false)
			}
		case "struct", "enum", "union", "trait", "type", "fn", "static", "const":
			if before := t.text(i - 1); before == "<" || before == "," { // a parameter
				break
			}
			value = t.text(i) == "type" || t.text(i) == "static" || t.text(i) == "const"
			for i++; t.text(i) == "mut" || isKeyword(t.text(i)) && t.text(i) != "_"; i++ {
			}
			define(i)
		case "macro_rules":
			it.defined[inside(inline, t.name(i+2))] = true
			it.keep(t, i)
			i = closing(t.tokens, t.src, min(i+3, len(t.tokens)-1))
		case "include":
			it.opaque = it.opaque || t.text(i+1) == "!"
		case "!":
			it.opaque = true // unwrap has left nothing of macros that hold items
			if t.text(i+1) == "(" && t.text(i+2) == ")" && t.name(i-1) != "" {
				it.expands = append(it.expands, t.name(i-1))
			}
		case "{", "(", "[":
			i = closing(t.tokens, t.src, i)
		case "}":
			if n := len(open); n > 0 {
				if open[n-1] {
					inline = inline[:len(inline)-1]
				}
				open = open[:n-1]
			}
		case "use":
			for i < len(t.tokens) && t.text(i) != ";" {
				i++
			}
		case "=":
			for value && i < len(t.tokens) && t.text(i) != ";" {
				if s := t.text(i); s == "{" || s == "(" || s == "[" {
					i = closing(t.tokens, t.src, i)
				}
				i++
			}
		}
	}
}

// keep keeps what a macro at token i holds, if it has no parameters.
func (it *items) keep(t *ties, i int) {
	open := i + 8 // macro_rules ! name { ( ) = > {
	if open >= len(t.tokens) || t.text(i+4) != "(" || t.text(i+5) != ")" || t.text(open) != "{" {
		return
	}
	end := closing(t.tokens, t.src, open)
	if end == open { // it is the last token
		return
	}
	if body := t.src[t.tokens[open].end:t.tokens[end].start]; len(body) <= maxBody {
		it.bodies[t.name(i+2)] = body
	}
}

// take takes in the items that a macro makes.
func (it *items) take(more *items) {
	maps.Copy(it.defined, more.defined)
	maps.Copy(it.inlined, more.inlined)
	maps.Copy(it.files, more.files)
	it.uses = append(it.uses, more.uses...)
	it.macros = append(it.macros, more.macros...)
	it.loaded = append(it.loaded, more.loaded...)
}

// derived are the names of the macros that attributes make of a function, separated by spaces.
func derived(attributes string) string {
	_, rest, ok := strings.Cut(attributes, "proc_macro_derive(")
	if !ok {
		return ""
	}
	end := strings.IndexAny(rest, ",)")
	return strings.TrimSpace(rest[:max(end, 0)])
}
