package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/contextls/contextls/analysis"
	"github.com/contextls/contextls/workspace"
	"github.com/contextls/contextls/workspace/store"
)

// ErrShowsSecrets says that nothing may leave, since secrets in texts would.
var ErrShowsSecrets = errors.New("secrets.redact is false, so texts may hold secrets: nothing is published")

// Documents visits what a store gets of each file, by path, until visit fails: of files that are neither left out nor without a
// language, and of manifests that define a package. Secrets in them are replaced. sources has definitions carry their texts. What
// becomes of a file depends on it, on the manifests above it and on where its imports lead alone. Files that are
// gone by now are as if they were not there. Errors are visit's, ctx's, ErrShowsSecrets, and that a file was not read.
func (e *Engine) Documents(ctx context.Context, snap *workspace.Snapshot, sources bool, visit func(store.FileDocuments) error) error {
	if !e.Settings(snap.Folder().Root()).RedactSecrets {
		return ErrShowsSecrets
	}
	x, err := e.indexed(ctx, snap)
	if err != nil {
		return err
	}
	p := &publishing{indexed: x, sources: sources, own: ownPackages(x.Graph())}
	for _, f := range snap.Files() {
		if f.Unread() {
			return fmt.Errorf("%s could not be read just now: nothing is published", f.Path)
		}
		d, err := p.documents(ctx, f)
		if err != nil {
			return err
		}
		if d == nil {
			continue
		}
		if err := visit(*d); err != nil {
			return err
		}
	}
	return nil
}

// publishing makes the documents of a snapshot.
type publishing struct {
	*indexed
	sources bool
	own     packagesByFamily
}

// documents are those of a file; nil where there are none. The error is ctx's.
func (p *publishing) documents(ctx context.Context, f *workspace.File) (*store.FileDocuments, error) {
	d := &store.FileDocuments{File: store.File{Place: store.Place{Path: f.Path}}}
	for _, own := range p.own.definedAt(f.Path) {
		d.Packages = append(d.Packages, store.DefinedPackage{Place: d.File.Place, Package: storePackage(own), Directory: analysis.Dir(f.Path)})
	}
	n, linked := p.Graph().Node(f.Path)
	if !linked || p.Graph().File(n).Facts == nil {
		if len(d.Packages) == 0 {
			return nil, nil
		}
		return d, nil
	}
	text, err := p.snap.Shown(ctx, f.Path)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // it has just gone, or changed
		return nil, nil
	}
	of := &publishedFile{publishing: p, node: n, file: p.Graph().File(n), text: text, lines: lineStarts(text.Raw)}
	of.test = of.file.Language.IsTest(f.Path)
	facts := of.file.Facts.Get()
	d.File.Language, d.File.Lines, d.File.Test = facts.Language, int(facts.Lines), of.test
	d.File.Summary, d.File.Imports, d.File.Importance = summaryOf(facts), importsOf(facts), p.Importance()[n]
	d.Definitions, d.Uses = of.definitions(), of.uses()
	return d, nil
}

// summaryLines is how many definitions tell what a file is about.
const summaryLines = 12

// summaryOf is what a file defines for others, in a few lines.
func summaryOf(facts *analysis.Facts) string {
	var lines []string
	for _, exported := range []bool{true, false} {
		for i := range facts.Symbols {
			s := &facts.Symbols[i]
			if s.Exported != exported || s.Container != "" || len(lines) == summaryLines {
				continue
			}
			line := s.Signature
			if s.Doc != "" {
				line += ": " + s.Doc
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// importsOf are the modules that a file imports, as it writes them.
func importsOf(facts *analysis.Facts) (all []string) {
	for i := range facts.Imports {
		all = append(all, facts.Imports[i].Specifier)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// packagesByFamily are the packages that a folder defines: by the languages' family, then by their manifests' paths.
type packagesByFamily map[string]map[string]*analysis.Package

// ownPackages are those of a folder, but for what tests are made of.
func ownPackages(g *analysis.Graph) packagesByFamily {
	own, languages := packagesByFamily{}, map[string]*analysis.Language{}
	for n := range int32(g.Len()) {
		if l := g.File(n).Language; l.PackageOf != nil && languages[l.Family] == nil {
			languages[l.Family] = l
		}
	}
	for _, f := range g.Tree().Files() {
		if f.Manifest == nil || inTests(f.Path) {
			continue
		}
		for family, l := range languages {
			if !l.IsManifest(f.Path) {
				continue
			}
			if p := l.PackageOf(f.Path, f.Manifest); p != nil {
				if own[family] == nil {
					own[family] = map[string]*analysis.Package{}
				}
				own[family][f.Path] = p
			}
		}
	}
	return own
}

// inTests reports whether a manifest is one that tests read: what it names is nobody's to import.
func inTests(p string) bool {
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "testdata", "__tests__", "fixtures", "__fixtures__", "examples":
			return true
		}
	}
	return false
}

// definedAt are the packages that a manifest defines.
func (o packagesByFamily) definedAt(p string) (all []*analysis.Package) {
	for _, packages := range o {
		if own := packages[p]; own != nil {
			all = append(all, own)
		}
	}
	slices.SortFunc(all, func(a, b *analysis.Package) int { return strings.Compare(a.Ecosystem+a.Name, b.Ecosystem+b.Name) })
	return all
}

// around is the package that a file belongs to: the one of the nearest manifest above it, the first one by name where a directory
// has several; nil without one.
func (o packagesByFamily) around(f *analysis.File) *analysis.Package {
	packages := o[f.Language.Family]
	if len(packages) == 0 {
		return nil
	}
	nearest := ""
	for at := range packages {
		dir := analysis.Dir(at)
		if dir != "" && !strings.HasPrefix(f.Path, dir+"/") {
			continue
		}
		if before := analysis.Dir(nearest); nearest == "" || len(dir) > len(before) || dir == before && at < nearest {
			nearest = at
		}
	}
	return packages[nearest]
}

func storePackage(p *analysis.Package) store.Package {
	return store.Package{Ecosystem: p.Ecosystem, Name: p.Name, Version: p.Version, As: p.As}
}

// belongsTo is the package of a file's definitions, as other repositories look for it: without a version, so that a new one
// changes no definition. Tests are nobody's to import.
func (f *publishedFile) belongsTo(module string) *store.Package {
	own := f.own.around(f.file)
	if own == nil || f.test {
		return nil
	}
	p := &store.Package{Ecosystem: own.Ecosystem, Name: own.Name}
	switch own.Ecosystem {
	case "pypi": // imports name modules, and not distributions
		top, _, _ := strings.Cut(module, ".")
		if top = strings.ReplaceAll(strings.ToLower(top), "_", "-"); top != p.Name {
			p.As = top
		}
	case "maven":
		p.As = containerOf(module)
	}
	return p
}

// importedPackage is what an import leads to, as a store has it. Imports of the JVM's languages name packages, which definitions say
// as well, and not artifacts: the one that is told is what build files make likely.
func importedPackage(link *analysis.ImportLink) store.Package {
	p := storePackage(link.Package)
	switch p.Ecosystem {
	case "system":
		p.As = ""
	case "maven":
		p.As = ""
		for name := range strings.SplitSeq(strings.TrimPrefix(link.Import().Specifier, rootPackage), ".") {
			if first, _ := utf8.DecodeRuneInString(name); unicode.IsUpper(first) {
				break // a type, whose members are taken
			}
			p.As = joinNames(p.As, name)
		}
		p.Name = cmp.Or(p.Name, p.As)
	}
	return p
}

// rootPackage begins an import of Scala that names all of a path.
const rootPackage = "_root_."

// containerOf is what a dotted name is a member of.
func containerOf(name string) string { return name[:max(strings.LastIndexByte(name, '.'), 0)] }
