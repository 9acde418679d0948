package scan

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
)

// maxLine is how long a signature gets, in bytes.
const maxLine = 160

// File gathers the Facts of one file.
type File struct {
	Src    []byte
	Tokens []Token // of Lex

	facts    *analysis.Facts
	comments []analysis.Span // by Start
	lines    []uint32        // where each line starts
	closes   []int           // by token: what closes it
	counts   map[reference]uint32
}

type reference struct{ qualifier, name string }

// New begins the Facts of a file in a language.
func New(language string, src []byte) *File {
	f := &File{Src: src, facts: &analysis.Facts{Language: language}, counts: map[reference]uint32{}}
	for at := 0; at < len(src); {
		f.lines = append(f.lines, uint32(at))
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	f.facts.Lines = uint32(len(f.lines))
	return f
}

// Lex cuts the file into tokens.
func (f *File) Lex(l *Lexis) {
	f.Tokens, f.comments = l.Tokens(f.Src, 0, len(f.Src))
	f.Pair()
}

// Text is a token's text; "" for the zero Token, which stands for the end.
func (f *File) Text(t Token) string { return string(f.Src[t.Start:t.End]) }

// At is the token with this number, the zero Token where there is none.
func (f *File) At(i int) Token {
	if i < 0 || i >= len(f.Tokens) {
		return Token{}
	}
	return f.Tokens[i]
}

// Is reports whether the token with this number is a word or sign with this text, which is in small letters;
// the token's may be of any case.
func (f *File) Is(i int, text string) bool {
	t := f.At(i)
	if int(t.End-t.Start) != len(text) || t.Kind != Word && t.Kind != Sign {
		return false
	}
	for i, c := range f.Src[t.Start:t.End] {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != text[i] {
			return false
		}
	}
	return true
}

// Line is the 0-based line of an offset.
func (f *File) Line(offset uint32) uint32 {
	i := sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
	return uint32(max(i-1, 0))
}

// Close is the number of the token that closes the bracket at token i: of the last token where none
// does, and i itself where it is no bracket.
func (f *File) Close(i int) int { return f.closes[i] }

// Pair finds for each bracket the one that closes it, for Tokens that Lex did not cut. Each sort pairs by itself, so that a stray one
// spoils no other.
func (f *File) Pair() {
	f.closes = make([]int, len(f.Tokens))
	open := map[byte][]int{} // by the sign that closes
	for i, t := range f.Tokens {
		f.closes[i] = i
		if t.Kind != Sign {
			continue
		}
		switch c := f.Src[t.Start]; c {
		case '(':
			open[')'] = append(open[')'], i)
		case '[', '{':
			open[c+2] = append(open[c+2], i)
		case ')', ']', '}':
			if n := len(open[c]); n > 0 {
				f.closes[open[c][n-1]] = i
				open[c] = open[c][:n-1]
			}
		}
	}
	for _, left := range open {
		for _, i := range left {
			f.closes[i] = len(f.Tokens) - 1
		}
	}
}

// SetPackage says what the file declares of its place.
func (f *File) SetPackage(name string) { f.facts.Package = name }

// Add adds a symbol; the line is that of the start of its range where it is 0.
func (f *File) Add(s analysis.Symbol) {
	if s.Line == 0 {
		s.Line = f.Line(s.Range.Start)
	}
	f.facts.Symbols = append(f.facts.Symbols, s)
}

// Import adds an import that stands at an offset.
func (f *File) Import(at uint32, i analysis.Import) {
	i.Line = f.Line(at)
	f.facts.Imports = append(f.facts.Imports, i)
}

// Refer counts a use of a name.
func (f *File) Refer(qualifier, name string) {
	if name != "" {
		f.counts[reference{qualifier, name}]++
	}
}

// Signature is the text from one offset to another as one line, without comments and cut where it is
// long.
func (f *File) Signature(from, to uint32) string {
	var out []byte
	put := func(piece []byte) {
		for _, word := range bytes.Fields(piece) {
			if len(out) > 0 {
				out = append(out, ' ')
			}
			out = append(out, word...)
		}
	}
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].Start >= from })
	for ; i < len(f.comments) && f.comments[i].Start < to; i++ {
		put(f.Src[from:f.comments[i].Start])
		from = min(f.comments[i].End, to)
	}
	put(f.Src[from:to])
	return Cut(string(out))
}

// Cut is a line, or the beginning of one that is too long for a signature.
func Cut(line string) string {
	if len(line) <= maxLine {
		return line
	}
	end := maxLine
	for end > 0 && !utf8.RuneStart(line[end]) {
		end--
	}
	return strings.TrimSpace(line[:end]) + "…"
}

// Doc is the first line that says something of the comments right above an offset, "" where there are
// none.
func (f *File) Doc(offset uint32) string {
	i := sort.Search(len(f.comments), func(i int) bool { return f.comments[i].Start >= offset }) - 1
	doc := ""
	for below := offset; i >= 0; i-- {
		c := f.comments[i]
		gap := f.Src[c.End:max(below, c.End)]
		before := f.Src[f.lines[f.Line(c.Start)]:c.Start]
		if len(bytes.TrimSpace(gap)) > 0 || bytes.Count(gap, []byte("\n")) > 1 || len(bytes.TrimSpace(before)) > 0 {
			break
		}
		if line := said(string(f.Src[c.Start:c.End])); line != "" {
			doc = line
		}
		below = c.Start
	}
	return doc
}

// said is the first line of a comment that says something, without the markers.
func said(comment string) string {
	for line := range strings.Lines(comment) {
		line = strings.TrimSuffix(strings.TrimSpace(line), "*/")
		line = strings.TrimSpace(strings.Trim(line, "/*#!-=<>"))
		if line != "" && line[0] != '@' && !strings.ContainsRune(line, '\r') {
			return line
		}
	}
	return ""
}

// Facts completes the Facts.
func (f *File) Facts() *analysis.Facts {
	out := f.facts
	slices.SortStableFunc(out.Symbols, func(a, b analysis.Symbol) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(b.Range.End, a.Range.End))
	})
	slices.SortStableFunc(out.Imports, func(a, b analysis.Import) int { return cmp.Compare(a.Line, b.Line) })
	for r, n := range f.counts {
		out.References = append(out.References, analysis.Reference{Qualifier: r.qualifier, Name: r.name, Count: n})
	}
	slices.SortFunc(out.References, func(a, b analysis.Reference) int {
		return cmp.Or(strings.Compare(a.Qualifier, b.Qualifier), strings.Compare(a.Name, b.Name))
	})
	out.Generated = analysis.Generated(f.Src)
	return out
}
