package packages

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/contextls/contextls/analysis"
)

// notes is a language of one statement a line: "name" defines, "name < file" passes on what a file has.
func notes(extracted *atomic.Int32) *analysis.Language {
	return &analysis.Language{ID: "notes", Family: "notes",
		Extract: func(src []byte) (*analysis.Facts, error) {
			extracted.Add(1)
			f := &analysis.Facts{}
			for line := range strings.Lines(string(src)) {
				name, file, passed := strings.Cut(strings.TrimSpace(line), " < ")
				switch {
				case passed:
					f.Imports = append(f.Imports, analysis.Import{Specifier: file, Names: []analysis.Binding{{Name: name, Local: name}}, ReExport: true})
				case name != "":
					f.Symbols = append(f.Symbols, analysis.Symbol{Name: name, Exported: true})
				}
			}
			return f, nil
		},
		Layout: &analysis.Layout{
			Shared: func(getenv func(string) string) []string { return []string{getenv("NOTES")} },
			Owns:   func(p string, shared bool) bool { return strings.HasPrefix(p, "lib/") },
			Find: func(fsys fs.FS, shared bool, from string, imp *analysis.Import, p analysis.Package) analysis.InstalledModule {
				return moduleAt(fsys, path.Join("lib", imp.Specifier+".n"), p)
			},
			Follow: func(fsys fs.FS, from string, imp *analysis.Import) analysis.InstalledModule {
				return moduleAt(fsys, path.Join(path.Dir(from), imp.Specifier+".n"), analysis.Package{})
			},
		}}
}

func moduleAt(fsys fs.FS, p string, of analysis.Package) analysis.InstalledModule {
	if _, err := fs.Stat(fsys, p); err != nil {
		return analysis.InstalledModule{}
	}
	return analysis.InstalledModule{Package: of, Files: []string{p}}
}

// reader reads a folder with files, and notes in another directory.
func reader(t *testing.T, folder, shared string, extracted *atomic.Int32) (*Reader, *analysis.File) {
	lang := notes(extracted)
	r := New(Options{Root: folder, MaxBytes: 100, Getenv: func(string) string { return shared },
		LanguageOf: func(p string) *analysis.Language {
			if path.Ext(p) == ".n" {
				return lang
			}
			return nil
		},
		Extract: func(_ context.Context, l *analysis.Language, text string) (*analysis.Facts, error) {
			return l.Extract([]byte(text))
		},
	})
	return r, &analysis.File{Path: "main.n", Language: lang, Facts: analysis.Known(&analysis.Facts{Imports: []analysis.Import{{Specifier: "tea"}}})}
}

func put(t *testing.T, dir string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		p := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// base are the files of a module, by their names alone.
func base(m *Module) (names []string) {
	for _, f := range m.Files {
		names = append(names, path.Base(f.Path))
	}
	return names
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		what   string
		in     string // where tea is
		files  []string
		wanted []string
		reach  Reach
		want   []string
		loose  bool
	}{
		{"what names lead to", "folder", []string{"lib/tea.n", "cup < pot\nmug < oven\nleaf", "lib/pot.n", "cup", "lib/oven.n", "mug"}, []string{"cup"}, InFolder, []string{"tea.n", "pot.n"}, false},
		{"a person's own", "shared", []string{"lib/tea.n", "leaf"}, nil, Everywhere, []string{"tea.n"}, false},
		{"out of reach", "shared", []string{"lib/tea.n", "leaf"}, nil, InFolder, nil, false},
		{"no reach", "folder", []string{"lib/tea.n", "leaf"}, nil, Nowhere, nil, false},
		{"not a package manager's", "folder", []string{"tea.n", "leaf"}, nil, Everywhere, nil, false},
		{"out of its directory", "folder", []string{"lib/tea.n", "cup < ../pot", "pot.n", "cup"}, []string{"cup"}, Everywhere, []string{"tea.n"}, false},
		{"too large", "folder", []string{"lib/tea.n", "cup < pot", "lib/pot.n", strings.Repeat("cup\n", 30)}, []string{"cup"}, Everywhere, []string{"tea.n"}, true},
		{"no text", "folder", []string{"lib/tea.n", "cup < pot", "lib/pot.n", "a\x00b"}, []string{"cup"}, Everywhere, []string{"tea.n"}, true},
		{"in a circle", "folder", []string{"lib/tea.n", "cup < pot", "lib/pot.n", "cup < tea"}, []string{"cup"}, Everywhere, []string{"tea.n", "pot.n"}, false},
	} {
		dirs := map[string]string{"folder": t.TempDir(), "shared": t.TempDir()}
		put(t, dirs[tt.in], tt.files...)
		var extracted atomic.Int32
		r, file := reader(t, dirs["folder"], dirs["shared"], &extracted)
		m, err := r.Read(t.Context(), tt.reach, file, 0, analysis.Package{Name: "tea"}, tt.wanted)
		if err != nil || !slices.Equal(base(m), tt.want) || m.Module.Loose != tt.loose {
			t.Errorf("%s: got %v, loose %v, %v", tt.what, base(m), m.Module.Loose, err)
		}
		for _, f := range m.Files {
			if filepath.IsAbs(f.Path) != (tt.in == "shared") {
				t.Errorf("%s: %s", tt.what, f.Path)
			}
		}
	}
}

// What is not installed is not looked for again at once.
func TestReadAbsent(t *testing.T) {
	dir := t.TempDir()
	var extracted atomic.Int32
	r, file := reader(t, dir, "", &extracted)
	read := func() int {
		m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: "tea"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(m.Files)
	}
	if n := read(); n != 0 {
		t.Fatalf("%d files of nothing", n)
	}
	put(t, dir, "lib/tea.n", "cup")
	for _, key := range r.absent.Keys() {
		if n := read(); n != 0 {
			t.Errorf("it was looked for again")
		}
		r.absent.Add(key, lookedFor{when: time.Now().Add(-keptAbsent)})
	}
	if n := read(); n != 1 {
		t.Errorf("after a while there are %d files", n)
	}
}

// What was read is read again only once it is another.
func TestReadAgain(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "lib/tea.n", "cup < pot", "lib/pot.n", "cup")
	var extracted atomic.Int32
	r, file := reader(t, dir, "", &extracted)
	read := func(wanted ...string) []string {
		t.Helper()
		m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: "tea"}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		return base(m)
	}
	read("cup")
	read("cup")
	read("cup", "mug")
	if n := extracted.Load(); n != 2 {
		t.Errorf("two files were read %d times", n)
	}
	put(t, dir, "lib/tea.n", "cup < jug\n", "lib/jug.n", "cup")
	if got := read("cup"); !slices.Equal(got, []string{"tea.n", "jug.n"}) {
		t.Errorf("after a change: %v", got)
	}
	os.Remove(filepath.Join(dir, "lib/tea.n"))
	if got := read("cup"); got != nil {
		t.Errorf("after it was removed: %v", got)
	}
}

// What was linked is linked again only where the file, or what is installed, is another.
func TestLink(t *testing.T) {
	var extracted atomic.Int32
	folder := t.TempDir()
	put(t, folder, "lib/tea.n", "pot")
	r, file := reader(t, folder, "", &extracted)
	link := func() *analysis.Graph {
		m, err := r.Read(t.Context(), InFolder, file, 0, analysis.Package{Name: "tea"}, []string{"pot"})
		if err != nil || len(m.Files) != 1 {
			t.Fatalf("read %+v: %v", m, err)
		}
		return r.Link(*file, []analysis.Installed{m.Installed})
	}
	first := link()
	if link() != first {
		t.Error("the same is linked again")
	}
	facts := *file.Facts.Get()
	file.Facts = analysis.Known(&facts)
	edited := link()
	if edited == first {
		t.Error("an edited file is not linked again")
	}
	put(t, folder, "lib/tea.n", "pot\ncup")
	if again := link(); again == edited || len(again.File(0).Facts.Get().Symbols) != 2 {
		t.Error("a package that was installed anew is not linked again")
	}
}
