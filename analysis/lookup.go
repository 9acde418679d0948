package analysis

import (
	"cmp"
	"slices"
	"strings"
)

// linker links the nodes of one graph. It remembers what was looked up.
type linker struct {
	g      *Graph
	all    []int32
	groups map[string]*group
	found  map[lookup]*definition
}

// lookup is the question "who defines this name of the module that begins with that file?".
type lookup struct {
	file int32
	name string
}

// definition is its answer.
type definition struct {
	files     []int32 // by number
	consulted []int32 // files whose names the answer depends on
}

// group is a module of one or more files with what they define together.
type group struct {
	files   []int32
	top     map[string][]int32
	members map[string][]int32
}

func newLinker(g *Graph) *linker {
	l := &linker{g: g, groups: map[string]*group{}, found: map[lookup]*definition{}}
	for n := range g.nodes {
		l.all = append(l.all, int32(n))
	}
	return l
}

// number turns paths into nodes; files without a language drop out.
func (l *linker) number(paths []string) []int32 {
	var out []int32
	for _, p := range paths {
		if n, ok := l.g.Node(p); ok {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
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
		link := ImportLink{Import: &imports[i], Status: r.Status, Files: l.number(r.Files), local: r.Local}
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

// define looks a name up in one file of a module: its own definition, else through what it passes on.
func (l *linker) define(file int32, name string) *definition {
	key := lookup{file, name}
	if d, ok := l.found[key]; ok {
		return d
	}
	d := &definition{}
	l.search(d, file, name, map[lookup]bool{})
	d.files, d.consulted = sorted(d.files), sorted(d.consulted)
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
	if s.top[name] || exported && s.top[local] {
		d.files = append(d.files, file)
		return
	}
	if !exported {
		local = name
	}
	before := len(d.files)
	if b, ok := s.bound[local]; ok && (exported || node.imports[b.imp].Import.ReExport) {
		l.pass(d, &node.imports[b.imp], b.name, seen)
	}
	for _, i := range s.stars {
		if len(d.files) == before && node.imports[i].Import.ReExport {
			l.pass(d, &node.imports[i], name, seen)
		}
	}
}

// pass searches the module that an import leads to; "" is the module itself.
func (l *linker) pass(d *definition, link *ImportLink, name string, seen map[lookup]bool) {
	if name == "" {
		d.files = append(d.files, link.Files...)
		return
	}
	before := len(d.files)
	for _, f := range link.Files {
		l.search(d, f, name, seen)
	}
	if len(d.files) == before {
		d.files = append(d.files, link.members[name]...)
	}
}

// follow finds who defines a name of the module that an import leads to; "" is the module itself.
func (l *linker) follow(link *ImportLink, name string) *definition {
	if len(link.Files) == 1 && name != "" && len(link.members) == 0 {
		return l.define(link.Files[0], name)
	}
	d := &definition{}
	l.pass(d, link, name, map[lookup]bool{})
	d.files, d.consulted = sorted(d.files), sorted(d.consulted)
	return d
}

func sorted(list []int32) []int32 {
	slices.Sort(list)
	return slices.Compact(list)
}

// group indexes what some files define together.
func (l *linker) group(files []int32) *group {
	var key strings.Builder
	for _, f := range files {
		key.Write([]byte{byte(f), byte(f >> 8), byte(f >> 16), byte(f >> 24)})
	}
	if g, ok := l.groups[key.String()]; ok {
		return g
	}
	g := &group{files: files, top: map[string][]int32{}, members: map[string][]int32{}}
	for _, f := range files {
		for name := range l.g.nodes[f].scope.top {
			g.top[name] = append(g.top[name], f)
		}
		for name := range l.g.nodes[f].scope.members {
			g.members[name] = append(g.members[name], f)
		}
	}
	l.groups[key.String()] = g
	return g
}

// lookIn looks a name up in a module of any number of files.
func (l *linker) lookIn(files []int32, name string) *definition {
	if len(files) == 1 {
		return l.define(files[0], name)
	}
	d := &definition{files: l.group(files).top[name], consulted: files}
	if len(d.files) == 0 {
		d = l.follow(&ImportLink{Files: files}, name)
	}
	return d
}

// collector gathers the uses of one node.
type collector struct {
	uses      map[useKey]Use
	consulted map[int32]bool
}

type useKey struct {
	file int32
	name string
}

// add notes that a name defined in some files is used; the confidence is shared among them.
func (c *collector) add(d *definition, self int32, name string, count uint32, confidence float64) bool {
	for _, f := range d.consulted {
		c.consulted[f] = true
	}
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
