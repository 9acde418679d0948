package analysis

import (
	"cmp"
	"encoding/binary"
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
	found    map[lookup]*definition
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

// group is a module of several files with what they define together.
type group struct {
	files   []int32
	top     map[string][]int32
	members map[string][]int32
	passing []int32 // its files that pass on what others define
}

// reach is what a star import of one file can bring in: most names that a file uses are no module's, and
// this tells so by one look instead of a search through all that is passed on.
type reach struct {
	files   []int32 // itself and what it passes on whole, and so on; by number
	offered map[string]bool
}

func newLinker(g *Graph) *linker {
	l := &linker{g: g, numbered: map[list][]int32{}, groups: map[*int32]*group{}, same: map[string]*group{},
		reaches: map[int32]*reach{}, found: map[lookup]*definition{}}
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
	if s.top[name] || exported && s.top[local] {
		d.files = append(d.files, file)
		return
	}
	if !exported {
		local = name
	}
	before := len(d.files)
	for _, b := range s.bound[local] {
		if exported || node.imports[b.imp].Import.ReExport {
			l.pass(d, &node.imports[b.imp], b.name, seen)
		}
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
	l.searchAll(d, link.Files, name, seen)
	if len(d.files) == before {
		d.files = append(d.files, link.members[name]...)
	}
}

// searchAll searches the files of one module.
func (l *linker) searchAll(d *definition, files []int32, name string, seen map[lookup]bool) {
	if len(files) == 1 {
		l.search(d, files[0], name, seen)
		return
	}
	if len(files) == 0 {
		return
	}
	g := l.group(files)
	d.sets = append(d.sets, g.files)
	if top := g.top[name]; len(top) > 0 {
		d.files = append(d.files, top...)
		return
	}
	for _, f := range g.passing {
		l.search(d, f, name, seen)
	}
}

// follow finds who defines a name of the module that an import leads to; "" is the module itself.
func (l *linker) follow(link *ImportLink, name string) *definition {
	if len(link.Files) == 1 && name != "" && len(link.members) == 0 {
		return l.define(link.Files[0], name)
	}
	d := &definition{}
	l.pass(d, link, name, map[lookup]bool{})
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

// group indexes what the files of a list define together.
func (l *linker) group(files []int32) *group {
	if g, ok := l.groups[&files[0]]; ok && len(g.files) == len(files) {
		return g
	}
	key := make([]byte, 0, 4*len(files))
	for _, f := range files {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
	}
	g, ok := l.same[string(key)]
	if !ok {
		g = &group{files: files, top: map[string][]int32{}, members: map[string][]int32{}}
		for _, f := range files {
			s := l.g.nodes[f].scope
			for name := range s.top {
				g.top[name] = append(g.top[name], f)
			}
			for name := range s.members {
				g.members[name] = append(g.members[name], f)
			}
			if l.passes(f) {
				g.passing = append(g.passing, f)
			}
		}
		l.same[string(key)] = g
	}
	l.groups[&files[0]] = g
	return g
}

// passes says whether a file offers names that it does not define itself.
func (l *linker) passes(file int32) bool {
	node := &l.g.nodes[file]
	return len(node.scope.exports) > 0 ||
		slices.ContainsFunc(node.imports, func(i ImportLink) bool { return i.Import.ReExport })
}

// reach finds out what a star import of a file can bring in.
func (l *linker) reach(file int32) *reach {
	if r, ok := l.reaches[file]; ok {
		return r
	}
	r := &reach{offered: map[string]bool{}}
	seen := map[int32]bool{file: true}
	for queue := []int32{file}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		r.files = append(r.files, f)
		node := &l.g.nodes[f]
		for name := range node.scope.top {
			r.offered[name] = true
		}
		for name := range node.scope.exports {
			r.offered[name] = true
		}
		for name, bindings := range node.scope.bound {
			if slices.ContainsFunc(bindings, func(b binding) bool { return node.imports[b.imp].Import.ReExport }) {
				r.offered[name] = true
			}
		}
		for _, i := range node.scope.stars {
			link := &node.imports[i]
			if !link.Import.ReExport {
				continue
			}
			for name := range link.members {
				r.offered[name] = true
			}
			for _, next := range link.Files {
				if !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	slices.Sort(r.files)
	l.reaches[file] = r
	return r
}

// lookIn looks a name up in a module of any number of files.
func (l *linker) lookIn(files []int32, name string) *definition {
	if len(files) == 1 {
		return l.define(files[0], name)
	}
	return l.follow(&ImportLink{Files: files}, name)
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
