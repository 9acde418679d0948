package engine

import (
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/packages"
)

// addDotted takes in the members of namespaces and types that a file names with what they are in: linking tells
// members of values, whose types have them.
func (r *packageReading) addDotted(file *analysis.File, in *analysis.Installed, known map[[2]string]bool, within *analysis.Span) {
	imp := &file.Facts.Get().Imports[in.Import]
	module := in.Within(imp)
	named := map[string]string{} // what local names stand for
	for _, b := range imp.Names {
		named[dotted(b.Local)] = dotted(b.Name)
		if strings.Contains(b.Name, pathSign) {
			r.addPath(file, in, dotted(b.Name))
		}
	}
	if imp.Local != "" {
		named[imp.Local] = ""
	}
	if imp.Star && file.Language.Layout.ByName { // the files are those that define what the file wants of the module
		bound := packages.BoundNames(file.Facts.Get())
		for i := range in.Files {
			for k := range in.Files[i].Facts.Get().Symbols {
				if s := &in.Files[i].Facts.Get().Symbols[k]; s.Container == module && !bound[s.Name] {
					named[s.Name] = s.Name
				}
			}
		}
	}
	places := file.Facts.Get().Places
	for i := range file.Facts.Get().References {
		ref := &file.Facts.Get().References[i]
		u := analysis.Use{Name: ref.Name, Count: ref.Count}
		if len(file.Facts.Get().Places) > 0 {
			n := min(int(ref.Count), len(places))
			u.Places, places = places[:n:n], places[n:]
		}
		first, rest := ref.Qualifier, ""
		name, bound := named[first]
		if !bound {
			first, rest, _ = strings.Cut(ref.Qualifier, ".")
			name, bound = named[first]
		}
		u.Container = joinNames(module, name, rest)
		if !bound || joinNames(name, rest) == "" || known[[2]string{u.Container, u.Name}] {
			continue
		}
		count := countWithin(&u, within)
		if count == 0 {
			continue
		}
		if u.Places == nil {
			u.Places = []uint32{} // its container is known all the same
		}
		found := false
		for k := range in.Files {
			found = r.use(&in.Files[k], &u, u.Name, in.Module.Package, module, count) || found
		}
		if u.Name = file.Language.Constructor; ref.Name == "new" && u.Name != "" && !found {
			for k := range in.Files {
				r.use(&in.Files[k], &u, u.Name, in.Module.Package, module, count)
			}
		}
	}
}

// addPath takes in what a path of names means that a file takes as a whole out of a module: A::B. Of a name that several files
// define the first is meant.
func (r *packageReading) addPath(file *analysis.File, in *analysis.Installed, name string) {
	count := 0
	for _, ref := range file.Facts.Get().References {
		if strings.HasSuffix(name, "."+ref.Name) && (ref.Qualifier == "" || ref.Qualifier == analysis.UnknownQualifier) {
			count += int(ref.Count)
		}
	}
	for i := range in.Files {
		for k := range in.Files[i].Facts.Get().Symbols {
			if s := &in.Files[i].Facts.Get().Symbols[k]; s.QualifiedName() == name {
				r.take(&in.Files[i], s, s.Name, in.Module.Package, "", max(count, 1))
				return
			}
		}
	}
}
