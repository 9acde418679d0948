package packages

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/contextls/contextls/analysis"
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
	linked   *lru.Cache[string, linked]
}

// Module is a module of an installed package, as far as it was asked for.
type Module struct {
	analysis.Installed
	Refused []string // paths that lead out of the package managers' directories

	stamp stamp // of the file that the module begins with
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
	linked, err := lru.New[string, linked](keptLinked)
	if err != nil {
		panic(err)
	}
	return &Reader{opts: opts, modules: modules, files: files, absent: absent, archives: archives, answers: answers, linked: linked}
}

// Read reads the module of an installed package that an import of a file leads to, as far as the wanted names
// lead. The result has no files where it is not installed within reach. The error is the context's.
func (r *Reader) Read(ctx context.Context, reach Reach, file *analysis.File, number int, p analysis.Package, wanted []string) (*Module, error) {
	none := &Module{Installed: analysis.Installed{Import: number}}
	layout := file.Language.Layout
	if layout == nil || reach == Nowhere {
		return none, nil
	}
	imp := &file.Facts.Get().Imports[number]
	key := absence{reach, analysis.Dir(file.Path), imp.Specifier, namesOf(imp), p}
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
	imp := &file.Facts.Get().Imports[number]
	if file.Language.Layout.ByName {
		imp, wanted = wholly(file.Facts.Get(), imp), nil
	}
	key := moduleKey{place: dir, dir: analysis.Dir(file.Path), specifier: imp.Specifier, pkg: p, members: namesOf(imp), wanted: strings.Join(wanted, " ")}
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
	m.Files, m.Links, m.Refused = l.files, l.links, append(at.refused, m.Module.Refused...)
	if len(l.entries) > 0 {
		m.stamp = at.stamp(l.entries[0])
		r.modules.Add(key, m)
	}
	return m, nil
}
