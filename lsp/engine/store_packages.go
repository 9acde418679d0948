package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace/secret"
	"github.com/contextls/contextls/workspace/store"
)

// askedOf is what files use of a package, as other repositories are asked for it.
type askedOf struct {
	store.Wanted
	uses []store.Use
}

// wants are the names that a file uses of packages, or that stand in a span of it.
func (r *packageReading) wants(n int32, within *analysis.Span) (uses []store.Use) {
	file := r.Graph().File(n)
	if file.Facts == nil || !slices.ContainsFunc(r.Graph().Imports(n), func(l analysis.ImportLink) bool { return l.Package != nil }) {
		return nil
	}
	text, err := r.snap.Text(file.Path)
	if err != nil {
		return nil // it has just gone
	}
	f := &publishedFile{publishing: &publishing{indexed: r.indexed}, node: n, file: file, text: secret.Text{Raw: text}, lines: lineStarts(text)}
	for _, u := range f.uses() {
		if within != nil {
			first, last := f.line(int(within.Start)), f.line(int(within.End))
			u.Lines = slices.DeleteFunc(u.Lines, func(line int) bool { return line < first || line > last })
			u.Count = min(u.Count, len(u.Lines))
		}
		if u.Count > 0 {
			uses = append(uses, u)
		}
	}
	return uses
}

// addFromStore puts what repositories of the store say of packages in the place of what is installed of them, unless that is of
// another version; and takes in packages that are not installed. uses are what files use of packages.
func (r *packageReading) addFromStore(ctx context.Context, inquiry *inquiry, installed []*Package, uses []store.Use) ([]*Package, error) {
	wanted := wantedOf(installed, uses)
	if inquiry.reader == nil || len(wanted) == 0 {
		return installed, nil
	}
	var asked []store.Wanted
	for _, w := range wanted {
		asked = append(asked, w.Wanted)
	}
	a, _, err := put(ctx, inquiry, func(ctx context.Context, s *store.Reader) (store.Answer[store.Defined], error) {
		return s.Defined(ctx, asked, inquiry.own)
	})
	if err != nil {
		return nil, err
	}
	for _, w := range wanted {
		var best *Package
		var at int // of what is installed in its place
		for i := range a.Found {
			d := &a.Found[i]
			same := slices.IndexFunc(installed, func(p *Package) bool { return p.Ecosystem == d.Ecosystem && (p.Name == w.Name || p.Name == d.Name) })
			if !isCalled(d, w.Package) || same >= 0 && !sameVersion(installed[same].Version, d.Version) {
				continue
			}
			if p := r.fromRepository(d, w.uses); len(p.Names) > 0 && (best == nil || len(p.Names) > len(best.Names)) {
				best, at = p, same
			}
		}
		switch {
		case best == nil:
		case at < 0:
			installed = append(installed, best)
		default:
			installed[at] = best.with(installed[at])
		}
	}
	slices.SortStableFunc(installed, func(a, b *Package) int {
		return cmp.Or(cmp.Compare(b.count(), a.count()), strings.Compare(a.ID(), b.ID()))
	})
	return installed, nil
}

// maxPackages is how many packages the store is asked for at once: more than any file imports.
const maxPackages = 200

// wantedOf are the packages of which something is used, by name, with all names that they are asked for.
func wantedOf(installed []*Package, uses []store.Use) []*askedOf {
	all := map[store.Package]*askedOf{}
	at := func(ecosystem, name string) *askedOf {
		key := store.Package{Ecosystem: ecosystem, Name: name}
		if all[key] == nil {
			all[key] = &askedOf{Wanted: store.Wanted{Package: key}}
		}
		return all[key]
	}
	for _, u := range uses {
		called := u.Package.Name
		if u.Package.Ecosystem == "maven" {
			called = u.Package.As
		}
		w := at(u.Package.Ecosystem, called)
		w.Names, w.uses = append(w.Names, u.Name), append(w.uses, u)
	}
	for _, p := range installed {
		w := at(p.Ecosystem, p.Name)
		for _, name := range p.Names {
			w.Names = append(w.Names, name.Symbol.QualifiedName())
		}
	}
	list := slices.SortedFunc(maps.Values(all), func(a, b *askedOf) int {
		return cmp.Or(strings.Compare(a.Ecosystem, b.Ecosystem), strings.Compare(a.Name, b.Name))
	})
	for _, w := range list {
		slices.Sort(w.Names)
		w.Names = slices.Compact(w.Names)
	}
	return list[:min(len(list), maxPackages)]
}

// isCalled reports whether a package is the one that is wanted, by its name or by what imports call it.
func isCalled(d *store.Defined, wanted store.Package) bool {
	if d.Ecosystem != wanted.Ecosystem {
		return false
	}
	return d.Name == wanted.Name || slices.ContainsFunc(d.Definitions, func(of store.Definition) bool { return of.Package != nil && of.Package.As == wanted.Name })
}

// sameVersion reports whether two versions may be the same: where one is not known, nothing says that they are not.
func sameVersion(a, b string) bool {
	return a == "" || b == "" || strings.TrimPrefix(a, "v") == strings.TrimPrefix(b, "v")
}

// fromRepository is what a repository says of the names that are used of a package that it defines.
func (r *packageReading) fromRepository(d *store.Defined, uses []store.Use) *Package {
	p := &Package{Ecosystem: d.Ecosystem, Name: d.Name, Version: d.Version, Repository: d.Repository}
	at := map[*store.Definition]int{}
	for _, u := range uses {
		for _, of := range asDefined(d, u.Module, u.Name) {
			if i, known := at[of]; known {
				p.Names[i].Count += u.Count
				continue
			}
			at[of] = len(p.Names)
			p.Names = append(p.Names, PackageName{Symbol: r.symbolOf(of), Path: of.Path, Count: u.Count, fence: fenceOf(of.Language)})
		}
	}
	for i := range d.Definitions { // to stand in for names that are installed: of values, whose types tell them
		of := &d.Definitions[i]
		if _, known := at[of]; !known && of.Container != "" && slices.ContainsFunc(p.Names, func(n PackageName) bool { return n.Path == of.Path }) {
			p.spare = append(p.spare, PackageName{Symbol: r.symbolOf(of), Path: of.Path, fence: fenceOf(of.Language)})
		}
	}
	slices.SortStableFunc(p.Names, byCount)
	return p
}

func byCount(a, b PackageName) int {
	return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Path, b.Path), cmp.Compare(a.Symbol.Line, b.Symbol.Line))
}

// with is a package as a repository of the store defines it, with what the installed copy has and it has not.
func (p *Package) with(installed *Package) *Package {
	for _, name := range installed.Names {
		same := func(n PackageName) bool { return n.Symbol.QualifiedName() == name.Symbol.QualifiedName() }
		if i := slices.IndexFunc(p.Names, same); i >= 0 {
			p.Names[i].Count = max(p.Names[i].Count, name.Count)
			continue
		}
		if i := slices.IndexFunc(p.spare, same); i >= 0 {
			path := p.spare[i].Path
			name.Symbol, name.Path = p.spare[i].Symbol, path
		}
		p.Names = append(p.Names, name)
	}
	p.spare = nil
	p.Version = cmp.Or(p.Version, installed.Version)
	slices.SortStableFunc(p.Names, byCount)
	return p
}
