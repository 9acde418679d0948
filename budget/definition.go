package budget

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget/render"
)

// Definition is one definition that may enter a list of definitions.
type Definition struct {
	Path   string
	Fence  string // the info string of its language's fence
	Symbol *analysis.Symbol
	Score  float64 // what it is worth, from 0

	// Repository is another one that Path is of; "" for the folder.
	Repository string

	// Load gives its source. It is called at most once, and only by List with DetailSources.
	Load func() (string, error)
}

// DefinitionDetail is how much of a definition a list shows at most.
type DefinitionDetail int

// The details of a list; each shows what the one before shows, and more.
const (
	DetailSignatures DefinitionDetail = iota // one line: path:line signature
	DetailDocs                               // and one with the first sentence of its documentation
	DetailSources                            // or its whole source
)

// Listing is a list of definitions.
type Listing struct {
	Text            string
	Shown           []int // the definitions in the text, by their index in the input, in the order of the text
	EstimatedTokens int
}

const docIndent = "    "

// List writes definitions in the order given, each as fully as detail allows and as still fits so many
// tokens; one that does not fit even as a signature is passed over. A source that stands in one already
// shown is not repeated; one that has a shown one inside is listed without its source.
func List(definitions []Definition, detail DefinitionDetail, tokens int, counter *Counter) *Listing {
	l := listing{counter: counter, room: tokens * perToken}
	for i := range definitions {
		l.add(i, &definitions[i], detail)
	}
	return l.finish(tokens)
}

// listing is a list in the making.
type listing struct {
	counter *Counter
	room    int
	pieces  []string
	shown   []int
	sources map[string][]analysis.Span // what is shown in full, by path
}

func (l *listing) add(i int, d *Definition, detail DefinitionDetail) {
	if detail == DetailSources {
		inside, around := l.overlaps(d)
		switch {
		case inside:
			l.pieces, l.shown = append(l.pieces, ""), append(l.shown, i)
			return
		case !around && l.source(i, d):
			return
		}
	}
	line := d.line() + "\n"
	if doc := render.OneLine(d.Symbol.Doc); detail > DetailSignatures && doc != "" && l.take(i, line+docIndent+doc+"\n") {
		return
	}
	l.take(i, line)
}

// overlaps reports whether a definition stands inside one that is shown in full, or around one.
func (l *listing) overlaps(d *Definition) (inside, around bool) {
	for _, s := range l.sources[d.Repository+"\x00"+d.Path] {
		inside = inside || s.Contains(d.Symbol.Range)
		around = around || d.Symbol.Range.Contains(s)
	}
	return inside, around
}

// source shows a definition in full, if it can be had and fits.
func (l *listing) source(i int, d *Definition) bool {
	if int(length(d.Symbol.Range)) > l.counter.mostBytes(l.room) {
		return false
	}
	text, err := d.Load()
	if err != nil || !l.take(i, d.location()+d.within()+"\n"+render.Fenced(d.Fence, render.Visible(text))) {
		return false
	}
	if l.sources == nil {
		l.sources = map[string][]analysis.Span{}
	}
	file := d.Repository + "\x00" + d.Path
	l.sources[file] = append(l.sources[file], d.Symbol.Range)
	return true
}

// mostBytes is a number of bytes above which a text surely costs more than so much.
func (c *Counter) mostBytes(cost int) int {
	if c.encoding == nil {
		return cost
	}
	return cost / perToken * longestToken
}

// longestToken is a bound on the bytes of one token: 128 spaces, in both vocabularies.
const longestToken = 128

func (l *listing) take(i int, piece string) bool {
	cost := l.counter.cost(piece)
	if cost > l.room {
		return false
	}
	l.room -= cost
	l.pieces, l.shown = append(l.pieces, piece), append(l.shown, i)
	return true
}

// finish puts the pieces together. Pieces may cost more together than one by one, where a vocabulary joins
// their ends badly; then the last ones go.
func (l *listing) finish(tokens int) *Listing {
	for {
		text := strings.Join(l.pieces, "")
		cost := l.counter.Count(text)
		if cost <= tokens || len(l.pieces) == 0 {
			return &Listing{text, l.shown, cost}
		}
		l.pieces, l.shown = l.pieces[:len(l.pieces)-1], l.shown[:len(l.shown)-1]
	}
}

// location is path:line, the line counted from 1, behind the repository if that is another one.
func (d *Definition) location() string {
	location := render.Path(d.Path) + ":" + strconv.Itoa(int(d.Symbol.Line)+1)
	if d.Repository != "" {
		location = "[" + render.Line(d.Repository) + "] " + location
	}
	return location
}

// line is path:line signature, with what it is in where the signature does not say so.
func (d *Definition) line() string { return d.location() + " " + d.signature() }

func (d *Definition) signature() string {
	return render.Clip(render.OneLine(d.Symbol.Signature), outlineMax) + d.within()
}

// within is a comment that names what the definition is in: def get(self) alone is anybody's. Go's
// receivers say so themselves.
func (d *Definition) within() string {
	if d.Symbol.Container == "" || strings.HasPrefix(d.Symbol.Signature, "func (") {
		return ""
	}
	return fmt.Sprintf("  %s in %s", commentMark(d.Fence), render.OneLine(d.Symbol.Container))
}

// Skeleton writes one line for each definition, in the order given: path:line signature.
func Skeleton(definitions []Definition) string {
	var b strings.Builder
	for i := range definitions {
		b.WriteString(definitions[i].line())
		b.WriteByte('\n')
	}
	return b.String()
}
