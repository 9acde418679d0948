package java

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/syntax"
)

// outliner reads the heads of definitions off lines.
type outliner struct{ typ, method, field, constant *regexp.Regexp }

func newOutliner() *outliner {
	const modifiers = `((?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|default|synchronized|native|strictfp|transient|volatile)\s+)*)`
	const typ = `[\w.$]+(?:<[^=;(){}]*>)?(?:\s*\[\s*\])*(?:\s+@\w+)*`
	return &outliner{
		typ:      regexp.MustCompile(`^` + modifiers + `(class|interface|enum|record|@interface)\s+(\w+)`),
		method:   regexp.MustCompile(`^` + modifiers + `(?:<[^=;(){}]*>\s*)?(?:(` + typ + `)\s+)?(\w+)\s*\(`),
		field:    regexp.MustCompile(`^` + modifiers + `(` + typ + `)\s+(\w+)\s*(?:=|;|$)`),
		constant: regexp.MustCompile(`^[A-Z]\w*\s*(?:[,;({]|$)`),
	}
}

// outlined is a definition that a line begins.
type outlined struct {
	analysis.Symbol
	at     uint32 // where its line's text begins
	indent int
	member int // how far its members are indented; -1 until the first is seen
}

// mend reads the definitions of a file with syntax errors anew, by lines and how far these are indented,
// which mean the same while somebody types: to the parser all that follows a bracket which is not closed
// yet is within it. What the parser found at the same place is kept, and ends where the next begins.
func mend(b *syntax.Builder, c *closed, heads *outliner) {
	found := outline(b, heads)
	f := b.Facts()
	if len(found) > 0 {
		mendImports(b, found[0].at)
	}
	type key struct {
		line uint32
		name string
	}
	parsed := make(map[key]int, len(f.Symbols))
	for i, s := range f.Symbols {
		if other, ok := parsed[key{s.Line, s.Name}]; !ok || !isType(f.Symbols[other]) { // rather the class than its constructor
			parsed[key{s.Line, s.Name}] = i
		}
	}
	for _, o := range found {
		i, ok := parsed[key{o.Line, o.Name}]
		if !ok {
			f.Symbols = append(f.Symbols, o.Symbol)
		} else if s := &f.Symbols[i]; !isValue(*s) {
			o.correct(b, s)
		}
	}
	*c = slices.DeleteFunc(*c, func(s analysis.Span) bool { // one around the head of a definition never was closed
		next, _ := slices.BinarySearchFunc(found, s.Start+1, func(o outlined, at uint32) int { return cmp.Compare(o.at, at) })
		return next < len(found) && found[next].at < s.End
	})
}

// correct makes what the parser took for a definition begin and end where its lines do.
func (o *outlined) correct(b *syntax.Builder, s *analysis.Symbol) {
	annotated := s.Range.Start < o.at && b.Src()[s.Range.Start] == '@'
	if s.Range.Start != o.at && !annotated || s.Range.End > o.Range.End {
		s.Signature, s.Exported = o.Signature, o.Exported // of more than its own head
	}
	if s.Range.Start < o.at && !annotated {
		s.Range.Start = o.at
	}
	s.Range.End, s.Container = o.Range.End, o.Container
}

// mendImports reads the imports anew, each from its own line.
func mendImports(b *syntax.Builder, end uint32) {
	f := b.Facts()
	f.Imports = nil
	at := uint32(0)
	for line := range bytes.Lines(b.Src()[:end]) {
		text, _, ends := bytes.Cut(line, []byte(";"))
		if bytes.HasPrefix(text, []byte("import ")) && ends {
			readImport(b, analysis.Span{Start: at, End: at + uint32(len(text))})
		}
		at += uint32(len(line))
	}
}

func isType(s analysis.Symbol) bool {
	return s.Kind == analysis.Class || s.Kind == analysis.Interface || s.Kind == analysis.Enum
}

func isValue(s analysis.Symbol) bool { return s.Kind == analysis.Field || s.Kind == analysis.Constant }

// outline finds the heads of types at the left and, where the first member of a type is indented, of its
// members.
func outline(b *syntax.Builder, heads *outliner) []outlined {
	src := b.Src()
	var found []outlined
	var open []int // the types around the current line
	comment := false
	at := uint32(0)
	var unended []int
	end := func(indent int, before uint32) {
		for n := len(unended) - 1; n >= 0 && found[unended[n]].indent >= indent; n-- {
			o := &found[unended[n]]
			o.Range.End = o.Range.Start + uint32(len(trimmed(src[o.Range.Start:before])))
			unended = unended[:n]
		}
		for len(open) > 0 && found[open[len(open)-1]].indent >= indent {
			open = open[:len(open)-1]
		}
	}
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " \t")
		indent := len(line) - len(text)
		start := at + uint32(indent)
		at += uint32(len(line))
		was := comment
		comment = bytes.LastIndex(line, []byte("/*")) > bytes.LastIndex(line, []byte("*/")) || comment && !bytes.Contains(line, []byte("*/"))
		switch {
		case was || len(bytes.TrimSpace(text)) == 0 || strings.IndexByte("/*)", text[0]) >= 0:
			continue
		case text[0] == '}':
			if n := len(open) - 1; n >= 0 && found[open[n]].indent == indent {
				end(indent+1, start)
				end(indent, start+1)
			}
			continue
		}
		if len(open) > 0 && indent > found[open[len(open)-1]].indent {
			in := &found[open[len(open)-1]]
			if in.member < 0 {
				in.member = indent
			}
			if indent != in.member {
				continue
			}
		} else if indent > 0 && len(open) == 0 {
			continue
		}
		o, ok := heads.read(b, start, len(open) > 0 && found[open[len(open)-1]].Kind == analysis.Enum)
		if !ok {
			continue
		}
		end(indent, start)
		o.indent = indent
		if len(open) > 0 {
			o.Container = syntax.Inside(&found[open[len(open)-1]].Symbol)
		} else if !isType(o.Symbol) {
			continue
		}
		if isType(o.Symbol) {
			open = append(open, len(found))
		}
		unended = append(unended, len(found))
		found = append(found, o)
	}
	end(0, uint32(len(src)))
	return found
}

// read reads the head of a definition that begins at an offset.
func (h *outliner) read(b *syntax.Builder, start uint32, inEnum bool) (outlined, bool) {
	src := b.Src()
	skip := 0
	for rest := string(src[start:min(int(start)+512, len(src))]); strings.HasPrefix(rest[skip:], "@") && !strings.HasPrefix(rest[skip:], "@interface"); {
		skip += annotation(rest[skip:])
		skip += len(rest[skip:]) - len(strings.TrimLeft(rest[skip:], " \t"))
	}
	at := start + uint32(skip)
	line, _, _ := bytes.Cut(src[min(int(at), len(src)):], []byte("\n"))
	o := outlined{at: start, member: -1}
	o.Range.Start = start
	var name []int
	m := h.typ.FindSubmatchIndex(line)
	switch {
	case m != nil:
		name = m[6:8]
		o.Kind = map[string]analysis.Kind{"interface": analysis.Interface, "@interface": analysis.Interface, "enum": analysis.Enum,
			"class": analysis.Class, "record": analysis.Class}[string(line[m[4]:m[5]])]
	case inEnum && h.constant.Match(line):
		o.Kind, o.Exported = analysis.Constant, true
		o.Name = string(line[:bytes.IndexFunc(append(line[:len(line):len(line)], ' '), notInName)])
		o.Line, o.Doc, o.Signature = b.Line(at), jvm.Doc(src, start), o.Name
		return o, true
	default:
		o.Kind = analysis.Method
		if m = h.method.FindSubmatchIndex(line); m == nil {
			o.Kind = analysis.Field
			if m = h.field.FindSubmatchIndex(line); m == nil {
				return o, false
			}
		}
		name = m[6:8]
		first, _, _ := strings.Cut(strings.TrimSpace(string(line[m[3]:])), " ")
		if isStatement(first) || isStatement(string(line[name[0]:name[1]])) || o.Kind == analysis.Method && m[4] < 0 && m[2] == m[3] && !bytes.Contains(line, []byte("{")) {
			return o, false
		}
	}
	modifiers := string(line[m[2]:m[3]])
	if o.Kind == analysis.Field && has(" "+modifiers, "static") && has(" "+modifiers, "final") {
		o.Kind = analysis.Constant
	}
	o.Name, o.Exported = string(line[name[0]:name[1]]), !has(" "+modifiers, "private")
	o.Line, o.Doc = b.Line(at), jvm.Doc(src, start)
	head := line[:name[1]]
	if o.Kind == analysis.Method {
		open := bytes.IndexByte(line[name[1]:], '(') + name[1]
		head = line[:open+jvm.Bracketed(string(line[open:]))]
	} else if isType(o.Symbol) {
		head, _, _ = bytes.Cut(line, []byte("{"))
	}
	o.Signature = strings.Join(strings.Fields(string(head)), " ")
	return o, true
}

func notInName(r rune) bool {
	return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// isStatement reports whether a word begins a statement that looks like a head.
func isStatement(word string) bool {
	switch strings.TrimRight(word, "(;:{") {
	case "return", "new", "throw", "else", "case", "assert", "if", "for", "while", "switch", "catch", "synchronized", "try", "do",
		"super", "this", "yield", "import", "package", "break", "continue", "goto":
		return true
	}
	return false
}

// trimmed is a piece of source without what belongs to the definition after it: white space, comments and
// annotations at its end.
func trimmed(text []byte) []byte {
	for {
		text = bytes.TrimRight(text, " \t\r\n")
		last := bytes.LastIndexByte(text, '\n') + 1
		line := bytes.TrimLeft(text[last:], " \t")
		if last == 0 || !(bytes.HasPrefix(line, []byte("*")) || bytes.HasPrefix(line, []byte("/*")) || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("@"))) {
			return text
		}
		text = text[:last]
	}
}
