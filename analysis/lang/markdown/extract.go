package markdown

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
)

func extract(src []byte) (*analysis.Facts, error) {
	return read("markdown", src).Facts(), nil
}

func read(language string, src []byte) *scan.File {
	f := scan.New(language, src)
	lines := prose(src)
	headings(f, lines)
	links(f, src, lines)
	return f
}

// section is a heading whose section is still open.
type section struct {
	analysis.Symbol
	level int
}

// headings adds the headings. A section goes on to the next heading of its level or above.
func headings(f *scan.File, lines []line) {
	var open []section
	shut := func(level int, end uint32) {
		for n := len(open); n > 0 && open[n-1].level >= level; n-- {
			open[n-1].Range.End = end
			f.Add(open[n-1].Symbol)
			open = open[:n-1]
		}
	}
	for i, l := range lines {
		under := ""
		if i+1 < len(lines) {
			under = lines[i+1].text
		}
		_, level := heading(l.text, under)
		if level == 0 {
			continue
		}
		// The title as written: in the line as it is read, code spans are blanks.
		title, _ := heading(strings.TrimRight(string(f.Src[l.Start:l.End]), "\r\n"), under)
		name := said(title)
		if name == "" {
			continue
		}
		shut(level, l.Start)
		s := analysis.Symbol{Name: name, Kind: analysis.Module, Exported: true, Signature: strings.Repeat("#", level) + " " + name,
			Range: analysis.Span{Start: l.Start}, Line: f.Line(l.Start), Doc: opening(f.Src, lines[i+1:])}
		if n := len(open); n > 0 {
			s.Container = strings.TrimPrefix(open[n-1].Container+"."+open[n-1].Name, ".")
		}
		open = append(open, section{s, level})
	}
	shut(0, uint32(len(f.Src)))
}

// opening is the first line of the paragraph below a heading, "" where something else stands there.
func opening(src []byte, lines []line) string {
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		if text == "" && strings.TrimSpace(string(src[l.Start:l.End])) != "" {
			return "" // code
		}
		if text == "" || strings.Trim(text, "=-") == "" {
			continue
		}
		if isItem(text) || strings.IndexByte("#<|>:!{[", text[0]) >= 0 {
			return ""
		}
		return said(strings.TrimSpace(string(src[l.Start:l.End])))
	}
	return ""
}

// links adds each file that the text links to, once.
func links(f *scan.File, src []byte, lines []line) {
	type target struct {
		spec string
		at   uint32
	}
	var targets []target
	clean := make([]byte, len(src)) // the source without its code
	blankOut(clean)
	for _, l := range lines {
		copy(clean[l.Start:], l.text)
		for _, d := range destinations(l.text) {
			targets = append(targets, target{d, l.Start})
		}
	}
	tags, _ := scan.Markup(clean, "")
	for _, t := range tags {
		for _, name := range []string{"href", "src"} {
			if a, ok := t.Get(name); ok && (strings.EqualFold(t.Name, "a") || strings.EqualFold(t.Name, "img") || strings.EqualFold(t.Name, "source")) {
				targets = append(targets, target{strings.TrimSpace(a.Value), t.Start})
			}
		}
	}
	slices.SortStableFunc(targets, func(a, b target) int { return int(int64(a.at) - int64(b.at)) })
	seen := map[string]bool{}
	for _, t := range targets {
		if spec := fileOf(t.spec); spec != "" && !seen[spec] {
			seen[spec] = true
			f.Import(t.at, analysis.Import{Specifier: spec})
		}
	}
}

// destinations are where the links of a line lead: [text](here), ![image](here), [label]: here.
func destinations(text string) []string {
	var out []string
	trimmed := strings.TrimLeft(text, " ")
	if strings.HasPrefix(trimmed, "[") && !strings.HasPrefix(trimmed, "[^") && len(text)-len(trimmed) < 4 {
		if _, rest, ok := strings.Cut(trimmed, "]:"); ok && !strings.Contains(trimmed[:len(trimmed)-len(rest)-2], "](") {
			return append(out, destination(strings.TrimSpace(rest), false))
		}
	}
	for {
		i := strings.Index(text, "](")
		if i < 0 {
			return out
		}
		escaped := i > 0 && text[i-1] == '\\'
		text = text[i+2:]
		if !escaped {
			out = append(out, destination(strings.TrimLeft(text, " "), true))
		}
	}
}

// destination is the one that a text begins with: in angle brackets, else up to white space or, in a
// link, the parenthesis that closes it.
func destination(text string, link bool) string {
	const most = 1000
	if rest, ok := strings.CutPrefix(text, "<"); ok {
		inside, _, _ := strings.Cut(rest[:min(len(rest), most)], ">")
		return inside
	}
	depth := 0
	for i := 0; i < min(len(text), most); i++ {
		switch text[i] {
		case ' ', '\t':
			return text[:i]
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 && link {
				return text[:i]
			}
		}
	}
	if link || len(text) > most { // it does not end on its line
		return ""
	}
	return text
}

// fileOf is the path in a destination, "" where it names none: a URL, a place in the same file, what a
// template engine or the reader has yet to fill in.
func fileOf(spec string) string {
	if i := strings.IndexAny(spec, "#?"); i >= 0 {
		spec = spec[:i]
	}
	scheme, _, hasScheme := strings.Cut(spec, ":")
	switch {
	case spec == "" || strings.HasPrefix(spec, "//") || strings.HasPrefix(spec, "[") || hasScheme && !strings.ContainsAny(scheme, "/."),
		strings.ContainsAny(spec, "{}<>$|*\"`@^\\") && !strings.HasPrefix(spec, "@"):
		return ""
	}
	return unescape(spec)
}

// unescape puts the bytes in place of %20 and the like.
func unescape(spec string) string {
	if !strings.Contains(spec, "%") {
		return spec
	}
	var out []byte
	for i := 0; i < len(spec); i++ {
		if spec[i] == '%' && i+2 < len(spec) && hex(spec[i+1]) >= 0 && hex(spec[i+2]) >= 0 {
			out = append(out, byte(hex(spec[i+1])<<4|hex(spec[i+2])))
			i += 2
			continue
		}
		out = append(out, spec[i])
	}
	return string(out)
}

func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
