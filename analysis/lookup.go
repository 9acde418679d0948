package analysis

import "slices"

// lookup is the question "who defines this name of the module that begins with that file?".
type lookup struct {
	file int32
	name string
}

// groupLookup is the same of a module of several files; a star asks for what they show.
type groupLookup struct {
	module *group
	name   string
	star   bool
}

// definition is its answer.
type definition struct {
	files      []int32  // by number
	renamed    []lookup // the names that they have in their files, where these are others than the one that was asked for
	asked      string
	modules    []int32 // of these, what are modules as a whole and not their definers
	dependence         // its names are those that were asked for on the way
}

// define looks a name up in one file of a module: its own definition, else through what it passes on.
func (l *linker) define(file int32, name string) *definition {
	s := l.g.nodes[file].scope()
	if s.defines(name) {
		return &definition{asked: name, files: []int32{file}, dependence: dependence{consulted: []int32{file}}}
	}
	if len(s.stars) > 0 {
		if d := l.defineAlone([]int32{file}, name); d != nil {
			return d
		}
	}
	key := lookup{file, name}
	d, known := l.found[key]
	if !known {
		d = &definition{asked: name}
		l.search(d, file, name, map[lookup]bool{})
		d.settle()
		l.found[key] = d
	}
	return d
}

// defineAlone answers without a search: where no file that the module leads to offers the name, or just one does, which defines and
// shows it; nil where it needs one. Most names of C need none.
func (l *linker) defineAlone(files []int32, name string) *definition {
	r := l.reach(files)
	by, count := r.set.only(l.offering[name])
	switch {
	case !r.plain || count > 1:
		return nil
	case count == 0:
		return &definition{asked: name, dependence: dependence{sets: r.sets}}
	case l.g.nodes[by].scope().is(name)&(isTop|isShown) != isTop|isShown:
		return nil
	}
	return &definition{asked: name, files: []int32{by}, dependence: dependence{sets: r.sets}}
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
	node := l.g.nodes[file]
	s := node.scope()
	local, exported := s.exports[name]
	if s.defines(name) || exported && s.defines(local) || s.assigned != "" && len(s.find(s.assigned, name)) > 0 {
		d.files = append(d.files, file)
		if name != d.asked {
			d.renamed = append(d.renamed, lookup{file, name})
		}
		return
	}
	if !exported {
		local = name
	}
	before := len(d.files)
	for _, b := range s.bound.to(local) {
		if exported || node.imports[b.imp].Import().ReExport {
			l.pass(d, &node.imports[b.imp], b.name, false, seen)
		}
	}
	unasked := false
	for _, i := range s.stars {
		link := &node.imports[i]
		switch {
		case len(d.files) > before || !link.Import().ReExport:
		case l.brings(link, name):
			l.pass(d, link, name, true, seen)
		default:
			unasked = true
		}
	}
	if unasked { // the answer depends on what those who were not asked do not offer
		d.sets = append(d.sets, l.reach([]int32{file}).sets...)
	}
}

// brings reports whether a star import may bring a name.
func (l *linker) brings(link *ImportLink, name string) bool {
	if link.inside != nil || len(link.members[name]) > 0 {
		return true
	}
	if len(link.Files) == 0 {
		return false
	}
	reach := l.reach(link.Files) // first: it notes what is offered
	return reach.set.meets(l.offering[name])
}

// pass searches the module that an import leads to; "" is the module itself. A star asks for any name.
func (l *linker) pass(d *definition, link *ImportLink, name string, star bool, seen map[lookup]bool) {
	if name == "" {
		d.files, d.modules, d.sets = append(d.files, link.Files...), append(d.modules, link.Files...), append(d.sets, l.ofSeveral(link.Files)...)
		return
	}
	if name != d.asked {
		d.ask(name)
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
	d.sets = append(d.sets, g.set)
	if definers := g.define(name, star); len(definers) > 0 {
		d.files = append(d.files, definers...)
		for _, f := range g.passing { // what one file declares, another may take by its name from where it is defined
			if !slices.Contains(definers, f) && l.passesByName(f, name) {
				l.search(d, f, name, seen)
			}
		}
		return
	}
	d.files = append(d.files, g.offered[name]...)
	for _, f := range g.passing {
		l.search(d, f, name, seen)
	}
}

// passesByName reports whether a file passes a name on that it takes by its name from another module.
func (l *linker) passesByName(file int32, name string) bool {
	node := l.g.nodes[file]
	local, exported := node.scope().exports[name]
	if !exported {
		local = name
	}
	return slices.ContainsFunc(node.scope().bound.to(local), func(b binding) bool {
		return exported || node.imports[b.imp].Import().ReExport
	})
}

// follow finds who defines a name of the module that an import leads to; "" is the module itself.
func (l *linker) follow(link *ImportLink, name string, star bool) *definition {
	if len(link.Files) == 0 || name == "" || link.inside != nil {
		d := &definition{asked: name}
		if len(link.Files) == 0 && link.candidates != nil { // that one of them defines it may yet be
			d.sets = append(d.sets, link.candidates)
		}
		l.pass(d, link, name, star, map[lookup]bool{})
		d.settle()
		return d
	}
	var d *definition
	if len(link.Files) == 1 {
		d = l.define(link.Files[0], name)
	} else {
		d = l.defineIn(link.Files, name, star)
	}
	if members := link.members[name]; len(d.files) == 0 && len(members) > 0 {
		d = &definition{files: sorted(slices.Clone(members)), dependence: d.dependence}
	}
	return d
}

// defineIn is define for a module of several files. To ask those that pass nothing on costs less than to
// remember the answer.
func (l *linker) defineIn(files []int32, name string, star bool) *definition {
	g := l.group(files)
	key := groupLookup{g, name, star}
	if d, ok := l.foundIn[key]; ok {
		return d
	}
	var d *definition
	if len(g.passing) > 0 && len(g.top.of(name)) == 0 {
		d = l.defineAlone(files, name)
	}
	if d == nil {
		d = &definition{asked: name}
		l.searchAll(d, files, name, star, map[lookup]bool{})
		d.settle()
	}
	if len(g.passing) > 0 {
		l.foundIn[key] = d
	}
	return d
}

// or is the answer of two that may both hold.
func (d *definition) or(other *definition) *definition {
	if d.consulted == nil && d.sets == nil && d.files == nil {
		return other
	}
	both := &definition{files: sorted(slices.Concat(d.files, other.files)), modules: sorted(slices.Concat(d.modules, other.modules)),
		asked: other.asked, renamed: slices.Concat(d.renamed, other.renamed)}
	both.depend(&d.dependence)
	both.depend(&other.dependence)
	return both
}

// nameIn is the name that the definition asked for has in a file.
func (d *definition) nameIn(file int32, name string) string {
	for _, r := range d.renamed {
		if r.file == file {
			return r.name
		}
	}
	return name
}

// settle sorts a definition, and drops what it has twice.
func (d *definition) settle() {
	d.files, d.modules = sorted(d.files), sorted(d.modules)
	d.dependence.settle()
}

// lookIn looks a name up in a module of any number of files.
func (l *linker) lookIn(files []int32, name string) *definition {
	return l.follow(&ImportLink{Files: files}, name, false)
}
