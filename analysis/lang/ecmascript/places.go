package ecmascript

import (
	"cmp"
	"slices"

	"github.com/contextls/contextls/analysis"
)

// place is where a definition stands.
type place struct {
	hidden bool          // in a function or another block
	inside bool          // in a wrapper: no other file can mean it
	block  uint32        // where the innermost block around it starts; 0: there is none
	export analysis.Span // the export statement that declares it; empty: none
	space  *space        // the innermost namespace around it; nil: none
}

// space is a namespace, as it matters to what is declared in it.
type space struct {
	visible bool // other files see it
	ambient bool // all it holds is exported, marked or not
}

// around is a span that lies around definitions: a block or an export statement.
type around struct {
	analysis.Span
	block bool
}

// places tells where definitions stand. It is asked for ascending offsets.
type places struct {
	ahead  []around // by Start
	open   []around // around the last offset, from the outside in
	reader *reader
}

func (r *reader) places() *places {
	p := &places{reader: r}
	for _, s := range r.blocks {
		p.ahead = append(p.ahead, around{s, true})
	}
	for _, s := range r.exports {
		p.ahead = append(p.ahead, around{s.whole, false})
	}
	slices.SortFunc(p.ahead, func(x, y around) int { return cmp.Compare(x.Start, y.Start) })
	return p
}

func (p *places) at(offset uint32) place {
	for len(p.ahead) > 0 && p.ahead[0].Start <= offset {
		p.close(p.ahead[0].Start)
		p.open = append(p.open, p.ahead[0])
		p.ahead = p.ahead[1:]
	}
	p.close(offset)
	at := place{}
	for _, a := range p.open {
		if !a.block {
			at.export = a.Span
			continue
		}
		at.block = a.Start
		at.export = analysis.Span{} // the statement exports what is around the block
		switch at.space = p.reader.spaces[a.Start]; {
		case at.space != nil:
		case p.reader.wrappers[a.Start]:
			at.inside = true
		default:
			at.hidden = true
		}
	}
	return at
}

func (p *places) close(offset uint32) {
	for n := len(p.open); n > 0 && p.open[n-1].End <= offset; n-- {
		p.open = p.open[:n-1]
	}
}
