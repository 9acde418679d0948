package groovy

import (
	"bytes"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/jvm"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// extract reads the Facts off a file.
func extract(src []byte) (*analysis.Facts, error) {
	r := &reader{File: scan.New(id, src), names: map[int]bool{}, passed: map[int]bool{}, bound: map[string]bool{"this": true, "super": true}}
	r.Lex(lexis())
	r.pair()
	r.body(0, len(r.Tokens), "")
	r.gradle()
	r.references(r.Tokens, true)
	return r.Facts(), nil
}

// reader reads a file's tokens.
type reader struct {
	*scan.File
	closes []int           // by token: what closes the bracket that it is, else itself
	names  map[int]bool    // tokens that are the names of definitions
	passed map[int]bool    // tokens of imports and the package clause
	bound  map[string]bool // names that qualify others: imports, definitions at the top
}

func (r *reader) text(i int) string { return r.Text(r.At(i)) }

func (r *reader) isWord(i int) bool {
	t := r.At(i)
	return t.Kind == scan.Word && t.End > t.Start
}

// closing is the token that closes the bracket at token i; i where it is none.
func (r *reader) closing(i int) int {
	if i < 0 || i >= len(r.closes) {
		return i
	}
	return r.closes[i]
}

// newLine reports whether token i begins a line, or there is none.
func (r *reader) newLine(i int) bool {
	if i <= 0 || i >= len(r.Tokens) {
		return true
	}
	return bytes.IndexByte(r.Src[r.Tokens[i-1].End:r.Tokens[i].Start], '\n') >= 0
}

// statementEnd is the token after the statement that token i is in: the next one on a new line or after a
// semicolon, outside brackets.
func (r *reader) statementEnd(i, end int) int {
	for {
		if t := r.text(i); t == ";" {
			return i + 1
		}
		if c := r.closing(i); c > i {
			i = c
		}
		if i++; i >= end || r.newLine(i) {
			return min(i, end)
		}
	}
}

// body reads the statements between two tokens: the members of a type or, without one, a script.
func (r *reader) body(i, end int, container string) {
	for i < end {
		next := r.statement(i, end, container)
		if next <= i {
			next = r.statementEnd(i, end)
		}
		i = next
	}
}

// statement reads a declaration and returns the token after it; the one it was given where there is none.
func (r *reader) statement(i, end int, container string) int {
	if container == "" && (r.text(i) == "import" || r.text(i) == "package") {
		return r.clause(i, end)
	}
	d := declaration{start: i, container: container}
	at := r.modifiers(&d, i, end)
	switch word := r.text(at); {
	case word == "@" && r.text(at+1) == "interface":
		return r.typed(&d, at+1, end)
	case isTypeKeyword(word) && r.isWord(at+1) && !r.newLine(at+1):
		return r.typed(&d, at, end)
	case word == "{" || at >= end:
		return i // an initializer
	}
	return r.member(&d, at, end)
}

func isTypeKeyword(word string) bool {
	switch word {
	case "class", "interface", "enum", "trait", "record":
		return true
	}
	return false
}

// clause reads an import or the package clause.
func (r *reader) clause(i, end int) int {
	next := r.statementEnd(i, end)
	var words []string
	alias := ""
	for k := i; k < next; k++ {
		r.passed[k] = true
		switch t := r.text(k); t {
		case ";", "import", "static", "package":
		case "as":
			alias = r.text(k + 1)
			r.passed[k+1] = true
			k++
		default:
			words = append(words, t)
		}
	}
	name := strings.Join(words, "")
	if r.text(i) == "package" {
		r.SetPackage(name)
		return next
	}
	imp := analysis.Import{Specifier: name}
	if all, ok := strings.CutSuffix(name, ".*"); ok {
		imp.Specifier, imp.Star = all, true
	} else if cut := strings.LastIndexByte(name, '.'); cut > 0 {
		local := name[cut+1:]
		if alias != "" {
			local = alias
		}
		imp.Specifier, imp.Names = name[:cut], []analysis.Binding{{Name: name[cut+1:], Local: local}}
		r.bound[local] = true
	} else {
		return next
	}
	r.Import(r.At(i).Start, imp)
	return next
}

// add adds a definition whose name is token name and whose last token is last.
func (r *reader) add(d *declaration, name, last int, kind analysis.Kind, signature string) {
	t := r.At(name)
	r.names[name] = true
	s := analysis.Symbol{Name: scan.Unquote(r.Text(t)), Kind: kind, Container: d.container, Signature: signature,
		Exported: !d.private, Line: r.Line(t.Start), Range: analysis.Span{Start: r.At(d.start).Start, End: r.At(last).End}}
	s.Doc = jvm.Doc(r.Src, s.Range.Start)
	if s.Name = strings.Join(strings.Fields(s.Name), " "); s.Name == "" {
		return
	}
	if d.container == "" {
		r.bound[s.Name] = true
	}
	r.Add(s)
}
