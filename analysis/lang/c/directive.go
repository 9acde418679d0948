package c

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// branch is an #if whose #endif has not come yet.
type branch struct {
	tokens int  // how many tokens outside directives came before the branch that is being read
	depth  int  // of brackets, at its beginning
	lowest int  // the lowest depth in it
	off    bool // the branch that is being read does not exist: "#if 0"
	none   bool // no branch before this one exists
	hidden bool // the branch that is being read is hidden
}

func (l *lexer) beginDirective() {
	l.start, l.from = l.pos, len(l.tokens)
	l.pos++
	l.apart = true
}

// endDirective reads the directive that ends here.
func (l *lexer) endDirective() {
	line := l.tokens[l.from:]
	start := l.start
	l.start = -1
	defer func() { l.directives++ }()
	if len(line) == 0 || line[0].kind != word {
		l.tokens = l.tokens[:l.from]
		return
	}
	name := string(l.src[line[0].start:line[0].end])
	switch name {
	case "if", "ifdef", "ifndef":
		l.open(name, line[1:])
	case "elif", "elifdef", "elifndef", "else":
		l.turn()
	case "endif":
		l.close()
	}
	if l.off > 0 {
		l.tokens = l.tokens[:l.from]
		return
	}
	line[0].keyword = statement // it refers to nothing
	switch name {
	case "define":
		l.define(start, line)
	case "include", "include_next", "import":
		l.include(line)
		l.tokens = l.tokens[:l.from]
	case "pragma":
		if len(line) == 2 && string(l.src[line[1].start:line[1].end]) == "once" {
			l.header = true
		}
		l.tokens = l.tokens[:l.from]
	case "error", "warning", "line", "embed":
		l.tokens = l.tokens[:l.from]
	}
}

func (l *lexer) open(name string, condition []token) {
	off := name == "if" && len(condition) == 1 && string(l.src[condition[0].start:condition[0].end]) == "0"
	if l.directives == 0 && l.from == 0 {
		switch {
		case name == "ifndef" && len(condition) > 0:
			l.guard = string(l.src[condition[0].start:condition[0].end])
		case name == "if" && len(condition) > 2 && condition[0].sign == '!':
			last := condition[len(condition)-1]
			if last.sign == ')' {
				last = condition[len(condition)-2]
			}
			l.guard = string(l.src[last.start:last.end])
		}
	}
	l.branches = append(l.branches, branch{tokens: l.counted, depth: l.depth, lowest: l.depth, off: off, none: off})
	if off {
		l.off++
	}
}

// turn goes on to an #if's next branch. It counts for the structure if all before it were whole.
func (l *lexer) turn() {
	if len(l.branches) == 0 {
		return
	}
	b := &l.branches[len(l.branches)-1]
	switch {
	case b.off:
		b.off = false
		l.off--
	case b.hidden:
	case !b.none && !l.whole(b):
		b.hidden = true
		l.hide++
		b.depth = l.depth
	}
	if b.hidden {
		l.depth = b.depth
	}
	b.none = false
	b.tokens, b.lowest = l.counted, l.depth
}

// whole reports whether a branch leaves the brackets as they were and ends where a declaration can end.
func (l *lexer) whole(b *branch) bool {
	if l.counted == b.tokens {
		return true
	}
	return (l.last == ';' || l.last == '}' || l.last == ',') && l.depth == b.depth && b.lowest >= b.depth
}

func (l *lexer) close() {
	n := len(l.branches) - 1
	if n < 0 {
		return
	}
	b := l.branches[n]
	l.branches = l.branches[:n]
	if b.off {
		l.off--
	}
	if b.hidden {
		l.hide--
		l.depth = b.depth
	}
	if n > 0 {
		l.branches[n-1].lowest = min(l.branches[n-1].lowest, b.lowest)
	}
}

// define adds a macro. The one that guards against a second inclusion is none.
func (l *lexer) define(start int, line []token) {
	if len(line) < 2 || line[1].kind != word {
		return
	}
	line[1].defines = true
	name := string(l.src[line[1].start:line[1].end])
	if name == l.guard && l.directives == 1 && len(line) <= 3 {
		l.header = true
		return
	}
	text, value := "#define "+name, 2
	if len(line) > 2 && line[2].sign == '(' && !line[2].apart {
		for value < len(line) && line[value].sign != ')' {
			value++
		}
		value = min(value+1, len(line))
		text += l.joined(line[2:value])
		l.bodies = append(l.bodies, body{int32(l.from) + 2, int32(len(l.tokens)), false})
	} else if value < len(line) {
		text += " " + shorten(l.joined(line[value:]), 80)
	}
	s := analysis.Symbol{Name: name, Kind: analysis.Macro, Exported: true, Signature: shorten(text, longest), Line: line[1].line,
		Range: analysis.Span{Start: uint32(start), End: line[len(line)-1].end}}
	s.Doc = l.docAboveOffset(uint32(start), line[0].line)
	if s.Doc == "" {
		s.Doc = l.docBehind(s.Range.End, line[len(line)-1].line)
	}
	l.local = append(l.local, len(l.facts.Symbols))
	l.facts.Symbols = append(l.facts.Symbols, s)
}

// include adds an import. The brackets of an include path belong to it: they say where it is looked for.
func (l *lexer) include(line []token) {
	if len(line) < 2 {
		return
	}
	imp := analysis.Import{Line: line[0].line, Star: true, ReExport: true}
	rest := l.src[line[1].start:line[len(line)-1].end]
	switch {
	case line[1].sign == '<':
		path, _, _ := strings.Cut(string(rest), ">")
		imp.Specifier = path + ">"
	case line[1].kind == literal:
		imp.Specifier = strings.Trim(string(l.src[line[1].start:line[1].end]), `"`)
	default: // a macro that says the path
		imp.Specifier = strings.Join(strings.Fields(string(rest)), " ")
	}
	if imp.Specifier != "" {
		l.facts.Imports = append(l.facts.Imports, imp)
	}
}
