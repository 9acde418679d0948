package rank

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Use is one place where a definition is used.
type Use struct {
	Node       int32         // the file that uses it
	Span       analysis.Span // of the name there
	In         int           // the innermost definition around it, by its index among the file's Symbols, or WholeFile
	Confidence float64       // 0–1: how sure it is that this very definition is meant
}

// Uses are the places where a definition is used, by path and position: in its own file, and in those whose uses
// of its name the graph has. What only imports it, or names it in a comment or a string, is no use. text gives
// a file's text; files that have none are left out.
func (ix *Index) Uses(of Definition, text func(int32) (string, error)) []Use {
	var all []Use
	in := func(n int32, names map[string]float64, bare bool) {
		if content, err := text(n); err == nil && len(names) > 0 {
			f := useFinder{ix: ix, of: of, s: ix.symbol(of), n: n, text: content, bare: bare}
			all = append(all, f.find(names)...)
		}
	}
	offered, s := ix.offered(of), ix.symbol(of)
	overloads, container := ix.overloadsOf(of), s.Container // of uses
	if ix.constructs(of) {
		container = strings.TrimSuffix(strings.TrimSuffix(s.Container, s.Name), ".")
	}
	for _, e := range ix.graph.In(of.Node) {
		names, bare := map[string]float64{}, false // what the file calls it
		for _, u := range ix.graph.UsesOf(e.To, of.Node) {
			switch {
			case !offered[u.Name]:
			case u.Places != nil && u.Container == container:
				all = append(all, ix.placed(of, e.To, overloads, u, text)...)
			case u.Places != nil, u.Container != "" && u.Container != s.Container:
			default:
				names[u.Name], bare = max(names[u.Name], u.Confidence), bare || u.Container != ""
				for l := range ix.importsOf(e.To, of.Node) {
					for _, b := range l.Import().Names {
						if b.Name == u.Name && !strings.Contains(b.Local, `\`) { // PHP: it ends with the name
							names[b.Local] = u.Confidence
						}
					}
				}
			}
		}
		delete(names, "default")
		in(e.To, names, bare)
	}
	users, confidence := ix.unseenUsers(of)
	for _, n := range users {
		in(n, map[string]float64{s.Name: confidence}, false)
	}
	file := ix.graph.File(of.Node)
	facts := file.Facts.Get()
	switch own := ix.graph.OwnUses(of.Node); {
	case facts.Places != nil:
		for _, u := range own {
			if u.Name == s.Name && u.Container == container {
				all = append(all, ix.placed(of, of.Node, overloads, u, text)...)
			}
		}
	case s.Container != "" && (file.Language.Bare || file.Language.Spelling.Sign != 0), // linking need not know of such uses
		slices.ContainsFunc(facts.References, func(r analysis.Reference) bool { return r.Name == s.Name }):
		in(of.Node, map[string]float64{s.Name: 1}, false)
	}
	slices.SortFunc(all, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return all
}

// placed are the places of a use in a file, as linking knows them, that may mean a definition.
func (ix *Index) placed(of Definition, n int32, overloads *overloads, u analysis.Use, text func(int32) (string, error)) (all []Use) {
	content, err := text(n)
	if err != nil {
		return nil
	}
	f := useFinder{ix: ix, n: n, text: content}
	no, constructs := f.taken(u), ix.constructs(of)
	for _, at := range u.Places {
		end := int(at)
		if end < len(content) && content[end] == privateSign {
			end++
		}
		for end < len(content) && (identifierByte(content[end]) || content[end] == namespaceSign) {
			end++
		}
		at += uint32(strings.LastIndexByte(content[at:end], namespaceSign) + 1)
		if int(at) >= end || no[int(at)] {
			continue
		}
		place := analysis.Span{Start: at, End: uint32(end)}
		if constructs && !f.made(place) || !f.means(overloads, place) {
			continue
		}
		all = append(all, Use{Node: n, Span: place, In: f.around(place), Confidence: u.Confidence})
	}
	return all
}

// constructs reports whether a definition makes instances where the name of its type stands behind new.
func (ix *Index) constructs(of Definition) bool {
	s := ix.symbol(of)
	language := ix.graph.File(of.Node).Language
	return language.Overloads && language.Bare && s.Kind == analysis.Method && s.Name == lastPart(s.Container)
}

// made reports whether an instance is made of the type whose name stands at a place: new Lid(), new Box.Lid(), Lid::new.
func (f *useFinder) made(place analysis.Span) bool {
	before := strings.TrimRight(f.text[:place.Start], blank)
	for strings.HasSuffix(before, ".") {
		before = strings.TrimRight(before[:len(before)-1], blank)
		before = strings.TrimRight(strings.TrimSuffix(before, lastWord(before)), blank)
	}
	after := f.text[place.End:]
	return lastWord(before) == "new" && !strings.HasPrefix(after, ".") && !strings.HasPrefix(after, "[") || strings.HasPrefix(after, "::new")
}

// namespaceSign stands between the namespaces of a name in PHP.
const namespaceSign = '\\'

// privateSign is what names of private members begin with in JavaScript.
const privateSign = '#'

// taken are the places where imports take the name of a use out of a module, or another one that leads to it.
func (f *useFinder) taken(u analysis.Use) map[int]bool {
	links := f.ix.graph.Imports(f.n)
	names := map[string]float64{}
	for i := range links {
		leads := u.Container == "" && slices.Contains(links[i].Defs, u.File)
		for _, b := range links[i].Import().Names {
			if leads || b.Name == u.Name {
				names[b.Name], names[b.Local] = 1, 1
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return f.noUses(names)
}

// offered are the names under which other files may use a definition.
func (ix *Index) offered(of Definition) map[string]bool {
	s := ix.symbol(of)
	names := map[string]bool{s.Name: true}
	for _, x := range ix.graph.File(of.Node).Facts.Get().Exports {
		if s.Container == "" && x.Local == s.Name {
			names[x.Name] = true
		}
	}
	return names
}

// importsOf are a file's imports that lead to another.
func (ix *Index) importsOf(n, other int32) iter.Seq[*analysis.ImportLink] {
	return func(yield func(*analysis.ImportLink) bool) {
		links := ix.graph.Imports(n)
		for i := range links {
			if l := &links[i]; (slices.Contains(l.Files, other) || slices.Contains(l.Defs, other)) && !yield(l) {
				return
			}
		}
	}
}

// useFinder finds the uses of one definition in one file.
type useFinder struct {
	ix   *Index
	of   Definition
	s    *analysis.Symbol
	n    int32
	text string
	bare bool // a member that types of the file have from the definition's

	bound  map[local]bool  // whether functions bind names, as far as it was asked
	heired map[string]bool // see heirs; nil: it was not asked
	out    *bool           // see takenOut; nil: it was not asked

	declared map[local][]declaration // see variableType
	locals   map[string]bool         // see isLocalType
}

// language is that of the file.
func (f *useFinder) language() *analysis.Language { return f.ix.graph.File(f.n).Language }

func (f *useFinder) spelling() *analysis.Spelling { return &f.language().Spelling }

// find finds the uses under the names given, each with the graph's confidence.
func (f *useFinder) find(names map[string]float64) []Use {
	no, found := f.noUses(names), []Use(nil)
	hidden := readProse(f.text, &f.language().Lexis)
	f.eachPlace(names, func(name string, at int) {
		if no[at] || hidden.has(at) {
			return
		}
		u := Use{Node: f.n, Span: analysis.Span{Start: uint32(at), End: uint32(at + len(name))}}
		u.In = f.around(u.Span)
		if u.Confidence = f.confidence(u, names[name]); u.Confidence > 0 {
			found = append(found, u)
		}
	})
	return found
}

// eachPlace is eachPlace in the text of the file; the sign that makes a name a variable is no part of it.
func (f *useFinder) eachPlace(names map[string]float64, yield func(name string, at int)) {
	ends := f.spelling().Ends
	eachPlace(f.text, f.spelling().Sign, names, func(name string, at int) {
		after := f.text[at+len(name):]
		if !beginsWithAny(after, ends) || strings.HasPrefix(after[1:], "=") { // else it is a longer name
			yield(name, at)
		}
	})
}

// eachPlace calls yield with each place of a text where one of some names stands as a word, behind a sign or not.
func eachPlace(text string, sign byte, names map[string]float64, yield func(name string, at int)) {
	for name := range names {
		for at := 0; name != ""; at += len(name) {
			i := strings.Index(text[at:], name)
			if i < 0 {
				break
			}
			at += i
			end := at + len(name)
			if (at == 0 || !identifierByte(text[at-1]) || text[at-1] == sign) && (end == len(text) || !identifierByte(text[end]) || !identifierByte(text[end-1])) {
				yield(name, at)
			}
		}
	}
}

// noUses are the places where names stand for what they define or import: the first one from the line on that
// the facts have, of an import all on that line.
func (f *useFinder) noUses(names map[string]float64) map[int]bool {
	facts := f.ix.graph.File(f.n).Facts.Get()
	at, offset := map[string][]int{}, make([]int, 0, facts.Lines+1) // by name; of the lines
	for line := 0; ; line++ {
		offset = append(offset, line)
		i := strings.IndexByte(f.text[line:], '\n')
		if i < 0 {
			break
		}
		line += i
	}
	f.eachPlace(names, func(name string, i int) { at[name] = append(at[name], i) })
	no := map[int]bool{}
	first := func(name string, line uint32, wholeLine bool) {
		if int(line) >= len(offset) {
			return
		}
		from, _ := slices.BinarySearch(at[name], offset[line])
		for i, place := range at[name][from:] {
			if i > 0 && (!wholeLine || int(line)+1 < len(offset) && place >= offset[line+1]) {
				break
			}
			no[place] = true
		}
	}
	for i := range facts.Symbols {
		first(facts.Symbols[i].Name, facts.Symbols[i].Line, false)
	}
	for _, imp := range facts.Imports {
		if imp.Implied {
			continue
		}
		for _, b := range imp.Names {
			first(b.Name, imp.Line, true)
			if b.Local != b.Name {
				first(b.Local, imp.Line, true)
			}
		}
	}
	return no
}

// around is the innermost definition around a place.
func (f *useFinder) around(place analysis.Span) int {
	in := WholeFile
	symbols := f.ix.symbols(f.n)
	for i := range symbols {
		if symbols[i].Range.Start > place.Start {
			break
		}
		if symbols[i].Range.Contains(place) {
			in = i
		}
	}
	return in
}
