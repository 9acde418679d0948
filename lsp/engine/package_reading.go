package engine

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/packages"
)

// maxOverloads is how many of a name's signatures are shown: JUnit has a hundred of assertEquals.
const maxOverloads = 6

// packageReading collects what files use of installed packages.
type packageReading struct {
	*indexed
	reach    packages.Reach
	packages map[analysis.Package]*Package
	names    map[*analysis.Symbol]*PackageName
	of       map[*analysis.Symbol]*Package
	named    map[string]bool // what the file that is being added refers to
	refused  []string        // paths that package managers do not own
	unknown  []string        // names that installed packages do not have, as a warning tells it
	late     bool            // the context ended first
}

func (x *indexed) readPackages(reach packages.Reach) *packageReading {
	return &packageReading{indexed: x, reach: reach, packages: map[analysis.Package]*Package{},
		names: map[*analysis.Symbol]*PackageName{}, of: map[*analysis.Symbol]*Package{}}
}

// add takes in what a file uses, or what of it stands in a span.
func (r *packageReading) add(ctx context.Context, n int32, within *analysis.Span) {
	file, links := r.Graph().File(n), r.Graph().Imports(n)
	if file.Facts == nil || r.reach == packages.Nowhere {
		return
	}
	wanted := packages.WantedNames(file, links)
	var installed []analysis.Installed
	for i := range links {
		if links[i].Package == nil {
			continue
		}
		m, err := r.snap.Folder().Packages().Read(ctx, r.reach, file, i, *links[i].Package, wanted)
		if err != nil {
			r.late = true
			break
		}
		r.refused = append(r.refused, m.Refused...)
		if len(m.Files) > 0 {
			installed = append(installed, m.Installed)
		} else if of := m.Module.Package; of.Name != "" {
			r.note(of)
		}
	}
	if len(installed) == 0 {
		return
	}
	owner := map[string]*analysis.Installed{}
	for i := range installed {
		for _, f := range installed[i].Files {
			if owner[f.Path] == nil {
				owner[f.Path] = &installed[i]
			}
		}
	}
	graph := analysis.LinkInstalled(*file, installed)
	node, _ := graph.Node(file.Path)
	r.named = map[string]bool{}
	for _, ref := range file.Facts.References {
		r.named[ref.Name] = true
	}
	used, called := map[string]bool{}, calledIn(file.Facts)
	known, taken := map[[2]string]bool{}, takenNames(file.Facts)
	for _, u := range graph.Uses(node) {
		if !u.Sure() { // of a package any name may be some method's
			continue
		}
		if u.Places == nil && !taken[u.Name] && file.Language.Layout.ByName { // a member, of any type of its file
			continue
		}
		used[u.Name], known[[2]string{u.Container, u.Name}] = true, true
		if count := countWithin(&u, within); count > 0 {
			name := u.Name
			in := owner[graph.Path(u.File)]
			if u.Container == "" {
				if of, ok := in.Module.Called[u.Name]; ok {
					cut := strings.LastIndexByte(of, '.')
					u.Container, u.Name = of[:max(cut, 0)], of[cut+1:]
					if u.Places == nil {
						u.Places = []uint32{} // its container is known all the same
					}
				}
			}
			module := in.Within(&file.Facts.Imports[in.Import])
			if len(u.Places) > 0 {
				name = cmp.Or(called[u.Places[0]], name)
			}
			means := func(u analysis.Use) bool {
				return r.use(graph.File(u.File), &u, name, in.Module.Package, module, count)
			}
			if u.Places == nil && file.Language.Layout.ByName { // what an import takes is at the top level, or in the type that it names
				exact, found := u, false
				exact.Places = []uint32{}
				for k := range installed {
					of := &installed[k]
					exact.Container = of.Within(&file.Facts.Imports[of.Import])
					if found = slices.ContainsFunc(of.Files, func(f analysis.File) bool { return f.Path == graph.Path(u.File) }) && means(exact); found {
						break
					}
				}
				if found || file.Language.Layout.Separator != "" {
					continue
				}
			} else if inside := u; module != "" && u.Places == nil {
				inside.Container, inside.Places = module, []uint32{} // its container is known all the same
				if means(inside) {
					continue
				}
			}
			if means(u) || u.Container != "" {
				continue
			}
			if u.Container = module; module == "" || !means(u) {
				u.Container, u.Name = "", renamed(in.Files, u.Name)
				means(u)
			}
		}
	}
	for i := range installed {
		r.addDotted(file, &installed[i], known, within)
		if within == nil {
			r.findUnknown(file, &installed[i], used)
		}
	}
}

// addDotted takes in the members of namespaces and types that a file names with what they are in: linking tells
// members of values, whose types have them.
func (r *packageReading) addDotted(file *analysis.File, in *analysis.Installed, known map[[2]string]bool, within *analysis.Span) {
	imp := &file.Facts.Imports[in.Import]
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
	places := file.Facts.Places
	for i := range file.Facts.References {
		ref := &file.Facts.References[i]
		u := analysis.Use{Name: ref.Name, Count: ref.Count}
		if len(file.Facts.Places) > 0 {
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
	for _, ref := range file.Facts.References {
		if strings.HasSuffix(name, "."+ref.Name) && (ref.Qualifier == "" || ref.Qualifier == analysis.UnknownQualifier) {
			count += int(ref.Count)
		}
	}
	for i := range in.Files {
		for k := range in.Files[i].Facts.Symbols {
			if s := &in.Files[i].Facts.Symbols[k]; s.QualifiedName() == name {
				r.take(&in.Files[i], s, s.Name, in.Module.Package, "", max(count, 1))
				return
			}
		}
	}
}

// use takes in the definitions that a use means. The file that uses them has called them so; within is what the module's
// names are members of.
func (r *packageReading) use(in *analysis.File, u *analysis.Use, called string, of analysis.Package, within string, count int) bool {
	name := u.Name
	for _, e := range in.Facts.Exports {
		if e.Name == u.Name {
			name = e.Local
		}
	}
	var meant []*analysis.Symbol
	for i := range in.Facts.Symbols {
		if s := &in.Facts.Symbols[i]; u.Means(s) || s.Name == name && s.Container == "" && u.Container == "" {
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
	for i := range in.Facts.Symbols {
		if c := &in.Facts.Symbols[i]; c.IsModule() && c.QualifiedName() == s.Container {
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

// note takes in a package.
func (r *packageReading) note(of analysis.Package) *Package {
	of.As = ""
	p := r.packages[of]
	if p == nil {
		p = &Package{Ecosystem: of.Ecosystem, Name: of.Name, Version: of.Version}
		r.packages[of] = p
	}
	return p
}

// list are the packages, the most used first.
func (r *packageReading) list() []*Package {
	for s, name := range r.names {
		r.of[s].Names = append(r.of[s].Names, *name)
	}
	var all []*Package
	for _, p := range r.packages {
		slices.SortFunc(p.Names, func(a, b PackageName) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Path, b.Path), cmp.Compare(a.Symbol.Range.Start, b.Symbol.Range.Start))
		})
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Package) int {
		return cmp.Or(cmp.Compare(b.count(), a.count()), strings.Compare(a.ID(), b.ID()))
	})
	return all
}
