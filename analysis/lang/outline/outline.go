package outline

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// Hidden is the kind of what is no definition, and makes those inside it nobody else's: a block.
const Hidden = "hidden"

// Definition is a definition that a query has found, or what matters to those inside it.
type Definition struct {
	Kind  string        // the language's own, or Hidden
	Whole analysis.Span // with annotations
	Name  analysis.Span
	Head  analysis.Span // what the signature shows
	Value analysis.Span // what it is set to; empty for most
}

// File is what a query has found in one file.
type File struct {
	Definitions []Definition
	Annotations []analysis.Span
}

// Sort puts definitions in the order of their starts, the outer before the inner.
func (f *File) Sort() {
	slices.SortStableFunc(f.Definitions, func(x, y Definition) int {
		return cmp.Or(cmp.Compare(x.Whole.Start, y.Whole.Start), cmp.Compare(y.Whole.End, x.Whole.End))
	})
}

// SortAnnotations has to come before the first Line.
func (f *File) SortAnnotations() {
	slices.SortFunc(f.Annotations, func(x, y analysis.Span) int { return cmp.Compare(x.Start, y.Start) })
}

// Line is a range of source as one line, without annotations.
func (f *File) Line(b *syntax.Builder, s analysis.Span) string {
	var out strings.Builder
	put := func(end uint32) {
		piece := b.Signature(s.Start, end)
		if text := out.String(); text != "" && piece != "" && !strings.HasSuffix(text, "(") && !strings.HasPrefix(piece, ")") {
			out.WriteByte(' ')
		}
		out.WriteString(piece)
	}
	i := sort.Search(len(f.Annotations), func(i int) bool { return f.Annotations[i].Start >= s.Start })
	for ; i < len(f.Annotations) && f.Annotations[i].Start < s.End; i++ {
		if a := f.Annotations[i]; a.Start >= s.Start { // else it is an argument of another one
			put(a.Start)
			s.Start = min(a.End, s.End)
		}
	}
	put(s.End)
	return withoutComments(strings.TrimSpace(strings.ReplaceAll(out.String(), "\r", " "))) // a string or a name may hold one
}

// withoutComments drops the comments in brackets from a line of code that the tree has lost.
func withoutComments(line string) string {
	out := ""
	for {
		code, rest, opened := strings.Cut(line, "/*")
		_, after, closed := strings.Cut(rest, "*/")
		if !opened || !closed || strings.Count(out+code, `"`)%2 == 1 { // the last: in a string
			return out + line
		}
		out, line = out+strings.TrimRight(code, " "), strings.TrimLeft(after, " ")
		if out != "" && !strings.HasSuffix(out, "(") && line != "" && !strings.HasPrefix(line, ")") {
			out += " "
		}
	}
}

// longest is how many bytes of a value a signature shows.
const longest = 80

// Value is a value as one line; of what is long the beginning.
func (f *File) Value(b *syntax.Builder, s analysis.Span) string {
	text := b.Text(s)
	first, _, cut := strings.Cut(text, "\n")
	if cut && len(text) <= longest && !strings.ContainsAny(text, "{\"") {
		return f.Line(b, s)
	}
	line := f.Line(b, analysis.Span{Start: s.Start, End: s.Start + uint32(len(first))})
	if len(line) > longest {
		line, cut = strings.ToValidUTF8(line[:longest], ""), true
	}
	line = strings.TrimSpace(line)
	if !cut {
		return line
	}
	for i, open := range []string{"(", "{", "["} {
		if strings.HasSuffix(line, open) {
			return line + "…" + ")}]"[i:i+1]
		}
	}
	return line + " …"
}
