package cython

import (
	"bytes"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/python"
	"github.com/contextls/contextls/analysis/lang/scan"
	"github.com/contextls/contextls/analysis/syntax"
)

// extract reads the Facts off a file.
func extract(src []byte) (*analysis.Facts, error) {
	r := &reader{File: scan.New(id, src), quiet: map[uint32]bool{}, defined: map[string]bool{}, bound: map[string]bool{"self": true, "cls": true}, decorator: -1}
	r.Lex(&scan.Lexis{LineComments: []string{"#"}, Quotes: `"'`, Raw: tripled})
	for i := 0; i < len(r.Tokens); {
		end := r.lineEnd(i)
		r.line(i, end)
		i = end
	}
	r.close(-1)
	r.references()
	for i := range r.symbols {
		r.Add(r.symbols[i])
	}
	return r.Facts(), nil
}

// tripled is the length of a string in three quotes.
func tripled(src []byte, at int) int {
	for _, quote := range []string{`"""`, "'''"} {
		if bytes.HasPrefix(src[at:], []byte(quote)) {
			if i := bytes.Index(src[at+3:], []byte(quote)); i >= 0 {
				return i + 6
			}
			return len(src) - at
		}
	}
	return 0
}

// reader reads a file line by line.
type reader struct {
	*scan.File
	symbols   []analysis.Symbol
	open      []block         // the blocks around the current line
	decorator int             // the token that the decorators before the current line begin at, -1 without any
	last      uint32          // where the code before the current line ends
	quiet     map[uint32]bool // names that define or import, by where they begin
	defined   map[string]bool // container.name of the symbols
	bound     map[string]bool // first names of qualifiers that mean something
}

// block is what is indented more than the line that opens it.
type block struct {
	symbol int // what it defines, -1 where that is nothing: cdef extern from "a.h":
	indent int
	kind   blockKind
}

type blockKind uint8

const (
	plain    blockKind = iota // if, try, cdef: what stands in it is of what is around
	cdefs                     // each line has a cdef before it, so to speak
	extern                    // the same, and declares what C defines
	class                     // has members
	values                    // an enum, whose lines are names
	function                  // hides what stands in it
)

// lineEnd is the token after a logical line: the first on a new line outside brackets.
func (r *reader) lineEnd(i int) int {
	for {
		close := r.Close(i)
		next := max(close, i) + 1
		if next >= len(r.Tokens) {
			return len(r.Tokens)
		}
		gap := r.Src[r.At(next-1).End:r.At(next).Start]
		if bytes.IndexByte(gap, '\n') >= 0 && r.Text(r.At(next-1)) != `\` {
			return next
		}
		i = next
	}
}

// indent is the column of a token.
func (r *reader) indent(i int) int {
	at := int(r.At(i).Start)
	line := r.Src[bytes.LastIndexByte(r.Src[:at], '\n')+1 : at]
	return len(bytes.ReplaceAll(line, []byte("\t"), []byte("        ")))
}

// close ends the blocks that a line with this indentation does not belong to.
func (r *reader) close(indent int) {
	for len(r.open) > 0 && r.open[len(r.open)-1].indent >= indent {
		b := r.open[len(r.open)-1]
		if b.symbol >= 0 {
			r.symbols[b.symbol].Range.End = r.last
		}
		r.open = r.open[:len(r.open)-1]
	}
}

// around is the innermost block that holds more than declarations of what is around, and whether an extern block is
// around; container is the name of what it defines.
func (r *reader) around() (kind blockKind, declared bool, container string) {
	for i := len(r.open) - 1; i >= 0; i-- {
		b := r.open[i]
		declared = declared || b.kind == extern
		if kind == plain && b.kind > extern {
			if kind = b.kind; b.symbol >= 0 {
				container = r.symbols[b.symbol].QualifiedName()
			}
		}
	}
	return kind, declared, container
}

// line reads the logical line of the tokens from i to end.
func (r *reader) line(i, end int) {
	indent := r.indent(i)
	r.close(indent)
	defer func() { r.last = r.At(end - 1).End }()
	kind, declared, _ := r.around()
	opens := r.Text(r.At(end-1)) == ":"
	first := r.Text(r.At(i))
	if first != "@" && r.decorator >= 0 {
		defer func() { r.decorator = -1 }()
	}
	switch {
	case first == "@":
		if r.decorator < 0 {
			r.decorator = i
		}
	case first == "import" || first == "cimport" || first == "from":
		r.imports(i, end)
	case first == "include" && r.At(i+1).Kind == scan.String && i+2 == end:
		path := strings.Trim(r.Text(r.At(i+1)), `"'`)
		r.Import(r.At(i).Start, analysis.Import{Specifier: path, Star: true, ReExport: true})
	case kind == function:
		if opens {
			r.open = append(r.open, block{-1, indent, plain})
		}
	case kind == values:
		r.constants(i, end)
	default:
		if cut := r.define(i, end, kind, declared, opens); cut.kind > plain || opens {
			cut.indent = indent
			r.open = append(r.open, cut)
		}
	}
}

// imports reads import and cimport.
func (r *reader) imports(i, end int) {
	text := r.Signature(r.At(i).Start, r.At(end-1).End)
	if r.Is(i, "cimport") || r.Is(i, "from") {
		text = strings.Replace(text, "cimport", "import", 1)
	}
	top := !slices.ContainsFunc(r.open, func(b block) bool { return b.kind == function })
	for _, imp := range python.Imports(text, 0) {
		imp.ReExport = top
		r.Import(r.At(i).Start, imp)
		first, _, _ := strings.Cut(imp.Local, ".")
		r.bound[first] = true
		for _, n := range imp.Names {
			r.bound[n.Local] = true
		}
	}
	for ; i < end; i++ {
		r.quiet[r.At(i).Start] = true
	}
}

// constants reads a line of an enum.
func (r *reader) constants(i, end int) {
	for k := i; k < end; k++ {
		if r.At(k).Kind == scan.Word && (k == i || r.Text(r.At(k-1)) == ",") && !isKeyword(r.Text(r.At(k))) {
			to := k + 1
			for to < end && r.Text(r.At(to)) != "," {
				to++
			}
			r.add(analysis.Constant, k, k, to)
		}
	}
}

// add adds a symbol named by a token, which begins at the token from and whose signature ends before to.
func (r *reader) add(kind analysis.Kind, name, from, to int) int {
	_, declared, container := r.around()
	start := r.At(from).Start
	if r.decorator >= 0 {
		start = r.At(r.decorator).Start
	}
	s := analysis.Symbol{Name: r.Text(r.At(name)), Kind: kind, Container: container, Declared: declared,
		Signature: r.Signature(start, r.At(to-1).End), Line: r.Line(r.At(name).Start),
		Range: analysis.Span{Start: start, End: r.At(to - 1).End}}
	if doc := r.At(to + 1); doc.Kind == scan.String && r.Text(r.At(to)) == ":" {
		s.Doc = syntax.Sentence(strings.Split(strings.Trim(r.Text(doc), `"' `), "\n"))
	}
	s.Exported = !strings.HasPrefix(s.Name, "_") || strings.HasSuffix(s.Name, "__")
	r.quiet[r.At(name).Start] = true
	r.defined[container+"."+s.Name] = true
	if container == "" {
		r.bound[s.Name] = true
	}
	r.symbols = append(r.symbols, s)
	return len(r.symbols) - 1
}
