package analysis

import "strings"

// asked is a question that linking put to a resolver, beside those of the files' own imports, and its answer: which files are
// the module that a name means. It holds until it would be answered otherwise.
type asked struct {
	file   int32
	name   string
	parent bool    // the file imports a module inside the one called so: import a.b binds a; else that one lies inside the file's own
	answer []int32 // by number
}

// question is what is asked.
type question struct {
	file   int32
	name   string
	parent bool
}

// ask answers a question, and gives the mark by which it stands among the files that an answer depends on: a number below 0.
func (l *linker) ask(q question) (files []int32, mark int32) {
	mark, known := l.marks[q]
	if !known {
		a := &asked{q.file, q.name, q.parent, l.number(l.put(q).Files)}
		l.asked = append(l.asked, a)
		mark = int32(-len(l.asked))
		l.marks[q] = mark
	}
	return l.questionOf(mark).answer, mark
}

func (l *linker) questionOf(mark int32) *asked { return l.asked[-mark-1] }

// put puts a question to the resolver.
func (l *linker) put(q question) Resolution {
	file := l.g.nodes[q.file].file
	imp := Import{Specifier: q.name, Local: q.name}
	if !q.parent {
		imp = Import{Specifier: l.g.ModuleName(q.file) + "." + q.name}
	}
	return l.g.resolvers.of(file.Language.Family).Resolve(file.Path, &imp)
}

// parent is the module of a name that a file has by importing one inside it.
func (l *linker) parent(m *meaning, file int32, name string) []int32 {
	node := l.g.nodes[file]
	for i := range node.imports {
		if imp := node.imports[i].Import(); strings.HasPrefix(imp.Local, name+".") && imp.Specifier == imp.Local {
			return l.consult(m, question{file, name, true})
		}
	}
	return nil
}

// submodule is a module inside another, which is one of its members as soon as anybody imports it.
func (l *linker) submodule(m *meaning, file int32, name string) []int32 {
	if len(l.g.nodes[file].siblings) > 0 {
		return nil
	}
	return l.consult(m, question{file, name, false})
}

// consult asks a question that a meaning depends on.
func (l *linker) consult(m *meaning, q question) []int32 {
	if l.g.resolvers.of(l.g.nodes[q.file].file.Language.Family) == nil {
		return nil
	}
	files, mark := l.ask(q)
	m.consulted = append(m.consulted, mark)
	return files
}

// still asks again what was asked in another state of the folder, and gives the questions as they are now. It is not ok where
// one has another answer.
func (m *moving) still(l *linker, before []*asked) (now []*asked, ok bool) {
	for _, old := range before {
		a, known := m.asked[old]
		if !known {
			if file := m.to[old.file]; file >= 0 {
				files, mark := l.ask(question{file, old.name, old.parent})
				if m.same(old.answer, files) {
					a = l.questionOf(mark)
				}
			}
			m.asked[old] = a
		}
		if a == nil {
			return nil, false
		}
		now = append(now, a)
	}
	return now, true
}
