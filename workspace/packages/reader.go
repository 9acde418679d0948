package packages

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
)

const (
	keptModules = 512  // that were read last, with…
	keptFiles   = 4096 // …files of them: some tens of megabytes

	keptAbsent  = 5 * time.Second // for which what is not installed is not looked for again
	keptLists   = 256             // of the files in archives
	keptAnswers = 64              // of layouts

	answerHolds = 30 * time.Second // that was found with something missing, which may be there any time
)

// Reach is where installed packages are looked for.
type Reach uint8

// The reaches.
const (
	Nowhere Reach = iota
	InFolder
	Everywhere // in the folder, then in the person's own directories
)

// Options say what a Reader reads, and how.
type Options struct {
	Root       string              // the folder's absolute path
	Getenv     func(string) string // the person's environment
	MaxBytes   int64               // of the largest file that is read
	LanguageOf func(path string) *analysis.Language

	// Extract gives the Facts of a text, without secrets.
	Extract func(ctx context.Context, lang *analysis.Language, text string) (*analysis.Facts, error)
}

// Reader reads the packages that are installed for a folder. It is safe for concurrent use.
type Reader struct {
	opts Options

	modules *lru.Cache[moduleKey, *Module]
	files   *lru.Cache[string, known]
	absent  *lru.Cache[absence, lookedFor]

	archives *lru.Cache[string, *archive]
	answers  *lru.Cache[string, answer]
}

// absence is what decides whether a module is installed.
type absence struct {
	reach          Reach
	dir, specifier string
	pkg            analysis.Package
}

// lookedFor is when a module was not found, with what was found in looking for it: what was refused, and the package's name where
// no more of it is there.
type lookedFor struct {
	when    time.Time
	module  analysis.InstalledModule
	refused []string
}

// answer is what a layout keeps.
type answer struct {
	value any
	until time.Time // zero: for good
}

// keep is analysis.Keeper's of a place.
func (r *Reader) keep(key string, make func() (any, bool)) any {
	if a, ok := r.answers.Get(key); ok && (a.until.IsZero() || time.Now().Before(a.until)) {
		return a.value
	}
	value, whole := make()
	a := answer{value: value}
	if !whole {
		a.until = time.Now().Add(answerHolds)
	}
	r.answers.Add(key, a)
	return value
}

// Module is a module of an installed package, as far as it was asked for.
type Module struct {
	analysis.Installed
	Refused []string // paths that lead out of the package managers' directories

	stamp stamp // of the file that the module begins with
}

// moduleKey is what decides what is found.
type moduleKey struct {
	place, dir, specifier string
	pkg                   analysis.Package
	members, wanted       string
}

// stamp says whether a file is still the same.
type stamp struct {
	path string
	size int64
	time time.Time
}

// known are the Facts of a file that was read.
type known struct {
	stamp stamp
	facts *analysis.Facts
}

// New makes a Reader.
func New(opts Options) *Reader {
	modules, err := lru.New[moduleKey, *Module](keptModules)
	if err != nil {
		panic(err) // of a size below 1
	}
	files, err := lru.New[string, known](keptFiles)
	if err != nil {
		panic(err)
	}
	absent, err := lru.New[absence, lookedFor](keptModules)
	if err != nil {
		panic(err)
	}
	archives, err := lru.New[string, *archive](keptLists)
	if err != nil {
		panic(err)
	}
	answers, err := lru.New[string, answer](keptAnswers)
	if err != nil {
		panic(err)
	}
	return &Reader{opts: opts, modules: modules, files: files, absent: absent, archives: archives, answers: answers}
}

// Read reads the module of an installed package that an import of a file leads to, as far as the wanted names
// lead. The result has no files where it is not installed within reach. The error is the context's.
func (r *Reader) Read(ctx context.Context, reach Reach, file *analysis.File, number int, p analysis.Package, wanted []string) (*Module, error) {
	none := &Module{Installed: analysis.Installed{Import: number}}
	layout := file.Language.Layout
	if layout == nil || reach == Nowhere {
		return none, nil
	}
	key := absence{reach, analysis.Dir(file.Path), file.Facts.Imports[number].Specifier, p}
	if known, ok := r.absent.Get(key); ok && time.Since(known.when) < keptAbsent {
		none.Module, none.Refused = known.module, known.refused
		return none, nil
	}
	dirs := []string{r.opts.Root}
	if reach == Everywhere {
		dirs = append(dirs, layout.Shared(r.opts.Getenv)...)
	}
	for i, dir := range dirs {
		m, err := r.readIn(ctx, dir, i > 0, file, number, p, wanted)
		if err != nil {
			return nil, err
		}
		if m != nil && len(m.Files) > 0 {
			return m, nil
		}
		if m != nil {
			none.Refused = append(none.Refused, m.Refused...)
			if m.Module.Package.Name != "" { // it is there, and no more is known
				none.Module = m.Module
			}
		}
	}
	r.absent.Add(key, lookedFor{time.Now(), none.Module, none.Refused})
	return none, nil
}

// readIn is Read in one place; nil where there is no such place.
func (r *Reader) readIn(ctx context.Context, dir string, shared bool, file *analysis.File, number int, p analysis.Package, wanted []string) (*Module, error) {
	if !filepath.IsAbs(dir) {
		return nil, nil
	}
	at, err := r.open(dir, shared, file.Language.Layout)
	if err != nil {
		return nil, nil // it is not there
	}
	defer at.root.Close()
	imp := &file.Facts.Imports[number]
	if file.Language.Layout.ByName {
		imp, wanted = wholly(file.Facts, imp), nil
	}
	key := moduleKey{place: dir, dir: analysis.Dir(file.Path), specifier: imp.Specifier, pkg: p, wanted: strings.Join(wanted, " ")}
	for _, b := range imp.Names {
		key.members += " " + b.Name
	}
	if shared {
		key.dir = ""
	}
	if m, ok := r.modules.Get(key); ok && m.stamp == at.stamp(m.stamp.path) {
		again := *m
		again.Import = number
		return &again, nil
	}
	l := newLoading(r, at, dir, file.Language.Layout)
	m := &Module{Installed: analysis.Installed{Import: number}}
	m.Module = l.find(file.Path, imp, p)
	if err := l.load(ctx, wanted); err != nil {
		return nil, err
	}
	m.Module.Loose = m.Module.Loose || l.loose
	m.Files, m.Links, m.Refused = l.files, l.links, at.refused
	if len(l.entries) > 0 {
		m.stamp = at.stamp(l.entries[0])
		r.modules.Add(key, m)
	}
	return m, nil
}

// stamp is that of a path as it is now; of what is not there the zero one.
func (p *place) stamp(name string) stamp {
	info, err := p.Stat(name)
	if err != nil {
		return stamp{}
	}
	return stamp{name, info.Size(), info.ModTime()}
}

// wholly is an import with all names that the file may want of the module as its own.
func wholly(facts *analysis.Facts, imp *analysis.Import) *analysis.Import {
	if imp.Local == "" && !imp.Star {
		return imp
	}
	bound := map[string]bool{}
	for i := range facts.Imports {
		for _, b := range facts.Imports[i].Names {
			bound[b.Local] = true
		}
		bound[facts.Imports[i].Local] = true
	}
	for i := range facts.Symbols {
		bound[facts.Symbols[i].Name] = bound[facts.Symbols[i].Name] || facts.Symbols[i].Container == ""
	}
	var names []string
	for i := range facts.References {
		r := &facts.References[i]
		first, _, _ := strings.Cut(r.Qualifier, ".")
		switch {
		case r.Qualifier != "" && r.Qualifier == imp.Local:
			names = append(names, r.Name)
		case imp.Star && r.Qualifier == "" && !bound[r.Name]:
			names = append(names, r.Name)
		case imp.Star && r.Qualifier != "" && r.Qualifier != analysis.UnknownQualifier && !bound[first]:
			names = append(names, first)
		case strings.HasPrefix(r.Qualifier, imp.Local+".") && imp.Local != "":
			rest, _, _ := strings.Cut(strings.TrimPrefix(r.Qualifier, imp.Local+"."), ".")
			names = append(names, rest)
		}
	}
	all := *imp
	all.Names = slices.Clip(imp.Names)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		all.Names = append(all.Names, analysis.Binding{Name: name, Local: name})
	}
	return &all
}

// WantedNames are the names that a file may want of an installed module, sorted.
func WantedNames(file *analysis.File, links []analysis.ImportLink) []string {
	var names []string
	for _, r := range file.Facts.References {
		if r.Qualifier != "" {
			names = append(names, r.Name)
		}
	}
	for i := range links {
		if links[i].Package != nil {
			for _, b := range links[i].Import.Names {
				names = append(names, b.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
