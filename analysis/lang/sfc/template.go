package sfc

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// template notes what the template uses: components, and names of the script in its code.
func (c *component) template(tags []scan.Tag, code []analysis.Span) {
	bound := c.bound()
	for _, t := range tags {
		c.element(t.Name, t.Start+1, bound)
		for _, a := range t.Attributes {
			switch target, ok := c.directive(a.Name); {
			case ok:
				c.code(target, a.Start+uint32(strings.IndexByte(a.Name, ':')+1), bound)
				c.code(a.Value, a.At, bound)
			case c.braces == "{" && strings.Contains(a.Value, "{"): // {code}, "text {code}"
				c.code(a.Value, a.At, bound)
			}
		}
	}
	for _, s := range code {
		c.code(string(c.src[s.Start:s.End]), s.Start, bound)
	}
}

// bound are the names that the script binds at its top level.
func (c *component) bound() map[string]bool {
	bound := map[string]bool{}
	for _, s := range c.facts.Symbols {
		bound[s.Name] = bound[s.Name] || s.Container == "" && s.Name != "default"
	}
	for _, i := range c.facts.Imports {
		bound[i.Local] = true
		for _, n := range i.Names {
			bound[n.Local] = true
		}
	}
	delete(bound, "")
	delete(bound, "default")
	return bound
}

// element notes a component: <MyCard>, <Form.Field>, <my-card>. Its name stands at an offset.
func (c *component) element(tag string, at uint32, bound map[string]bool) {
	first, _, _ := strings.Cut(tag, ".")
	switch {
	case strings.Contains(tag, ":"): // svelte:head
	case strings.Contains(tag, ".") && bound[first], bound[tag]:
		c.code(tag, at, bound)
	case 'A' <= tag[0] && tag[0] <= 'Z':
		c.refer("", first, at)
	case strings.Contains(tag, "-"):
		pascal := ""
		for part := range strings.SplitSeq(tag, "-") {
			if part != "" {
				pascal += capitalised(part)
			}
		}
		if camel := strings.ToLower(pascal[:1]) + pascal[1:]; bound[camel] {
			pascal = camel
		}
		c.refer("", pascal, at)
	}
}

// capitalised is a part of a tag as it stands in a component's name: as Vue does it, only letters of ASCII are made capitals.
func capitalised(part string) string {
	if 'a' <= part[0] && part[0] <= 'z' {
		return strings.ToUpper(part[:1]) + part[1:]
	}
	return part
}

// code notes the bound names in a piece of code that begins at an offset, with their members; strings are passed over,
// but for the code in templates.
func (c *component) code(text string, offset uint32, bound map[string]bool) {
	chain := "" // of bound names, that a member may follow
	for at := 0; at < len(text); {
		start := at
		place := offset + uint32(start)
		for at < len(text) && nameByte(text[at]) {
			at++
		}
		switch name := text[start:at]; {
		case at > start && chain != "" && strings.HasSuffix(text[:start], "."):
			c.refer(chain, name, place)
			chain += "." + name
		case at > start && strings.HasSuffix(text[:start], ".") && !strings.HasSuffix(text[:start], ".."):
			chain = ""
		case at > start:
			chain = ""
			if store, ok := strings.CutPrefix(name, "$"); ok && !bound[name] { // Svelte's $store
				name, place = store, place+1
			}
			if bound[name] {
				c.refer("", name, place)
				chain = name
			}
		default:
			at += pass(text[at:])
			if between := text[start:at]; between != "." && between != "?" {
				chain = ""
			}
		}
	}
}

// pass is the length of the sign or string that a text begins with.
func pass(text string) int {
	if text[0] == '\'' || text[0] == '"' {
		if i := strings.IndexByte(text[1:], text[0]); i >= 0 {
			return i + 2
		}
	}
	return 1
}

func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// vueDirective: the values of :prop, @event, #slot and v-directive are code.
func vueDirective(name string) (target string, ok bool) {
	return "", name != "" && (strings.IndexByte(":@#", name[0]) >= 0 || strings.HasPrefix(name, "v-"))
}

// svelteDirective: use:action, transition:fade and the like use a name of the script.
func svelteDirective(name string) (target string, ok bool) {
	kind, rest, ok := strings.Cut(name, ":")
	switch kind {
	case "use", "transition", "in", "out", "animate":
		target, _, _ = strings.Cut(rest, "|")
		return target, ok
	}
	return "", ok && kind != "style" && kind != "class" && kind != "xlink"
}
