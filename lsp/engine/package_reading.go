package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/packages"
)

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
	if file.Facts == nil || r.reach == packages.Nowhere || len(file.Facts.Get().Imports) < len(links) { // they are lost, and read anew
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
		if len(m.Files) > 0 || len(m.Module.Missing) > 0 {
			installed = append(installed, m.Installed)
		} else if of := m.Module.Package; of.Name != "" {
			r.note(of)
		}
	}
	if len(installed) == 0 {
		return
	}
	owner := owners(installed)
	graph := r.snap.Folder().Packages().Link(*file, installed)
	node, _ := graph.Node(file.Path)
	r.named = map[string]bool{}
	for _, ref := range file.Facts.Get().References {
		r.named[ref.Name] = true
	}
	used, called := map[string]bool{}, calledIn(file.Facts.Get())
	known, taken := map[[2]string]bool{}, takenNames(file.Facts.Get())
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
			module := in.Within(&file.Facts.Get().Imports[in.Import])
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
					exact.Container = of.Within(&file.Facts.Get().Imports[of.Import])
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

// note takes in a package.
func (r *packageReading) note(of analysis.Package) *Package {
	of.Source, of.As = "", ""
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

// owners are the modules that files are read for: of a file that one module begins with and that another one leads to, the
// former is.
func owners(installed []analysis.Installed) map[string]*analysis.Installed {
	owner := map[string]*analysis.Installed{}
	for i := range installed {
		for _, p := range installed[i].Module.Files {
			owner[p] = cmp.Or(owner[p], &installed[i])
		}
	}
	for i := range installed {
		for k := range installed[i].Files {
			p := installed[i].Files[k].Path
			owner[p] = cmp.Or(owner[p], &installed[i])
		}
	}
	return owner
}
