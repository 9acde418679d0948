package outline

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Header is a definition as the line says that begins it.
type Header struct {
	Kind      string        // as of a Definition; "" where a line begins none
	Whole     analysis.Span // from its annotations to the last line that is indented more, or closes it
	Name      analysis.Span
	Form      Form
	Continues bool // without a Kind: what is above goes on with this line, which is no further to the right

	continued uint32 // where such a line begins, if there is one
}

// Form says what a signature shows of a definition.
type Form uint8

// The forms: up to the body, up to the value and that in short, or all of it.
const (
	Body Form = iota
	Value
	All
)

// Parse reads what a piece of code at an offset begins: a Header with its Name, Kind and Form, and how
// many bytes of the code it has read.
type Parse func(code string, at uint32) (h Header, read int)

// headers reads the lines of a file that begin definitions.
func headers(src []byte, parse Parse) []Header {
	var out []Header
	type block struct{ header, indent int }
	var open []block // the headers that the current line may belong to
	end := uint32(0) // of the last line of code
	close := func(indent int, closes bool) {
		for len(open) > 0 {
			last := open[len(open)-1]
			if last.indent < indent || last.indent == indent && closes {
				return
			}
			out[last.header].Whole.End = end
			open = open[:len(open)-1]
		}
	}
	annotated := int64(-1) // where the annotations above the current line begin
	at, until := 0, ""     // until: what ends the comment or string over several lines that the line is in
	for line := range strings.Lines(string(src)) {
		start := at
		at += len(line)
		code := strings.TrimSpace(line)
		ends := uint32(start + len(strings.TrimRight(line, " \t\r\n")))
		switch {
		case until != "":
			if strings.Contains(code, until) {
				if until == `"""` {
					end = ends
				}
				until = ""
			}
			continue
		case code == "" || strings.HasPrefix(code, "//"):
			continue
		case strings.HasPrefix(code, "/*"):
			if !strings.Contains(code, "*/") {
				until = "*/"
			}
			continue
		}
		if strings.Count(code, `"""`)%2 == 1 {
			until = `"""`
		}
		indent := strings.Index(line, code[:1])
		first := uint32(start + indent)
		h, read := parse(code, first)
		close(indent, h.Continues || strings.IndexByte("})]{.:=?", code[0]) >= 0)
		end = ends
		if h.Continues && len(open) > 0 {
			out[open[len(open)-1].header].continued = first
		}
		if h.Kind != "" {
			if h.Whole.Start = first; annotated >= 0 {
				h.Whole.Start = uint32(annotated)
			}
			open = append(open, block{len(out), indent})
			out = append(append(out, h), inner(parse, code, read, first)...)
		}
		switch {
		case h.Kind != "" || code[0] != '@':
			annotated = -1
		case annotated < 0:
			annotated = int64(first)
		}
	}
	close(-1, false)
	return out
}

// inner are the headers that follow the first one of a line, in its braces: class A { def b; def c }.
func inner(parse Parse, code string, from int, at uint32) []Header {
	var out []Header
	for i := from; i < len(code); i++ {
		if code[i] != '{' && code[i] != ';' {
			continue
		}
		first := len(code) - len(strings.TrimLeft(code[i+1:], " \t"))
		h, _ := parse(code[first:], at+uint32(first))
		if h.Kind == "" {
			continue
		}
		depth, end := 0, first
		for ; end < len(code) && (depth > 0 || code[end] != ';' && code[end] != '}'); end++ {
			switch code[end] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		h.Whole = analysis.Span{Start: at + uint32(first), End: at + uint32(first+len(strings.TrimRight(code[first:end], " \t")))}
		out = append(out, h)
	}
	return out
}

// headEnd is where the head of a definition ends: at its body or value, or with its last line.
func headEnd(src []byte, h Header) uint32 {
	depth := 0
	for i := max(h.Name.End, h.continued); i < h.Whole.End; i++ {
		switch c := src[i]; c {
		case '(', '[', '<':
			depth++
		case ')', ']', '>':
			if c != '>' || src[i-1] != '-' && src[i-1] != '=' {
				depth--
			}
		case '{':
			if depth <= 0 {
				return i
			}
		case '=':
			if depth <= 0 && (i+1 == h.Whole.End || src[i+1] != '>') {
				return i
			}
		case '\n':
			if depth <= 0 && !bytes.HasPrefix(bytes.TrimLeft(src[i:h.Whole.End], " \t\r\n"), []byte(":")) {
				return i
			}
		}
	}
	return h.Whole.End
}
