package analysis

import (
	"cmp"
	"slices"
	"sort"
	"sync/atomic"
)

// Edge leads from a file to one that it depends on.
type Edge struct {
	Weight float64 // > 0; what the parts of weights.go add up to
	To     int32
	Import bool // an import leads there; else only references do
}

// ImportLink is what became of one import of a file.
type ImportLink struct {
	facts  *LazyFacts // of the file that imports…
	number int32      // …and which of its imports this is
	Status Status
	Files  []int32 // the module's own files: what the language's tools would load; by number
	Defs   []int32 // the files that define the names taken, re-exports followed; by number

	Package *Package // of an External import; nil where it is not known

	named      int32              // which of Files it names, from 1, where it names only one of several; else 0
	members    map[string][]int32 // names taken that are modules themselves
	local      string             // what the module is called here if the import does not say
	mustDefine bool               // the files are candidates; see Resolution
	candidates *fileSet           // of an import out of a type: the files that could define it; Files are those that do
	inside     map[string][]int32 // and its members, with the files that define them
}

// Import is the import, as the file has it; one of nothing where its Facts are lost.
func (l *ImportLink) Import() *Import {
	if imports := l.facts.Get().Imports; int(l.number) < len(imports) {
		return &imports[l.number]
	}
	return &Import{}
}

// Local is what the module as a whole is called in the file that imports it, "" where nothing is.
func (l *ImportLink) Local() string {
	if l.Import().Local == "" && len(l.Import().Names) == 0 && !l.Import().Star {
		return l.local
	}
	return l.Import().Local
}

// Use is a name of another file that a file refers to.
type Use struct {
	File       int32  // where it is defined
	Count      uint32 // beside the file's number, so that neither takes eight bytes
	Name       string
	Container  string   // of a member: whose it is; "" where that is not known, and at the top level
	Confidence float64  // 0–1: how sure it is that this very definition is meant
	Places     []uint32 // where it stands in the file that uses it, ascending; nil where the file's Facts do not say
}

// Means reports whether a definition of its file can be the one that is meant. Where the places of uses are
// known, so is what they mean.
func (u *Use) Means(s *Symbol) bool {
	return u.Name == s.Name && (u.Places == nil || u.Container == s.Container)
}

// Graph is one state of a folder, linked: files are nodes, numbered by path from 0, and what a file
// needs from others are its edges. Only files with a language are nodes.
type Graph struct {
	tree    *Tree
	numbers *byte   // another one each time that files get their numbers
	nodes   []*node // those that are the same as in the graph before are the same node
	in      [][]Edge
	edges   int

	linker     atomic.Pointer[linker] // what was looked up in linking it; nil where that is too much, or taken
	augmenting []int32                // the nodes whose files declare more of modules elsewhere; ascending
	definers   definers
	resolvers  *resolvers
}

type node struct {
	file  *File
	names *scopeLater
	links
	lazyUses *nodeUses // nil: there are none
	out      []Edge    // by To
	stated   *byte     // another one each time that uses are found
}

// newNodes are nodes of nothing. Each is by itself, so that those that others take the place of are let go.
func newNodes(count int) []*node {
	nodes := make([]*node, count)
	for n := range nodes {
		nodes[n] = new(node)
	}
	return nodes
}

// links are what linking a file finds out.
type links struct {
	imports   []ImportLink
	siblings  []int32    // the files of its package
	consulted []int32    // the files whose names this depends on, by number
	sets      []*fileSet // further such files
	sought    nameFilter // the names that they were asked for; nil where these are those of the file's references
	asked     []*asked   // what it depends on besides
}

// Len is the number of files.
func (g *Graph) Len() int { return len(g.nodes) }

// EdgeCount is the number of edges.
func (g *Graph) EdgeCount() int { return g.edges }

// Tree is the folder the graph was linked from.
func (g *Graph) Tree() *Tree { return g.tree }

// Node finds a file's number.
func (g *Graph) Node(path string) (int32, bool) {
	i := sort.Search(len(g.nodes), func(i int) bool { return g.nodes[i].file.Path >= path })
	if i < len(g.nodes) && g.nodes[i].file.Path == path {
		return int32(i), true
	}
	return -1, false
}

// File is a node's file; its Facts are nil when extraction failed.
func (g *Graph) File(n int32) *File { return g.nodes[n].file }

// Head is what a node's Facts say of all files, without reading them; of a file without Facts, nothing.
func (g *Graph) Head(n int32) Head {
	if f := g.nodes[n].file.Facts; f != nil {
		return f.Head
	}
	return Head{}
}

// Path is a node's path.
func (g *Graph) Path(n int32) string { return g.nodes[n].file.Path }

// Out are the edges to the files that n depends on, by To. Not to be changed.
func (g *Graph) Out(n int32) []Edge { return g.nodes[n].out }

// In are the edges from the files that depend on n; here To is the dependent. Not to be changed.
func (g *Graph) In(n int32) []Edge { return g.in[n] }

// Imports are n's imports in source order. Not to be changed.
func (g *Graph) Imports(n int32) []ImportLink { return g.nodes[n].imports }

// Uses are the names of other files that n refers to. Not to be changed.
func (g *Graph) Uses(n int32) []Use { return g.nodes[n].uses().all }

// OwnUses are the uses that n has of its own definitions, by name, where its Facts say where references stand. Not
// to be changed.
func (g *Graph) OwnUses(n int32) []Use { return g.nodes[n].uses().own }

// UsesOf are the names of one other file that n refers to, by name. Not to be changed.
func (g *Graph) UsesOf(n, file int32) []Use {
	uses := g.Uses(n)
	at := func(u Use, file int32) int { return cmp.Compare(u.File, file) }
	first, _ := slices.BinarySearchFunc(uses, file, at)
	next, _ := slices.BinarySearchFunc(uses[first:], file+1, at)
	return uses[first : first+next]
}

// Confidence is how sure it is that n depends on another file, 0–1: as sure as the surest of the imports and uses that
// lead there. An import of which nothing decides among several files is as sure of each as its share.
func (g *Graph) Confidence(n, file int32) (confidence float64) {
	for i := range g.nodes[n].imports {
		link := &g.nodes[n].imports[i]
		for _, files := range [][]int32{link.Targets(), link.Barrels()} {
			if slices.Contains(files, file) {
				share := 1.0
				if link.Status == Ambiguous {
					share /= float64(len(files))
				}
				confidence = max(confidence, share)
			}
		}
	}
	for _, u := range g.UsesOf(n, file) {
		confidence = max(confidence, u.Confidence)
	}
	return confidence
}

// ModuleName is what other files call n in their imports.
func (g *Graph) ModuleName(n int32) string {
	if r := g.resolvers.of(g.nodes[n].file.Language.Family); r != nil {
		return r.ModuleName(g.Path(n))
	}
	return g.Path(n)
}

// Definers are the files that define a name, at the top level or as a member, by number.
func (g *Graph) Definers(name string) []int32 { return g.definers.of(name) }
