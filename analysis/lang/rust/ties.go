package rust

import (
	"slices"
	"strings"
)

// ties are what a file says of modules: read in one pass over the tokens.
type ties struct {
	src          string
	tokens       []token
	inline       [][]string // for each open brace, the path of inline modules it is in
	attributes   []string   // since the last item
	public       bool       // pub was read since the last item
	uses         []use
	declarations []declaration
	paths        []usedPath
}

// use is one name that a use declaration takes, or a mod or extern crate declaration brings.
type use struct {
	inline []string // the inline modules around it
	group  int      // which declaration it belongs to
	path   []string // as written; first "" for a leading ::
	local  string   // the name it gets; "" for a glob
	whole  bool     // path is a module for sure: mod, extern crate, {self}
	star   bool
	public bool
	offset uint32
}

func readTies(src string) *ties {
	t := &ties{src: src, tokens: lex(src), inline: [][]string{nil}}
	for i := 0; i < len(t.tokens); i++ {
		i = t.step(i)
	}
	return t
}

func (t *ties) text(i int) string {
	if i < 0 || i >= len(t.tokens) {
		return ""
	}
	return t.src[t.tokens[i].start:t.tokens[i].end]
}

// name is the identifier at i, r# taken off; "" where there is none.
func (t *ties) name(i int) string {
	if i < 0 || i >= len(t.tokens) || t.tokens[i].kind != word {
		return ""
	}
	return strings.TrimPrefix(t.text(i), "r#")
}

func (t *ties) here() []string { return t.inline[len(t.inline)-1] }

func (t *ties) add(kind declarationKind, name, target string) {
	t.declarations = append(t.declarations, declaration{kind, inside(t.here(), name), target})
}

func (t *ties) endItem() { t.attributes, t.public = nil, false }

// step reads what begins at token i and returns its last token.
func (t *ties) step(i int) int {
	switch t.text(i) {
	case "{":
		t.inline = append(t.inline, t.here())
		t.endItem()
	case "}":
		if len(t.inline) > 1 {
			t.inline = t.inline[:len(t.inline)-1]
		}
		t.endItem()
	case ";":
		t.endItem()
	case "#":
		if t.text(i+1) == "[" {
			end := closing(t.tokens, t.src, i+1)
			t.attributes = append(t.attributes, t.src[t.tokens[i].start:t.tokens[end].end])
			for j := i + 2; j < end; j++ {
				j = t.path(j)
			}
			return end
		}
	case "pub":
		t.public = t.text(i+1) != "(" || t.text(i+2) != "self"
		if t.text(i+1) == "(" {
			return closing(t.tokens, t.src, i+1)
		}
	case "mod":
		return t.module(i)
	case "macro_rules":
		return t.macro(i)
	case "use":
		if next := t.text(i + 1); next != "<" && next != "," && next != ">" {
			end := t.useTree(i+1, nil, i)
			t.endItem()
			return end
		}
	case "extern":
		if name := t.name(i + 2); t.text(i+1) == "crate" && name != "" {
			t.externCrate(i, name)
			return i + 2
		}
	case "include":
		if t.text(i+1) == "!" && t.text(i+2) == "(" && strings.HasPrefix(t.text(i+3), `"`) && t.text(i+4) == ")" {
			t.uses = append(t.uses, use{group: i, path: []string{strings.Trim(t.text(i+3), `"`)}, star: true, offset: t.tokens[i].start})
		}
	case "quote", "quote_spanned", "parse_quote": // what is quoted is for where it expands
		if t.text(i+1) == "!" && i+2 < len(t.tokens) {
			return closing(t.tokens, t.src, i+2)
		}
	default:
		return t.path(i)
	}
	return i
}

// module reads mod x; or the head of mod x { }.
func (t *ties) module(i int) int {
	name := t.name(i + 1)
	if name == "" {
		return i
	}
	paths, only := pathAttributes(t.attributes)
	switch t.text(i + 2) {
	case ";":
		if !only {
			t.add(fileModule, name, "")
		}
		for _, p := range paths {
			t.add(fileModule, name, p)
		}
		t.uses = append(t.uses, use{inline: t.here(), group: i, path: []string{"self", name}, local: name, whole: true,
			public: t.public, offset: t.tokens[i].start})
	case "{":
		dir := ""
		if len(paths) > 0 {
			dir = paths[0]
		}
		t.add(inlineModule, name, dir)
	default:
		return i
	}
	if t.macroUse() {
		t.add(macroUse, name, "")
	}
	t.endItem()
	if t.text(i+2) == "{" {
		t.inline = append(t.inline, append(slices.Clone(t.here()), name))
	}
	return i + 2
}

// pathAttributes are the files that #[path] and #[cfg_attr(…, path)] give, and whether one always does.
func pathAttributes(attributes []string) (paths []string, only bool) {
	for _, a := range attributes {
		tokens := lex(a)
		for i := range tokens {
			if i+2 >= len(tokens) || a[tokens[i].start:tokens[i].end] != "path" || a[tokens[i+1].start:tokens[i+1].end] != "=" {
				continue
			}
			if p := a[tokens[i+2].start:tokens[i+2].end]; tokens[i+2].kind == literal {
				paths = append(paths, strings.Trim(p, `"r#`))
				only = only || i == 2
			}
		}
	}
	return paths, only
}

func (t *ties) macroUse() bool {
	return slices.ContainsFunc(t.attributes, func(a string) bool { return strings.Contains(a, "macro_use") })
}

// macro reads a macro's name and, of its body, the paths that begin at the crate: the rest expands elsewhere.
func (t *ties) macro(i int) int {
	name := t.name(i + 2)
	if t.text(i+1) != "!" || name == "" || i+3 >= len(t.tokens) {
		return i
	}
	kind := localMacro
	if slices.ContainsFunc(t.attributes, func(a string) bool { return strings.Contains(a, "macro_export") }) {
		kind = exportedMacro
	}
	t.declarations = append(t.declarations, declaration{kind: kind, name: name})
	end := closing(t.tokens, t.src, i+3)
	for j := i + 4; j < end; j++ {
		if t.text(j) == "$crate" {
			j = t.path(j)
		}
	}
	t.endItem()
	return end
}

func (t *ties) externCrate(i int, name string) {
	local := name
	if t.text(i+3) == "as" {
		local = t.name(i + 4)
	}
	path := []string{"", name}
	if name == "self" {
		path = []string{"crate"}
	}
	if len(t.here()) == 0 {
		t.add(passedOn, local, join(path))
	}
	if t.macroUse() {
		t.add(macroUse, local, "")
	}
	t.uses = append(t.uses, use{inline: t.here(), group: i, path: path, local: local, whole: true, public: t.public, offset: t.tokens[i].start})
}
