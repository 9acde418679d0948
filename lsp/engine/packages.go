package engine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/budget"
	"github.com/contextls/contextls/lsp/settings"
	"github.com/contextls/contextls/workspace/packages"
)

// Package is an installed package, with what files use of it.
type Package struct {
	Ecosystem, Name, Version string
	Names                    []PackageName // the most used first
}

// ID names a package where others have a path.
func (p *Package) ID() string {
	id := "package:" + p.Ecosystem + "/" + p.Name
	if p.Version != "" {
		id += "@" + p.Version
	}
	return id
}

// title is a package for a person to read.
func (p *Package) title() string { return strings.TrimSpace(p.Name + " " + p.Version) }

// PackageName is a definition of a package.
type PackageName struct {
	Symbol *analysis.Symbol
	Path   string // absolute, of the file that has it
	Count  int    // how often it is used
	fence  string
}

// reach is where installed packages are looked for.
func (e *Engine) reach(s *settings.Values) packages.Reach {
	switch {
	case s.Dependencies == settings.DependenciesOff:
		return packages.Nowhere
	case s.Dependencies == settings.DependenciesInFolder || e.Untrusted && !s.Trusted:
		return packages.InFolder
	}
	return packages.Everywhere
}

// packageReading collects what files use of installed packages.
type packageReading struct {
	*indexed
	reach    packages.Reach
	packages map[analysis.Package]*Package
	names    map[*analysis.Symbol]*PackageName
	of       map[*analysis.Symbol]*Package
	refused  []string // paths that package managers do not own
	unknown  []string // names that installed packages do not have, as a warning tells it
	late     bool     // the context ended first
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
	used := map[string]bool{}
	known := map[[2]string]bool{}
	for _, u := range graph.Uses(node) {
		if !u.Sure() { // of a package any name may be some method's
			continue
		}
		used[u.Name], known[[2]string{u.Container, u.Name}] = true, true
		if count := countWithin(&u, within); count > 0 {
			in := owner[graph.Path(u.File)]
			module := in.Within(file.Facts.Imports[in.Import].Specifier)
			if !r.use(graph.File(u.File), &u, in.Module.Package, module, count) && u.Container == "" {
				u.Name = renamed(in.Files, u.Name)
				r.use(graph.File(u.File), &u, in.Module.Package, module, count)
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

// countWithin is how often a name is used in a span; in all of the file where that is nil.
func countWithin(u *analysis.Use, within *analysis.Span) (count int) {
	if within == nil || u.Places == nil {
		return int(u.Count)
	}
	for _, at := range u.Places {
		if within.Start <= at && at < within.End {
			count++
		}
	}
	return count
}

// addDotted takes in the members of namespaces and types that a file names with what they are in: linking tells
// members of values, whose types have them.
func (r *packageReading) addDotted(file *analysis.File, in *analysis.Installed, known map[[2]string]bool, within *analysis.Span) {
	imp := &file.Facts.Imports[in.Import]
	module := in.Within(imp.Specifier)
	named := map[string]string{} // what local names stand for
	for _, b := range imp.Names {
		named[b.Local] = b.Name
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
		first, rest, _ := strings.Cut(ref.Qualifier, ".")
		name, bound := named[first]
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
		for k := range in.Files {
			r.use(&in.Files[k], &u, in.Module.Package, module, count)
		}
	}
}

// renamed is what a name that files pass on is called where it is defined.
func renamed(files []analysis.File, name string) string {
	for i := range files {
		for k := range files[i].Facts.Imports {
			for _, b := range files[i].Facts.Imports[k].Names {
				if b.Local == name && b.Name != name {
					return b.Name
				}
			}
		}
	}
	return name
}

// joinNames puts a dot between those names that are not "".
func joinNames(names ...string) string {
	return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), ".")
}

// use takes in the definitions that a use means. within is what the module's names are members of.
func (r *packageReading) use(in *analysis.File, u *analysis.Use, of analysis.Package, within string, count int) (found bool) {
	name := u.Name
	for _, e := range in.Facts.Exports {
		if e.Name == u.Name {
			name = e.Local
		}
	}
	for i := range in.Facts.Symbols {
		s := &in.Facts.Symbols[i]
		if !u.Means(s) && (s.Name != name || s.Container != "" || u.Container != "") {
			continue
		}
		found = true
		r.take(in, s, of, within, count)
	}
	return found
}

// take takes in a definition, with the namespace that it is in.
func (r *packageReading) take(in *analysis.File, s *analysis.Symbol, of analysis.Package, within string, count int) {
	if known := r.names[s]; known != nil {
		known.Count += count
		return
	}
	of.As = ""
	p := r.packages[of]
	if p == nil {
		p = &Package{Ecosystem: of.Ecosystem, Name: of.Name, Version: of.Version}
		r.packages[of] = p
	}
	r.of[s] = p
	shown := *s
	shown.Container = strings.TrimPrefix(strings.TrimPrefix(s.Container, within), ".")
	r.names[s] = &PackageName{Symbol: &shown, Path: Abs(r.snap.Folder(), filepath.FromSlash(in.Path)), Count: count, fence: in.Language.Fence}
	if shown.Container == "" {
		return
	}
	for i := range in.Facts.Symbols {
		if c := &in.Facts.Symbols[i]; c.Kind == analysis.Module && c.QualifiedName() == s.Container {
			r.take(in, c, of, within, 0)
			return
		}
	}
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

// count is how often a package is used.
func (p *Package) count() (count int) {
	for _, name := range p.Names {
		count += name.Count
	}
	return count
}

// findUnknown finds the names that a file takes out of a module and that nothing of it has.
func (r *packageReading) findUnknown(file *analysis.File, in *analysis.Installed, used map[string]bool) {
	if in.Module.Loose {
		return
	}
	imp := &file.Facts.Imports[in.Import]
	local := imp.Local
	for i := range in.Files {
		if clause := in.Files[i].Facts.Package; local == "" && len(imp.Names) == 0 && slices.Contains(in.Module.Files, in.Files[i].Path) {
			local = clause
		}
	}
	var names []string
	for _, b := range imp.Names {
		if b.Name != "default" {
			names = append(names, b.Name)
		}
	}
	if local != "" {
		for _, ref := range file.Facts.References {
			if ref.Qualifier == local {
				names = append(names, ref.Name)
			}
		}
	}
	for _, name := range names {
		if used[name] || in.Module.Members[name] != nil || mentions(in.Files, name) {
			continue
		}
		p := Package{Name: in.Module.Package.Name, Version: in.Module.Package.Version}
		r.unknown = append(r.unknown, fmt.Sprintf("`%s.%s` is not in %s", imp.Specifier, name, p.title()))
	}
}

// mentions reports whether some file has a name in any way, or gives names that it does not tell.
func mentions(files []analysis.File, name string) bool {
	for i := range files {
		facts := files[i].Facts
		for k := range facts.Symbols {
			if s := &facts.Symbols[k]; s.Name == name || s.Name == "__getattr__" && s.Container == "" {
				return true
			}
		}
		for _, e := range facts.Exports {
			if e.Name == name {
				return true
			}
		}
		for k := range facts.Imports {
			imp := &facts.Imports[k]
			if imp.Local == name || slices.ContainsFunc(imp.Names, func(b analysis.Binding) bool { return b.Local == name || b.Name == name }) {
				return true
			}
		}
	}
	return false
}

// addPackages takes in what the targets use of installed packages.
func (g *gathering) addPackages(ctx context.Context, reach packages.Reach) {
	r := g.readPackages(reach)
	for _, n := range g.query.Targets {
		if g.scope.allows(g.Graph().Path(n)) {
			r.add(ctx, n, nil)
		}
	}
	list := r.list()
	for _, p := range list {
		c := budget.Candidate{Path: p.ID(), Package: p.title(), Tier: budget.TierRelated, Score: float64(p.count()) / float64(list[0].count()),
			Relationship: "none", Reasons: []string{fmt.Sprintf("targets use it %d times", p.count())}}
		if p.count() == 1 {
			c.Reasons[0] = "targets use it once"
		}
		for _, name := range p.Names {
			c.Fence = cmp.Or(c.Fence, name.fence)
			c.Symbols = append(c.Symbols, *name.Symbol)
			c.Weights = append(c.Weights, float64(name.Count))
		}
		g.candidates = append(g.candidates, c)
	}
	slices.Sort(r.unknown)
	unknown := slices.Compact(r.unknown)
	for _, text := range unknown[:min(len(unknown), maxNamed)] {
		g.warn("%s", text)
	}
	if n := len(unknown) - maxNamed; n > 0 {
		g.warn("%d more names are not in the installed packages", n)
	}
	slices.Sort(r.refused)
	for _, p := range slices.Compact(r.refused) {
		g.warn("the package at %s is not read: it leads out of the package managers' directories", p)
	}
}
