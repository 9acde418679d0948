package ecmascript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// A brace that is missing makes the parser take what follows for a part of something else. So in a file
// with syntax errors, as one is that is being typed, how declarations nest means little, and where a
// line begins means more: what begins at the left is at the top level, and ends before the next such
// line. What the tree has no definition for is read off its first line.

// header is the first line of a declaration or an import, read as text.
type header struct {
	line          analysis.Span
	keyword, name string
	nameAt        uint32
	export        bool
	outside       string // the name under which it is exported
}

// readHeader reads a line at an offset, which may begin a declaration or an import.
func readHeader(line string, at uint32) (h header, ok bool) {
	rest := afterWord(line, "export")
	h.export = rest != line
	declared := afterWord(rest, "default")
	isDefault := h.export && declared != rest
	for _, modifier := range []string{"declare", "abstract", "async"} {
		declared = afterWord(declared, modifier)
	}
	for _, h.keyword = range []string{"import", "function", "class", "interface", "enum", "namespace", "type", "const", "let", "var"} {
		after := afterWord(declared, h.keyword)
		if after == declared {
			continue
		}
		if enum := afterWord(after, "enum"); h.keyword == "const" && enum != after {
			h.keyword, after = "enum", enum
		}
		after = strings.TrimLeft(after, "* ")
		h.name, h.nameAt = identifier(after), at+uint32(len(line)-len(after))
		h.outside = h.name
		if isDefault {
			h.outside = "default"
		}
		switch h.keyword {
		case "import":
			return h, true
		case "type": // or it is a name itself, or that of export type { … }
			next := strings.TrimLeft(after[len(h.name):], whiteSpace)
			return h, h.name != "" && next != "" && (next[0] == '=' || next[0] == '<')
		}
		return h, h.name != ""
	}
	return h, false
}

// readHeaders finds the headers of a file with syntax errors, and reads the imports that were lost.
func (r *reader) readHeaders() {
	src := r.b.Src()
	imported := map[uint32]bool{}
	for _, i := range r.imports {
		imported[i.at] = true
	}
	r.headers = map[uint32]header{}
	inComment := false
	for at := 0; at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		span := analysis.Span{Start: uint32(at), End: uint32(end)}
		line := strings.TrimRight(string(src[at:end]), whiteSpace)
		if inComment = (inComment || strings.HasPrefix(line, "/*")) && !strings.Contains(line, "*/"); inComment {
			at = end
			continue
		}
		h, ok := readHeader(line, span.Start)
		inTemplate := slices.ContainsFunc(r.templates, func(t analysis.Span) bool { return t.Start < span.Start && span.Start < t.End })
		if ok && !inTemplate {
			h.line = span
			r.starts = append(r.starts, span.Start)
			if h.keyword != "import" {
				r.headers[h.nameAt] = h
			} else if !imported[span.Start] {
				r.mendImport(span.Start)
			}
		}
		at = end
	}
}

// mendImport reads an import statement off the text: its module is the first string in it.
func (r *reader) mendImport(start uint32) {
	text := r.b.Text(analysis.Span{Start: start, End: r.before(start, uint32(len(r.b.Src())))})
	open := strings.IndexAny(text, "'\"")
	if open < 0 || strings.ContainsAny(text[:open], ";(=.") { // import(…), import.meta, import a = b
		return
	}
	if n := strings.IndexByte(text[open+1:], text[open]); n >= 0 {
		source := analysis.Span{Start: start + uint32(open), End: start + uint32(open+1+n+1)}
		r.importStatement(analysis.Span{Start: start, End: source.End}, source)
	}
}

// before is an end that does not reach into the first header after start.
func (r *reader) before(start, end uint32) uint32 {
	i, found := slices.BinarySearch(r.starts, start)
	if found {
		i++
	}
	if i == len(r.starts) || r.starts[i] >= end {
		return end
	}
	text := r.b.Text(analysis.Span{Start: start, End: r.starts[i]})
	for {
		text = strings.TrimRight(text, whiteSpace)
		last := strings.LastIndexByte(text, '\n') + 1
		line := strings.TrimLeft(text[last:], whiteSpace)
		if last == 0 || !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "/*") && !strings.HasPrefix(line, "*") {
			return start + uint32(len(text))
		}
		text = text[:last] // the comment is the next one's
	}
}

// mendedPlace is the place of a definition that a header begins with.
func (r *reader) mendedPlace(d definition, at place) place {
	h, ok := r.headers[d.name.Start]
	if !ok {
		return at
	}
	delete(r.headers, d.name.Start) // it is found
	at = place{}
	if h.export {
		at.export = h.line
	}
	return at
}

// mendSymbols adds what the headers say that the tree has no definition for.
func (r *reader) mendSymbols() {
	lost := make([]header, 0, len(r.headers))
	for _, h := range r.headers {
		lost = append(lost, h)
	}
	slices.SortFunc(lost, func(x, y header) int { return cmp.Compare(x.nameAt, y.nameAt) })
	for _, h := range lost {
		s := analysis.Symbol{Name: h.name, Kind: h.kind(r.b.Text(h.line)), Exported: h.export || r.locals[h.name]}
		s.Range = analysis.Span{Start: h.line.Start, End: r.before(h.line.Start, uint32(len(r.b.Src())))}
		s.Signature = strings.TrimRight(strings.TrimSuffix(r.line(h.line), "{}"), "{([ ")
		if h.export {
			r.offer(h.outside, h.name)
		}
		r.add(s, h.nameAt)
	}
}

func (h header) kind(line string) analysis.Kind {
	function := analysis.Function
	if strings.Contains(line, "async ") {
		function = analysis.AsyncFunction
	}
	switch h.keyword {
	case "function":
		return function
	case "class":
		return analysis.Class
	case "interface":
		return analysis.Interface
	case "enum":
		return analysis.Enum
	case "namespace":
		return analysis.Module
	case "type":
		return analysis.TypeAlias
	}
	switch {
	case strings.Contains(line, "=>") || strings.Contains(line, "= function") || strings.Contains(line, "= async"):
		return function
	case h.keyword == "const":
		return analysis.Constant
	}
	return analysis.Variable
}
