package sfc

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// template counts what the template uses: components, and names of the script in its code.
func (c *component) template(tags []scan.Tag, code []analysis.Span) {
	bound := c.bound()
	for _, t := range tags {
		c.element(t.Name, bound)
		for _, a := range t.Attributes {
			switch target, ok := c.directive(a.Name); {
			case ok:
				c.code(target, bound)
				c.code(a.Value, bound)
			case c.braces == "{" && strings.Contains(a.Value, "{"): // {code}, "text {code}"
				c.code(a.Value, bound)
			}
		}
	}
	for _, s := range code {
		c.code(string(c.src[s.Start:s.End]), bound)
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

// element counts a component: <MyCard>, <Form.Field>, <my-card>.
func (c *component) element(tag string, bound map[string]bool) {
	first, _, _ := strings.Cut(tag, ".")
	switch {
	case strings.Contains(tag, ":"): // svelte:head
	case strings.Contains(tag, ".") && bound[first], bound[tag]:
		c.code(tag, bound)
	case 'A' <= tag[0] && tag[0] <= 'Z':
		c.count("", first, 1)
	case strings.Contains(tag, "-"):
		pascal := ""
		for part := range strings.SplitSeq(tag, "-") {
			if part != "" {
				pascal += strings.ToUpper(part[:1]) + part[1:]
			}
		}
		if camel := strings.ToLower(pascal[:1]) + pascal[1:]; bound[camel] {
			pascal = camel
		}
		c.count("", pascal, 1)
	}
}

// code counts the bound names in a piece of code, with their members; strings are passed over, but for
// the code in templates.
func (c *component) code(text string, bound map[string]bool) {
	chain := "" // of bound names, that a member may follow
	for at := 0; at < len(text); {
		start := at
		for at < len(text) && nameByte(text[at]) {
			at++
		}
		switch name := text[start:at]; {
		case at > start && chain != "" && strings.HasSuffix(text[:start], "."):
			c.count(chain, name, 1)
			chain += "." + name
		case at > start && strings.HasSuffix(text[:start], ".") && !strings.HasSuffix(text[:start], ".."):
			chain = ""
		case at > start:
			chain = ""
			if store, ok := strings.CutPrefix(name, "$"); ok && !bound[name] { // Svelte's $store
				name = store
			}
			if bound[name] {
				c.count("", name, 1)
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
