package kotlin

import (
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/outline"
)

// parser reads what a line of a file with syntax errors begins: modifiers, keyword, type parameters,
// receiver and name.
func parser() outline.Parse {
	pattern := regexp.MustCompile(`^(?:@[\w.:]+(?:\([^()]*\))?\s+)*` +
		`(?:(?:public|private|protected|internal|expect|actual|final|open|abstract|sealed|const|external|override|lateinit|` +
		`tailrec|vararg|suspend|inner|enum|annotation|fun|companion|inline|value|infix|operator|data)\s+)*` +
		`(class|interface|object|fun|val|var|typealias|constructor|init)\b\s*` +
		`(?:<[^=(]*>\s+)?(?:[^=:({]*\.)?(` + "`[^`]+`" + `|[\pL_][\pL\pN_]*)?`)
	entry := regexp.MustCompile(`^(\p{Lu}[\pL\pN_]*)\s*(?:[({]|[,;]?$)`)
	inEnum := false // the last type was one
	bare := false   // all that was seen of the last type ends before its primary constructor
	return func(code string, at uint32) (h outline.Header, read int) {
		m := pattern.FindStringSubmatchIndex(code)
		hasBody := strings.IndexByte(code, '{') >= 0
		if m != nil && code[m[2]:m[3]] == "constructor" && bare {
			bare = false
			return outline.Header{Continues: true}, 0
		}
		bare = bare && !hasBody && m == nil
		if m == nil {
			if m := entry.FindStringSubmatchIndex(code); inEnum && m != nil {
				h.Kind, h.Name = "entry", analysis.Span{Start: at, End: at + uint32(m[3])}
				return h, m[3]
			}
			return h, 0
		}
		span := func(from, to int) analysis.Span {
			return analysis.Span{Start: at + uint32(from), End: at + uint32(to)}
		}
		if m[4] >= 0 {
			h.Name = span(m[4], m[5])
		}
		switch keyword := code[m[2]:m[3]]; keyword {
		case "class", "interface":
			h.Kind, bare = "class", !hasBody
			inEnum = slices.Contains(strings.Fields(code[:m[2]]), "enum")
		case "object":
			h.Kind = keyword
			if i := strings.Index(code[:m[2]], "companion"); i >= 0 {
				h.Kind = "companion"
				if m[4] < 0 {
					h.Name = span(i, i+len("companion"))
				}
			}
		case "fun":
			h.Kind = "function"
		case "val", "var":
			h.Kind, h.Form = "property", outline.Value
		case "typealias":
			h.Kind, h.Form = "alias", outline.All
		case "constructor":
			if _, calls, ok := strings.Cut(code, ") : "); ok && !strings.HasPrefix(calls, "this") && !strings.HasPrefix(calls, "super") {
				return h, 0 // the primary one, on a line of its own
			}
			h.Kind, h.Name = keyword, span(m[2], m[3])
		case "init":
			h.Kind, h.Name = outline.Hidden, span(m[2], m[3])
		}
		if h.Name.Start == h.Name.End {
			h.Kind = ""
		}
		return h, m[1]
	}
}
