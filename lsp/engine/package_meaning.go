package engine

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
)

// maxOverloads is how many of a name's signatures are shown: JUnit has a hundred of assertEquals.
const maxOverloads = 6

// use takes in the definitions that a use means. The file that uses them has called them so; within is what the module's
// names are members of.
func (r *packageReading) use(in *analysis.File, u *analysis.Use, called string, of analysis.Package, within string, count int) bool {
	name := u.Name
	for _, e := range in.Facts.Get().Exports {
		if e.Name == u.Name {
			name = e.Local
		}
	}
	assigned := in.Facts.Get().Assigned()
	var meant []*analysis.Symbol
	for i := range in.Facts.Get().Symbols {
		if s := &in.Facts.Get().Symbols[i]; u.Means(s) || s.Name == name && u.Container == "" && (s.Container == "" || s.Container == assigned) {
			meant = append(meant, s)
		}
	}
	if u.Places == nil { // then several types may have it
		likely := func(s *analysis.Symbol) bool {
			return s.Container == "" || r.named[s.Container[strings.LastIndexByte(s.Container, '.')+1:]]
		}
		if slices.ContainsFunc(meant, likely) {
			meant = slices.DeleteFunc(meant, func(s *analysis.Symbol) bool { return !likely(s) })
		}
	}
	offered := func(s *analysis.Symbol) bool { return s.Exported && s.Kind != analysis.Field }
	if slices.ContainsFunc(meant, offered) { // then it is not what others do not see of that name
		meant = slices.DeleteFunc(meant, func(s *analysis.Symbol) bool { return !offered(s) })
	}
	for _, s := range meant[:min(len(meant), maxOverloads)] {
		r.take(in, s, called, of, within, count)
	}
	return len(meant) > 0
}

// take takes in a definition, with the namespace that it is in. It is shown by the name by which it was called.
func (r *packageReading) take(in *analysis.File, s *analysis.Symbol, called string, of analysis.Package, within string, count int) {
	if known := r.names[s]; known != nil {
		known.Count += count
		return
	}
	r.of[s] = r.note(of)
	if !strings.HasPrefix(within, of.Name) {
		within = "" // it tells more than the title of the package
	}
	shown := *s
	shown.Container = strings.TrimPrefix(strings.TrimPrefix(s.Container, within), ".")
	if called != s.Name && s.Container == "" {
		shown.Name, shown.Signature = called, renameIn(s.Signature, s.Name, called)
	}
	r.names[s] = &PackageName{Symbol: &shown, Path: Abs(r.snap.Folder(), filepath.FromSlash(in.Path)), Count: count, fence: in.Language.Fence}
	if shown.Container == "" {
		return
	}
	for i := range in.Facts.Get().Symbols {
		if c := &in.Facts.Get().Symbols[i]; c.IsModule() && c.QualifiedName() == s.Container {
			if !r.has(r.of[s], s.Container) { // other files may add to it
				r.take(in, c, c.Name, of, within, 0)
			}
			return
		}
	}
}

// has reports whether a module of a package was taken in.
func (r *packageReading) has(p *Package, module string) bool {
	for s, of := range r.of {
		if of == p && s.IsModule() && s.QualifiedName() == module {
			return true
		}
	}
	return false
}
