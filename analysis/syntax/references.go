package syntax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// maxQualifier is how many dotted names a qualifier keeps: a.b.c.d() is d, of a receiver nobody knows.
const maxQualifier = 3

// references are the names noted, with their counts. Their strings are their own: the source need not
// live as long as the Facts.
func (b *Builder) references() []analysis.Reference {
	slices.SortFunc(b.uses, func(x, y usage) int {
		return cmp.Or(strings.Compare(x.qualifier, y.qualifier), strings.Compare(x.name, y.name))
	})
	out := make([]analysis.Reference, len(b.uses))
	for i := range b.uses {
		u := &b.uses[i]
		out[i] = analysis.Reference{Qualifier: strings.Clone(u.qualifier), Name: strings.Clone(u.name), Count: u.count}
		slices.Sort(u.places) // what was noted before the scan is not in order
		b.facts.Places = append(b.facts.Places, u.places...)
	}
	return out
}

// names are what the scan for references knows of a language: the fields of its Grammar.
type names struct {
	separators               []string
	start, inside, end       string
	ownName, starTypes       bool
	keywords, builtins, self map[string]bool
}

// scan notes the names that the code uses, in one pass over the bytes outside strings and comments. A
// pass over bytes costs a twentieth of asking the tree for each identifier, and needs to know of a
// language only what separates a qualifier from a name.
func (b *Builder) scan(n *names) {
	s := &scanner{b: b, names: n, text: string(b.src)}
	s.bind()
	slices.SortStableFunc(b.told, func(x, y told) int { return cmp.Compare(x.at, y.at) })
	at := uint32(0)
	for _, r := range codeRegions(b.opaque, uint32(len(b.src))) {
		if r.Start > at { // what was left out may be a receiver: "a".join(…)
			s.skipped(b.src[r.Start-1])
		}
		s.scan(r)
		at = r.End
	}
}

// codeRegions are the ranges of [0,size) that hold code, given what is opaque in them and, nested in
// that, code again; regions are sorted by start, the outer before the inner.
func codeRegions(regions []Region, size uint32) []analysis.Span {
	var out []analysis.Span
	var open []Region // the regions around the current offset
	code := func() bool { return len(open) == 0 || open[len(open)-1].Code }
	at := uint32(0)
	advance := func(to uint32) {
		if code() && to > at {
			out = append(out, analysis.Span{Start: at, End: to})
		}
		at = max(at, to)
	}
	for _, r := range regions {
		for len(open) > 0 && open[len(open)-1].End <= r.Start {
			advance(open[len(open)-1].End)
			open = open[:len(open)-1]
		}
		advance(r.Start)
		open = append(open, r)
	}
	for len(open) > 0 {
		advance(open[len(open)-1].End)
		open = open[:len(open)-1]
	}
	advance(size)
	return out
}

type scanner struct {
	b *Builder
	*names
	text string // the source; names are cut from it

	bound      map[string]bool // first names of qualifiers that mean something: imports, own symbols, self
	anyType    bool            // a star import may bring in any type
	anyBinds   bool            // an import whose local name only the imported module knows
	receiver   string          // the qualifier that the next name would have, after a separator
	separator  bool            // a separator was just read
	expression bool            // an expression that is no chain of names was just read
	chain      string          // the chain of names just read
	chainLen   int
	nextDef    int
	nextTold   int
}

func (s *scanner) bind() {
	s.bound = make(map[string]bool)
	for _, i := range s.b.facts.Imports {
		first, _, _ := strings.Cut(i.Local, ".")
		s.bound[first] = true
		for _, n := range i.Names {
			s.bound[n.Local] = true
		}
		if s.ownName && i.Local == "" && !i.Star {
			s.anyBinds = true
		}
		s.anyType = s.anyType || s.starTypes && i.Star
	}
	for _, sym := range s.b.facts.Symbols {
		if sym.Container == "" {
			s.bound[sym.Name] = true
		}
	}
	for self := range s.self {
		s.bound[self] = true
	}
}

// skipped notes that opaque bytes were passed: a string can be a receiver.
func (s *scanner) skipped(last byte) {
	if last != '\n' {
		s.reset()
		s.expression = true
	}
}

func (s *scanner) reset() {
	s.chain, s.chainLen, s.separator, s.expression = "", 0, false, false
}

func (s *scanner) scan(r analysis.Span) {
	src := s.b.src
	for i := r.Start; i < r.End; {
		c := src[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case identStart(c) || i+1 < r.End && strings.IndexByte(s.start, c) >= 0 && identStart(src[i+1]):
			start := i
			i = s.nameEnd(i+1, r.End)
			s.name(start, i)
		case '0' <= c && c <= '9':
			for i < r.End && (identByte(src[i]) || src[i] == '.') {
				i++
			}
			s.reset()
			s.expression = true
		case c == ')' || c == ']' || c == '}':
			i++
			s.reset()
			s.expression = true
		default:
			i += s.punctuation(i, r.End)
		}
	}
}

// nameEnd is where the name ends that begins at an offset.
func (s *scanner) nameEnd(at, end uint32) uint32 {
	src := s.b.src
	for at < end && (identByte(src[at]) || strings.IndexByte(s.inside, src[at]) >= 0) {
		at++
	}
	if at < end && strings.IndexByte(s.end, src[at]) >= 0 && (at+1 == end || src[at+1] != '=') {
		at++
	}
	return at
}

// punctuation reads a separator or any other sign and returns its length.
func (s *scanner) punctuation(at, end uint32) uint32 {
	if strings.HasPrefix(s.text[at:end], "..") { // a spread or a range, no member
		s.reset()
		n := uint32(0)
		for at+n < end && s.text[at+n] == '.' {
			n++
		}
		return n
	}
	for _, sep := range s.separators {
		if strings.HasPrefix(s.text[at:end], sep) {
			switch {
			case s.chain != "" && s.chainLen <= maxQualifier:
				s.receiver = s.chain
			case s.chain != "" || s.expression,
				sep == "." && at+1 < end && identStart(s.text[at+1]): // .name, where Swift leaves out a type that is clear
				s.receiver = analysis.UnknownQualifier
			default:
				s.receiver = ""
			}
			s.reset()
			s.separator = true
			return uint32(len(sep))
		}
	}
	s.reset()
	return 1
}

func (s *scanner) name(start, end uint32) {
	name := s.text[start:end]
	qualifier := ""
	if s.separator {
		qualifier = s.receiver
	}
	s.reset()
	if qualifier == "" && s.keywords[name] && !s.self[name] {
		if t := s.told(start); t.receiver != "" { // a member that a pattern takes
			s.refer(t.receiver, name, start)
		}
		return
	}
	switch qualifier {
	case "":
		s.chain, s.chainLen = name, 1
	case analysis.UnknownQualifier:
		s.expression = true
	default:
		s.chain = qualifier + "." + name
		s.chainLen = 1 + strings.Count(s.chain, ".")
	}
	if qualifier == "" && s.local(name, start, end) {
		s.reset()
		s.expression = true // a variable, of whose members nothing is known
		return
	}
	if s.definition(start) || qualifier == "" && (s.self[name] || s.builtins[name] && !s.bound[name]) {
		return
	}
	switch t := s.told(start); {
	case t.local:
	case t.receiver != "":
		s.refer(t.receiver, name, start)
	default:
		s.refer(s.known(qualifier), name, start)
	}
}

// local reports whether a name is one that is bound inside of a function. What is called, or what is a path's first
// part, may still be a function or a module of that name.
func (s *scanner) local(name string, start, end uint32) bool {
	rest := s.text[end:]
	if strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "!") && !strings.HasPrefix(rest, "!=") {
		return false
	}
	return s.b.locals.has(name, start, s.text) && s.told(start) == told{}
}

// refer notes a reference and its place.
func (s *scanner) refer(qualifier, name string, at uint32) {
	u := s.b.usage(use{qualifier, name})
	u.count++
	if s.b.places {
		u.places = append(u.places, at)
	}
}

// told is what the grammar said of the name at an offset, zero if nothing; names come in source order.
func (s *scanner) told(at uint32) told {
	t := s.b.told
	for s.nextTold < len(t) && t[s.nextTold].at < at {
		s.nextTold++
	}
	if s.nextTold < len(t) && t[s.nextTold].at == at {
		return t[s.nextTold]
	}
	return told{}
}

// known is the qualifier if the file binds its first name, else UnknownQualifier: that x of x.save() is
// a variable tells nothing.
func (s *scanner) known(qualifier string) string {
	if qualifier == "" || qualifier == analysis.UnknownQualifier {
		return qualifier
	}
	first, _, chained := strings.Cut(qualifier, ".")
	if s.bound[first] || s.anyBinds && !chained || s.anyType && 'A' <= first[0] && first[0] <= 'Z' {
		return qualifier
	}
	return analysis.UnknownQualifier
}

// definition reports whether the name at start is a definition's own; names come in source order.
func (s *scanner) definition(start uint32) bool {
	d := s.b.defined
	for s.nextDef < len(d) && d[s.nextDef] < start {
		s.nextDef++
	}
	return s.nextDef < len(d) && d[s.nextDef] == start
}

func identStart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func identByte(c byte) bool { return identStart(c) || '0' <= c && c <= '9' }
