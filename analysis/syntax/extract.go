package syntax

import (
	"errors"
	"fmt"
	"slices"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/contextls/contextls/analysis"
)

// parseLimit ends the parse of a file that would go on and on, and its query, by the clock. A worker's limit of
// processor time is much shorter; this one is for who has none.
const parseLimit = 20 * time.Second

// ErrTooSlow says that a file could not be parsed within the limit.
var ErrTooSlow = errors.New("parse_timeout")

// compiled is a grammar made ready.
type compiled struct {
	language *sitter.Language
	query    *sitter.Query
	captures []string // capture names by index
	roots    *roots   // nil: any match may begin with any node
	names    names
}

func (g *Grammar[T]) compile() (*compiled, error) {
	g.once.Do(func() {
		c := &compiled{language: g.Language(), names: names{
			separators: g.Separators, start: g.NameStart, inside: g.NameInside, end: g.NameEnd, ownName: g.OwnName, starTypes: g.StarTypes,
			keywords: set(g.Keywords), builtins: set(g.Builtins), self: set(g.Self)}}
		c.query, g.err = sitter.NewQuery([]byte(g.Query), c.language)
		if g.err != nil {
			g.err = fmt.Errorf("query of %s: %w", g.ID, g.err)
			return
		}
		for i := range c.query.CaptureCount() {
			c.captures = append(c.captures, c.query.CaptureNameForId(i))
		}
		c.roots = newRoots(g.Query, c.language, c.captures)
		g.compiled = c
	})
	return g.compiled, g.err
}

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Extract reads the Facts off a file's bytes. It is safe for concurrent use. Errors: ErrTooSlow, or a
// query that does not compile (a bug).
func (g *Grammar[T]) Extract(src []byte) (*analysis.Facts, error) {
	c, err := g.compile()
	if err != nil {
		return nil, err
	}
	b := &Builder{src: src, facts: &analysis.Facts{Language: g.ID}, used: make(map[use]int, 64), places: g.Places, lineEnds: g.LineEnds}
	b.indexLines()
	var state *T
	var found matches
	whole := false
	if g.Alone != nil {
		state, whole = g.Alone(src, func(captures ...Capture) { found.add(b, captures) })
	}
	if !whole {
		if found, err = b.parse(c); err != nil {
			return nil, err
		}
	}
	b.sortSpans()
	if state == nil {
		state = new(T)
		if g.State != nil {
			state = g.State(b)
		}
	}
	for _, m := range found.all {
		g.Read(b, state, m)
	}
	if g.Finish != nil {
		g.Finish(b, state)
	}
	b.Nest()
	b.straighten()
	if !g.Refers {
		b.scan(&c.names)
	}
	f := b.facts
	f.References = b.references()
	f.Generated = analysis.Generated(src)
	return f, nil
}

// parse parses the source and runs the query over its tree.
func (b *Builder) parse(c *compiled) (matches, error) {
	var found matches
	b.comments, b.opaque, b.defined, b.locals = nil, nil, nil, locals{} // there may be some that do not count
	broken, whole := eachMatch(c, b.src, func(_ int, captures []Capture) { found.add(b, captures) })
	if !whole {
		return found, ErrTooSlow
	}
	if broken {
		b.facts.Problems = append(b.facts.Problems, "syntax errors")
	}
	return found, nil
}

// matches are those that the language reads itself.
type matches struct {
	all  []Match
	kept []Capture // of them; what is full stays as it is
}

// add adds a match, and notes the spans that mean the same in every language.
func (m *matches) add(b *Builder, captures []Capture) {
	if len(captures) > cap(m.kept)-len(m.kept) {
		m.kept = make([]Capture, 0, max(1024, len(captures)))
	}
	begin := len(m.kept)
	for _, c := range captures {
		switch c.Name {
		case "comment":
			b.comments = append(b.comments, c.Span)
			b.opaque = append(b.opaque, Region{c.Span, false})
		case "opaque":
			b.opaque = append(b.opaque, Region{c.Span, false})
		case "code":
			b.opaque = append(b.opaque, Region{c.Span, true})
		case "local.definition":
			b.locals.names = append(b.locals.names, c.Span)
		case "reference":
			b.told = append(b.told, told{at: c.Span.Start})
		case "local.scope", "local.scope.closed":
			b.locals.scopes = append(b.locals.scopes, localScope{c.Span, c.Name != "local.scope"})
		default:
			m.kept = append(m.kept, c)
			if c.Name == "name" {
				b.defined = append(b.defined, c.Span.Start)
			}
		}
	}
	if len(m.kept) > begin {
		m.all = append(m.all, Match{m.kept[begin:len(m.kept):len(m.kept)]})
	}
}

// nest orders the symbols and names the containers that the language left to their ranges.
func (b *Builder) nest() {
	symbols := b.facts.Symbols
	slices.SortStableFunc(symbols, func(x, y analysis.Symbol) int {
		if x.Range.Start != y.Range.Start {
			return int(int64(x.Range.Start) - int64(y.Range.Start))
		}
		return int(int64(y.Range.End) - int64(x.Range.End))
	})
	type around struct {
		*analysis.Symbol
		path string // of what is in it
	}
	var open []around // the current one
	for i := range symbols {
		s := &symbols[i]
		for len(open) > 0 && open[len(open)-1].Range.End <= s.Range.Start {
			open = open[:len(open)-1]
		}
		n := len(open) - 1
		for n >= 0 && open[n].Kind == analysis.TitledTest && s.Kind != analysis.TitledTest { // a test holds nothing by name
			n--
		}
		if s.Container == "" && n >= 0 {
			if o := open[n]; o.Range == s.Range { // names of one definition: a, b int
				s.Container = o.Container
			} else if o.Range.Contains(s.Range) {
				s.Container = o.path
			}
		}
		open = append(open, around{s, Inside(s)})
	}
}

// longPath is how long the dotted names around a symbol may get, in bytes: what is nested deeper is said to
// be in the last one that fits. No person nests so deep, and whole paths would grow with the square of it.
const longPath = 1024

// Inside is the Container of what is defined in a symbol.
func Inside(s *analysis.Symbol) string {
	switch {
	case s.Container == "":
		return s.Name
	case len(s.Container)+len(s.Name) >= longPath:
		return s.Container
	}
	return s.Container + "." + s.Name
}
