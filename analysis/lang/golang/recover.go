package golang

import (
	"bytes"
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// finish drops what the query found inside functions, after mending what syntax errors broke.
func finish(b *syntax.Builder, t *tree) {
	if damaged(b) {
		mend(b)
	}
	f := b.Facts()
	slices.SortStableFunc(f.Symbols, func(x, y analysis.Symbol) int {
		return cmp.Or(cmp.Compare(x.Range.Start, y.Range.Start), cmp.Compare(y.Range.End, x.Range.End))
	})
	var closed, open analysis.Span // the last definition around nothing that counts, and the last type
	f.Symbols = slices.DeleteFunc(f.Symbols, func(s analysis.Symbol) bool {
		if closed.Contains(s.Range) && closed != s.Range {
			return true
		}
		switch s.Kind {
		case analysis.Function, analysis.Variable, analysis.Constant:
			closed = s.Range
		case analysis.Struct, analysis.Interface, analysis.TypeAlias:
			open = s.Range
		case analysis.Method:
			closed = s.Range
			return s.Name == "_" || s.Container == "" && !open.Contains(s.Range)
		case analysis.Field:
			return s.Name == "_" || !open.Contains(s.Range)
		}
		return s.Name == "_"
	})
	readReceivers(b, t)
}

// damaged reports whether the file has syntax errors. Then how declarations nest means little, and where a
// line begins means more: formatted Go has its top-level declarations, and nothing else, at the left.
func damaged(b *syntax.Builder) bool { return len(b.Facts().Problems) > 0 }

func startsLine(src []byte, offset uint32) bool { return offset == 0 || src[offset-1] == '\n' }

// mend ends each definition where the next declaration begins, since a brace that is missing makes the
// parser take all that follows for a part of it; and reads the first lines of declarations that were
// lost so.
func mend(b *syntax.Builder) {
	f, src := b.Facts(), b.Src()
	starts := declarations(src)
	found := map[uint32]bool{}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Range.End = before(src, starts, s.Range)
		if i, exact := slices.BinarySearch(starts, s.Range.Start); exact || i > 0 {
			if !exact {
				i--
			}
			keyword := keywordOf(*s)
			found[starts[i]] = found[starts[i]] || keyword != "" && bytes.HasPrefix(src[starts[i]:], []byte(keyword))
		}
	}
	for i, start := range starts {
		if found[start] {
			continue
		}
		end := uint32(len(src))
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		header := headerOf(src[start:end])
		s := readHeader(string(header))
		if !token.IsIdentifier(s.Name) {
			continue
		}
		s.Exported, s.Line, s.Doc = isExported(s.Name), b.Line(start), b.Doc(start)
		s.Range = analysis.Span{Start: start, End: withoutComment(src, analysis.Span{Start: start, End: end})}
		s.Signature = strings.TrimSuffix(b.Signature(start, start+uint32(len(header))), " {")
		b.Add(s)
	}
}

// keywordOf is the keyword that begins the declaration of a symbol; "" for a member.
func keywordOf(s analysis.Symbol) string {
	switch s.Kind {
	case analysis.Function:
		return "func"
	case analysis.Method:
		if s.Container != "" { // else an interface's
			return "func"
		}
	case analysis.Constant:
		return "const"
	case analysis.Variable:
		return "var"
	case analysis.Struct, analysis.Interface, analysis.TypeAlias:
		return "type"
	}
	return ""
}

// readHeader reads name, kind and receiver off the beginning of a declaration.
func readHeader(header string) (s analysis.Symbol) {
	keyword := header[:strings.IndexAny(header+" ", " \t(")]
	rest := strings.TrimSpace(header[len(keyword):])
	switch keyword {
	case "const":
		s.Kind = analysis.Constant
	case "var":
		s.Kind = analysis.Variable
	case "type":
		s.Kind = analysis.TypeAlias
		if strings.HasSuffix(header, "struct {") {
			s.Kind = analysis.Struct
		} else if strings.HasSuffix(header, "interface {") {
			s.Kind = analysis.Interface
		}
	case "func":
		s.Kind = analysis.Function
		if receiver, name, found := strings.Cut(rest, ")"); found && rest[0] == '(' {
			receiver, _, _ = strings.Cut(receiver[1:], "[")
			if words := strings.Fields(receiver); len(words) > 0 {
				s.Kind, s.Container = analysis.Method, baseType(words[len(words)-1])
			}
			rest = strings.TrimSpace(name)
		}
	default: // an import
		return s
	}
	s.Name = rest[:strings.IndexAny(rest+" ", " \t\n([{=,")]
	return s
}

// before is where a definition ends if none may reach into the next declaration or the comment
// above it.
func before(src []byte, starts []uint32, s analysis.Span) uint32 {
	i, found := slices.BinarySearch(starts, s.Start)
	if found {
		i++
	}
	if i == len(starts) || starts[i] >= s.End {
		return s.End
	}
	return withoutComment(src, analysis.Span{Start: s.Start, End: starts[i]})
}

// withoutComment is the end of a range without white space and lines of comment at its end.
func withoutComment(src []byte, s analysis.Span) uint32 {
	text := src[s.Start:s.End]
	for {
		text = bytes.TrimRight(text, " \t\r\n")
		last := bytes.LastIndexByte(text, '\n') + 1
		if last == 0 || !bytes.HasPrefix(text[last:], []byte("//")) {
			return s.Start + uint32(len(text))
		}
		text = text[:last]
	}
}
