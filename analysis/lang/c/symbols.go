package c

import (
	"strings"

	"github.com/contextls/contextls/analysis"
)

// sight is who may see a definition.
type sight uint8

const (
	visible sight = iota
	local         // files that include this one
)

// add adds a symbol whose name is the token at name and which is the tokens [start,end).
func (r *reader) add(s analysis.Symbol, name, start, end int, around scope, sight sight) {
	if s.Name == "" {
		s.Name = r.text(name)
	}
	if s.Container == "" {
		s.Container = around.container
	}
	s.Line = r.at(name).line
	s.Range = analysis.Span{Start: r.at(start).start, End: r.at(min(end, len(r.code)) - 1).end}
	s.Exported = !around.hidden && (around.export || !strings.HasPrefix(r.facts.Package, "export ")) // else of a module interface
	r.at(name).defines = true
	if s.Signature == "" {
		s.Signature = s.Name
	}
	if sight == local || around.inClass {
		r.local = append(r.local, len(r.facts.Symbols))
	}
	r.facts.Symbols = append(r.facts.Symbols, s)
}

// exporting is the scope with what an export before a declaration adds to it.
func (s scope) exporting(export bool) scope {
	s.export = s.export || export
	return s
}
