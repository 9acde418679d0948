package syntax

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Builder gathers the Facts of one file while its matches are read.
type Builder struct {
	src      []byte
	facts    *analysis.Facts
	lines    []uint32        // where each line starts
	comments []analysis.Span // by Start
	opaque   []Region        // by Start, the outer before the inner
	defined  []uint32        // where the names of definitions start, ascending
	uses     []usage         // of each name
	used     map[use]int     // where each stands among them
	places   bool            // Grammar.Places
	locals   locals          // of functions, as the query has them
	told     []told          // what the grammar knows better than the scan, by place
	lineEnds bool            // Grammar.LineEnds
}

// use is a name that the code uses, and its qualifier.
type use struct{ qualifier, name string }

// usage is how often a name is used and, if Grammar.Places, where.
type usage struct {
	use
	count  uint32
	places []uint32
}

// Region is a range without code (strings, comments) or, inside such a one, with code again.
type Region struct {
	analysis.Span
	Code bool
}

func (b *Builder) indexLines() {
	if len(b.src) == 0 {
		return
	}
	b.lines = make([]uint32, 1, 16+len(b.src)/32)
	for at := 0; ; {
		i := bytes.IndexByte(b.src[at:], '\n')
		if i < 0 || at+i+1 == len(b.src) {
			break
		}
		at += i + 1
		b.lines = append(b.lines, uint32(at))
	}
	b.facts.Lines = uint32(len(b.lines))
}

func (b *Builder) sortSpans() {
	slices.SortFunc(b.comments, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
	slices.SortFunc(b.opaque, func(x, y Region) int {
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	})
	slices.Sort(b.defined)
	b.locals.sort()
}

// Src is the whole source. Not to be changed.
func (b *Builder) Src() []byte { return b.src }

// Regions are the ranges without code, and those inside them with code again: by start, the outer before the inner.
// Not to be changed.
func (b *Builder) Regions() []Region { return b.opaque }

// Text is the source of a span.
func (b *Builder) Text(s analysis.Span) string { return string(b.src[s.Start:s.End]) }

// Line is the 0-based line of an offset.
func (b *Builder) Line(offset uint32) uint32 {
	i := sort.Search(len(b.lines), func(i int) bool { return b.lines[i] > offset })
	return uint32(max(i-1, 0))
}

// Add adds a definition. Where Container is empty it becomes the innermost definition around it. One
// without a name tells what is inside it, until Finish has run, and is dropped then.
func (b *Builder) Add(s analysis.Symbol) { b.facts.Symbols = append(b.facts.Symbols, s) }

// Nest orders the symbols that were added, and names the containers that were left to their ranges. What has no name
// is dropped: in broken code the parser makes definitions up. Extract does it; a grammar's Finish may before.
func (b *Builder) Nest() {
	b.facts.Symbols = slices.DeleteFunc(b.facts.Symbols, func(s analysis.Symbol) bool { return s.Name == "" })
	b.nest()
}

// straighten makes each signature one line, which in broken code it may not be: its name where nothing is left.
func (b *Builder) straighten() {
	for i := range b.facts.Symbols {
		s := &b.facts.Symbols[i]
		if s.Signature = strings.TrimSpace(s.Signature); strings.ContainsAny(s.Signature, "\r\n") {
			s.Signature = strings.Join(strings.Fields(s.Signature), " ")
		}
		s.Signature = cmp.Or(s.Signature, s.Name)
	}
}

// Import adds an import.
func (b *Builder) Import(i analysis.Import) { b.facts.Imports = append(b.facts.Imports, i) }

// Export adds a name that the file offers explicitly.
func (b *Builder) Export(e analysis.Export) { b.facts.Exports = append(b.facts.Exports, e) }

// Refer notes one use of a name; see analysis.Reference. It is for grammars that find them themselves, and
// for uses that stand in what is opaque. An empty name was made up by the parser where one is missing.
func (b *Builder) Refer(qualifier, name string) {
	if name != "" {
		b.usage(use{qualifier, name}).count++
	}
}

// ReferAt notes one use of a name that the scan does not see, and where it stands.
func (b *Builder) ReferAt(qualifier, name string, at uint32) {
	u := b.usage(use{qualifier, name})
	u.count++
	u.places = append(u.places, at)
}

// usage is that of a name. It is valid until the next is asked for.
func (b *Builder) usage(u use) *usage {
	i, known := b.used[u]
	if !known {
		i = len(b.uses)
		b.used[u] = i
		b.uses = append(b.uses, usage{use: u})
	}
	return &b.uses[i]
}

// Receiver tells the scan for references what stands before the name at an offset: its receiver, as a type
// expression, or analysis.UnknownQualifier.
func (b *Builder) Receiver(at uint32, receiver string) {
	b.told = append(b.told, told{at: at, receiver: receiver})
}

// Local tells the scan that the name at an offset is a local one, which is no reference.
func (b *Builder) Local(at uint32) { b.told = append(b.told, told{at: at, local: true}) }

// told is what a grammar says of the name at an offset.
type told struct {
	at       uint32
	receiver string
	local    bool
}

// SetPackage says what the package clause says.
func (b *Builder) SetPackage(name string) { b.facts.Package = name }

// Facts are the facts gathered so far, for a grammar's Finish to complete.
func (b *Builder) Facts() *analysis.Facts { return b.facts }

func (b *Builder) isComment(at uint32) bool {
	_, found := slices.BinarySearchFunc(b.comments, at, func(s analysis.Span, at uint32) int { return cmp.Compare(s.Start, at) })
	return found
}

// Doc is the first sentence of the comment block that stands right above an offset, without its markers;
// "" where there is none. A comment in brackets stands for itself, whatever is above it.
func (b *Builder) Doc(offset uint32) string {
	i := sort.Search(len(b.comments), func(i int) bool { return b.comments[i].Start >= offset }) - 1
	first := -1
	for below := offset; i >= 0; i-- {
		c := b.comments[i]
		if c.End > below || !directlyAbove(b.src[c.End:below], c, b.src) || !b.startsLine(c.Start) {
			break
		}
		first, below = i, c.Start
		if bytes.HasPrefix(b.src[c.Start:], []byte("/*")) {
			break
		}
	}
	if first < 0 {
		return ""
	}
	var lines []string
	for i := first; i < len(b.comments) && b.comments[i].Start < offset; i++ {
		lines = append(lines, commentLines(b.Text(b.comments[i]))...)
	}
	return Sentence(lines)
}

// Before is the source before an offset, without the comments and the white space that stand right before it.
func (b *Builder) Before(offset uint32) []byte {
	before := bytes.TrimRight(b.src[:offset], " \t\r\n")
	for i := sort.Search(len(b.comments), func(i int) bool { return b.comments[i].Start >= offset }) - 1; i >= 0; i-- {
		if c := b.comments[i]; c.End < uint32(len(before)) || c.Start > uint32(len(before)) {
			break
		}
		before = bytes.TrimRight(b.src[:b.comments[i].Start], " \t\r\n")
	}
	return before
}

// directlyAbove reports whether nothing but white space and at most one line break stands between a
// comment and what follows it. A comment may own its line break.
func directlyAbove(gap []byte, c analysis.Span, src []byte) bool {
	if len(bytes.TrimSpace(gap)) > 0 {
		return false
	}
	breaks := bytes.Count(gap, []byte("\n"))
	if c.End > c.Start && src[c.End-1] == '\n' {
		breaks++
	}
	return breaks <= 1
}

// startsLine reports whether only white space stands before an offset on its line.
func (b *Builder) startsLine(offset uint32) bool {
	return len(bytes.TrimSpace(b.src[b.lines[b.Line(offset)]:offset])) == 0
}
