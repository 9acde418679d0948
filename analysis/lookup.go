package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// linker links the nodes of one graph. It remembers what was looked up.
type linker struct {
	g        *Graph
	all      []int32
	numbered map[list][]int32  // what number made of a resolver's list
	groups   map[*int32]*group // by their list
	same     map[string]*group // by their files
	reaches  map[int32]*reach
	insides  map[interior]map[string][]int32
	found    map[lookup]*definition

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

// lookup is the question "who defines this name of the module that begins with that file?".
type lookup struct {
	file int32
	name string
}

// definition is its answer.
type definition struct {
	files     []int32   // by number
	consulted []int32   // files whose names the answer depends on
	sets      [][]int32 // further such files, in lists that many answers share
}

func newLinker(g *Graph) *linker {
	l := &linker{g: g, numbered: map[list][]int32{}, groups: map[*int32]*group{}, same: map[string]*group{},
		reaches: map[int32]*reach{}, insides: map[interior]map[string][]int32{}, found: map[lookup]*definition{},
		defining: map[string][]int32{}, implementing: map[lookup][]int32{}}
	for n := range g.nodes {
		l.all = append(l.all, int32(n))
	}
	return l
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
	var out []int32
	for _, p := range paths {
		if n, ok := l.g.Node(p); ok {
			out = append(out, n)
		}
	}
	out = sorted(out)
	if len(out) > 1 {
		l.numbered[key] = out
	}
	return out
}

// resolveImports asks the resolver where a node's imports lead.
func (l *linker) resolveImports(n int32) {
	node := &l.g.nodes[n]
	resolver := l.g.resolvers[node.file.Language.Family]
	if node.file.Facts == nil || resolver == nil {
		return
	}
	imports := node.file.Facts.Imports
	node.imports = make([]ImportLink, len(imports))
	for i := range imports {
		r := resolver.Resolve(node.file.Path, &imports[i])
		link := ImportLink{Import: &imports[i], Status: r.Status, Files: l.number(r.Files), local: r.Local, mustDefine: r.MustDefine}
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
	node.siblings = l.number(resolver.Siblings(node.file.Path))
}

// narrow leaves of an import's files those that define the type that it takes names out of. Where none
// does, the type may be but a name for what is at their top level (Java's of a Kotlin file).
func (l *linker) narrow(link *ImportLink, path string) {
	if len(link.Files) == 0 {
		return
	}
	link.candidates = link.Files
	first, _, _ := strings.Cut(path, ".")
	definers := l.group(link.Files).top[first]
	if len(definers) == 0 {
		if link.mustDefine && link.Import.Star {
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
			symbols := l.g.nodes[f].file.Facts.Symbols
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

// define looks a name up in one file of a module: its own definition, else through what it passes on.
func (l *linker) define(file int32, name string) *definition {
	key := lookup{file, name}
	if d, ok := l.found[key]; ok {
		return d
	}
	d := &definition{}
	l.search(d, file, name, map[lookup]bool{})
	d.settle()
	l.found[key] = d
	return d
}

// search is define without its memory: files may pass names on in a circle, and what is found inside
// one depends on where it was entered, so that only whole answers can be remembered.
func (l *linker) search(d *definition, file int32, name string, seen map[lookup]bool) {
	key := lookup{file, name}
	if seen[key] {
		return
	}
	seen[key] = true
	d.consulted = append(d.consulted, file)
	node := &l.g.nodes[file]
	s := node.scope
	local, exported := s.exports[name]
	if s.defines(name) || exported && s.defines(local) {
		d.files = append(d.files, file)
		return
	}
	if !exported {
		local = name
	}
	before := len(d.files)
	for _, b := range s.bound[local] {
		if exported || node.imports[b.imp].Import.ReExport {
			l.pass(d, &node.imports[b.imp], b.name, false, seen)
		}
	}
	for _, i := range s.stars {
		if len(d.files) == before && node.imports[i].Import.ReExport {
			l.pass(d, &node.imports[i], name, true, seen)
		}
	}
}

// pass searches the module that an import leads to; "" is the module itself. A star asks for any name.
func (l *linker) pass(d *definition, link *ImportLink, name string, star bool, seen map[lookup]bool) {
	if name == "" {
		d.files = append(d.files, link.Files...)
		return
	}
	if link.inside != nil {
		d.sets = append(d.sets, link.candidates)
		files := link.inside[name]
		if len(files) == 0 && !star { // inherited
			files = link.Files
		}
		d.files = append(d.files, files...)
		return
	}
	before := len(d.files)
	l.searchAll(d, link.Files, name, star, seen)
	if len(d.files) == before {
		d.files = append(d.files, link.members[name]...)
	}
}

// searchAll searches the files of one module. Of several files a star brings only what they export: with
// a C header's source, say. One file may have been included as text, and then it hides nothing.
func (l *linker) searchAll(d *definition, files []int32, name string, star bool, seen map[lookup]bool) {
	if len(files) == 1 {
		l.search(d, files[0], name, seen)
		return
	}
	if len(files) == 0 {
		return
	}
	g := l.group(files)
	d.sets = append(d.sets, g.files)
	definers := g.top[name]
	if shown, some := g.shown[name]; some && star {
		definers = shown
	}
	if len(definers) > 0 {
		d.files = append(d.files, definers...)
		return
	}
	d.files = append(d.files, g.offered[name]...)
	for _, f := range g.passing {
		l.search(d, f, name, seen)
	}
}

// follow finds who defines a name of the module that an import leads to; "" is the module itself.
func (l *linker) follow(link *ImportLink, name string, star bool) *definition {
	if len(link.Files) == 1 && name != "" && link.inside == nil {
		d := l.define(link.Files[0], name)
		if members := link.members[name]; len(d.files) == 0 && len(members) > 0 {
			d = &definition{files: members, consulted: d.consulted, sets: d.sets}
		}
		return d
	}
	d := &definition{}
	l.pass(d, link, name, star, map[lookup]bool{})
	d.settle()
	return d
}

// or is the answer of two that may both hold.
func (d *definition) or(other *definition) *definition {
	if d.consulted == nil && d.sets == nil && d.files == nil {
		return other
	}
	return &definition{files: sorted(slices.Concat(d.files, other.files)),
		consulted: slices.Concat(d.consulted, other.consulted), sets: slices.Concat(d.sets, other.sets)}
}

// settle sorts a definition, and drops what it has twice.
func (d *definition) settle() {
	d.files, d.consulted = sorted(d.files), sorted(d.consulted)
	slices.SortFunc(d.sets, func(a, b []int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(len(a), len(b))) })
	d.sets = slices.CompactFunc(d.sets, func(a, b []int32) bool { return &a[0] == &b[0] })
}

func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// lookIn looks a name up in a module of any number of files.
func (l *linker) lookIn(files []int32, name string) *definition {
	return l.follow(&ImportLink{Files: files}, name, false)
}

// collector gathers the uses of one node.
type collector struct {
	uses      map[useKey]Use
	consulted map[int32]bool
	sets      map[*int32][]int32
}

type useKey struct {
	file int32
	name string
}

// consult notes what an answer depends on.
func (c *collector) consult(d *definition) {
	for _, f := range d.consulted {
		c.consulted[f] = true
	}
	for _, set := range d.sets {
		c.sets[&set[0]] = set
	}
}

// add notes that a name defined in some files is used; the confidence is shared among them.
func (c *collector) add(d *definition, self int32, name string, count uint32, confidence float64) bool {
	c.consult(d)
	for _, f := range d.files {
		if f == self {
			continue
		}
		key := useKey{f, name}
		u := c.uses[key]
		c.uses[key] = Use{File: f, Name: name, Count: u.Count + count, Confidence: max(u.Confidence, confidence/float64(len(d.files)))}
	}
	return len(d.files) > 0
}

func (c *collector) sorted() []Use {
	uses := make([]Use, 0, len(c.uses))
	for _, u := range c.uses {
		uses = append(uses, u)
	}
	slices.SortFunc(uses, func(a, b Use) int { return cmp.Or(cmp.Compare(a.File, b.File), strings.Compare(a.Name, b.Name)) })
	return uses
}
