package engine

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/secret"
	"github.com/contextls/contextls/workspace/store"
)

// publishedFile is a file that documents are made of.
type publishedFile struct {
	*publishing
	node  int32
	file  *analysis.File
	text  secret.Text
	lines []int // where they begin in text.Raw
	test  bool
}

// lineStarts are where a text's lines begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// line is the line, from 0, that a place is in.
func (f *publishedFile) line(at int) int {
	i, found := slices.BinarySearch(f.lines, at)
	if !found {
		i--
	}
	return i
}

// definitions are those of the file.
func (f *publishedFile) definitions() []store.Definition {
	facts, module := f.file.Facts.Get(), f.Graph().ModuleName(f.node)
	own := f.belongsTo(module)
	all := make([]store.Definition, 0, len(facts.Symbols))
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		start, end := f.within(s.Range)
		d := store.Definition{Language: facts.Language, Kind: s.Kind.String(), Name: s.Name, Container: s.Container, Signature: s.Signature, Doc: s.Doc,
			Line: int(s.Line), End: max(f.line(max(end-1, start)), int(s.Line)), Exported: s.Exported, Test: f.test, Module: module, Package: own, Words: f.words(i)}
		if f.sources {
			d.Source = f.text.Slice(start, end)
		}
		all = append(all, d)
	}
	return all
}

// within are the bounds of what there is of a span in the text.
func (f *publishedFile) within(s analysis.Span) (start, end int) {
	end = min(int(s.End), len(f.text.Raw))
	return min(int(s.Start), end), end
}

// The words of a body: names of things, and not what a program holds as data.
const (
	leastWord, mostWord = 2, 64   // bytes of one
	mostWords           = 4 << 10 // bytes of all
)

// words are the identifiers and words of a definition, each once, in their order, without those of definitions inside of it.
func (f *publishedFile) words(of int) string {
	symbols := f.file.Facts.Get().Symbols
	at, end := f.within(symbols[of].Range)
	var out strings.Builder
	seen := map[string]bool{}
	add := func(part string) {
		for word := range strings.FieldsFuncSeq(part, func(r rune) bool {
			return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			if len(word) < leastWord || len(word) > mostWord || seen[word] || !strings.ContainsFunc(word, unicode.IsLetter) || out.Len()+len(word) >= mostWords {
				continue
			}
			seen[word] = true
			if out.Len() > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(word)
		}
	}
	for _, inner := range symbols[of+1:] {
		start, innerEnd := f.within(inner.Range)
		if start >= end {
			break
		}
		if start >= at && innerEnd < end {
			add(f.text.Slice(at, start))
			at = innerEnd
		}
	}
	add(f.text.Slice(at, max(end, at)))
	return out.String()
}

// mostLines is how many lines tell where a name is used.
const mostLines = 20

// used is a name of a package that a file uses, by one of its imports.
type used struct {
	link   *analysis.ImportLink
	module string
	name   string
}

// uses are the names of other packages that the file uses: those that it takes, and what of them it names. What those packages are
// made of need not be here.
func (f *publishedFile) uses() []store.Use {
	facts, links := f.file.Facts.Get(), f.Graph().Imports(f.node)
	found := map[used]*store.Use{}
	note := func(link *analysis.ImportLink, name string, count int, places []uint32) {
		key := used{link, link.Import().Specifier, name}
		u := found[key]
		if u == nil {
			u = &store.Use{Language: facts.Language, Package: importedPackage(link), Module: key.module, Name: name, Test: f.test}
			found[key] = u
			if len(places) > 0 {
				u.In = f.enclosing(places[0])
			}
		}
		u.Count += count
		for _, at := range places {
			if line := f.line(int(at)); len(u.Lines) < mostLines && !slices.Contains(u.Lines, line) {
				u.Lines = append(u.Lines, line)
			}
		}
	}
	bound := map[string][]binding{} // by what the file calls it
	for i := range links {
		link := &links[i]
		if link.Package == nil {
			continue
		}
		if local := link.Local(); local != "" {
			bound[local] = append(bound[local], binding{link: link, whole: true})
		}
		for _, b := range link.Import().Names {
			local := dotted(b.Local)
			bound[local] = append(bound[local], binding{link, dotted(b.Name), b.Name == "default"})
		}
	}
	places := facts.Places
	for i := range facts.References {
		ref := &facts.References[i]
		var at []uint32
		if len(facts.Places) > 0 {
			n := min(int(ref.Count), len(places))
			at, places = places[:n], places[n:]
		}
		first, rest, ok := named(ref, bound)
		if !ok {
			continue
		}
		for _, b := range bound[first] {
			if name := b.named(rest); name != "" {
				note(b.link, name, int(ref.Count), at)
			}
		}
	}
	for i := range links { // what is taken, and no more than that
		for _, b := range links[i].Import().Names {
			if links[i].Package != nil && found[used{&links[i], links[i].Import().Specifier, dotted(b.Name)}] == nil {
				note(&links[i], dotted(b.Name), 1, nil)
			}
		}
	}
	for key, u := range found {
		if len(u.Lines) == 0 { // where names stand is not known of all languages
			u.Lines = []int{int(key.link.Import().Line)}
		}
	}
	return inOrder(found)
}

// binding is what a name of a file stands for: a name of a package, or a module as a whole.
type binding struct {
	link  *analysis.ImportLink
	name  string
	whole bool
}

// named is what is meant by what follows the name in the file; "" where that is the module itself.
func (b *binding) named(rest string) string {
	if b.whole && rest != "" {
		return rest
	}
	return joinNames(b.name, rest)
}

// named is a reference as a name that a file binds, the longest one, and what follows it: a.b.c is a and b.c. It is not ok where a
// value is between them.
func named(ref *analysis.Reference, bound map[string][]binding) (first, rest string, ok bool) {
	qualifier := dotted(ref.Qualifier)
	if qualifier != "" && !analysis.TypeExpr(qualifier).Dotted() {
		return "", "", false
	}
	name := joinNames(qualifier, dotted(ref.Name))
	for first = name; bound[first] == nil; first = containerOf(first) {
		if first == "" {
			return "", "", false
		}
	}
	return first, strings.TrimPrefix(name[len(first):], "."), true
}

// enclosing is the innermost definition around a place, "" outside of any.
func (f *publishedFile) enclosing(at uint32) (name string) {
	for i := range f.file.Facts.Get().Symbols {
		s := &f.file.Facts.Get().Symbols[i]
		if s.Range.Start > at {
			break
		}
		if at < s.Range.End {
			name = s.QualifiedName()
		}
	}
	return name
}

// inOrder are uses by package, module and name. Those that several imports of the same brought are one.
func inOrder(found map[used]*store.Use) []store.Use {
	all := make([]store.Use, 0, len(found))
	for _, u := range found {
		slices.Sort(u.Lines)
		all = append(all, *u)
	}
	slices.SortFunc(all, func(a, b store.Use) int {
		return cmp.Or(strings.Compare(a.Package.Ecosystem, b.Package.Ecosystem), strings.Compare(a.Package.Name, b.Package.Name), strings.Compare(a.Module, b.Module),
			strings.Compare(a.Name, b.Name), slices.Compare(a.Lines, b.Lines), cmp.Compare(b.Count, a.Count))
	})
	return slices.CompactFunc(all, func(a, b store.Use) bool { return a.Package == b.Package && a.Module == b.Module && a.Name == b.Name })
}
