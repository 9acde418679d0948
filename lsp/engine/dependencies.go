package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
)

// sureUse is the confidence from which a use counts as a dependency. It leaves out members of unknown
// receivers that two or more files define: most of these are somebody else's.
const sureUse = 0.3

// boundUse is the confidence from which the file itself says where a name comes from.
const boundUse = 0.5

// Subject is what is asked about: a chunk, by its ID, or a file. One of the two is "".
type Subject struct{ Chunk, Path string }

func (s Subject) check() error {
	switch {
	case (s.Chunk == "") == (s.Path == ""):
		return Bad("chunk", "there has to be either a chunk or a file, and not both")
	case s.Chunk != "":
		return checkChunk("chunk", s.Chunk)
	}
	return nil
}

// subject is a file or one of its definitions; then symbol is not -1.
func (r *chunkReader) subject(s Subject) (definition, error) {
	if s.Chunk != "" {
		d, _, err := r.find("chunk", s.Chunk)
		return d, err
	}
	n, err := r.node(s.Path)
	return definition{n, -1}, err
}

// Dependencies are what a chunk or a file uses of the folder.
type Dependencies struct{ Chunks, Files []string }

// Dependencies finds what a chunk or a file uses of the folder. A chunk uses what its file uses whose
// names stand in its text, and the definitions beside it that it names.
func (e *Engine) Dependencies(ctx context.Context, snap *workspace.Snapshot, s Subject) (*Dependencies, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return nil, err
	}
	r := newChunkReader(x)
	of, err := r.subject(s)
	if err != nil {
		return nil, err
	}
	result := &Dependencies{}
	var files []int32
	for _, d := range r.uses(of) {
		id, err := r.id(d)
		if err != nil {
			continue // its file has just gone
		}
		result.Chunks = append(result.Chunks, id.String())
		files = append(files, d.node)
	}
	if of.symbol < 0 {
		for _, e := range x.Graph().Out(of.node) {
			if e.Import {
				files = append(files, e.To)
			}
		}
	}
	slices.Sort(files) // nodes are numbered by path
	files = slices.DeleteFunc(slices.Compact(files), func(n int32) bool { return n == of.node })
	result.Files = x.paths(files)
	return result, nil
}

// uses are the definitions that a file or one of its definitions uses, by path and place.
func (r *chunkReader) uses(of definition) []definition {
	named := &identifiers{all: true}
	var used []definition
	if of.symbol >= 0 {
		named = readIdentifiers(source(r.symbol(of), r.texts[of.node]))
		used = r.usesBeside(of, named)
	}
	for _, u := range r.Graph().Uses(of.node) {
		if u.Confidence >= sureUse && r.saysUse(of.node, u, named) {
			used = append(used, r.meant(u.File, u.Name, named)...)
		}
	}
	slices.SortFunc(used, func(a, b definition) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.symbol, b.symbol))
	})
	return slices.Compact(used)
}

// saysUse tells whether a text has a use of its file: the name as an import brings it in, or behind a dot
// where an import brings in what has it; of the same package's files just the name.
func (r *chunkReader) saysUse(n int32, u analysis.Use, named *identifiers) bool {
	if named.all || u.Confidence < boundUse {
		return named.has(u.Name)
	}
	imported := false
	links := r.Graph().Imports(n)
	for i := range links {
		link := &links[i]
		if !slices.Contains(link.Files, u.File) && !slices.Contains(link.Defs, u.File) {
			continue
		}
		imported = true
		for _, b := range link.Import.Names {
			if named.bare[b.Local] && (b.Name == u.Name || named.dotted[u.Name]) {
				return true
			}
		}
		module := len(link.Import.Names) == 0 && named.dotted[u.Name] && named.bare[moduleLocal(link.Import, named)]
		if module || link.Import.Star && named.has(u.Name) {
			return true
		}
	}
	return !imported && named.has(u.Name)
}

// moduleLocal is what a text calls an imported module: the name that the import gives it, else the first
// of the words of its specifier that the text has, "" without any.
func moduleLocal(imp *analysis.Import, named *identifiers) string {
	if imp.Local != "" {
		return imp.Local
	}
	words := strings.FieldsFunc(imp.Specifier, func(r rune) bool { return strings.ContainsRune("/.-", r) })
	if i := slices.IndexFunc(words, func(w string) bool { return named.bare[w] }); i >= 0 {
		return words[i]
	}
	return ""
}

// meant are the definitions that a name of another file means: those at the top level, where the file
// exports another name under it those of that; else members, those of the types that are named too if
// there are any.
func (r *chunkReader) meant(n int32, name string, named *identifiers) []definition {
	var top, members, ofNamed []definition
	facts := r.facts(n)
	local := name
	for _, x := range facts.Exports {
		if x.Name == name {
			local = x.Local
		}
	}
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		switch {
		case s.Container == "" && s.Name == local:
			top = append(top, definition{n, i})
		case s.Container != "" && s.Name == name:
			d := r.whole(definition{n, i})
			members = append(members, d)
			if named.has(lastName(s.Container)) {
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

// whole is what to read to understand a definition: for a field the type that has it.
func (r *chunkReader) whole(d definition) definition {
	s := r.symbol(d)
	if s.Kind != analysis.Field || s.Container == "" {
		return d
	}
	for i := range r.facts(d.node).Symbols {
		if qualifiedName(&r.facts(d.node).Symbols[i]) == s.Container {
			return definition{d.node, i}
		}
	}
	return d
}

// usesBeside are the definitions of a chunk's own file that it names: those at the top level by their
// bare name, members behind a dot. Its own type's member is meant where that has one of the name, else those
// of the types that the chunk names.
func (r *chunkReader) usesBeside(of definition, named *identifiers) []definition {
	referred := map[string]bool{} // what merely stands in a comment is not referred to
	for _, ref := range r.facts(of.node).References {
		referred[ref.Name] = true
	}
	self, symbols := r.symbol(of), r.facts(of.node).Symbols
	own := map[string]bool{}
	for i := range symbols {
		if self.Container != "" && symbols[i].Container == self.Container {
			own[symbols[i].Name] = true
		}
	}
	var used []definition
	for i := range symbols {
		s := &symbols[i]
		if i == of.symbol || self.Range.Contains(s.Range) || !referred[s.Name] {
			continue
		}
		beside := s.Container == "" && named.bare[s.Name]
		if s.Container != "" && named.dotted[s.Name] {
			if own[s.Name] {
				beside = s.Container == self.Container
			} else {
				beside = named.bare[lastName(s.Container)]
			}
		}
		if d := r.whole(definition{of.node, i}); beside && d != of {
			used = append(used, d)
		}
	}
	return used
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// identifiers are those of a text: which stand behind a dot, and which do not.
type identifiers struct {
	bare, dotted map[string]bool
	all          bool // stands for any identifier
}

func (i *identifiers) has(name string) bool { return i.all || i.bare[name] || i.dotted[name] }

func readIdentifiers(text string) *identifiers {
	found := &identifiers{bare: map[string]bool{}, dotted: map[string]bool{}}
	for i := 0; i < len(text); {
		if !identifierByte(text[i]) {
			i++
			continue
		}
		start := i
		for i < len(text) && identifierByte(text[i]) {
			i++
		}
		if start > 0 && text[start-1] == '.' {
			found.dotted[text[start:i]] = true
		} else {
			found.bare[text[start:i]] = true
		}
	}
	return found
}

func identifierByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
