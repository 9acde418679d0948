package sfc

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/analysis/lang/scan"
	"github.com/contextls/contextls/analysis/syntax"
)

// dialect is what tells one kind of component from another.
type dialect struct {
	id        string
	braces    string                                           // what begins code in the template's text
	props     string                                           // what declares the properties that a component takes
	directive func(name string) (target string, ok bool)       // of an attribute whose value is code; target is a name that it uses
	readers   map[string]func([]byte) (*analysis.Facts, error) // of the scripts, by language
}

func (d *dialect) extract(src []byte) (*analysis.Facts, error) {
	tags, code := scan.Markup(src, d.braces)
	scripts, language := scriptsOf(src, tags)
	blank := blanked(src, scripts)
	facts, err := d.readers[language](blank)
	if err != nil {
		return nil, err
	}
	facts.Language = d.id
	facts.Generated = analysis.Generated(src)
	if facts.Lines == 0 { // an empty file
		return facts, nil
	}
	c := &component{dialect: d, src: src, facts: facts}
	c.bounds(scripts)
	c.sources(tags)
	c.export(tags, scripts, blank)
	c.readPlaces()
	c.template(tags, code)
	c.writePlaces()
	return facts, nil
}

// use is a name that the component uses, and what stands before it.
type use struct{ qualifier, name string }

// readPlaces takes in where the scripts use names.
func (c *component) readPlaces() {
	c.places = map[use][]uint32{}
	places := c.facts.Places
	for _, r := range c.facts.References {
		n := min(int(r.Count), len(places))
		c.places[use{r.Qualifier, r.Name}], places = places[:n:n], places[n:]
	}
}

// writePlaces makes references of all uses.
func (c *component) writePlaces() {
	uses := slices.SortedFunc(maps.Keys(c.places), func(a, b use) int {
		return cmp.Or(strings.Compare(a.qualifier, b.qualifier), strings.Compare(a.name, b.name))
	})
	c.facts.References, c.facts.Places = nil, nil
	for _, u := range uses {
		at := slices.Clone(c.places[u])
		slices.Sort(at)
		at = slices.Compact(at)
		c.facts.References = append(c.facts.References, analysis.Reference{Qualifier: u.qualifier, Name: u.name, Count: uint32(len(at))})
		c.facts.Places = append(c.facts.Places, at...)
	}
}

// scriptsOf are the scripts that are code, and the language that reads all of them: a file mixes none.
func scriptsOf(src []byte, tags []scan.Tag) (scripts []scan.Tag, language string) {
	language = "javascript"
	for _, t := range tags {
		kind, typed := t.Get("type")
		if strings.ToLower(t.Name) != "script" || t.Body.Start == t.Body.End || !topLevel(src, t) ||
			typed && kind.Value != "module" && !strings.HasSuffix(kind.Value, "script") {
			continue
		}
		lang, _ := t.Get("lang")
		switch lang.Value {
		case "ts", "typescript":
			if language != "typescriptreact" {
				language = "typescript"
			}
		case "tsx":
			language = "typescriptreact"
		case "", "js", "javascript", "jsx":
		default:
			continue // CoffeeScript, Pug, …
		}
		scripts = append(scripts, t)
	}
	return scripts, language
}

// topLevel reports whether a tag is a block of the file: such a one begins its line at the left. One that is
// indented is the template's own.
func topLevel(src []byte, t scan.Tag) bool {
	line := bytes.LastIndexByte(src[:t.Start], '\n') + 1
	before := src[line:t.Start]
	return len(bytes.TrimLeft(before, " \t")) > 0 || len(before) == 0 || len(bytes.TrimSpace(src[:line])) == 0
}

// blanked is the source with spaces for all but the scripts and the line breaks.
func blanked(src []byte, scripts []scan.Tag) []byte {
	out := make([]byte, len(src))
	for i, c := range src {
		out[i] = ' '
		if c == '\n' || c == '\r' {
			out[i] = c
		}
	}
	for _, s := range scripts {
		copy(out[s.Body.Start:s.Body.End], src[s.Body.Start:s.Body.End])
	}
	return out
}

// component is a component's file that is being read.
type component struct {
	*dialect
	src    []byte
	facts  *analysis.Facts
	places map[use][]uint32
}

// bounds keeps symbols inside their scripts, and hides what no other file sees: a setup script's names and those of a component's instance are
// its own, except for what it exports. (A script without imports and exports would else count as one
// that all others see.)
func (c *component) bounds(scripts []scan.Tag) {
	exported := map[string]bool{}
	for _, e := range c.facts.Exports {
		exported[e.Local] = true
	}
	hidden := map[string]bool{}
	for i := range c.facts.Symbols {
		s := &c.facts.Symbols[i]
		for _, t := range scripts { // what is broken may seem to go on behind its script
			if t.Body.Start <= s.Range.Start && s.Range.Start < t.Body.End {
				s.Range.End = min(s.Range.End, t.Body.End)
			}
		}
		outer, _, _ := strings.Cut(s.Container, ".")
		if outer == "" && !exported[s.Name] {
			hidden[s.Name] = true
		}
		if hidden[cmp.Or(outer, s.Name)] {
			s.Exported = false
		}
	}
}

// sources adds what blocks take from other files: <script src="./logic.ts">, <style src="./look.css">.
func (c *component) sources(tags []scan.Tag) {
	for _, t := range tags {
		name := strings.ToLower(t.Name)
		source, ok := t.Get("src")
		if !ok || !topLevel(c.src, t) || !strings.HasPrefix(source.Value, ".") || name != "script" && name != "style" && name != "template" {
			continue
		}
		script := name == "script" // the component is what the script makes it
		c.facts.Imports = append(c.facts.Imports, analysis.Import{Specifier: source.Value, Line: c.line(source.At), Star: script, ReExport: script})
		if script {
			c.facts.Imports = append(c.facts.Imports, analysis.Import{Specifier: source.Value, Line: c.line(source.At), ReExport: true,
				Names: []analysis.Binding{{Name: "default", Local: "default"}}})
		}
	}
	slices.SortStableFunc(c.facts.Imports, func(a, b analysis.Import) int { return cmp.Compare(a.Line, b.Line) })
}

// export adds the default export that the code leaves to the compiler.
func (c *component) export(tags, scripts []scan.Tag, blank []byte) {
	for _, e := range c.facts.Exports {
		if e.Name == "default" {
			return
		}
	}
	for _, i := range c.facts.Imports {
		if i.ReExport && i.Star { // the script is another file
			return
		}
	}
	block, best := scan.Tag{}, 0
	for _, t := range tags {
		if n := c.says(t); n > best {
			block, best = t, n
		}
	}
	if best == 0 {
		return
	}
	signature := strings.Join(strings.Fields(string(c.src[block.Start:block.End])), " ")
	if slices.ContainsFunc(scripts, func(t scan.Tag) bool { return t.Start == block.Start }) {
		signature += " " + cmp.Or(propsOf(blank, c.props), c.exported(block.Body), "// no props")
	}
	c.facts.Symbols = append(c.facts.Symbols, analysis.Symbol{Name: "default", Kind: analysis.Class, Signature: scan.Cut(signature),
		Exported: true, Range: block.Span, Line: c.line(block.Start)})
	slices.SortStableFunc(c.facts.Symbols, func(a, b analysis.Symbol) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start), cmp.Compare(b.Range.End, a.Range.End))
	})
	c.facts.Exports = append(c.facts.Exports, analysis.Export{Name: "default", Local: "default"})
}

// exported are the props of Svelte before its fifth version: the variables that a script exports.
func (c *component) exported(script analysis.Span) string {
	var out []string
	for _, s := range c.facts.Symbols {
		if s.Kind == analysis.Variable && script.Contains(s.Range) && strings.HasPrefix(s.Signature, "export let ") {
			out = append(out, s.Signature)
		}
	}
	return strings.Join(out, "; ")
}

// propsOf is the statement that declares what a component takes, as one line: const {…} = $props().
func propsOf(script []byte, call string) string {
	at := bytes.Index(script, []byte(call))
	if at < 0 {
		return ""
	}
	from := at
	if call[0] == '$' { // the names stand before it
		from = max(bytes.LastIndex(script[:at], []byte("let")), bytes.LastIndex(script[:at], []byte("const")), 0)
	}
	depth, end := 0, at
	for end < len(script) {
		switch script[end] {
		case '(', '<', '{', '[':
			depth++
		case ')', '>', '}', ']':
			if script[end] != '>' || script[end-1] != '=' {
				depth--
			}
		}
		end++
		if depth == 0 && script[end-1] == ')' || depth < 0 {
			break
		}
	}
	f := scan.New("", bytes.Clone(script))
	f.Lex(&scan.Lexis{LineComments: []string{"//"}, BlockComments: [][2]string{{"/*", "*/"}}, Quotes: "'\""})
	separate(f, uint32(from), uint32(end))
	return f.Signature(uint32(from), uint32(end))
}

// separate writes semicolons between members of types that only the ends of lines separate.
func separate(f *scan.File, from, to uint32) {
	var open []byte
	for i, t := range f.Tokens {
		next := f.At(i + 1)
		if t.Start < from || next.End > to || next.Start < t.End {
			continue
		}
		if t.Kind == scan.Sign {
			open = syntax.Brackets(open, f.Src[t.Start:t.End])
		}
		if len(open) > 0 && open[len(open)-1] == '{' && f.Line(next.Start) > f.Line(t.End) &&
			syntax.SeparatesMembers(f.Src[from:t.End], f.Src[next.Start:to]) {
			f.Src[t.End] = ';'
		}
	}
}

// says is how much a tag says of the component, 0 being nothing.
func (c *component) says(t scan.Tag) int {
	_, setup := t.Get("setup")
	_, module := t.Get("module")
	_, context := t.Get("context")
	switch name := strings.ToLower(t.Name); {
	case name != "script" && name != "style":
		return 1
	case name == "style" || !topLevel(c.src, t):
		return 0
	case setup:
		return 4
	case module || context:
		return 2
	}
	return 3
}

// line is the 0-based line of an offset.
func (c *component) line(at uint32) uint32 { return uint32(bytes.Count(c.src[:at], []byte("\n"))) }

// refer notes that a name is used at an offset.
func (c *component) refer(qualifier, name string, at uint32) {
	u := use{qualifier, name}
	c.places[u] = append(c.places[u], at)
}
