package elixir

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// maxValue is how long an attribute's value can be, in bytes, to be shown whole.
const maxValue = 60

// readAttributes adds types, callbacks and the attributes that hold values.
func readAttributes(b *syntax.Builder, o *outline) {
	type id struct {
		module uint32
		name   string
	}
	seen := map[id]bool{}
	for _, a := range o.attributes {
		s := analysis.Symbol{Range: a.whole, Line: b.Line(a.whole.Start), Exported: true}
		switch a.name {
		case "type", "opaque", "typep":
			head, _, _ := strings.Cut(b.Text(a.value), "::")
			s.Name, s.Kind, s.Exported = functionName(strings.TrimSpace(head)), analysis.TypeAlias, a.name != "typep"
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), 3*maxValue)
			if head, _, ok := strings.Cut(s.Signature, "::"); ok && a.name == "opaque" {
				s.Signature = strings.TrimSpace(head)
			}
		case "callback", "macrocallback":
			head, _, _ := strings.Cut(b.Text(a.value), "::")
			s.Name, s.Kind = functionName(strings.TrimSpace(head)), analysis.Method
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), 3*maxValue)
		case "doc", "moduledoc", "typedoc", "shortdoc", "spec", "behaviour", "impl", "deprecated", "derive", "compile", "before_compile",
			"after_compile", "after_verify", "on_definition", "on_load", "external_resource", "enforce_keys", "dialyzer", "tag", "moduletag",
			"describetag", "optional_callbacks", "file", "vsn", "nifs", "fallback_to_any", "requirements", "recursive", "preferred_cli_env":
			continue
		default:
			s.Name, s.Kind, s.Exported = a.name, analysis.Constant, false
			s.Signature = elide(b.Signature(a.whole.Start, a.whole.End), maxValue)
			key := id{o.moduleAt(a.whole.Start), a.name}
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		if s.Name != "" {
			b.Add(s)
		}
	}
}

// moduleAt tells the module around an offset from others: by where it starts.
func (o *outline) moduleAt(at uint32) uint32 {
	found := uint32(0)
	for _, c := range o.order {
		if c.whole.Start > at {
			break
		}
		if isModule(c.name) && at < c.whole.End {
			found = c.whole.Start
		}
	}
	return found
}

func elide(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimRight(strings.ToValidUTF8(text[:limit], ""), " ") + "…"
}
