package scala

import (
	"regexp"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
)

// parser reads what a line of a file with syntax errors begins: modifiers, keyword and name.
func parser() outline.Parse {
	pattern := regexp.MustCompile(`^(?:@[\w.]+(?:\([^()]*\))?\s+)*` +
		`(?:(?:private|protected)(?:\[\w+\])?\s+|(?:abstract|final|sealed|implicit|lazy|override|inline|infix|open|` +
		`transparent|opaque|case|package|erased)\s+)*` +
		`(class|trait|object|enum|def|val|var|type|given)\s+` +
		"(`[^`]+`|" + `[\pL_$][\pL\pN_$]*|[-+*/%&|^!<>=~?:#]+)`)
	return func(code string, at uint32) (h outline.Header, read int) {
		m := pattern.FindStringSubmatchIndex(code)
		if m == nil {
			return h, 0
		}
		switch h.Kind = code[m[2]:m[3]]; h.Kind {
		case "def":
			h.Kind = "function"
		case "val", "var":
			h.Kind, h.Form = "value", outline.Value
		case "type":
			h.Form = outline.All
		}
		h.Name = analysis.Span{Start: at + uint32(m[4]), End: at + uint32(m[5])}
		return h, m[1]
	}
}
