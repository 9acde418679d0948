package swift

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish reads the file's declarations and imports. What the grammar calls an error may be newer than the
// grammar; what hinders this reader is brackets that do not match.
func finish(b *syntax.Builder, _ *struct{}) {
	r := &reader{b: b, source: newSource(string(b.Src()))}
	if b.Facts().Problems = nil; r.unbalanced {
		b.Facts().Problems = []string{"syntax errors"}
	}
	for at := 0; at < len(r.text); {
		at = r.body(at, around{})
	}
}

// reader reads declarations off a source.
type reader struct {
	b *syntax.Builder
	*source
}

// around is what declarations stand in.
type around struct {
	container string // dotted names; "" at the top level
	column    int    // of its line
	isEnum    bool
	hidden    bool // a private extension: its members are what they are inside it
}

// declaration is one whose keyword was just read.
type declaration struct {
	around
	start   int // with its attributes
	head    int // its first modifier, or its keyword
	keyword string
	access  string // an access modifier
	name    int    // behind the keyword
}

// body reads declarations up to the brace that closes what they are in, and returns the offset behind it.
func (r *reader) body(at int, in around) int {
	d := declaration{around: in, start: -1, head: -1}
	reset := func() { d = declaration{around: in, start: -1, head: -1} }
	lineStart := true
	for at < len(r.text) {
		c := r.text[at]
		n := nameLen(r.text[at:])
		word := r.text[at : at+n]
		switch {
		case c == '\n':
			lineStart = true
			at++
			continue
		case c == ' ' || c == '\t' || c == '\r' || strings.HasPrefix(r.text[at:], "//") || strings.HasPrefix(r.text[at:], "/*"):
			at += r.skip(at)
			continue
		case c == '}':
			return at + 1
		case lineStart && r.unbalanced && in.container != "" && r.declares(at-r.column(at), in.column):
			return at // the brace that closes what is around it is missing
		case c == '@':
			if d.start < 0 {
				d.start = at
			}
			at = r.attribute(at)
		case c == '#':
			switch text := r.text[at:]; {
			case strings.HasPrefix(text, "#if"), strings.HasPrefix(text, "#else"), strings.HasPrefix(text, "#end"):
				at = r.lineEnd(at)
			default:
				at += r.skip(at)
			}
			reset()
		case c == '{' || c == '(' || c == '[':
			at = r.block(at)
			reset()
		case isModifier(word), word == "class" && r.beforeMember(at+n):
			if d.start < 0 {
				d.start = at
			}
			if d.head < 0 {
				d.head = at
			}
			switch word {
			case "private", "fileprivate", "public", "open", "internal", "package":
				if !strings.HasPrefix(r.text[at+n:], "(") { // private(set)
					d.access = word
				}
			}
			if at += n; strings.HasPrefix(r.text[at:], "(") {
				at = r.block(at)
			}
		case isDeclaration(word) && (lineStart || d.start >= 0 || r.afterBreak(at)) && (word != "case" || in.isEnum):
			if d.start < 0 {
				d.start = at
			}
			if d.head < 0 {
				d.head = at
			}
			d.keyword, d.name = word, at+n
			at = max(r.declare(d), at+n)
			reset()
		default:
			at += r.skip(at)
			reset()
		}
		lineStart = r.text[at-1] == '\n' // a block that is not closed ends there
	}
	return at
}

// afterBreak reports whether a brace or a semicolon stands before an offset on its line.
func (r *reader) afterBreak(at int) bool {
	before := strings.TrimRight(r.text[:at], " \t")
	return before == "" || strings.IndexByte("{};\n", before[len(before)-1]) >= 0
}

// attribute is the offset behind an attribute: @A.B(…).
func (r *reader) attribute(at int) int {
	at++
	for at < len(r.text) && (r.text[at] == '.' || nameLen(r.text[at:]) > 0) {
		at += max(1, nameLen(r.text[at:]))
	}
	if strings.HasPrefix(r.text[at:], "(") {
		return r.block(at)
	}
	return at
}

// beforeMember reports whether the word "class" before an offset is a modifier: class func f().
func (r *reader) beforeMember(at int) bool {
	at = r.space(at)
	word := r.text[at : at+nameLen(r.text[at:])]
	return isModifier(word) || word == "func" || word == "var" || word == "let" || word == "subscript"
}

// declare reads what follows the keyword of a declaration and returns the offset behind all of it.
func (r *reader) declare(d declaration) int {
	kind, isType := typeKind(d.keyword)
	switch {
	case isType:
		return r.typ(d, kind)
	case d.keyword == "import":
		return r.imports(d)
	case d.keyword == "var" || d.keyword == "let":
		return r.values(d)
	case d.keyword == "case":
		return r.cases(d)
	}
	at := r.space(d.name)
	name := r.declared(at)
	end := r.header(d.name)
	head := end
	if strings.HasPrefix(r.text[end:], "{") {
		end = r.block(end)
	}
	s := analysis.Symbol{Name: name, Kind: analysis.Method}
	switch d.keyword {
	case "func":
		if d.container == "" {
			s.Kind = analysis.Function
			if strings.Contains(r.text[at:head], " async") {
				s.Kind = analysis.AsyncFunction
			}
		}
	case "init", "subscript":
		s.Name, at = d.keyword, d.name
	case "typealias", "associatedtype":
		s.Kind = analysis.TypeAlias
	case "macro":
		s.Kind = analysis.Macro
		if before, _, found := strings.Cut(r.text[d.head:head], " = #"); found {
			head = d.head + len(before)
		}
	default: // deinit, operator, precedencegroup
		return end
	}
	r.add(d, s, at, head, end)
	return end
}

// typ reads a type or an extension with its members.
func (r *reader) typ(d declaration, kind analysis.Kind) int {
	at := r.space(d.name)
	name := r.declared(at)
	if d.keyword == "extension" {
		name = r.extended(at)
	}
	if name == "" || isDeclaration(name) {
		return d.name
	}
	in := around{container: name, column: r.column(d.start), isEnum: d.keyword == "enum"}
	if d.keyword == "extension" {
		in.isEnum = true // perhaps; a case in no enum's extension is none
		in.hidden = isHidden(d.access)
	} else if d.container != "" {
		in.container = d.container + "." + name
	}
	head := r.header(at)
	end := head
	if strings.HasPrefix(r.text[head:], "{") {
		end = r.body(head+1, in)
	}
	if d.keyword != "extension" {
		r.add(d, analysis.Symbol{Name: name, Kind: kind}, at, head, end)
	}
	return end
}

// imports reads "import A", "import struct A.B".
func (r *reader) imports(d declaration) int {
	end := r.lineEnd(d.name)
	line, _, _ := strings.Cut(r.text[d.name:end], "//")
	line, _, _ = strings.Cut(line, ";")
	words := strings.Fields(line)
	if len(words) == 0 {
		return end
	}
	imp := analysis.Import{Specifier: words[0], Star: true, Line: r.b.Line(uint32(d.start)),
		ReExport: strings.Contains(r.text[d.start:d.name], "@_exported")}
	if module, name, found := strings.Cut(words[len(words)-1], "."); len(words) == 2 && isDeclaration(words[0]) && found {
		imp = analysis.Import{Specifier: module, Names: []analysis.Binding{{Name: name, Local: name}}, Line: imp.Line, ReExport: imp.ReExport}
	} else {
		imp.Local, _, _ = strings.Cut(imp.Specifier, ".")
	}
	r.b.Import(imp)
	return d.name + len(line)
}

// cases reads the cases of an enum: case a, b(Int), c = 1.
func (r *reader) cases(d declaration) int {
	for at := r.space(d.name); ; d.start = at {
		end := r.value(at, true)
		if name := r.declared(at); name != "" {
			d.head = at
			r.add(d, analysis.Symbol{Name: name, Kind: analysis.Constant}, at, end, end)
		}
		if !strings.HasPrefix(r.text[end:], ",") {
			return end
		}
		at = r.blank(end + 1)
	}
}

func isHidden(access string) bool { return access == "private" || access == "fileprivate" }

// add adds a symbol whose name stands at an offset, whose signature ends at head and which itself ends at
// end.
func (r *reader) add(d declaration, s analysis.Symbol, name, head, end int) {
	if s.Name == "" {
		return
	}
	end = len(strings.TrimRight(r.text[:end], " \t\r\n"))
	s.Container = d.container
	s.Exported = !isHidden(d.access) && !(d.hidden && d.access == "")
	if s.Signature == "" {
		s.Signature = strings.TrimSpace(r.b.Signature(uint32(d.head), uint32(head)))
	}
	if s.Doc = r.b.Doc(uint32(d.start)); strings.HasPrefix(s.Doc, "MARK:") { // it divides files and documents nothing
		s.Doc = ""
	}
	s.Line = r.b.Line(uint32(name))
	s.Range = analysis.Span{Start: uint32(d.start), End: uint32(max(end, d.start+1))}
	r.b.Add(s)
}
