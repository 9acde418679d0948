package ecmascript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// reader gathers what the matches of one file say. It is put together at the end, since what a match
// means depends on others: a definition counts by the blocks around it, a call of require by the
// variable that it initialises.
type reader struct {
	b           *syntax.Builder
	definitions []definition
	blocks      []analysis.Span
	templates   []analysis.Span
	exports     []statement
	entries     []entry
	calls       []call
	titled      []syntax.Titled
	wrappers    map[uint32]bool          // where the blocks start that hide nothing, if nothing around them does
	spaces      map[uint32]*space        // namespaces by where their blocks start
	lambdas     map[uint32]lambda        // by where they start
	decorators  map[uint32]analysis.Span // by where they start
	decoratorAt map[uint32]uint32        // where they start, by where they end
	imports     []located

	taken   map[uint32]bool          // where the values start that are modules, not values of this file
	offered map[analysis.Export]bool // the exports
	locals  map[string]bool          // the local names of the exports
	script  bool                     // no module: all it declares is visible everywhere
	forAll  bool                     // it has declare global, and is a module so
	bodies  map[uint32]bool          // where the bodies start that have members → other files see these
	last    declarator
	value   uint32            // where the last variable ends that has a symbol
	object  analysis.Span     // the last long value of a definition
	long    map[uint32]bool   // where the bodies of long functions start that have symbols
	within  map[uint32]uint32 // the bodies that local functions are in, by where these start
	around  typeSymbol        // that was added last

	headers map[uint32]header // by where their names start; only in files with syntax errors
	starts  []uint32          // of their lines
}

// definition is one definition as matched. Spans that it does not have are empty.
type definition struct {
	kind                         string
	whole, name, body, value, in analysis.Span
	as                           string // the symbol's name, where name does not say it
}

// statement is an export statement.
type statement struct{ whole, value, source analysis.Span }

// call is a call with a string as its first argument.
type call struct{ whole, callee, source analysis.Span }

// entry is one property of an object that is assigned to something.
type entry struct{ target, key, value analysis.Span }

// lambda is a function or class as a value.
type lambda struct{ whole, body analysis.Span }

// located is an import and where it stands.
type located struct {
	at uint32
	analysis.Import
}

// typeSymbol is a type or an interface.
type typeSymbol struct {
	analysis.Span
	visible bool
}

// declarator is what a declarator leaves to the next one of the same statement.
type declarator struct {
	end  uint32
	head string
}

func newReader(b *syntax.Builder) *reader {
	return &reader{b: b, wrappers: map[uint32]bool{}, spaces: map[uint32]*space{}, lambdas: map[uint32]lambda{}, decorators: map[uint32]analysis.Span{}, decoratorAt: map[uint32]uint32{},
		taken: map[uint32]bool{}, offered: map[analysis.Export]bool{}, locals: map[string]bool{}, bodies: map[uint32]bool{},
		long: map[uint32]bool{}, within: map[uint32]uint32{}}
}

// read keeps what a match says.
func read(_ *syntax.Builder, r *reader, m syntax.Match) {
	span := func(name string) analysis.Span {
		if s, ok := m.Span(name); ok && s.Start < s.End { // else the parser missed it
			return s
		}
		return analysis.Span{}
	}
	if kind, whole, ok := m.First("def."); ok {
		d := definition{kind: kind, whole: whole, name: span("name"), body: span("body"), value: span("value"), in: span("in")}
		switch kind {
		case "assignment":
			d.name = span("target")
		case "key":
			d.name = span("key")
		case "module":
			if d.body = span("namespace"); d.body.End > 0 {
				r.spaces[d.body.Start] = &space{}
			}
		}
		if d.name.End > 0 {
			r.definitions = append(r.definitions, d)
		}
	} else if block, ok := m.Span("block"); ok {
		r.blocks = append(r.blocks, block)
	} else if t, ok := m.Span("template"); ok {
		r.templates = append(r.templates, t)
	} else if l, ok := m.Span("lambda"); ok {
		r.lambdas[l.Start] = lambda{l, span("body")}
	} else if c, ok := m.Span("call"); ok && span("source").End > 0 {
		r.calls = append(r.calls, call{c, span("callee"), span("source")})
	} else if t, ok := syntax.TitledIn(m); ok {
		r.titled = append(r.titled, t)
	} else if w, ok := m.Span("wrapper"); ok {
		if callee, called := m.Span("wraps"); !called || wraps(r.b.Src()[callee.Start:callee.End]) {
			r.wrappers[w.Start] = true
		}
	} else if d, ok := m.Span("decorator"); ok {
		r.decorators[d.Start], r.decoratorAt[d.End] = d, d.Start
	} else if i, ok := m.Span("import"); ok {
		if source := span("source"); source.End > 0 {
			r.importStatement(i, source)
		}
	} else if e, ok := m.Span("export"); ok {
		r.exports = append(r.exports, statement{e, span("value"), span("source")})
	} else if _, ok := m.Span("entry"); ok && span("key").End > 0 {
		r.entries = append(r.entries, entry{span("target"), span("key"), span("value")})
	}
}

// finish puts together what the matches said.
func finish(b *syntax.Builder, r *reader) {
	slices.SortFunc(r.blocks, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
	r.bareBlocks()
	if len(b.Facts().Problems) > 0 {
		r.readHeaders()
	}
	places := r.places()
	for _, s := range r.exports {
		r.exportStatement(s, places.at(s.whole.Start).space == nil)
	}
	r.moduleCalls()
	r.commonJS()
	r.script = strings.HasPrefix(b.Facts().Language, "typescript") && len(r.imports)+len(r.exports)+len(r.offered) == 0
	r.symbols()
	r.mendSymbols()
	b.AddTests(r.titled, testCall)
	switch {
	case r.forAll:
		b.SetPackage(everywhere)
	case r.script:
		b.SetPackage(ambient)
	}
	slices.SortStableFunc(r.imports, func(x, y located) int { return cmp.Compare(x.at, y.at) })
	for _, i := range r.imports {
		i.Line = b.Line(i.at)
		b.Import(i.Import)
	}
	b.Nest()
	readReceivers(b, r.wrappers, r.holders())
}

// offer adds an export.
func (r *reader) offer(name, local string) {
	e := analysis.Export{Name: name, Local: local}
	if !r.offered[e] {
		r.offered[e] = true
		r.locals[local] = true
		r.b.Export(e)
	}
}
