package ruby

import (
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// outlined is a line that begins a class, a module or a method.
var outlined = regexp.MustCompile(`^([ \t]*)(class|module|def)[ \t]+((?:self\.)?)((?:::)?\w+(?:::\w+)*[?!=]?)`)

// mend reads classes, modules and methods of a file with syntax errors anew: by its lines and their
// indentation, which mean the same while somebody types. To the parser all ends belong to something else
// when one is missing.
func mend(b *syntax.Builder, d *draft) {
	src := string(b.Src())
	lines := map[uint32]bool{}
	var symbols []definition
	var scopes []scope
	for at := 0; at < len(src); {
		next := len(src)
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		if m := outlined.FindStringSubmatchIndex(src[at:next]); m != nil {
			def := readOutlined(b, src, at, next, m)
			lines[def.Line] = true
			symbols = append(symbols, def)
			whole := def.Range
			if def.Kind == analysis.Method {
				scopes = append(scopes, scope{Span: whole, method: true})
			} else {
				body := analysis.Span{Start: min(uint32(next), whole.End), End: whole.End}
				if inner, ok := strings.CutSuffix(src[body.Start:body.End], "end"); ok {
					body.End = body.Start + uint32(len(inner))
				}
				scopes = append(scopes, scope{Span: whole, body: body, name: src[at+m[8] : at+m[9]]})
				d.defined[uint32(at+m[8])] = true
			}
		}
		at = next
	}
	known := func(s analysis.Span) bool { return lines[b.Line(s.Start)] }
	d.symbols = slices.DeleteFunc(d.symbols, func(s definition) bool {
		return (s.Kind == analysis.Method || s.Kind == analysis.Class || s.Kind == analysis.Module) && known(s.Range)
	})
	d.symbols = append(d.symbols, symbols...)
	d.scopes = slices.DeleteFunc(d.scopes, func(s scope) bool { return (s.method || s.name != "") && known(s.Span) })
	d.scopes = append(d.scopes, scopes...)
}

// readOutlined reads the definition that a line begins; m is where the parts of outlined stand in it.
func readOutlined(b *syntax.Builder, src string, at, next int, m []int) definition {
	start := at + m[3]
	def := definition{Symbol: analysis.Symbol{Name: strings.TrimLeft(src[at+m[8]:at+m[9]], ":"), Line: b.Line(uint32(start)), Exported: true,
		Range: analysis.Span{Start: uint32(start), End: uint32(endOf(src, next, m[3]))}}}
	def.absolute = strings.HasPrefix(src[at+m[8]:], "::")
	switch src[at+m[4] : at+m[5]] {
	case "class":
		def.Kind, def.constant = analysis.Class, true
	case "module":
		def.Kind, def.constant = analysis.Module, true
	default:
		def.Kind, def.singleton = analysis.Method, m[6] < m[7]
		if def.singleton {
			def.on = "self"
		}
	}
	head := b.Signature(uint32(start), uint32(next))
	if i := strings.Index(head, ";"); i > 0 {
		head = head[:i]
	}
	if i := strings.Index(head, ") = "); i > 0 {
		head = head[:i+1]
	}
	def.Signature, def.Doc = strings.TrimSpace(head), doc(b, uint32(start))
	return def
}

// endOf is where a definition ends whose second line begins at an offset: with the end that stands as far
// to the right as it does, or before what stands no further.
func endOf(src string, at, indent int) int {
	last := len(strings.TrimRight(src[:at], " \t\r\n"))
	for at < len(src) {
		next := len(src)
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := strings.TrimRight(src[at:next], " \t\r\n")
		text := strings.TrimLeft(line, " \t")
		word, _, _ := strings.Cut(text, " ")
		switch column := len(line) - len(text); {
		case text == "" || text[0] == '#':
		case column == indent && (word == "end" || strings.HasPrefix(word, "end.")):
			return at + indent + len("end")
		case column <= indent && word != "rescue" && word != "ensure" && word != "else":
			return last
		default:
			last = at + len(line)
		}
		at = next
	}
	return last
}
