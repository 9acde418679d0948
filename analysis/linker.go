package analysis

import (
	"slices"
	"strings"
)

// linker links the nodes of one graph. It remembers what was looked up.
type linker struct {
	g          *Graph
	numbered   map[list][]int32    // what number made of a resolver's list
	groups     map[*int32]*group   // by their list
	same       map[string]*group   // by their files
	reaches    []*reach            // of modules of one file, by it
	candidates map[list32]*fileSet // of the lists that links have
	seen       []int32             // by file, when it was last found to be reached…
	rounds     int32               // how often that was found out: what marks the files that this time reached
	passed     []*passed           // by file, what it passes on, where that was asked for; then its names are among…
	offering   map[string][]int32  // …those that star imports may bring, with the files that they may bring them from
	holding    map[string][]int32  // …and those that have members of a name
	insides    map[interior]map[string][]int32
	found      map[lookup]*definition
	foundIn    map[groupLookup]*definition
	known      map[written]*meaning       // what type expressions mean
	modules    map[int32]map[string][]int // the imports of a file whose module a name may stand for
	heritages  map[int32]*heritage        // by file
	generics   generics

	asked []*asked           // what resolvers were asked, by mark
	marks map[question]int32 // of what they were asked

	augmented *augments // once they were asked for
	altered   bool      // what other files see of some file is not what it was
	moved     *moving   // nil: files have the numbers that they had before
	kept      chunks
	turns     int32     // how many nodes were linked
	inTurn    []int32   // by file, the last of these whose star imports reach it
	room      collector // for the uses of the node that is linked

	defining     map[string][]int32
	implementing map[lookup][]int32
}

// interior is a type, by the files that define it and its dotted path.
type interior struct {
	definers *group
	path     string
}

// list is a resolver's list of paths, by where it lies.
type list struct {
	first  *string
	length int
}

func newLinker(g *Graph) *linker {
	l := &linker{g: g, numbered: map[list][]int32{}, groups: map[*int32]*group{}, same: map[string]*group{},
		reaches: make([]*reach, len(g.nodes)), candidates: map[list32]*fileSet{}, seen: make([]int32, len(g.nodes)), inTurn: make([]int32, len(g.nodes)), passed: make([]*passed, len(g.nodes)), offering: map[string][]int32{}, holding: map[string][]int32{}, insides: map[interior]map[string][]int32{}, found: map[lookup]*definition{}, foundIn: map[groupLookup]*definition{}, known: map[written]*meaning{}, marks: map[question]int32{}, modules: map[int32]map[string][]int{}, heritages: map[int32]*heritage{},
		defining: map[string][]int32{}, implementing: map[lookup][]int32{}}
	return l
}

// all are all nodes.
func (l *linker) all() []int32 {
	all := make([]int32, len(l.g.nodes))
	for n := range all {
		all[n] = int32(n)
	}
	return all
}

// number turns paths into nodes; files without a language drop out. A list that a resolver gives again
// and again is turned once, so that its files share one index.
func (l *linker) number(paths []string) []int32 {
	if len(paths) == 0 {
		return nil
	}
	key := list{&paths[0], len(paths)}
	if out, ok := l.numbered[key]; ok {
		return out
	}
	found := make([]int32, 0, 8)
	for _, p := range paths {
		if n, ok := l.g.Node(p); ok {
			found = append(found, n)
		}
	}
	out := l.kept.list(sorted(found))
	if len(out) > 1 {
		l.numbered[key] = out
	}
	return out
}

// resolveImports asks the resolver where those of a node's imports lead that were not followed, and which files are its siblings.
func (l *linker) resolveImports(n int32) {
	node := l.g.nodes[n]
	resolver := l.g.resolvers.of(node.file.Language.Family)
	if node.file.Facts == nil || resolver == nil {
		return
	}
	imports := node.file.Facts.Get().Imports
	if node.imports == nil {
		node.imports = make([]ImportLink, len(imports))
	}
	for i := range imports {
		if node.imports[i].facts != nil { // it was followed
			continue
		}
		r := resolver.Resolve(node.file.Path, &imports[i])
		link := ImportLink{facts: node.file.Facts, number: int32(i), Status: r.Status, Files: l.number(r.Files), Package: r.Package, local: r.Local, mustDefine: r.MustDefine}
		if r.Named != "" {
			n, _ := l.g.Node(r.Named)
			link.named = int32(slices.Index(link.Files, n)) + 1
		}
		if r.Within != "" {
			l.narrow(&link, r.Within)
		}
		for name, paths := range r.Members {
			if link.members == nil {
				link.members = map[string][]int32{}
			}
			link.members[name] = l.number(paths)
		}
		node.imports[i] = link
	}
	if l.moved == nil || !l.moved.followSiblings(node, int(n)) {
		node.siblings = l.number(resolver.Siblings(node.file.Path))
	}
}

// candidatesOf is the set of the files that could define what imports take out of a type; none without files.
func (l *linker) candidatesOf(files []int32) *fileSet {
	if len(files) == 0 {
		return nil
	}
	key := list32{&files[0], len(files)}
	s, known := l.candidates[key]
	if !known {
		s = newFileSet(files)
		l.candidates[key] = s
	}
	return s
}

// narrow leaves of an import's files those that define the type that it takes names out of. Where none
// does, the type may be but a name for what is at their top level (Java's of a Kotlin file).
func (l *linker) narrow(link *ImportLink, path string) {
	if len(link.Files) == 0 {
		return
	}
	link.candidates = l.candidatesOf(link.Files)
	first, _, _ := strings.Cut(path, ".")
	definers := l.group(link.Files).top.of(first)
	if len(definers) == 0 {
		if link.mustDefine && link.Import().Star {
			link.Status, link.Files = Unresolved, nil
		}
		return
	}
	link.Files = definers
	key := interior{l.group(definers), path}
	members, known := l.insides[key]
	if !known {
		members = map[string][]int32{}
		for _, f := range definers {
			symbols := l.g.nodes[f].file.Facts.Get().Symbols
			for i := range symbols {
				if s := &symbols[i]; s.Container == path {
					members[s.Name] = append(members[s.Name], f)
				}
			}
		}
		for name := range members {
			members[name] = sorted(members[name]) // overloads
		}
		l.insides[key] = members
	}
	link.inside = members
}

func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}
