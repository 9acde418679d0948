package analysis

import (
	"io/fs"
	"slices"
	"strings"
)

// Package is what a package manager installs: where an import leads that leaves the folder.
type Package struct {
	Ecosystem string // go, npm, pypi, composer, …
	Name      string
	Version   string // "" where no manifest says it
	Source    string // where it comes from, if not from a registry: a repository with its revision, or a directory outside of the folder; as manifests write it
	As        string // what the imports call it where that is not its Name: it is replaced by another; where imports tell no packages, all that may be meant
}

// Layout is how package managers lay out what they install for a family of languages. Its functions look
// at nothing but the file system that they are given, and that shows nothing but what Owns lets through. It is
// either the folder or one of the Shared directories; shared says which.
type Layout struct {
	// Separator stands between a module and a name of it where people write both; "" is a dot.
	Separator string
	// ByName says that Find finds the files that define the names of an import, and not those of its module: it is given
	// all names that are wanted of the module as the import's own. Then there is no Follow.
	ByName bool

	// Shared are the absolute paths of the directories where packages lie for all of a person's folders, as the
	// environment says.
	Shared func(getenv func(string) string) []string

	// Owns reports whether a path is a package manager's.
	Owns func(path string, shared bool) bool

	// Find finds the module that an import leads to. from is the importing file where the file system is the
	// folder. The module has no Files where it is not installed there.
	Find func(fsys fs.FS, shared bool, from string, imp *Import, p Package) InstalledModule

	// Follow finds where an import of an installed file leads; as Find does.
	Follow func(fsys fs.FS, from string, imp *Import) InstalledModule
}

// Keeper is what a file system of a Layout may be, too: it keeps an answer that is dear to find. make reports whether
// the answer is whole; another is made anew after a while.
type Keeper interface {
	Keep(key string, make func() (any, bool)) any
}

// InstalledModule is a module of an installed package.
type InstalledModule struct {
	Package Package             // with the name and version that are installed
	Files   []string            // the files that are the module, sorted
	Members map[string][]string // names taken by the import that are modules themselves, with their files
	Called  map[string]string   // what names are called where they are defined, with what they are in, as far as that differs
	Missing []string            // names that are looked for, and that it does not have for sure; where the Layout goes ByName
	Within  string              // the dotted path of the type whose members the names are; "" for none
	Loose   bool                // it may have names that these files do not show
	Refused []string            // directories that a manifest leads to, and that are no package manager's
}

// Installed is a module that an import of a file leads to, with the files that are needed to know what its names
// are. Paths in it are of any kind that tells files apart, also from those of the folder.
type Installed struct {
	Import int // of the file's imports
	Module InstalledModule
	Files  []File
	Links  map[string]map[string]InstalledModule // where the imports of Files lead: by their path and specifier
}

// Within is the definition whose members are the names that an import takes, where they are not at the top level of
// the module's files: TypeScript's declare module "x" { … }. It is "" where there is none, and where it is itself what is taken.
func (in *Installed) Within(imp *Import) string {
	if in.Module.Within != "" {
		return in.Module.Within
	}
	specifier := imp.Specifier
	if slices.ContainsFunc(imp.Names, func(b Binding) bool { return b.Name == specifier }) {
		return ""
	}
	for i := range in.Files {
		f := &in.Files[i]
		if slices.Contains(in.Module.Files, f.Path) && slices.ContainsFunc(f.Facts.Get().Symbols, func(s Symbol) bool {
			return s.IsModule() && s.QualifiedName() == specifier
		}) {
			return specifier
		}
	}
	return ""
}

// LinkInstalled links one file with what is installed of the packages that it imports. Of the graph only that
// file's Uses say something, and only of the Installed files.
func LinkInstalled(file File, installed []Installed) *Graph {
	file.Facts = Known(file.Facts.Get()) // its imports are told apart by where they lie
	r := &installedResolver{file: &file, entries: map[*Import]InstalledModule{}, within: map[*Import]string{}, links: map[string]map[string]InstalledModule{}, siblings: map[string][]string{}}
	files := []File{file}
	seen := map[string]bool{file.Path: true}
	for _, in := range installed {
		imp := &file.Facts.Get().Imports[in.Import]
		r.entries[imp], r.within[imp] = in.Module, in.Within(imp)
		for _, f := range in.Files {
			if !seen[f.Path] {
				seen[f.Path] = true
				facts := *f.Facts.Get()
				facts.References, facts.Places = nil, nil // what packages use themselves is not asked for
				f.Facts = Known(&facts)
				files = append(files, f)
				r.links[f.Path] = in.Links[f.Path]
			}
		}
	}
	languages := map[*Language]*Language{}
	for i := range files {
		l := files[i].Language
		if languages[l] == nil {
			resolved := *l
			resolved.Structural = false // what else implements an interface is not what is used
			resolved.NewResolver = func(*Tree) Resolver { return r }
			languages[l] = &resolved
		}
		files[i].Language = languages[l]
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for i := range files {
		if f := &files[i]; f.Facts != nil && f.Facts.Package != "" && f.Path != file.Path && !byName(f) {
			key := Dir(f.Path) + "\x00" + f.Facts.Package
			r.siblings[key] = append(r.siblings[key], f.Path)
		}
	}
	r.tree = NewTree(files)
	return Link(nil, r.tree)
}

// installedResolver knows where imports lead from what was found out before.
type installedResolver struct {
	file     *File
	tree     *Tree
	entries  map[*Import]InstalledModule
	within   map[*Import]string
	links    map[string]map[string]InstalledModule
	siblings map[string][]string // by directory and package clause
}

func (r *installedResolver) Resolve(from string, imp *Import) Resolution {
	m := r.links[from][imp.Specifier]
	if from == r.file.Path {
		m = r.entries[imp]
	}
	if len(m.Files) == 0 && len(m.Members) == 0 {
		return Resolution{Status: External}
	}
	res := Resolution{Status: Resolved, Members: m.Members}
	res.Local, res.Files = r.clause(m.Files)
	if from == r.file.Path {
		res.Within = r.within[imp]
	}
	return res
}

// clause is what most of the files say that their package is, where they say such a thing, and those that do.
func (r *installedResolver) clause(paths []string) (name string, own []string) {
	if byName(r.file) {
		return "", paths
	}
	by := map[string][]string{}
	for _, p := range paths {
		said := ""
		if f := r.tree.File(p); f != nil && f.Facts != nil {
			said = f.Facts.Package
		}
		by[said] = append(by[said], p)
		if n := len(by[said]); n > len(own) {
			name, own = said, by[said]
		}
	}
	return name, own
}

// byName reports whether a file is known to define what it was found for.
func byName(f *File) bool { return f.Language.Layout != nil && f.Language.Layout.ByName }

func (r *installedResolver) Siblings(p string) []string {
	if f := r.tree.File(p); p != r.file.Path && f != nil && f.Facts != nil {
		return r.siblings[Dir(p)+"\x00"+f.Facts.Package]
	}
	return nil
}

func (r *installedResolver) ModuleName(p string) string { return p }
