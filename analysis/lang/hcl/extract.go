package hcl

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// reader reads one file.
type reader struct {
	*scan.File
	lexis *scan.Lexis
	depth int // of the blocks around what is read
}

// block is a block or an attribute: a word, labels and a body, or a word and an expression.
type block struct {
	word       string
	labels     []string
	first      int // token of the word
	start, end int // tokens of the body without its braces, or of the expression; end is behind it
	attribute  bool
}

func extract(src []byte) (*analysis.Facts, error) {
	r := &reader{File: scan.New("hcl", src), lexis: lexis()}
	r.Lex(r.lexis)
	for _, b := range r.body(0, len(r.Tokens)) {
		r.top(b)
	}
	return r.Facts(), nil
}

// body cuts the tokens of a body into its blocks and attributes.
func (r *reader) body(i, end int) []block {
	var out []block
	for i < end {
		if r.At(i).Kind != scan.Word {
			i++
			continue
		}
		b := block{word: r.Text(r.At(i)), first: i}
		j := i + 1
		for j < end && (r.At(j).Kind == scan.String || r.At(j).Kind == scan.Word) && r.sameLine(j-1) {
			b.labels = append(b.labels, scan.Unquote(r.Text(r.At(j))))
			j++
		}
		switch {
		case r.Is(j, "{") && j < end:
			b.start, b.end = j+1, min(r.Close(j), end)
			if !r.Is(b.end, "}") { // it is never closed: what follows belongs to others
				b.end = r.next(j, end)
			}
			i = b.end + 1
			if !r.Is(b.end, "}") {
				i = b.end
			}
		case r.Is(j, "=") && j == i+1 && j < end:
			b.attribute, b.start = true, j+1
			b.end = b.start
			for b.end < end && (b.end == b.start || r.sameLine(b.end-1)) {
				if b.end = r.Close(b.end) + 1; b.end > end {
					b.end = end
				}
			}
			i = max(b.end, i+1)
		default:
			i = j
			continue
		}
		out = append(out, b)
	}
	return out
}

// next is the token that begins the next block at the left margin.
func (r *reader) next(i, end int) int {
	for i++; i < end; i++ {
		at := r.At(i).Start
		if r.At(i).Kind == scan.Word && (at == 0 || r.Src[at-1] == '\n') {
			return i
		}
	}
	return end
}

// sameLine reports whether the token behind this one stands on the line that this one ends on.
func (r *reader) sameLine(i int) bool {
	return r.Line(r.At(i).End-1) == r.Line(r.At(i+1).Start)
}

// top reads a block or attribute of the file.
func (r *reader) top(b block) {
	labels := strings.Join(b.labels, ".")
	switch {
	case b.attribute: // a file of values
		if b.word == "inputs" {
			r.inputs(b)
		} else {
			r.Refer("", "var."+b.word)
		}
		r.expression(b.start, b.end, b.word)
		return
	case b.word == "locals":
		for _, a := range r.body(b.start, b.end) {
			if a.attribute {
				r.local(a)
			}
		}
	case b.word == "resource" && len(b.labels) == 2:
		r.declare(b, labels, analysis.Struct)
	case b.word == "variable" && len(b.labels) == 1:
		r.declare(b, "var."+labels, analysis.Variable)
	case b.word == "output" && len(b.labels) == 1:
		r.declare(b, "output."+labels, analysis.Field)
	case b.word == "module" && len(b.labels) == 1:
		r.declare(b, "module."+labels, analysis.Module)
		r.module(b, "module."+labels)
		return
	case b.word == "provider" && len(b.labels) == 1:
		if alias, ok := r.attribute(b, "alias"); ok {
			labels += "." + alias
		}
		r.declare(b, "provider."+labels, analysis.Constant)
	case b.word == "terraform" && len(b.labels) == 0: // Terragrunt's module, beside Terraform's settings
		r.module(b, "terraform")
		return
	case len(b.labels) > 0:
		r.declare(b, b.word+"."+labels, analysis.Struct)
	}
	r.inside(b)
}

// inside reads what a block holds. Nobody nests blocks as deep as it stops at, and each level costs a pass.
func (r *reader) inside(b block) {
	const most = 20
	if r.depth++; r.depth > most {
		r.depth--
		return
	}
	defer func() { r.depth-- }()
	for _, a := range r.body(b.start, b.end) {
		switch {
		case a.attribute && a.word == "config_path" && b.word == "dependency":
			r.source(a, "dependency."+strings.Join(b.labels, "."))
		case a.attribute:
			if b.word == "variables" { // of a test
				r.Refer("", "var."+a.word)
			}
			r.expression(a.start, a.end, a.word)
		case a.word == "module" && b.word == "run":
			r.module(a, "")
		default:
			r.inside(a)
		}
	}
}

// module reads where a module comes from, and what it is given.
func (r *reader) module(b block, name string) {
	for _, a := range r.body(b.start, b.end) {
		switch {
		case !a.attribute:
			r.inside(a)
			continue
		case a.word == "source":
			r.source(a, name)
		case b.word == "module" && !isMeta(a.word) && name != "":
			r.Refer(name, "var."+a.word)
		}
		r.expression(a.start, a.end, a.word)
	}
}

// isMeta reports whether an argument of a module is none of its variables.
func isMeta(word string) bool {
	switch word {
	case "version", "providers", "count", "for_each", "depends_on":
		return true
	}
	return false
}

// source adds the import of a module that is called so here.
func (r *reader) source(a block, name string) {
	if t := r.At(a.start); t.Kind == scan.String && a.end == a.start+1 && r.Src[t.Start] == '"' {
		r.Import(t.Start, analysis.Import{Specifier: scan.Unquote(r.Text(t)), Local: name})
	}
}

// inputs reads what Terragrunt gives to the module: inputs = {name = …}.
func (r *reader) inputs(b block) {
	for i := b.start; i < b.end; i++ {
		if !r.Is(i, "{") {
			continue
		}
		for _, a := range r.body(i+1, min(r.Close(i), b.end)) {
			if a.attribute {
				r.Refer("terraform", "var."+a.word)
			}
		}
		i = r.Close(i)
	}
}

// attribute is the text of a block's attribute when it is a plain string.
func (r *reader) attribute(b block, word string) (string, bool) {
	for _, a := range r.body(b.start, b.end) {
		if t := r.At(a.start); a.attribute && a.word == word && t.Kind == scan.String && a.end == a.start+1 && r.Src[t.Start] == '"' {
			return scan.Unquote(r.Text(t)), true
		}
	}
	return "", false
}

// declare adds a block as a symbol.
func (r *reader) declare(b block, name string, kind analysis.Kind) {
	if strings.ContainsAny(name, "\r\n${") {
		return
	}
	last := r.At(min(b.end, len(r.Tokens)-1))
	if !r.Is(b.end, "}") {
		last = r.At(max(b.end-1, b.first))
	}
	s := analysis.Symbol{Name: name, Kind: kind, Exported: true, Range: analysis.Span{Start: r.At(b.first).Start, End: last.End},
		Signature: r.Signature(r.At(b.first).Start, r.At(b.first+len(b.labels)).End), Doc: r.Doc(r.At(b.first).Start)}
	if kind == analysis.Variable {
		for _, a := range r.body(b.start, b.end) {
			if a.attribute && a.word == "type" && a.end > a.start {
				s.Signature = scan.Cut(s.Signature + " " + r.Signature(r.At(a.start).Start, r.At(a.end-1).End))
			}
		}
	}
	if description, ok := r.attribute(b, "description"); ok && s.Doc == "" {
		s.Doc = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(description, `\n`, " "), `\"`, `"`))
	}
	r.Add(s)
}

// local adds one name of a block of locals.
func (r *reader) local(a block) {
	const short = 80
	whole := analysis.Span{Start: r.At(a.first).Start, End: r.At(max(a.end-1, a.first)).End}
	s := analysis.Symbol{Name: "local." + a.word, Kind: analysis.Constant, Exported: true, Range: whole,
		Signature: r.Signature(whole.Start, whole.End), Doc: r.Doc(whole.Start)}
	if len(s.Signature) > short || isSecret(a.word) {
		s.Signature = a.word + " = …"
	}
	r.Add(s)
	r.expression(a.start, a.end, a.word)
}

// isSecret reports whether a name speaks of what should not be shown.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "password") || strings.Contains(name, "secret") || strings.Contains(name, "token") || strings.Contains(name, "private_key")
}
