package ruby

import (
	"path"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// readCall reads a call without a receiver, if it defines, requires or hides something.
func readCall(b *syntax.Builder, d *draft, m syntax.Match, whole analysis.Span) {
	callee, _ := m.Span("callee")
	args, _ := m.Span("arguments")
	word := b.Text(callee)
	if framework, ok := m.Span("framework"); ok {
		if b.Text(framework) == "RSpec" {
			d.readTest(b, whole, args, word)
		}
		return
	}
	if isVisibility(word) {
		s := section{Span: whole, word: word}
		for _, at := range symbolArguments(b.Text(args)) {
			s.names = append(s.names, b.Text(args)[at.Start:at.End])
		}
		d.sections = append(d.sections, s)
		return
	}
	line := b.Line(whole.Start)
	switch word {
	case "require", "require_dependency", "load":
		if p := pathArgument(b.Text(args)); p != "" {
			b.Import(analysis.Import{Specifier: p, Star: true, Line: line})
		}
	case "require_relative":
		if p := pathArgument(b.Text(args)); p != "" {
			b.Import(analysis.Import{Specifier: relative(p), Star: true, Line: line})
		}
	case "include", "prepend", "extend":
		d.mixins = append(d.mixins, args)
	case "autoload":
		readAutoload(b, args, line)
	case "attr_reader", "attr_writer", "attr_accessor", "attr", "mattr_accessor", "mattr_reader", "cattr_accessor", "cattr_reader",
		"class_attribute", "thread_mattr_accessor":
		defineEach(b, d, whole, args, analysis.Field, word, 0)
	case "define_method", "alias_method", "define_singleton_method":
		defineFirst(b, d, whole, args, word)
	case "delegate":
		if text := b.Text(args); strings.Contains(text, "to:") && !strings.Contains(text, "prefix:") {
			defineEach(b, d, whole, args, analysis.Method, word, 0)
		}
	case "def_delegators":
		defineEach(b, d, whole, args, analysis.Method, word, 1)
	case "def_delegator":
		defineLast(b, d, whole, args, word)
	default:
		d.readTest(b, whole, args, word)
	}
}

// defineEach adds a symbol for each of a call's symbols but the first few.
func defineEach(b *syntax.Builder, d *draft, whole, args analysis.Span, kind analysis.Kind, word string, skip int) {
	names := symbolArguments(b.Text(args))
	for i, at := range names {
		if i >= skip {
			d.defineCall(b, whole, args, at, kind, word)
		}
	}
}

func defineFirst(b *syntax.Builder, d *draft, whole, args analysis.Span, word string) {
	if names := symbolArguments(b.Text(args)); len(names) > 0 && names[0].first {
		d.defineCall(b, whole, args, names[0], analysis.Method, word)
	}
}

// defineLast reads def_delegator :object, :method, :alias.
func defineLast(b *syntax.Builder, d *draft, whole, args analysis.Span, word string) {
	if names := symbolArguments(b.Text(args)); len(names) > 1 {
		d.defineCall(b, whole, args, names[len(names)-1], analysis.Method, word)
	}
}

func (d *draft) defineCall(b *syntax.Builder, whole, args analysis.Span, at argument, kind analysis.Kind, word string) {
	name := analysis.Span{Start: args.Start + uint32(at.Start), End: args.Start + uint32(at.End)}
	def := definition{Symbol: analysis.Symbol{Kind: kind, Range: whole, Signature: word + " :" + b.Text(name)}}
	if receiver, _, ok := strings.Cut(b.Text(args), ","); ok && strings.HasPrefix(word, "def_delegator") { // whose methods they are
		def.Signature = word + " " + strings.TrimSpace(strings.TrimLeft(receiver, "( ")) + ", :" + b.Text(name)
	}
	def.singleton = word == "define_singleton_method"
	d.add(b, name, def)
}

func readAutoload(b *syntax.Builder, args analysis.Span, line uint32) {
	text := b.Text(args)
	names := symbolArguments(text)
	comma := strings.IndexByte(text, ',')
	if len(names) == 0 || comma < 0 || !names[0].first {
		return
	}
	if p := pathArgument(text[comma+1:]); p != "" {
		name := text[names[0].Start:names[0].End]
		b.Import(analysis.Import{Specifier: p, Names: []analysis.Binding{{Name: name, Local: name}}, Line: line})
	}
}

// argument is where the name in a symbol or string argument stands in the text of the arguments.
type argument struct {
	Start, End int
	first      bool
}

// symbolArguments finds the arguments :a, "a" and 'a' of a call; keyword arguments end the list.
func symbolArguments(text string) (out []argument) {
	at := 0
	for n := 0; ; n++ {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], "( \t\r\n*"))
		if at == len(text) {
			return out
		}
		start := at + 1
		end := start
		switch text[at] {
		case ':', '"', '\'':
			for end < len(text) && (isWordByte(text[end]) || strings.IndexByte("?!=@", text[end]) >= 0) {
				end++
			}
			if end == start {
				return out
			}
			out = append(out, argument{start, end, n == 0})
			if text[at] != ':' && (end == len(text) || text[end] != text[at]) { // more than a name
				return out[:len(out)-1]
			}
		default:
			if n > 0 || !strings.Contains(text[at:], ",") {
				return out
			}
		}
		comma := strings.IndexByte(text[end-1:], ',')
		if comma < 0 {
			return out
		}
		at = end + comma
	}
}

// pathArgument is the path that an argument of require says, if it is literal: a string, or a path made
// of __dir__ or __FILE__ and strings, which begins with "./" or "../".
func pathArgument(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		text = strings.TrimSpace(text[1 : len(text)-1])
	}
	if p, ok := literal(text); ok {
		return p
	}
	here := strings.NewReplacer("File.dirname(__FILE__)", "__dir__", "::File", "File", "#{__dir__}", "\x00", "#{File.dirname(__FILE__)}", "\x00")
	text = here.Replace(text)
	if p, ok := literal(text); ok {
		rest, found := strings.CutPrefix(p, "\x00/")
		if !found || strings.Contains(rest, "\x00") {
			return ""
		}
		return relative(rest)
	}
	if args, ok := call(text, "File.expand_path"); ok {
		p, base, two := strings.Cut(args, ",")
		switch strings.TrimSpace(base) {
		case "__dir__":
			if p, ok := literal(strings.TrimSpace(p)); ok {
				return relative(p)
			}
		case "__FILE__": // the file counts as a directory
			if p, ok := literal(strings.TrimSpace(p)); ok {
				return relative(path.Join("x", p))
			}
		}
		if !two {
			return pathArgument(args)
		}
		return ""
	}
	if args, ok := call(text, "File.join"); ok {
		return joined(args, ",")
	}
	return joined(text, "+")
}

// joined is the path of strings that are joined to __dir__.
func joined(text, by string) string {
	first, rest, found := strings.Cut(text, by)
	if !found || strings.TrimSpace(first) != "__dir__" {
		return ""
	}
	var parts []string
	for piece := range strings.SplitSeq(rest, by) {
		p, ok := literal(strings.TrimSpace(piece))
		if !ok {
			return ""
		}
		parts = append(parts, strings.TrimLeft(p, "/"))
	}
	return relative(path.Join(parts...))
}

// call is what stands between the parentheses of a call that is the whole text.
func call(text, function string) (arguments string, ok bool) {
	rest, ok := strings.CutPrefix(text, function+"(")
	return strings.TrimSuffix(rest, ")"), ok && strings.HasSuffix(rest, ")")
}

// literal is the content of a string without interpolations, if it is the whole text.
func literal(text string) (string, bool) {
	if len(text) < 3 || text[0] != text[len(text)-1] || text[0] != '"' && text[0] != '\'' {
		return "", false
	}
	inner := text[1 : len(text)-1]
	return inner, !strings.ContainsAny(inner, "\n\r\\#"+text[:1])
}

// relative writes a path so that it shows that it is relative to the file.
func relative(p string) string {
	p = path.Clean(strings.TrimLeft(p, "/"))
	if p == ".." || strings.HasPrefix(p, "../") {
		return p
	}
	return "./" + p
}

func isWordByte(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}
