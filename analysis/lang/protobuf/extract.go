package protobuf

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

// reader reads one file.
type reader struct {
	*scan.File
	pkg     string
	defined map[string]bool // types, by their full names inside the package
	uses    []use
}

// use is the name of a type as written, and the message that it stands in.
type use struct{ scope, name string }

func extract(src []byte) (*analysis.Facts, error) {
	r := &reader{File: scan.New("proto", src), defined: map[string]bool{}}
	r.Lex(&scan.Lexis{LineComments: []string{"//"}, BlockComments: [][2]string{{"/*", "*/"}}, Quotes: `"'`, Letters: "."})
	r.block(0, len(r.Tokens), "", "")
	for _, u := range r.uses {
		r.refer(u)
	}
	return r.Facts(), nil
}

// block reads the statements between two tokens, of the symbol with that name. kind is the word that
// opened the block, "" for the file.
func (r *reader) block(i, end int, scope, kind string) {
	const most = 40 // levels, more than protoc itself takes
	if strings.Count(scope, ".") > most {
		return
	}
	for i < end {
		stop := r.stop(i, end)
		body := stop
		if r.Is(stop, "{") {
			body = r.Close(stop)
		}
		r.statement(i, stop, body, scope, kind)
		i = body + 1
	}
}

// stop is the token that ends a statement or opens its body. What an option is set to is no body.
func (r *reader) stop(i, end int) int {
	value := r.Is(i, "option")
	for j := i; j < end; j++ {
		switch {
		case r.Is(j, ";"), r.Is(j, "{") && !value, r.Is(j, "}"):
			return j
		case r.Is(j, "("), r.Is(j, "["), r.Is(j, "{"):
			j = r.Close(j)
		}
	}
	return end
}

// statement reads the statement from token i to stop, whose body ends at the token body.
func (r *reader) statement(i, stop, body int, scope, kind string) {
	r.options(i, stop)
	word, name := r.Text(r.At(i)), r.Text(r.At(i+1))
	opens := r.Is(stop, "{") && stop == i+2
	switch {
	case word == "package" && kind == "" && stop > i+1:
		r.pkg = name
		r.SetPackage(name)
	case word == "import" && kind == "" && !r.Is(i+1, "="):
		if t := r.At(stop - 1); t.Kind == scan.String {
			r.Import(t.Start, analysis.Import{Specifier: scan.Unquote(r.Text(t)), Star: true, ReExport: name == "public"})
		}
	case word == "message" && opens:
		r.block(stop+1, body, r.declare(i, i+1, stop, body, scope, analysis.Struct), word)
	case word == "enum" && opens:
		r.block(stop+1, body, r.declare(i, i+1, stop, body, scope, analysis.Enum), word)
	case word == "service" && opens:
		r.block(stop+1, body, r.declare(i, i+1, stop, body, scope, analysis.Interface), word)
	case word == "extend" && opens:
		r.uses = append(r.uses, use{scope, name})
		r.block(stop+1, body, scope, word)
	case word == "oneof" && opens:
		r.block(stop+1, body, scope, word)
	case word == "rpc" && kind == "service":
		r.rpc(i, stop, body, scope)
	case word == "option" || word == "reserved" || word == "extensions" || word == "syntax" || word == "edition":
	case kind == "enum" && r.Is(i+1, "="):
		r.declare(i, i, r.plain(i, stop), stop, scope, analysis.Constant)
	case kind == "message" || kind == "extend" || kind == "oneof":
		r.field(i, stop, body, scope)
	}
}

// declare adds the symbol whose name is a token, and gives its full name. Its signature ends before the
// token head.
func (r *reader) declare(i, name, head, body int, scope string, kind analysis.Kind) string {
	t := r.At(name)
	if t.Kind != scan.Word {
		return scope
	}
	whole := analysis.Span{Start: r.At(i).Start, End: r.At(min(body, len(r.Tokens)-1)).End}
	r.Add(analysis.Symbol{Name: r.Text(t), Kind: kind, Container: scope, Exported: true, Range: whole, Line: r.Line(t.Start),
		Signature: r.Signature(whole.Start, r.At(max(head-1, i)).End), Doc: r.Doc(whole.Start)})
	full := strings.TrimPrefix(scope+"."+r.Text(t), ".")
	if kind == analysis.Struct || kind == analysis.Enum { // a field's name never hides a type's
		r.defined[full] = true
	}
	return full
}

// plain is the end of a statement without its options in brackets.
func (r *reader) plain(i, stop int) int {
	for j := i; j < stop; j++ {
		if r.Is(j, "[") {
			return j
		}
	}
	return stop
}

// rpc reads rpc Name(stream Request) returns (Response).
func (r *reader) rpc(i, stop, body int, scope string) {
	r.declare(i, i+1, stop, body, scope, analysis.Method)
	for j := i + 2; j < stop; j++ {
		if r.Is(j, "(") {
			r.uses = append(r.uses, use{scope, r.Text(r.At(r.Close(j) - 1))})
		}
	}
}

// field reads [label] Type name = number [options], or map<Key, Value> name = number, or a group.
func (r *reader) field(i, stop, body int, scope string) {
	number := i
	for number < stop && !r.Is(number, "=") {
		number++
	}
	if number == stop || number < i+2 {
		return
	}
	if r.Is(number-2, "group") {
		r.block(stop+1, body, r.declare(i, number-1, r.plain(i, stop), body, scope, analysis.Struct), "message")
		return
	}
	r.declare(i, number-1, r.plain(i, stop), stop, scope, analysis.Field)
	for j := i; j < number-1; j++ {
		if r.At(j).Kind == scan.Word {
			r.uses = append(r.uses, use{scope, r.Text(r.At(j))})
		}
	}
}

// options counts the extensions that options in a statement set: (my.option) = ….
func (r *reader) options(i, stop int) {
	if r.Is(i, "rpc") {
		return
	}
	for j := i; j < stop; j++ {
		if name := r.Text(r.At(j + 1)); r.Is(j, "(") && r.Is(j+2, ")") && r.At(j+1).Kind == scan.Word {
			r.Refer("", name[strings.LastIndexByte(name, '.')+1:])
		}
	}
}

// refer counts the use of a type that the file does not define itself: by the outermost type in its
// name, which is what stands at the top level of another file.
func (r *reader) refer(u use) {
	name := strings.TrimPrefix(u.name, ".")
	if isScalar(name) || strings.HasPrefix(name, "google.protobuf.") && r.pkg != "google.protobuf" {
		return
	}
	parts := strings.Split(name, ".")
	for scope := u.scope; !strings.HasPrefix(u.name, "."); {
		if r.defined[strings.TrimPrefix(scope+"."+parts[0], ".")] {
			return
		}
		if scope == "" {
			break
		}
		scope = scope[:max(strings.LastIndexByte(scope, '.'), 0)]
	}
	first := slices.IndexFunc(parts, func(p string) bool { return p != "" && 'A' <= p[0] && p[0] <= 'Z' })
	if first < 0 {
		first = len(parts) - 1
	}
	r.Refer("", parts[first])
}

// isScalar reports whether a word of a field's type is one of the language's own.
func isScalar(word string) bool {
	switch word {
	case "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
		"bool", "string", "bytes", "map", "optional", "required", "repeated", "group", "stream":
		return true
	}
	return false
}
