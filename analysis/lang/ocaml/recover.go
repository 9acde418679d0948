package ocaml

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/syntax"
)

// definition is the first line of one, at the left: what it defines and its name.
var definition = regexp.MustCompile(`^(let|and|type|module|val|external|exception|class)(?:%\w+)?(?:\s+(type|rec|nonrec|virtual))?\s+(?:'?[\w+\-]+\s+|\([^)]*\)\s+)??([A-Za-z_][\w']*)`)

// mend goes over a file with syntax errors once more, by its lines: what begins at the left begins a
// definition, whatever the parser took it for, and ends the one before; but not in a documentation comment.
func mend(b *syntax.Builder, o *outline) {
	src := b.Src()
	var starts []uint32
	for at := 0; at < len(src); {
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		if definition.Match(line) && !slices.ContainsFunc(o.docs, func(d analysis.Span) bool { return int(d.Start) < at && at < int(d.End) }) {
			starts = append(starts, uint32(at))
		}
		at += len(line) + 1
	}
	cut := func(s analysis.Span) analysis.Span {
		if i, _ := slices.BinarySearch(starts, s.Start+1); i < len(starts) && starts[i] < s.End && s.Start > 0 {
			if !bytes.HasPrefix(src[s.Start:], []byte("module type "+wrapper)) {
				s.End = max(s.Start+1, uint32(len(bytes.TrimRight(src[:starts[i]], " \t\r\n"))))
			}
		}
		return s
	}
	f := b.Facts()
	found := map[uint32]bool{}
	for i := range f.Symbols {
		f.Symbols[i].Range = cut(f.Symbols[i].Range)
		found[f.Symbols[i].Line] = true
	}
	for i := range o.bindings {
		o.bindings[i] = cut(o.bindings[i])
	}
	for i, start := range starts {
		if found[b.Line(start)] {
			continue
		}
		end := uint32(len(src))
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		end = max(start+1, uint32(len(bytes.TrimRight(src[:end], " \t\r\n"))))
		line, _, _ := strings.Cut(string(src[start:end]), "\n")
		m := definition.FindStringSubmatch(line)
		s := analysis.Symbol{Name: m[3], Kind: lineKinds[m[1]], Range: analysis.Span{Start: start, End: end}, Line: b.Line(start),
			Signature: strings.TrimRight(line, " \t\r="), Exported: m[3][0] != '_'}
		if len(s.Signature) > maxType {
			s.Signature = strings.ToValidUTF8(s.Signature[:maxType], "") + "…"
		}
		if m[2] == "type" && m[1] == "module" {
			s.Kind = analysis.Interface
		}
		b.Add(s)
	}
}

var lineKinds = map[string]analysis.Kind{"let": analysis.Function, "and": analysis.Function, "type": analysis.TypeAlias,
	"module": analysis.Module, "val": analysis.Function, "external": analysis.Function, "exception": analysis.Class, "class": analysis.Class}
