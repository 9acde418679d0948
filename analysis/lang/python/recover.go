package python

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// mend reads the definitions and imports of a file with syntax errors anew: by its lines and their
// indentation, which mean the same while somebody types. To the parser all that follows a bracket that
// is not closed yet is within that bracket.
func mend(b *syntax.Builder) {
	o := &outline{b: b, text: string(b.Src())}
	o.read()
	f := b.Facts()
	found := map[uint32]bool{}
	for _, s := range o.symbols {
		found[s.Line] = true
	}
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool { return !isValue(s.Kind) && found[s.Line] })
	f.Symbols = append(f.Symbols, o.symbols...)
	clear(found)
	for _, imp := range o.imports {
		found[imp.Line] = true
	}
	f.Imports = slices.DeleteFunc(f.Imports, func(imp analysis.Import) bool { return found[imp.Line] })
	f.Imports = append(f.Imports, o.imports...)
}

// outline reads a file line by line.
type outline struct {
	b       *syntax.Builder
	text    string
	symbols []analysis.Symbol
	imports []analysis.Import

	open      []block // the definitions around the current line
	decorated block   // the first decorator of the definition to come
	end       int     // where the code before the current line ends
}

// block is what is indented more than the line at start.
type block struct{ symbol, start, indent int }

func (o *outline) read() {
	none := block{indent: -1}
	o.decorated = none
	for at := 0; at < len(o.text); {
		start, indent := indentation(o.text, at)
		line := o.text[start:]
		if line == "" {
			break
		}
		if strings.IndexByte("\r\n#", line[0]) < 0 {
			// Closing brackets stand as far left as what they belong to, which goes on after them.
			if strings.IndexByte(")]}", line[0]) < 0 {
				o.close(indent)
				switch statement := keyword(line); {
				case statement == "@":
					if o.decorated.indent < 0 {
						o.decorated = block{start: start, indent: indent}
					}
				case statement == "def" || statement == "class":
					o.define(start, indent)
					o.decorated = none
				case statement == "import" || statement == "from":
					o.imports = append(o.imports, Imports(o.b.Signature(uint32(start), uint32(o.statementEnd(start, ";\n"))), o.b.Line(uint32(start)))...)
				case indent <= o.decorated.indent:
					o.decorated = none
				}
			}
		}
		at = o.pass(start)
	}
	o.close(0)
}

// pass returns the start of the line after the one at start; a string's lines count as one.
func (o *outline) pass(start int) int {
	for at := start; at < len(o.text); {
		n, kind := token(o.text[at:])
		at += n
		switch kind {
		case '\n':
			return at
		case '#', ' ', '\t', '\r':
		default:
			o.end = at
		}
	}
	return len(o.text)
}

// close ends the definitions that a line with this indentation does not belong to.
func (o *outline) close(indent int) {
	for len(o.open) > 0 {
		last := o.open[len(o.open)-1]
		if last.indent < indent {
			return
		}
		o.symbols[last.symbol].Range.End = uint32(o.end)
		o.open = o.open[:len(o.open)-1]
	}
}

// define adds the definition whose first line, after its decorators, begins at start.
func (o *outline) define(start, indent int) {
	head := analysis.Span{Start: uint32(start), End: uint32(o.statementEnd(start, ":"))}
	whole := head
	if o.decorated.indent == indent {
		whole.Start = uint32(o.decorated.start)
	}
	name := analysis.Span{Start: uint32(nameAfter(o.text, start))}
	name.End = name.Start + uint32(wordLen(o.text[name.Start:]))
	s := definition(o.b, whole, head, name)
	if rest := o.text[head.End:]; strings.HasPrefix(rest, ":") {
		s.Doc = docstring([]byte(rest[1:min(len(rest), maxDoc)]))
	}
	o.open = append(o.open, block{len(o.symbols), start, indent})
	o.symbols = append(o.symbols, s)
}

// statementEnd returns where a statement meets one of the bytes in stop, or ends, outside brackets. A
// line that begins another statement ends the first line of this one: a bracket is missing.
func (o *outline) statementEnd(start int, stop string) int {
	depth, firstLine := 0, -1
	for at := start; at < len(o.text); {
		n, kind := token(o.text[at:])
		switch kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '\n':
			if depth <= 0 {
				return at
			}
			if firstLine < 0 {
				firstLine = at
			}
			if next, _ := indentation(o.text, at+1); keyword(o.text[next:]) != "" {
				return firstLine
			}
		default:
			if depth <= 0 && strings.IndexByte(stop, kind) >= 0 {
				return at
			}
		}
		at += n
	}
	if firstLine >= 0 {
		return firstLine
	}
	return len(o.text)
}

// indentation returns where the text of the line at a position begins, and in which column.
func indentation(text string, at int) (start, column int) {
	for ; at < len(text); at++ {
		switch text[at] {
		case ' ':
			column++
		case '\t':
			column += 8 - column%8
		default:
			return at, column
		}
	}
	return at, column
}

// keyword is the statement that a line begins with, if it is one of those that outlines are made of.
func keyword(line string) string {
	if strings.HasPrefix(line, "@") {
		return "@"
	}
	word := line[:wordLen(line)]
	switch word {
	case "async":
		if rest := strings.TrimLeft(line[len(word):], " \t"); strings.HasPrefix(rest, "def") {
			return keyword(rest)
		}
	case "def", "class":
		if rest := strings.TrimLeft(line[len(word):], " \t"); wordLen(rest) > 0 && len(rest) < len(line)-len(word) {
			return word
		}
	case "import", "from":
		return word
	}
	return ""
}

// nameAfter returns where the name after "def", "async def" or "class" begins.
func nameAfter(text string, at int) int {
	for {
		word := text[at : at+wordLen(text[at:])]
		at, _ = indentation(text, at+len(word))
		if word != "async" {
			return at
		}
	}
}

// wordLen is the length of the name or keyword that text begins with.
func wordLen(text string) int {
	n := 0
	for n < len(text) && text[n] < utf8.RuneSelf {
		if c := text[n]; !isLetter(c) && (c < '0' || '9' < c) {
			return n
		}
		n++
	}
	more := strings.IndexFunc(text[n:], func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if more < 0 {
		return len(text)
	}
	return n + more
}
