package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/contextls/contextls/budget/render"
	"github.com/contextls/contextls/rank"
	"github.com/contextls/contextls/workspace/store"
)

// UseElsewhere is where another repository uses what a package of the folder defines.
type UseElsewhere struct {
	Repository string
	Path       string // in it
	Line       int    // of the first use, from 0
	Name       string // what is used
	Count      int    // how often
	In         string // the definition around the first use, "" outside of any
	Package    string // that the name is taken from
}

// String is the repository, path:line, the line from 1, the name, how often it is used, and the definition around.
func (u UseElsewhere) String() string {
	text := fmt.Sprintf("[%s] %s:%d", render.Line(u.Repository), render.Path(u.Path), u.Line+1)
	if u.In != "" {
		text += " " + u.In
	}
	if u.Count > 1 {
		return text + fmt.Sprintf(" uses %s %d times", u.Name, u.Count)
	}
	return text + " uses " + u.Name
}

// elsewhere finds who uses a definition, or what a file defines for others, in other repositories.
func (x *indexed) elsewhere(ctx context.Context, inquiry *inquiry, of rank.Definition, globs []string, into *Impact) error {
	defer func() { into.Degraded = inquiry.said }()
	if inquiry.reader == nil {
		return nil
	}
	file := x.Graph().File(of.Node)
	f := &publishedFile{publishing: &publishing{indexed: x, own: ownPackages(x.Graph())}, node: of.Node, file: file, test: file.Language.IsTest(file.Path)}
	own := f.own.around(file)
	if own == nil {
		inquiry.tell(fmt.Sprintf("no manifest says which package %s belongs to, so that it is not known who imports it", file.Path))
		return nil
	}
	module := x.Graph().ModuleName(of.Node)
	q := store.UsesOf{Repositories: globs, Except: inquiry.own, Limit: maxUses}
	if p := f.belongsTo(module); p != nil {
		q.Packages = append(q.Packages, store.Package{Ecosystem: p.Ecosystem, Name: p.Name})
		if p.As != "" {
			q.Packages = append(q.Packages, store.Package{Ecosystem: p.Ecosystem, Name: p.As})
		}
	}
	symbols := file.Facts.Get().Symbols
	if of.Symbol != rank.WholeFile {
		symbols = symbols[of.Symbol : of.Symbol+1]
	}
	names := map[string]bool{}
	for i := range symbols {
		if s := &symbols[i]; s.Exported {
			names[s.QualifiedName()] = true
			q.Names = append(q.Names, calledThrough(own.Ecosystem, module, s.QualifiedName())...)
		}
	}
	q.Names = q.Names[:min(len(q.Names), maxStoreNames)]
	if len(q.Names) == 0 {
		return nil // nobody else sees it
	}
	a, _, err := put(ctx, inquiry, func(ctx context.Context, r *store.Reader) (store.Answer[store.Use], error) { return r.Uses(ctx, q) })
	if err != nil {
		return err
	}
	for _, u := range a.Found {
		if means(own.Ecosystem, u.Module, u.Name, module, names) {
			into.Elsewhere = append(into.Elsewhere, UseElsewhere{u.Repository, u.Path, u.First(), u.Name, u.Count, u.In, u.Package.Name})
		}
	}
	into.MoreElsewhere = a.More
	return nil
}

// maxStoreNames is how many names the store is asked for at once: as many as it takes in one list, and some files define.
const maxStoreNames = 4096

// calledThrough are the names by which a definition of a module may be called: its own, and those through the modules around it, as
// utils.echo is of click; members of the JVM's types and of Elixir's modules also without these, from which they are taken.
func calledThrough(ecosystem, module, name string) []string {
	names := []string{name}
	if ecosystem == "maven" || ecosystem == "hex" {
		for _, member, nested := strings.Cut(name, "."); nested; _, member, nested = strings.Cut(member, ".") {
			names = append(names, member)
		}
	}
	if ecosystem != "pypi" {
		return names
	}
	for at := strings.LastIndexByte(module, '.'); at > 0; at = strings.LastIndexByte(module[:at], '.') {
		names = append(names, module[at+1:]+"."+name)
	}
	return names
}

// means reports whether a name that is taken from a module is one of those that another module defines, as far as modules tell:
// packages of Go pass nothing on, those of Python what is in modules below them, those of the JVM are in every name, and so are
// modules of Elixir and namespaces of PHP. Elsewhere specifiers name no files.
func means(ecosystem, from, name, module string, names map[string]bool) bool {
	switch ecosystem {
	case "go":
		return from == module && names[name]
	case "pypi":
		if names[name] && (from == module || strings.HasPrefix(module, from+".")) {
			return true
		}
		rest, below := strings.CutPrefix(module, from+".")
		if !below {
			return false
		}
		of, through := strings.CutPrefix(name, rest+".")
		return through && names[of]
	case "maven":
		full := strings.TrimPrefix(joinNames(from, name), rootPackage)
		if pkg := containerOf(module); pkg != "" {
			rest, below := strings.CutPrefix(full, pkg+".")
			return below && names[rest]
		}
		return names[full]
	case "hex":
		return names[joinNames(from, name)]
	case "composer":
		space := module[:max(strings.LastIndexByte(module, '\\'), 0)]
		return names[name] && (space == "" || space == strings.TrimPrefix(from, `\`))
	}
	return names[name]
}

// asDefined are the definitions of another repository that a name taken from a module means; none where that is not sure.
func asDefined(p *store.Defined, from, name string) []*store.Definition {
	var exact, passedOn []*store.Definition
	for i := range p.Definitions {
		d := &p.Definitions[i]
		qualified := joinNames(d.Container, d.Name)
		switch {
		case d.Module == from && qualified == name, d.Module+"."+qualified == from+"."+name:
			exact = append(exact, d)
		case means(p.Ecosystem, from, name, d.Module, map[string]bool{qualified: true}):
			passedOn = append(passedOn, d)
		}
	}
	found := exact
	if len(found) == 0 {
		found = passedOn
	}
	for _, d := range found {
		if d.Path != found[0].Path {
			return nil // a guess
		}
	}
	return found
}
