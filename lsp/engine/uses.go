package engine

import (
	"slices"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/rank"
)

// Use is one place where a definition is used.
type Use struct {
	Path       string
	Text       string           // of the file
	Span       analysis.Span    // of the name in Text
	In         *analysis.Symbol // the innermost definition around it, nil where there is none
	Chunk      string           // its ID, "" where there is none
	Confidence float64          // 0–1: how sure it is that this very definition is meant
}

// Caller is a definition that uses another one, or a file outside of any.
type Caller struct {
	Use                    // the first one, with the confidence of the surest
	Places []analysis.Span // of all, in Text
}

// sameSymbol reports whether two definitions of a file are one; either may be nil.
func sameSymbol(a, b *analysis.Symbol) bool { return a == b || a != nil && b != nil && *a == *b }

// String is path:line of the first use, the name of the definition, and the lines of the others.
func (c Caller) String() string {
	text := c.Use.String()
	for i, p := range c.Places[1:] {
		if i == 0 {
			text += ", also at"
		}
		text += " " + strconv.Itoa(1+strings.Count(c.Text[:p.Start], "\n"))
	}
	return text
}

// callers are the definitions that uses stand in.
func callers(uses []Use) (all []Caller) {
	for _, u := range uses {
		i := slices.IndexFunc(all, func(c Caller) bool { return c.Path == u.Path && sameSymbol(c.In, u.In) })
		if i < 0 {
			i, all = len(all), append(all, Caller{Use: u})
		}
		all[i].Places = append(all[i].Places, u.Span)
		all[i].Confidence = max(all[i].Confidence, u.Confidence)
	}
	return all
}

// doubtful is a confidence at which another definition is meant as likely.
const doubtful = 0.5

// String is path:line, the line from 1, the name of the definition around, and whether it is doubtful that this one is meant.
func (u Use) String() string {
	place := render.Path(u.Path) + ":" + strconv.Itoa(1+strings.Count(u.Text[:u.Span.Start], "\n"))
	if u.In != nil {
		place += " " + u.In.QualifiedName()
	}
	if u.Confidence <= doubtful {
		place += " (perhaps)"
	}
	return place
}

// derived says what stands in for a definition.
func (r *chunkReader) derived(i *Impact, of rank.Definition) {
	s := r.symbol(of)
	list := &i.Implementers
	if s.Kind == analysis.Method || s.Kind == analysis.Field {
		list = &i.Overriders
		if r.ofInterface(of) {
			list = &i.Implementers
		}
	}
	for _, d := range r.Graph().Derived(of.Node, of.Symbol) {
		text, err := r.text(d.File)
		if err != nil {
			continue // it is gone, and the answer about to be given anew
		}
		at := nameOf(r.symbol(rank.Definition{Node: d.File, Symbol: d.Symbol}), text)
		*list = append(*list, r.use(rank.Use{Node: d.File, Span: at, In: d.Symbol, Confidence: d.Confidence}))
	}
}

// ofInterface reports whether a definition is a member that is no more than declared.
func (r *chunkReader) ofInterface(of rank.Definition) bool {
	s := r.symbol(of)
	return slices.ContainsFunc(r.facts(of.Node).Symbols, func(t analysis.Symbol) bool {
		return t.QualifiedName() == s.Container && (t.Kind == analysis.Interface || t.Kind == analysis.Trait)
	})
}

// nameOf is where a definition's name stands; the start of the definition where it is not found.
func nameOf(s *analysis.Symbol, text string) analysis.Span {
	at := min(int(s.Range.Start), len(text))
	for from := at; ; {
		i := strings.Index(text[from:], s.Name)
		if i < 0 || from+i >= int(s.Range.End) {
			return analysis.Span{Start: uint32(at), End: uint32(at)}
		}
		from += i
		if 1+strings.Count(text[:from], "\n") == int(s.Line)+1 {
			return analysis.Span{Start: uint32(from), End: uint32(from + len(s.Name))}
		}
		from += len(s.Name)
	}
}

func (r *chunkReader) use(u rank.Use) Use {
	use := Use{Path: r.Graph().Path(u.Node), Text: r.texts[u.Node], Span: u.Span, Confidence: u.Confidence}
	if u.In != rank.WholeFile {
		use.In = r.symbol(rank.Definition{Node: u.Node, Symbol: u.In})
		use.Chunk = chunkOf(use.Path, use.In, use.Text).String()
	}
	return use
}
