package rank

import (
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// Dependencies are the definitions that a definition or a whole file uses, by path and position. text is that of
// its file; of a whole file it is not read. A definition uses what its file uses whose names stand in its own
// text, and the definitions beside it that it names.
func (ix *Index) Dependencies(of Definition, text string) []Definition {
	var names *identifiers
	var used []Definition
	if of.Symbol != WholeFile {
		names = readIdentifiers(textOf(ix.symbol(of), text))
		if ix.graph.File(of.Node).Facts.Get().Places == nil {
			used = ix.usedBeside(of, names)
		}
		for _, u := range ix.graph.OwnUses(of.Node) {
			if u.Likely() && ix.placedIn(of, u) {
				used = append(used, ix.placedBeside(of, u)...)
			}
		}
	}
	for _, u := range ix.graph.Uses(of.Node) {
		switch {
		case !u.Likely():
		case u.Places != nil:
			if ix.placedIn(of, u) {
				used = append(used, ix.known(u)...)
			}
		case ix.hasUse(of.Node, u, names):
			used = append(used, ix.meant(u, names)...)
		}
	}
	slices.SortFunc(used, compareDefinitions)
	return slices.Compact(used)
}

// placedIn reports whether a use of a file stands in one of its definitions, by where linking saw it.
func (ix *Index) placedIn(of Definition, u analysis.Use) bool {
	if of.Symbol == WholeFile {
		return true
	}
	r := ix.symbol(of).Range
	first, _ := slices.BinarySearch(u.Places, r.Start)
	return first < len(u.Places) && u.Places[first] < r.End
}

// known are the definitions that a use means of which linking knows where it stands.
func (ix *Index) known(u analysis.Use) (all []Definition) {
	symbols := ix.symbols(u.File)
	if facts := ix.graph.File(u.File).Facts.Get(); u.Container == "" && facts != nil {
		for _, x := range facts.Exports {
			if x.Name == u.Name {
				u.Name = x.Local
			}
		}
	}
	for i := range symbols {
		if u.Means(&symbols[i]) {
			all = append(all, ix.readable(Definition{u.File, i}))
		}
	}
	return all
}

// placedBeside are the definitions of a definition's own file that a use in it means, without itself and what is
// inside it.
func (ix *Index) placedBeside(of Definition, u analysis.Use) []Definition {
	self := ix.symbol(of)
	return slices.DeleteFunc(ix.known(u), func(d Definition) bool {
		return d == of || self.Range.Contains(ix.symbol(d).Range)
	})
}

// textOf is a symbol's part of its file's text, which may have become shorter.
func textOf(s *analysis.Symbol, text string) string {
	end := min(int(s.Range.End), len(text))
	return text[min(int(s.Range.Start), end):end]
}

// hasUse reports whether a text with these names has a use of its file: the name as an import brings it in, or
// behind a dot where an import brings in what has it; of the same package's files just the name.
func (ix *Index) hasUse(n int32, u analysis.Use, names *identifiers) bool {
	if names == nil || !u.Bound() {
		return names.has(u.Name)
	}
	imported := false
	links := ix.graph.Imports(n)
	for i := range links {
		link := &links[i]
		if !slices.Contains(link.Files, u.File) && !slices.Contains(link.Defs, u.File) {
			continue
		}
		imported = true
		for _, b := range link.Import().Names {
			if names.bare[b.Local] && (b.Name == u.Name || names.dotted[u.Name]) {
				return true
			}
		}
		module := len(link.Import().Names) == 0 && names.dotted[u.Name] && names.bare[localModule(link.Import(), names)]
		if module || link.Import().Star && names.has(u.Name) {
			return true
		}
	}
	return !imported && names.has(u.Name)
}

// localModule is what a text with these names calls an imported module: the name that the import gives it, else
// the first of the words of its specifier that the text has, "" without any.
func localModule(imp *analysis.Import, names *identifiers) string {
	if imp.Local != "" {
		return imp.Local
	}
	words := strings.FieldsFunc(imp.Specifier, func(r rune) bool { return strings.ContainsRune("/.-", r) })
	if i := slices.IndexFunc(words, func(w string) bool { return names.bare[w] }); i >= 0 {
		return words[i]
	}
	return ""
}

// meant are the definitions that a use means: those at the top level, where the file exports another name under
// it those of that; else members, those of the types that are named too if there are any.
func (ix *Index) meant(u analysis.Use, names *identifiers) []Definition {
	facts := ix.graph.File(u.File).Facts.Get()
	if facts == nil {
		return nil
	}
	local := u.Name
	for _, x := range facts.Exports {
		if x.Name == u.Name {
			local = x.Local
		}
	}
	var top, members, ofNamed []Definition
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		switch {
		case s.Container == "" && s.Name == local:
			top = append(top, Definition{u.File, i})
		case s.Container != "" && s.Name == u.Name:
			d := ix.readable(Definition{u.File, i})
			members = append(members, d)
			if names.has(lastPart(s.Container)) {
				ofNamed = append(ofNamed, d)
			}
		}
	}
	switch {
	case len(top) > 0:
		return top
	case len(ofNamed) > 0:
		return ofNamed
	}
	return members
}

// readable is what to read to understand a definition: of a field the type that has it.
func (ix *Index) readable(d Definition) Definition {
	s := ix.symbol(d)
	if s.Kind != analysis.Field || s.Container == "" {
		return d
	}
	symbols := ix.symbols(d.Node)
	for i := range symbols {
		if symbols[i].QualifiedName() == s.Container {
			return Definition{d.Node, i}
		}
	}
	return d
}

// usedBeside are the definitions of a definition's own file that it names: those at the top level by their
// bare name, members behind a dot. Its own type's member is meant where that has one of the name, else those
// of the types that it names.
func (ix *Index) usedBeside(of Definition, names *identifiers) []Definition {
	referred := map[string]bool{} // what merely stands in a comment is not referred to
	for _, ref := range ix.graph.File(of.Node).Facts.Get().References {
		referred[ref.Name] = true
	}
	self, symbols := ix.symbol(of), ix.symbols(of.Node)
	own := map[string]bool{}
	for i := range symbols {
		if self.Container != "" && symbols[i].Container == self.Container {
			own[symbols[i].Name] = true
		}
	}
	var used []Definition
	for i := range symbols {
		s := &symbols[i]
		if i == of.Symbol || self.Range.Contains(s.Range) || !referred[s.Name] {
			continue
		}
		named := s.Container == "" && names.bare[s.Name]
		if s.Container != "" && names.dotted[s.Name] {
			if own[s.Name] {
				named = s.Container == self.Container
			} else {
				named = names.bare[lastPart(s.Container)]
			}
		}
		if d := ix.readable(Definition{of.Node, i}); named && d != of {
			used = append(used, d)
		}
	}
	return used
}
