package packages

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"github.com/contextls/contextls/analysis"
)

const (
	maxFiles  = 160 // of a module that are read: what is beyond is hardly written by hand
	maxRounds = 8   // of names that lead on to files, which have names that lead on
	parallel  = 4   // files that are read at a time; the workers are those of the folder
)

// loading reads the files of one module.
type loading struct {
	r       *Reader
	at      *place
	dir     string
	layout  *analysis.Layout
	entries []string // paths in the place

	noted    map[string]bool   // files that are among entries, as the result has them
	paths    map[string]string // in the place, of the files by their paths in the result
	followed map[string]map[string]bool
	wanted   map[string]bool
	files    []analysis.File
	links    map[string]map[string]analysis.InstalledModule
	loose    bool
}

func newLoading(r *Reader, at *place, dir string, layout *analysis.Layout) *loading {
	return &loading{r: r, at: at, dir: dir, layout: layout, noted: map[string]bool{}, paths: map[string]string{}, followed: map[string]map[string]bool{},
		wanted: map[string]bool{}, links: map[string]map[string]analysis.InstalledModule{}}
}

// find finds the module, with paths as the result has them.
func (l *loading) find(from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
	return l.take(l.layout.Find(l.at, l.at.shared, from, imp, p))
}

// take notes the files of a module, to be read next.
func (l *loading) take(m analysis.InstalledModule) analysis.InstalledModule {
	note := func(paths []string) (out []string) {
		for _, p := range paths {
			real, err := l.at.real(p)
			if err != nil {
				continue
			}
			path := l.path(real)
			if out = append(out, path); !l.noted[path] {
				l.noted[path] = true
				l.entries = append(l.entries, real)
			}
		}
		return out
	}
	m.Files = note(m.Files)
	l.loose = l.loose || m.Loose
	var members map[string][]string
	for name, paths := range m.Members {
		if members == nil {
			members = map[string][]string{}
		}
		members[name] = note(paths)
	}
	m.Members = members
	return m
}

// path tells a file apart from all others: in the folder as the folder has it, else it is absolute.
func (l *loading) path(name string) string {
	out := name
	if l.at.shared {
		out = filepath.ToSlash(filepath.Join(l.dir, filepath.FromSlash(name)))
	}
	l.paths[out] = name
	return out
}

// load reads the files that were noted, and those that they lead on to.
func (l *loading) load(ctx context.Context, wanted []string) error {
	for _, name := range wanted {
		l.wanted[name] = true
	}
	done := 0
	for round := 0; ; round++ {
		if len(l.entries) > maxFiles {
			l.entries, l.loose = l.entries[:maxFiles], true
		}
		if err := l.readAll(ctx, l.entries[done:]); err != nil {
			return err
		}
		done = len(l.entries)
		if l.layout.ByName {
			return nil
		}
		if round == maxRounds {
			l.loose = true
			return nil
		}
		l.want()
		for i := range l.files {
			l.follow(&l.files[i])
		}
		if len(l.entries) == done {
			return nil
		}
	}
}

// readAll reads files, a few at a time.
func (l *loading) readAll(ctx context.Context, paths []string) error {
	files := make([]*analysis.File, len(paths))
	var group sync.WaitGroup
	turns := make(chan struct{}, parallel)
	have := map[string]bool{}
	for i := range l.files {
		have[l.files[i].Path] = true
	}
	for i, name := range paths {
		path := l.path(name)
		lang := l.r.opts.LanguageOf(name)
		if have[path] || lang == nil {
			continue
		}
		have[path] = true
		before := l.at.stamp(name)
		files[i] = &analysis.File{Path: path, Language: lang}
		if k, ok := l.r.files.Get(l.dir + "\x00" + name); ok && k.stamp == before {
			files[i].Facts = k.facts
			continue
		}
		content, err := l.at.read(name, l.at.maxBytes)
		if err != nil {
			continue
		}
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			extracted, err := l.r.opts.Extract(ctx, lang, content.Text)
			if err != nil {
				return
			}
			facts := analysis.Known(extracted)
			files[i].Facts = facts
			l.r.files.Add(l.dir+"\x00"+name, known{before, facts})
		})
	}
	group.Wait()
	for _, f := range files {
		switch {
		case f == nil:
		case f.Facts == nil:
			l.loose = true
		default:
			l.loose = l.loose || len(f.Facts.Get().Problems) > 0
			l.files = append(l.files, *f)
		}
	}
	return ctx.Err()
}

// want wants what the wanted names are made of: their other names, and the types that they are, give or extend.
func (l *loading) want() {
	for i := range l.files {
		facts := l.files[i].Facts.Get()
		for _, e := range facts.Exports {
			if l.wanted[e.Name] {
				l.wanted[e.Local] = true
			}
		}
		for k := range facts.Imports {
			for _, b := range facts.Imports[k].Names {
				if l.wanted[b.Local] {
					l.wanted[b.Name] = true
				}
			}
		}
		for k := range facts.Symbols {
			s := &facts.Symbols[k]
			if !l.wanted[s.Name] || s.Type == "" {
				continue
			}
			for _, name := range strings.FieldsFunc(string(s.Type), notInName) {
				l.wanted[name] = true
			}
		}
	}
}

func notInName(r rune) bool { return strings.ContainsRune(".,|()[]!?", r) }

// follow notes where the imports of a file lead that may bring wanted names.
func (l *loading) follow(f *analysis.File) {
	for i := range f.Facts.Get().Imports {
		imp := &f.Facts.Get().Imports[i]
		if !l.mayBring(imp) || l.followed[f.Path][imp.Specifier] {
			continue
		}
		if l.followed[f.Path] == nil {
			l.followed[f.Path] = map[string]bool{}
			l.links[f.Path] = map[string]analysis.InstalledModule{}
		}
		l.followed[f.Path][imp.Specifier] = true
		m := l.take(l.layout.Follow(l.at, l.paths[f.Path], imp))
		if len(m.Files) == 0 && len(m.Members) == 0 && imp.Star {
			l.loose = true
		}
		l.links[f.Path][imp.Specifier] = m
	}
}

// mayBring reports whether an import may bring a wanted name into its file, or through it.
func (l *loading) mayBring(imp *analysis.Import) bool {
	if imp.Star || l.wanted[imp.Local] {
		return true
	}
	for _, b := range imp.Names {
		if l.wanted[b.Local] || l.wanted[b.Name] {
			return true
		}
	}
	return false
}
